"""The Table: a session played through the bar."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from tests.tongue import speak
from tests.tui.past import play
from tests.tui.stage import (
    NAME,
    SIZES,
    bar,
    check_frame,
    enter,
    frame,
    opened,
    people,
    recorded,
    resized,
    settled,
    shown,
    type_keys,
    until,
)
from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where
from tui.gateway.picture import picture_of
from tui.screens.explain import Explanation
from tui.screens.help import Help
from tui.screens.note import NoteEditor

SESSION = [
    "session start The Bell Tower",
    "scene the stair",
    "mira stealth -3 dark +1 soft boots =6,5,3",
    "retry =3,3,3",
    "tobias climbing =6,5,5",
    "fright all ghoul -2 alone dark =mira:3,2,2 =tobias:3,1,2 =エルザ:2,4,1",
    "hp mira -3 goblin arrow",
    "effort tobias st +20% her brother =3,4,4",
    "note the duke's seal is on the lantern / 鬼火が三つ",
    "undo",
    "@guard per=12 -2 =3,4,4",
    "secret mira per -1 =3,3,4",
]


async def test_a_session_typed_at_the_screen_is_the_one_that_the_service_records(
    app: RollbookApp, folder: Path, tmp_path: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *SESSION)
    with open_store(str(tmp_path / "other")) as store:
        campaign = Campaign.create(store, NAME, "gurps4e")
        people(campaign)
        for text in SESSION:
            active = campaign.state.roster()[0].id
            line = parse(text, Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", active))
            campaign.execute(line.command, dice=line.dice, secret=line.secret)
        expected = list(campaign.log.read())
    played = recorded(folder)
    assert len(played) == len(expected)
    for one, other in zip(played, expected, strict=True):
        if not isinstance(one.event, ev.ActionVoided):  # it names the random id of what it takes back
            assert one.event == other.event
        assert (one.envelope.subject, one.envelope.cause) == (other.envelope.subject, other.envelope.cause)
        assert one.envelope.visibility == other.envelope.visibility


@pytest.mark.parametrize("size", SIZES)
async def test_what_the_table_shows(app: RollbookApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *SESSION[:7], "condition mira add stunned 4s")
        check_frame(app)
        text = shown(app)
        title, keys = frame(app)[0], frame(app)[-1]
        assert "Ravenmoor | S1 The Bell Tower | scene 1: the" in title
        assert "LIVE" in title
        assert "saved" in title
        assert keys.startswith(" Esc Letter keys  F2 Roll  Shift+F2 Retry"), "letters go into the bar"
        assert keys.rstrip().endswith("F1 Keys")
        assert "Mira     Stealth -3 +1" in text
        assert "need 10" in text
        assert "roll" in text
        assert "NO       by 4" in text
        assert "scene 1: the stair" in text
        assert "7/10" in text
        assert "stunned" in text
        if size[0] >= 100:
            assert "PARTY" in text


async def test_the_line_of_keys_names_those_that_act_where_the_focus_is(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape"])
        await until(lambda: "r Roll  R Retry" in frame(app)[-1])
        assert frame(app)[-1].rstrip().endswith("? Keys")
        type_keys(app, ["r"])
        await until(lambda: frame(app)[-1].startswith(" Esc Letter keys  F2 Roll"))
        assert frame(app)[-1].rstrip().endswith("F1 Keys")


@pytest.mark.parametrize("sign", ["?", "？"])
async def test_a_question_mark_in_the_empty_bar_lists_the_keys(app: RollbookApp, sign: str) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, [sign])
        await until(lambda: isinstance(app.screen, Help))
        type_keys(app, ["escape", "u"])
        await settled(app, pilot)
        assert bar(app).value == "", "letters are keys now"
        type_keys(app, ["r", *"note why", sign])
        await settled(app, pilot)
        assert not isinstance(app.screen, Help)
        assert bar(app).value in ("note why?", "note why？")


async def test_the_preview_tells_base_modifiers_target_and_odds(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, "stealth -3 dark")
        await until(lambda: "Mira Stealth 12 -3 dark = 9  37.5 %, 81 of 216" in shown(app))
        type_keys(app, ["ctrl+u", *"broad"])
        await until(lambda: "no skill or attribute" in shown(app))
        type_keys(app, ["ctrl+u", *"fright all ghoul"])
        await until(lambda: "Mira 12 (74.1%), Tobias 10 (50.0%), エルザ 13 (83.8%)" in shown(app))
        check_frame(app)


async def test_full_width_input_works(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "ｓｔｅａｌｔｈ－３ =3,4,5")
        roll = recorded(folder)[-1].event
        assert isinstance(roll, ev.RollMade)
        assert roll.target == 9


async def test_japanese_and_full_width_numbers_are_one_line(app: RollbookApp, folder: Path) -> None:
    """What an input method leaves behind: the skill, a typographic sign, full-width digits."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "character　忍　隠密＝１２", "忍　隠密－３　闇 ＝３，４，５")
        roll = recorded(folder)[-1].event
        assert isinstance(roll, ev.RollMade)
        assert (roll.named, roll.target, roll.dice) == ("隠密", 9, (3, 4, 5))
        assert [(each.label, each.value) for each in roll.modifiers] == [("闇", -3)]


async def test_a_note_keeps_the_blanks_of_an_input_method(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "i", *"鐘が　三つ鳴る", "f2"])
        await until(lambda: not app.gateway.busy and isinstance(recorded(folder)[-1].event, ev.NoteAdded))
        note = recorded(folder)[-1].event
        assert isinstance(note, ev.NoteAdded)
        assert note.text == "鐘が　三つ鳴る"


async def test_log_keys_work_with_an_input_method_on(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "stealth =6,6,5")
        type_keys(app, ["escape", "２"])
        await until(lambda: app.active == app.picture.members[1].id)  # type: ignore[union-attr]
        type_keys(app, ["Ｒ"])
        await until(lambda: bar(app).value == "retry ")
        type_keys(app, ["ctrl+u", "escape", "ｒ", "ｒ"])
        await until(lambda: bar(app).value == "ｒ")  # the first is a key, the second belongs to the line
        type_keys(app, ["ctrl+u", "escape", "？"])
        await until(lambda: "On this screen" in shown(app))


async def test_tab_goes_through_the_candidates(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, "mira ")
        type_keys(app, "s")
        await until(lambda: "mira ST" in shown(app))
        type_keys(app, ["tab"])
        await until(lambda: bar(app).value == "mira Stealth ")
        await pilot.pause(0.1)
        type_keys(app, ["tab"])
        await until(lambda: bar(app).value == "mira ST ")
        type_keys(app, ["shift+tab"])
        await until(lambda: bar(app).value == "mira Stealth ")


async def test_up_and_down_leaf_through_what_was_sent(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "note one", "note two")
        type_keys(app, [*"thr", "up"])
        await until(lambda: bar(app).value == "note two")
        type_keys(app, ["up", "up"])
        await until(lambda: bar(app).value == "note one")
        type_keys(app, ["down", "down"])
        await until(lambda: bar(app).value == "thr")


async def test_a_line_that_is_refused_comes_back(app: RollbookApp, folder: Path) -> None:
    before = len(recorded(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira swordplay -2")
        assert bar(app).value == "mira swordplay -2"
        assert "no skill or attribute" in shown(app)
        await enter(app, pilot, *["backspace"])
    assert len(recorded(folder)) == before


async def test_what_is_typed_ahead_of_a_refusal_is_a_line_of_its_own(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, [*"swordplay", "enter"])
        await settled(app, pilot)
        type_keys(app, [*"note a", "enter"])
        await settled(app, pilot)
        assert isinstance(recorded(folder)[-1].event, ev.NoteAdded)
        type_keys(app, ["up", "up"])
        await until(lambda: bar(app).value == "swordplay")


async def test_the_log_keys(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "session start", "climbing =6,6,3")
        type_keys(app, ["escape", "R"])
        await until(lambda: bar(app).value == "retry ")
        await enter(app, pilot, "=3,3,3")
        assert isinstance(recorded(folder)[-2].event, ev.RollMade)
        type_keys(app, ["escape", "2", "full_stop"])
        await until(lambda: "There is no roll to repeat" in shown(app))
        type_keys(app, ["escape", "1", "full_stop"])
        await settled(app, pilot)
        roll = recorded(folder)[-1]
        assert isinstance(roll.event, ev.RollMade)
        assert roll.event.what == "Climbing"
        type_keys(app, ["b"])
        await settled(app, pilot)
        assert recorded(folder)[-1].event == ev.BookmarkAdded(at=roll.position)
        await until(lambda: f">* {roll.position:>7}" in shown(app))
        type_keys(app, ["u", "U"])
        await settled(app, pilot)
        *_, taken, restored = (one.event for one in recorded(folder))
        assert isinstance(taken, ev.ActionVoided)
        assert isinstance(restored, ev.ActionVoided)
        assert (taken.restores, restored.restores) == (False, True)
        assert taken.events == restored.events


async def test_keys_typed_in_one_go_act_in_their_order(app: RollbookApp, folder: Path) -> None:
    """Roll, leave the bar, choose another character, roll: the roll before the change is still the first one's."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, [*"climbing", "enter", "escape", "2", "r", *"climbing", "enter", "escape", "g", *"#2", "enter", "b"])
        await settled(app, pilot)
        *_, first, second, mark = recorded(folder)
        assert [first.envelope.subject, second.envelope.subject] == ["mira", "tobias"]
        assert mark.event == ev.BookmarkAdded(at=2)


async def test_a_log_key_works_while_an_input_method_is_on(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "ｆ"])
        await until(lambda: bar(app).value == "fright all ")


async def test_a_line_below_the_log_that_is_cut_says_so(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "stealth -2 the boots of the drowned ringer, -1 wet moss on every step, +1 fog =3,4,5")
        assert "wet moss on every step +1.." in shown(app)
        await resized(app, pilot, (120, 40))
        await until(lambda: "rolled 3+4+5 = 12; NO by 2" in shown(app))


async def test_enter_explains_the_selected_event(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "stealth -3 dark =6,5,3")
        await until(lambda: "Stealth 12 -3 dark = 9; rolled 6+5+3 = 14; NO by 5" in shown(app))
        type_keys(app, ["escape", "enter"])
        await until(lambda: isinstance(app.screen, Explanation))
        await pilot.pause(0.1)
        text = shown(app)
        for told in ("Stealth 12", "-3 dark (source: gm)", "3d6: 6+5+3 = 14 (source: hand)", "NO by 5", "gurps4e", "hash"):
            assert told in text
        check_frame(app)
        type_keys(app, ["escape"])
        await until(lambda: app.screen is app.play_screen)


async def test_prompts_are_shown_and_answered(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "option dice hand", "stealth -1")
        position = next(one.position for one in recorded(folder) if isinstance(one.event, ev.PromptOpened))
        await until(lambda: "1 waiting, P or F6 answers: Mira: Stealth, target 11" in shown(app))
        type_keys(app, ["escape", "P"])
        await until(lambda: bar(app).value == f"answer {position} =")
        await enter(app, pilot, "3,4,4")
        assert any(isinstance(one.event, ev.RollMade) for one in recorded(folder))
        assert "waiting" not in shown(app)


async def test_a_note_of_several_lines(app: RollbookApp, folder: Path) -> None:
    from textual import events

    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["f3"])
        await until(lambda: isinstance(app.screen, NoteEditor))
        type_keys(app, [*"ba", "backspace", *"c", "enter", *'he said "no', "f2"])
        await settled(app, pilot)
        assert recorded(folder)[-1].event == ev.NoteAdded(text='bc\nhe said "no')
        app.post_message(events.Paste("one\n[red]two[/]\nthree\n"))
        await until(lambda: isinstance(app.screen, NoteEditor))
        type_keys(app, ["f2"])
        await settled(app, pilot)
        assert recorded(folder)[-1].event == ev.NoteAdded(text="one\n[red]two[/]\nthree")


async def test_what_another_program_records_is_shown(
    app: RollbookApp, folder: Path, make_app: Callable[[], RollbookApp]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        with open_store(str(folder)) as store:
            Campaign.open(store, NAME, "co-GM").execute(cmd.Note(text="from the other side"))
        await until(lambda: "from the other side" in shown(app), 5)


async def test_a_roll_that_would_be_another_one_now_is_handed_back(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, "stealth =3,3,3")
        await until(lambda: "Stealth 12" in shown(app))
        with open_store(str(folder)) as store:
            Campaign.open(store, NAME, "co-GM").execute(cmd.SetValue(who="mira", key="stealth", value="9"))
        type_keys(app, ["enter"])
        await settled(app, pilot)
        await until(lambda: "target 12 is now 9" in shown(app))
        assert bar(app).value == "stealth =3,3,3"
        assert not any(isinstance(one.event, ev.RollMade) for one in recorded(folder))
        await until(lambda: app.picture is not None and app.picture.head == recorded(folder)[-1].position)
        type_keys(app, ["enter"])
        await settled(app, pilot)
        roll = recorded(folder)[-1].event
        assert isinstance(roll, ev.RollMade)
        assert roll.target == 9


async def test_why_a_line_came_back_stays_when_the_bars_own_messages_come_late(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["n", "o", "enter"])
        await settled(app, pilot)
        await until(lambda: bar(app).value == "no" and "no skill or attribute" in shown(app))
        bar(app).post_message(Input.Changed(bar(app), ""))
        await settled(app, pilot)
        assert "no skill or attribute" in shown(app)


async def test_a_long_preview_takes_the_second_line_too(app: RollbookApp) -> None:
    """At 80 columns the whole party's odds, and what modifies all of them, can be read before Enter."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "session start")
        type_keys(app, "fright all the ringer of the drowned bell dark touched -2")
        await until(lambda: "Fright Check" in shown(app))
        said = " ".join(row.strip() for row in frame(app)[-3:-1])
        for told in ("in the dark", "-2: Mira", "Tobias", "エルザ"):
            assert told in said
        check_frame(app)
        type_keys(app, ["ctrl+u"])
        await until(lambda: "in the dark" not in shown(app))


async def test_modifiers_come_before_their_reasons_where_there_is_little_room(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "lockpicking -3 in the pitch dark +1 fine tools")
        await until(lambda: "Lockpicking -3 +1  " in shown(app))
        await pilot.resize_terminal(200, 24)
        await until(lambda: "Lockpicking -3 in the pitch dark +1 fine tools" in shown(app))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("undo", "Enter takes back 5 Tobias HP -1"),
        ("hp mira -2 a [b]stone", "Enter records: Mira HP -2 (a [b]stone)"),
        ("hp -2", "Enter records: Mira HP -2"),
        ("award all 1", "Enter records: Mira points +1, spent +0 award; Tobias points +1"),
        ("character Zed st=12", "Enter records: Zed joined as PC"),
        ("session start Two", "Enter records: session 1: Two"),
    ],
)
async def test_what_a_line_would_do_is_told_in_words(app: RollbookApp, line: str, told: str) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "hp tobias -1 arrow")
        type_keys(app, line)
        await until(lambda: told in shown(app))


async def test_dice_by_hand_are_told_before_and_while_they_are_typed(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "option dice hand", "stealth -1")
        type_keys(app, ["f6"])
        await until(lambda: "Type the faces, such as =3,4,5. Mira: Stealth, target 11" in shown(app))
        type_keys(app, "3,4")
        await until(lambda: "3d6 needs 3 dice; 2 given." in shown(app))
        type_keys(app, ",5")
        await until(lambda: "Enter records 3,4,5. Mira: Stealth, target 11" in shown(app))
        type_keys(app, [*["backspace"] * 5, *"tobias:3,4,5"])  # not for this one
        await until(lambda: "Type the faces, such as =3,4,5. Mira: Stealth, target 11" in shown(app))


async def test_a_note_that_was_closed_comes_back(
    app: RollbookApp, folder: Path, make_app: Callable[[], RollbookApp]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["f3", *"the seal", "escape"])
        await until(lambda: app.screen is app.play_screen)
        type_keys(app, ["f3"])
        await until(lambda: isinstance(app.screen, NoteEditor) and app.screen.text == "the seal")
        type_keys(app, [*" breaks", "escape"])
        await until(lambda: app.screen is app.play_screen)
    again = make_app()
    async with again.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(again.screen, NoteEditor) and again.screen.text == "the seal breaks")
        type_keys(again, ["f2"])
        await settled(again, pilot)
        assert recorded(folder)[-1].event == ev.NoteAdded(text="the seal breaks")
        type_keys(again, ["f3"])
        await until(lambda: isinstance(again.screen, NoteEditor) and again.screen.text == "")


@pytest.mark.parametrize("size", [*SIZES, (60, 16)])
async def test_an_empty_campaign_says_what_to_type(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store("empty") as store:
        Campaign.create(store, "Empty", "gurps4e")
    app = RollbookApp(Where("empty"), tmp_path / "drafts")
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await until(lambda: "character Vora" in shown(app))
        check_frame(app)
        with open_store("empty") as store:
            people(Campaign.open(store, "Empty"))
        await until(lambda: "character Vora" not in shown(app), 5)
        await until(lambda: "Between sessions. To begin one: session start TITLE" in shown(app))
        await enter(app, pilot, "session start")
        assert "Between sessions" not in shown(app)


async def test_what_was_said_of_a_line_goes_with_it(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, "swordplay")
        await until(lambda: "no skill or attribute" in shown(app))
        type_keys(app, ["ctrl+u"])
        await until(lambda: "no skill or attribute" not in shown(app))


async def test_a_prompt_is_answered_with_dice_thrown_here(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "hp mira -10")  # 0 of 10: staying conscious is a matter of HT
        await until(lambda: "1 waiting" in shown(app))
        type_keys(app, ["escape", "P"])
        await until(lambda: "Enter throws" in shown(app))
        type_keys(app, ["enter"])
        await settled(app, pilot)
        rolls = [one.event for one in recorded(folder) if isinstance(one.event, ev.RollMade)]
        assert [(roll.what, roll.base, roll.dice_source) for roll in rolls] == [("Consciousness", 11, "system")]


async def test_a_ruled_outcome_is_seen_on_its_roll(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "session start One", "stealth -2 =5,5,4")
        position = recorded(folder)[-1].position
        await enter(app, pilot, f"rule {position} success because the guard is deaf")
        await until(lambda: "Stealth -2" in shown(app) and "-> ok need 10 roll 14" in shown(app))
        check_frame(app)
        await pilot.resize_terminal(99, 24)  # the log's own width, as long as there are no panels
        await until(lambda: "-> ok (ruled) need 10" in shown(app))  # there is room for how
        await enter(app, pilot, "undo")
        await until(lambda: "-> ok" not in shown(app))


def test_of_many_open_tasks_the_newest_are_shown(folder: Path) -> None:
    play(folder, NAME, *(f'mira lockpicking at "door {number}" =6,6,4' for number in range(25)))
    with open_store(str(folder)) as store:
        tasks = picture_of(Campaign(store.open(NAME))).tasks
    assert [task.what for task in tasks] == [f"Lockpicking at door {number}" for number in range(5, 25)]


async def test_of_many_characters_those_that_play_are_in_sight(app: RollbookApp, folder: Path) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign(store.open(NAME))
        for number in range(20):
            campaign.execute(cmd.AddCharacter(name=f"Ghoul {number}", npc=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        party = str(app.screen.query_one("#panels", Static).content)
        assert re.findall(r"(Mira|Tobias|エルザ|Ghoul \d+)  ", party) == [
            *("Mira", "Tobias", "エルザ"),
            *(f"Ghoul {number}" for number in range(9)),
        ]
        assert "and 11 more" in party


async def test_the_line_below_the_log_names_skills_in_the_language_spoken(
    app: RollbookApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch, {"skill\x04stealth": "隠密"})
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira stealth -1 =3,4,4")
        await until(lambda: "隠密 12 -1 = 11; rolled 3+4+4 = 11" in shown(app))
        await enter(app, pilot, 'mira stealth at "the west door" =6,6,4')
        assert app.picture is not None
        assert [task.what for task in app.picture.tasks] == ["隠密 at the west door"]
