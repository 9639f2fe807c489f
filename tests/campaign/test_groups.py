"""Group checks: all roll, more than half must succeed, and the GM says what half a group comes to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import every, one, types
from tests.readmodels import rows
from tracker.campaign import commands as cmd
from tracker.events import GM_ONLY, ActionVoided, EffectNamed, GroupDecided, ProcedureEnded, PromptOpened, RollMade
from tracker.service import Outcome, rebuild


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", "d20under", PARTY) as opened:
        yield opened


def verdict(outcome: Outcome) -> tuple[int, str]:
    decided = one(outcome, GroupDecided)
    return decided.successes, decided.outcome


def prompt(outcome: Outcome, who: str | None, kind: str = "dice") -> int:
    """What waits for a member's dice, or for the GM's word."""
    (position,) = (at for at, asked in outcome.pending.items() if asked.subject == who and asked.kind == kind)
    return position


@pytest.mark.parametrize(
    ("dice", "successes", "outcome"),
    [
        ("=lyssa:3 =kruncor:3 =odo:20", 2, "success"),
        ("=lyssa:3 =kruncor:20 =odo:20", 1, "failure"),
        ("=20 =20 =20", 0, "failure"),
        ("=3 =3 =3", 3, "success"),
    ],
)
def test_more_than_half_must_succeed(play: Table, dice: str, successes: int, outcome: str) -> None:
    done = play(f"group all dex {dice}")
    assert types(done) == ["ProcedureStarted", "RollMade", "RollMade", "RollMade", "GroupDecided", "ProcedureEnded"]
    assert verdict(done) == (successes, outcome)
    assert one(done, GroupDecided).rolls == tuple(each.position for each in done.events[1:4])
    assert {roll.kind for roll in every(done, RollMade)} == {"group"}


def test_everyone_has_a_number_of_their_own_and_the_same_modifiers(play: Table) -> None:
    lyssa, kruncor = every(play("group lyssa, kruncor stealth -2 gravel adv =3,4 =5,6"), RollMade)
    assert ((lyssa.base, lyssa.target), (kruncor.base, kruncor.target)) == ((14, 13), (9, 8))
    assert [(each.label, each.value) for each in kruncor.modifiers] == [("Stealth", 1), ("gravel", -2)]
    assert (lyssa.mode, kruncor.total) == ("advantage", 5)


def test_half_of_a_group_is_for_the_game_master_to_say(play: Table) -> None:
    done = play("group lyssa, kruncor stealth =3 =20")
    assert verdict(done) == (1, "special")
    assert every(done, ProcedureEnded) == []
    waiting = prompt(done, None, "effect")
    assert one(done, PromptOpened).text == "Stealth (Dex): half of the group succeeds. What comes of it?"
    named = play(f"effect {waiting} they are heard, and get in")
    assert types(named) == ["PromptAnswered", "EffectNamed", "ProcedureEnded"]
    assert one(named, EffectNamed).table == done.events[3].position
    assert list(play("undo").pending) == [waiting]


def test_what_is_no_group(play: Table) -> None:
    assert play.refused("group lyssa dex") == "too_few"
    assert play.refused("group lyssa, lyssa dex") == "too_few"
    assert play.refused("group all juggling") == "not_found"
    play("status odo absent")
    play("status kruncor dead")
    assert play.refused("group all dex") == "too_few"


def test_a_system_without_them_has_none(tmp_path: Path) -> None:
    with table(tmp_path / "store", "brp", {"Ann": "spot=60", "Bo": "spot=40"}) as other:
        assert other.refused("group all spot") == "no_rule"


def test_one_check_for_the_group_is_a_plain_roll(play: Table) -> None:
    roll = one(play("lyssa stealth representing the scouts -1 fog =3"), RollMade)
    assert (roll.kind, roll.represents, roll.target) == ("success", "the scouts", 14)
    roll = one(play("lyssa stealth -1 fog representing the scouts adv =3,4"), RollMade)
    assert (roll.represents, roll.target, roll.mode) == ("the scouts", 14, "advantage")


# -- dice by hand -----------------------------------------------------------------------------------------------------


def test_by_hand_they_answer_in_any_order_and_the_last_one_decides(play: Table) -> None:
    play("option dice hand")
    asked = play("group all dex =kruncor:3")
    assert len(asked.pending) == 2
    first = play(f"answer {prompt(asked, 'odo')} =20")
    assert every(first, GroupDecided) == []
    done = play(f"answer {prompt(asked, 'lyssa')} =3")
    assert types(done) == ["PromptAnswered", "RollMade", "GroupDecided", "ProcedureEnded"]
    assert verdict(done) == (2, "success")
    assert list(play("undo").pending) == [prompt(asked, "lyssa")]
    assert verdict(play(f"answer {prompt(asked, 'lyssa')} =20")) == (1, "failure")


def test_an_earlier_answer_taken_back_and_given_anew_decides_anew(play: Table) -> None:
    play("option dice hand")
    asked = play("group lyssa, kruncor dex")
    wrong = play(f"answer {prompt(asked, 'lyssa')} =20").events[1].position
    half = play(f"answer {prompt(asked, 'kruncor')} =3")
    assert verdict(half) == (1, "special")
    play(f"void {wrong} it was a 2 dependants keep")
    again = play(f"answer {prompt(asked, 'lyssa')} =2")
    assert (verdict(again), again.pending) == ((2, "success"), {}), "nobody asks what the half came to any more"
    play("undo")
    assert prompt(play(f"answer {prompt(asked, 'lyssa')} =19"), None, "effect")


def test_a_member_who_was_taken_back_is_not_waited_for(play: Table) -> None:
    play("option dice hand")
    asked = play("group all dex")
    added = play.campaign.state.characters["kruncor"].added
    gone = play(f"void {added} dependants keep").events[0].position
    play(f"answer {prompt(asked, 'lyssa')} =3")
    done = play(f"answer {prompt(asked, 'odo')} =20")
    assert (verdict(done), len(one(done, GroupDecided).rolls)) == ((1, "special"), 2)
    back = play(f"void {gone}")
    assert prompt(back, "kruncor"), "who comes back rolls after all"
    assert verdict(play(f"answer {prompt(back, 'kruncor')} =3")) == (2, "success")


@pytest.mark.parametrize("dependants", ["keep", "void"])
def test_the_last_missing_member_who_is_taken_back_decides_the_check(play: Table, dependants: str) -> None:
    play("option dice hand")
    check = play("group all dex")
    play(f"answer {prompt(check, 'lyssa')} =3")
    play(f"answer {prompt(check, 'kruncor')} =3")
    before = play.campaign.state
    gone = play(f"void {play.campaign.state.characters['odo'].added} dependants {dependants}")
    assert verdict(gone) == (2, "success")
    procedure = one(gone, ProcedureEnded).procedure
    assert (procedure, gone.pending) == (check.events[0].position, {})
    back = play(f"void {gone.events[0].position}")
    assert list(back.pending) == [prompt(check, "odo")]
    state = play.campaign.state
    assert (state.group_rolls[procedure], procedure in state.ends) == (before.group_rolls[procedure], False)
    assert verdict(play(f"answer {prompt(check, 'odo')} =20")) == (2, "success")


def test_an_undo_that_decides_the_check_is_an_undo_like_others(play: Table) -> None:
    play("note before")
    play.campaign.execute(cmd.AddCharacter(name="Nim", values=(("dex", "12"),)))
    play.campaign.author = "Ines"
    play("option dice hand")
    check = play("group all dex")
    for who in ("lyssa", "kruncor", "odo"):
        play(f"answer {prompt(check, who)} =3")
    play.campaign.author = "GM"
    procedure = check.events[0].position
    for _time in range(3):
        assert play("undo dependants keep").pending == {}
        assert procedure in play.campaign.state.ends
        assert list(play("redo").pending) == [prompt(check, "nim")]
        assert procedure not in play.campaign.state.ends
    play("undo dependants keep")
    assert one(play("undo"), ActionVoided).events[0].type == "NoteAdded"


def test_who_is_taken_back_while_others_wait_decides_nothing(play: Table) -> None:
    play("option dice hand")
    check = play("group all dex")
    play(f"answer {prompt(check, 'lyssa')} =3")
    gone = play(f"void {play.campaign.state.characters['odo'].added} dependants void")
    assert every(gone, GroupDecided) == []
    assert verdict(play(f"answer {prompt(check, 'kruncor')} =20")) == (1, "special")


def test_a_member_who_rolled_and_was_taken_back_counts(play: Table) -> None:
    play("option dice hand")
    asked = play("group all dex =kruncor:3")
    play(f"void {play.campaign.state.characters['kruncor'].added} dependants keep")
    play(f"answer {prompt(asked, 'lyssa')} =3")
    assert verdict(play(f"answer {prompt(asked, 'odo')} =20")) == (2, "success")


def test_a_secret_check_is_secret_to_its_end(play: Table) -> None:
    play("option dice hand")
    asked = play("secret group lyssa, kruncor dex")
    seen = [*asked.events, *play(f"answer {prompt(asked, 'lyssa')} =3").events]
    done = play(f"answer {prompt(asked, 'kruncor')} =20")
    seen += [*done.events, *play(f"effect {prompt(done, None, 'effect')} they are heard").events]
    assert {each.envelope.visibility for each in seen} == {GM_ONLY}


# -- rolls that count otherwise -----------------------------------------------------------------------------------------


def test_a_roll_made_anew_decides_anew_and_its_void_brings_the_verdict_back(play: Table) -> None:
    done = play("group lyssa, kruncor stealth =20 =3")
    half = prompt(done, None, "effect")
    again = play("reroll lyssa =2")
    assert (verdict(again), again.pending) == ((2, "success"), {})
    assert one(again, GroupDecided).rolls == one(done, GroupDecided).rolls
    back = play("undo")
    assert (list(back.pending), play.pool("lyssa", "Rerolls")) == ([half], 2)
    assert play.campaign.state.verdicts[done.events[1].position] == (done.events[3].position,)


def test_a_roll_made_anew_may_leave_half_a_group(play: Table) -> None:
    play("group lyssa, kruncor stealth =20 =20")
    again = play("reroll lyssa =2")
    assert verdict(again) == (1, "special")
    named = play(f"effect {prompt(again, None, 'effect')} one gets in")
    assert one(named, EffectNamed).table == next(p.position for p in again.events if isinstance(p.event, GroupDecided))


def test_a_member_rolls_anew_while_another_waits(play: Table) -> None:
    play("option dice hand")
    asked = play("group lyssa, kruncor stealth")
    play(f"answer {prompt(asked, 'lyssa')} =20")
    anew = max(play("reroll lyssa").pending)
    play(f"answer {anew} =3")
    assert verdict(play(f"answer {prompt(asked, 'kruncor')} =3")) == (2, "success")


def test_a_ruling_on_a_member_decides_anew(play: Table) -> None:
    done = play("group all dex =3 =20 =20")
    ruled = play(f"rule {done.events[2].position} success because he was carried")
    assert verdict(ruled) == (2, "success")
    play("undo")
    assert play.campaign.state.verdicts[done.events[2].position] == (done.events[4].position,)


def test_a_finer_success_is_the_same_verdict(play: Table) -> None:
    done = play("group all dex =9 =3 =20")
    assert types(play(f"rule {done.events[1].position} great success")) == ["OutcomeRuled"]


def test_voids_and_rebuilds_agree(play: Table) -> None:
    for line in ("group lyssa, kruncor stealth =20 =3", "reroll lyssa =2", "undo", "reroll lyssa =20", "undo", "undo"):
        play(line)
    kept = rows(play.campaign)
    rebuild(play.campaign.log)
    assert rows(play.campaign) == kept
    assert play.campaign.state.open_prompts() == {}


def test_who_lacks_the_skill_rolls_against_the_attribute(play: Table) -> None:
    play("character Ratsack str=8 dex=12 cha=9")
    outcome = play("group lyssa, ratsack stealth -1 dark =lyssa:9 =ratsack:11")
    assert [(roll.what, roll.target, roll.success) for roll in every(outcome, RollMade)] == [
        ("Stealth (Dex)", 14, True),
        ("Dex", 11, True),
    ]
    assert one(outcome, GroupDecided).what == "Stealth (Dex)"
    assert play.refused("group ratsack, odo juggling") == "not_found"


def test_a_hidden_reroll_hides_what_it_counts_for(play: Table) -> None:
    play("group lyssa, kruncor stealth =lyssa:16 =kruncor:17")
    play("secret reroll lyssa =3")
    decided = play("reroll kruncor =4").events
    (verdict,) = (one for one in decided if isinstance(one.event, GroupDecided))
    assert (verdict.event.successes, verdict.envelope.visibility) == (2, GM_ONLY)


def test_a_skill_of_any_attribute_goes_with_that_of_the_others(play: Table) -> None:
    outcome = play("group lyssa, kruncor athletics =lyssa:9 =kruncor:9")
    assert [(roll.what, roll.target) for roll in every(outcome, RollMade)] == [
        ("Athletics (Str)", 9),
        ("Athletics (Str)", 17),
    ]


def test_a_name_that_could_be_two_skills_is_not_taken_for_none(play: Table) -> None:
    play("set kruncor stealing=dex")
    play("set kruncor stealth=no")
    play("set kruncor stealthy=dex")
    assert play.refused("group lyssa, kruncor steal") == "ambiguous"


def test_luck_is_spent_in_a_group_too(play: Table) -> None:
    before = play.pool("lyssa", "Luck")
    play("group lyssa, kruncor luck =lyssa:3 =kruncor:20")
    assert (play.pool("lyssa", "Luck"), before) == (before - 1, before)
