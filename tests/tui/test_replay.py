"""The Replay: any moment of a campaign, as it stood and as corrected, and the ways to get there."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.tui.past import HOSTILE, at, demo_app, demo_folder, play, replaying
from tests.tui.stage import NAME, SIZES, check_frame, frame, opened, recorded, shown, type_keys, until
from tracker import demo, moments
from tracker.campaign import commands as cmd
from tracker.campaign.changes import between
from tracker.campaign.difference import difference
from tracker.reports.landmarks import landmarks
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway.past import Past
from tui.gateway.picture import picture_of
from tui.screens.explain import Explanation
from tui.screens.replay import Changes, ReplayScreen
from tui.widgets.menu import Menu
from tui.widgets.strip import Span, TimeStrip

__all__ = ["demo_app", "demo_folder"]  # fixtures


# -- what a moment is ---------------------------------------------------------------------------------------------------


def test_every_moment_is_the_fold_up_to_it_in_whatever_order_they_are_looked_at(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign, past = Campaign.open(store, demo.NAME), Past()
        head = campaign.state.head
        for position in [*range(1, head + 1), *range(head, 0, -7), 40, 3, 90]:
            moment = past.moment(campaign, 0, position, 1, False, 5)
            state = moments.state_at(campaign.log, position)
            before = moments.state_at(campaign.log, position - 1)
            assert moment.picture == picture_of(campaign, state)
            assert moment.before == picture_of(campaign, before)
            assert [line.position for line in moment.lines] == list(range(max(1, position - 4), position + 1))
            for change, told in zip(between(before, state, campaign.ruleset), moment.changes, strict=True):
                assert told.startswith(str(change))
            corrected = past.moment(campaign, 0, position, 1, True, 5)
            assert corrected.picture == picture_of(campaign, moments.corrected_at(campaign.log, position))


def test_what_is_taken_back_later_is_struck_from_its_void_on_and_gone_as_corrected(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        void = next(position for position in campaign.state.void_positions)
        by = campaign.state.void_positions[void]

        def marks(position: int, corrected: bool) -> list[str]:
            lines = Past().moment(campaign, 0, position, 1, corrected, 30).lines
            return [line.mark for line in lines if line.position == void]

        assert "~" not in marks(by - 1, False)[0]
        assert "~" in marks(by, False)[0]
        assert marks(by - 1, True) == marks(by, True) == []
        assert f"(taken back by {by})" in Past().moment(campaign, 0, void, 1, True, 30).event


def test_as_corrected_the_roll_made_anew_stands_in_place_of_the_wrong_one(folder: Path) -> None:
    play(folder, NAME, "session start", "mira stealth =3,3,4", "note the door creaks")
    wrong, note = (recorded(folder)[at].position for at in (-2, -1))
    play(folder, NAME, f"mark {wrong} sneaking", f"correct {wrong} -2", f"amend {note} the door groans", "note we go on")
    with open_store(str(folder)) as store:
        campaign, past = Campaign.open(store, NAME), Past()
        right = max(one.position for one in recorded(folder) if one.envelope.type == "RollMade")
        past.landmarks(campaign)

        def told(position: int, corrected: bool = True) -> list[str]:
            moment = past.moment(campaign, 0, position, 1, corrected, 4)
            standing = zip(moment.places, moment.lines, strict=True)
            return [f"{place} {line.position} {line.mark}{line.text}" for place, line in standing]

        assert told(wrong)[-1] == f"{wrong} {right} *Stealth -2 (corrects {wrong})"
        assert told(wrong, corrected=False)[-1].startswith(f"{wrong} {wrong} *Stealth")
        at_the_end = [line.split(" ", 2)[2].split("  [")[0] for line in told(campaign.state.head)]
        assert at_the_end == [f"*Stealth -2 (corrects {wrong})", "the door groans", f"marked {wrong} (sneaking)", "we go on"]
        assert "Stealth 12 -2 = 10" in past.moment(campaign, 0, wrong, 1, True, 4).event
        assert past.moment(campaign, 0, right, 1, True, 4).event.endswith(f"(stands at {wrong})")


def test_a_number_says_how_far_it_has_come_since_the_session_began(folder: Path) -> None:
    play(folder, NAME, "session start", "hp mira -3", "hp mira -2", "hp mira +5", "fp mira -1")
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        head = campaign.state.head
        told = [Past().moment(campaign, 0, position, head - 4, False, 1).changes for position in range(head - 3, head + 1)]
        assert told == [
            ["Mira: HP 10 -> 7"],
            ["Mira: HP 7 -> 5 (since session start -5)"],
            ["Mira: HP 5 -> 10 (since session start +0)"],
            ["Mira: FP 11 -> 10"],
        ]


# -- getting there --------------------------------------------------------------------------------------------------------


async def test_the_future_is_hidden_until_it_is_stepped_to(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 41)
        await until(lambda: "scene 2: the bell chamber" in shown(demo_app))
        await until(lambda: "hidden until you step" in shown(demo_app))
        assert "Nine ropes" not in shown(demo_app)
        type_keys(demo_app, ["]"])
        await at(screen, 42)
        await until(lambda: "Nine ropes" in shown(demo_app))
        await until(lambda: "REPLAY | S2 The Bell Tower" in frame(demo_app)[0] and "7/68" in frame(demo_app)[1])
        check_frame(demo_app)


async def test_queued_keys_end_where_they_lead(demo_app: RollbookApp, demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        with campaign.log.reading() as connection:
            known = landmarks(connection, campaign.log.id)
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 1)
        type_keys(demo_app, "]" * 50 + "[" * 8)
        await at(screen, 43)
        type_keys(demo_app, "}[,.[{{]]")
        expected = next(place for place in known.scenes if place > 43) - 1
        expected = max(place for place in known.notable if place < expected)
        expected = next(place for place in known.notable if place > expected) - 1
        expected = max(place for place in known.scenes if place < expected)
        expected = max(place for place in known.scenes if place < expected) + 2
        await at(screen, expected)


async def test_keys_typed_while_the_replay_opens_are_done_in_order(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 50)
        type_keys(demo_app, ["escape", "home", "t", "}", "}", "]", "}", "["])
        await at(screen, 36)  # the scenes are at 7, 12 and 37


async def test_moments_that_later_keys_have_overtaken_are_not_read(
    demo_app: RollbookApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    moment = Past.moment

    def counted(self: Past, campaign: Campaign, **asked: object) -> object:
        read.append(asked["position"])  # type: ignore[arg-type]
        return moment(self, campaign, **asked)  # type: ignore[arg-type]

    monkeypatch.setattr(Past, "moment", counted)
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 10)
        read.clear()
        gate = threading.Event()
        demo_app.gateway._lists.do(lambda: gate.wait(10) and None)
        type_keys(demo_app, "]" * 40)
        await until(lambda: screen.position == 50)
        gate.set()
        await at(screen, 50)
        assert read == [50]


@pytest.mark.parametrize(("typed", "position"), [("#12", 12), ("12", 12), ("s2", 36), ("1", 1)])
async def test_going_to_a_number_or_a_session(demo_app: RollbookApp, typed: str, position: int) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 5)
        type_keys(demo_app, ["g", *typed, "enter"])
        await at(screen, position)
        type_keys(demo_app, ["g", *"end", "enter"])
        await at(screen, screen.head)
        await until(lambda: "hidden until" not in shown(demo_app))
        type_keys(demo_app, ["]"])
        await until(lambda: "Step: this is the last event." in shown(demo_app))


@pytest.mark.parametrize(
    ("typed", "position"), [("s2 end", 99), ("s1 end", 35), ("Day 1", 35), ("day 4 00:20", 63), ("9999-01-01", 145)]
)
async def test_going_to_a_moment_that_is_looked_up(demo_app: RollbookApp, typed: str, position: int) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 5)
        type_keys(demo_app, ["g", *typed, "enter"])
        await at(screen, position)


async def test_going_to_a_moment_that_there_is_not_says_why(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 5)
        type_keys(demo_app, ["g", *"1999-01-01", "enter"])
        await until(lambda: "Nothing was recorded by 1999-01-01" in shown(demo_app))
        assert screen.position == 5


async def test_what_is_no_moment_is_told_as_numbers_are_read_here(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await replaying(demo_app, pilot, 5)
        type_keys(demo_app, ["g", *"then", "enter"])
        await until(lambda: "Type a session or an event: s12, 812 or end." in shown(demo_app))


async def test_a_session_plays_by_itself_until_it_is_paused(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 10)
        type_keys(demo_app, ["+", "+", "space"])
        await until(lambda: screen.position > 14 and "playing 16x" in frame(demo_app)[0])
        type_keys(demo_app, ["space"])
        await until(lambda: "playing" not in frame(demo_app)[0])
        paused = screen.position
        await pilot.pause(0.3)
        assert screen.position == paused
        type_keys(demo_app, ["g", *"33", "enter", "space"])
        await at(screen, 35)  # the end of the session
        await until(lambda: "playing" not in frame(demo_app)[0])


# -- looking at it --------------------------------------------------------------------------------------------------------


async def test_as_it_stood_and_as_corrected_after_a_void(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, "session start", "hp mira -3 a goblin's arrow", "undo it was Tobias", "note on we go")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(app, pilot, 6)
        await until(lambda: "changed: Mira: HP 10 -> 7" in shown(app))
        await until(lambda: ">7/10" in shown(app) and "as it stood" in frame(app)[0])
        type_keys(app, ["w"])
        await until(lambda: screen.moment is not None and screen.moment.corrected)
        await until(lambda: "nothing changed in the party" in shown(app) and "as corrected" in frame(app)[0])
        await until(lambda: "10/10" in shown(app) and "7/10" not in shown(app))
        type_keys(app, ["w", "]"])
        await at(screen, 7)
        await until(lambda: "changed: Mira: HP 7 -> 10" in shown(app))


async def test_the_difference_between_two_marks(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 82)
        type_keys(demo_app, ["="])
        await until(lambda: "Marked 82." in shown(demo_app))
        type_keys(demo_app, ["g", "4", "1", "enter", "="])
        await until(lambda: isinstance(demo_app.screen, Changes))
        await until(lambda: isinstance(demo_app.screen, Changes) and not demo_app.screen.waits)
        menu = demo_app.screen.query_one(Menu)
        with open_store(demo_app.gateway._where.store) as store:
            campaign = Campaign.open(store, demo.NAME)
            states = [moments.state_at(campaign.log, position) for position in (41, 82)]
            assert [item.text for item in menu.items] == [str(one) for one in difference(*states, campaign.ruleset)]
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.screen is screen)


async def test_nothing_is_recorded_and_escape_leads_back(demo_app: RollbookApp, demo_folder: Path) -> None:
    before = len(recorded(demo_folder, demo.NAME))
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(demo_app, pilot, 60)
        type_keys(demo_app, ["u", "U", "b", "B", "r", "R", "i", "d", "P", "c", "enter"])
        await until(lambda: isinstance(demo_app.screen, Explanation))
        await until(lambda: "Event 60" in shown(demo_app))
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.screen is screen)
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.play_screen.NAME == "table")
    assert len(recorded(demo_folder, demo.NAME)) == before


async def test_new_events_lengthen_the_strip_and_leave_the_moment(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await replaying(app, pilot, 3)
        await until(lambda: "3/4" in frame(app)[1])
        play(folder, NAME, "tobias climbing =6,6,6")
        await until(lambda: "3/5" in frame(app)[1])
        type_keys(app, ["."])
        await at(screen, 5)


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_and_every_size(folder: Path, app: RollbookApp, size: tuple[int, int]) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        campaign.execute(cmd.AddCharacter(name=HOSTILE, values=(("st", "10"), (HOSTILE, "12"))))
        campaign.execute(cmd.StartSession(title=HOSTILE))
        campaign.execute(cmd.StartScene(title="wiki [/red] tail"))
        campaign.execute(cmd.AddCondition(who=HOSTILE, name="[a=b c='d]"))
    async with app.run_test(size=size) as pilot:
        await replaying(app, pilot, 8)
        await until(lambda: "[a=b c='d]" in shown(app))
        for width, height in [size, (60, 16), (20, 5), (200, 60), size]:
            await pilot.resize_terminal(width, height)
            await pilot.pause(0.05)
            check_frame(app)
        await until(lambda: "[@click=" in shown(app))


def test_every_event_has_its_place_on_the_strip() -> None:
    for count, columns in [(1, 60), (2, 60), (59, 60), (60, 60), (61, 60), (1000, 60), (1_000_000, 60)]:
        strip = _Strip(columns)
        strip._span = Span(101, 100 + count)
        places = [strip.column(position) for position in range(101, 101 + count, max(1, count // 1000))]
        assert places[0] == 0
        assert places == sorted(places)
        assert strip.column(100 + count) == (columns - 1 if count > 1 else 0)


class _Strip(TimeStrip):
    """A strip with so many columns between its brackets."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self._room = columns

    @property
    def _columns(self) -> int:
        return self._room


async def test_a_roll_is_told_with_its_verdict_and_no_words_of_the_machine(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, "session start", "fright mira ghoul dark -2 =mira:3,3,3")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "g", *"end", "enter", "t"])
        await until(lambda: isinstance(app.screen, ReplayScreen) and app.screen.moment is not None)
        for _ in range(4):
            if "rolled 3+3+3 = 9; ok by 0" in shown(app):
                break
            type_keys(app, ["left_square_bracket"])
            await pilot.pause(0.3)
        text = shown(app)
        assert "Fright Check 12 -1 in the dark -2 = 9; rolled 3+3+3 = 9; ok by 0  (from " in text
        assert "RollMade" not in text
