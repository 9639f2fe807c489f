"""Sense rolls at the table: what helps and hinders, hidden targets, comprehension, and the roll that nobody may know of."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import EVERYONE, GM_ONLY, ContestDecided, PromptOpened, RollMade, Sheet, SheetSource, Trait
from tracker.service import Campaign, Outcome


def applied(outcome: Outcome) -> list[tuple[str, int]]:
    return [(each.label, each.value) for each in every(outcome, RollMade)[0].modifiers]


def imported(campaign: Campaign, name: str, traits: tuple[Trait, ...] = (), **attributes: float) -> None:
    sheet = Sheet(attributes={"st": 10, "dx": 10, "iq": 10, "ht": 10, **attributes}, traits=traits)
    source = SheetSource(format="gcs", filename=f"{name}.gcs", sha256=name)
    campaign.execute(cmd.ImportCharacter(name=name, player="", sheet=sheet, source=source, current={}))


def test_vision_in_the_dark(play: Play) -> None:
    play("set mira acute_vision=2")
    play("set mira night_vision=1")
    seen = play("sense mira vision dark 3 in plain view =4,4,4")
    roll = one(seen, RollMade)
    assert (roll.kind, roll.what, roll.base, roll.target) == ("sense", "Vision", 12, 22)
    assert applied(seen) == [("Acute Vision 2", 2), ("darkness 3", -3), ("Night Vision 1", 1), ("in plain view", 10)]
    assert [each.source for each in roll.modifiers] == ["sheet", "sense", "sheet", "sense"]


def test_darkness_may_be_typed_as_the_penalty_that_it_is(play: Play) -> None:
    assert applied(play("sense mira vision dark -3 =4,4,4")) == [("darkness 3", -3)]
    assert applied(play("sense mira vision dark -3 -2 fog =4,4,4")) == [("darkness 3", -3), ("fog", -2)]


def test_hearing_at_a_distance(play: Play) -> None:
    heard = play('sense mira hearing "normal conversation" 8yd -2 rain =3,3,3')
    assert one(heard, RollMade).target == 12 - 3 - 2
    assert one(play("sense mira hearing a conversation at 24 ft -2 rain =3,3,3"), RollMade).target == 7


def test_any_word_for_a_sense(play: Play) -> None:
    for word, what in (
        ("taste", "Taste/Smell"),
        ("smell", "Taste/Smell"),
        ("taste/smell", "Taste/Smell"),
        ("sight", "Vision"),
    ):
        assert one(play(f"sense mira {word} +1 =3,3,3"), RollMade).what == what


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("sense mira", "syntax", "a sense (vision, hearing, taste/smell)"),
        ("sense mira touch", "not_found", "there are Vision, Hearing, Taste/Smell"),
        ("sense mira vision total", "not_possible", "nothing can be seen without Dark Vision"),
        ("sense mira vision dark", "missing", "“darkness 3”"),
        ("sense mira vision 3", "ambiguous", "darkness=3 or size_range=3"),
        ("sense mira vision dark 12", "not_possible", "0 to 9"),
        ("sense mira hearing 8yd", "not_possible", "needs the sound"),
        ("sense mira hearing conversation", "not_possible", "needs its distance"),
        ("sense mira vision darkness 9 -2 fog", "not_attemptable", "below 3"),
        ("sense mira vision understand juggling", "not_found", "no skill or attribute"),
        ("sense @guard vision", "syntax", "such as per=12"),
        ("sense @guard iq=12 vision", "syntax", "such as per=12"),
        ("sense mira vision vs @thief stealth", "missing", "what number thief has"),
    ],
)
def test_what_cannot_be_sensed(play: Play, campaign: Campaign, line: str, code: str, words: str) -> None:
    head = campaign.state.head
    with pytest.raises(Refused) as refused:
        play(line)
    assert (refused.value.code, words in refused.value.message) == (code, True), refused.value.message
    assert campaign.state.head == head


def test_dark_vision_sees_in_total_darkness(play: Play) -> None:
    play("set mira dark_vision=1")
    assert one(play("sense mira vision total darkness =3,3,3"), RollMade).target == 12


def test_somebody_made_up_on_the_fly(play: Play) -> None:
    roll = one(play("sense @guard per=11 hearing noisy office 16yd =3,3,3"), RollMade)
    assert (roll.base, roll.given, roll.target) == (11, True, 10)


# -- a sheet's own number ---------------------------------------------------------------------------------------------


def test_a_sheets_number_that_holds_the_traits_counts_them_once(play: Play, campaign: Campaign) -> None:
    imported(campaign, "Holt", (Trait(name="Acute Vision", level=2),), per=11, vision=13, hearing=11)
    assert one(play("sense holt vision =3,3,3"), RollMade).target == 13
    assert one(play("sense holt hearing =3,3,3"), RollMade).target == 11


def test_what_a_sheets_number_holds_beside_the_traits_has_a_name(play: Play, campaign: Campaign) -> None:
    imported(campaign, "Iske", (Trait(name="Acute Hearing", level=1),), per=11, hearing=15)
    assert applied(play("sense iske hearing =3,3,3")) == [("Acute Hearing 1", 1), ("the sheet's Hearing", 3)]
    play("set iske hearing=11")
    assert applied(play("sense iske hearing =3,3,3")) == [("Acute Hearing 1", 1)]


def test_a_sheet_that_leaves_one_trait_out_keeps_it(play: Play, campaign: Campaign) -> None:
    traits = (Trait(name="Acute Hearing", level=2), Trait(name="Discriminatory Hearing"))
    imported(campaign, "Lutz", traits, per=10, hearing=12)
    assert one(play("sense lutz hearing =3,3,3"), RollMade).target == 16


# -- what follows -----------------------------------------------------------------------------------------------------


def test_making_out_what_was_noticed(play: Play) -> None:
    noticed = play("sense mira vision understand lockpicking -2 fog =3,3,3 =4,4,3")
    sensed, understood = every(noticed, RollMade)
    assert (sensed.target, understood.what, understood.target, understood.kind) == (10, "Lockpicking", 12, "success")
    assert noticed.events[1].envelope.cause == noticed.events[0].position
    assert every(play("sense mira vision understand =3,3,3 =4,4,3"), RollMade)[1].what == "IQ"
    assert len(every(play("sense mira vision understand =6,5,5"), RollMade)) == 1


def test_danger_sense_rolls_unseen(play: Play) -> None:
    play("set mira danger_sense=1")
    failed = play("sense mira vision danger dark 5 =4,4,4 =danger:3,3,3")
    assert types(failed) == ["RollMade", "ProcedureStarted", "RollMade", "ProcedureEnded"]
    assert [event.envelope.visibility for event in failed.events] == [EVERYONE, GM_ONLY, GM_ONLY, GM_ONLY]
    secret = every(failed, RollMade)[1]
    assert (secret.kind, secret.what, secret.base, secret.target, secret.modifiers) == ("sense", "Danger Sense", 12, 12, ())
    assert types(play("sense mira vision danger =3,3,3")) == ["RollMade"]
    assert types(play("sense mira vision =6,5,5")) == ["RollMade"]
    assert types(play("sense vora vision danger =6,5,5")) == ["RollMade"], "she has no such sense"


def test_the_secret_roll_stays_secret_when_it_is_thrown_by_hand_later(play: Play, campaign: Campaign) -> None:
    play("set mira danger_sense=1")
    play("option dice hand")
    asked = play("sense mira vision danger")
    (prompt,) = campaign.state.open_prompts()
    failed = play(f"answer {prompt} =6,5,5")
    assert [event.envelope.visibility for event in failed.events if event.envelope.type != "ProcedureEnded"] == [
        *2 * [EVERYONE],
        *2 * [GM_ONLY],
    ]
    (prompt,) = campaign.state.open_prompts()
    assert campaign.state.open_prompts()[prompt].text == "Mira: Danger Sense, target 12"
    felt = play(f"answer {prompt} =3,3,3")
    assert types(felt) == ["PromptAnswered", "RollMade", "ProcedureEnded"]
    assert {event.envelope.visibility for event in felt.events} == {GM_ONLY}
    assert {event.envelope.visibility for event in asked.events} == {EVERYONE}


def test_a_void_takes_the_secret_roll_along(play: Play, campaign: Campaign) -> None:
    play("set mira danger_sense=1")
    play("option dice hand")
    play("sense mira vision danger")
    before = (campaign.state.open_prompts(), campaign.state.procedures, campaign.state.ends)
    failed = play(f"answer {next(iter(campaign.state.open_prompts()))} =6,5,5")
    play(f"void {failed.events[0].position}")
    assert (campaign.state.open_prompts(), campaign.state.procedures, campaign.state.ends) == before


def test_a_secret_sense_roll_hides_all_of_it(play: Play) -> None:
    hidden = play("secret sense mira vision understand =3,3,3 =4,4,4")
    assert {event.envelope.visibility for event in hidden.events} == {GM_ONLY}


# -- who hides --------------------------------------------------------------------------------------------------------


def test_who_hides_is_seen_by_winning_a_quick_contest(play: Play) -> None:
    seen = play("sense mira vision dark 2 vs @thief stealth=14 -3 mail =2,2,2 =3,3,3")
    looker, hider = every(seen, RollMade)
    assert (looker.what, looker.target, hider.target) == ("Vision", 10, 11)
    assert [(each.label, each.source) for each in looker.modifiers] == [("darkness 2", "sense")]
    decided = one(seen, ContestDecided)
    assert (decided.sides, decided.winner, decided.margin) == (("mira", "@thief"), "mira", 2)


def test_a_tie_leaves_who_hides_unseen(play: Play) -> None:
    play("set mira danger_sense=1")
    tied = play("sense mira vision danger understand vs @thief stealth=12 =3,3,3 =3,3,3 =danger:3,3,3")
    assert one(tied, ContestDecided).winner is None
    assert [roll.what for roll in every(tied, RollMade)] == ["Vision", "stealth", "Danger Sense"]
    seen = play("sense mira vision danger understand vs @thief stealth=12 =3,3,3 =4,4,4 =3,3,3")
    assert [roll.what for roll in every(seen, RollMade)] == ["Vision", "stealth", "IQ"]


def test_a_contest_of_senses_by_hand(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    play("sense @guard per=12 hearing vs mira dx")
    for dice in ("3,3,3", "4,4,4"):
        (prompt,) = campaign.state.open_prompts()
        ended = play(f"answer {prompt} ={dice}")
    assert one(ended, ContestDecided).winner == "@guard"
    assert not every(ended, PromptOpened)
