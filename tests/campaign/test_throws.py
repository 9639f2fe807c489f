"""Rolls of several throws: advantage, disadvantage, and the lowest total that is thrown once more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.systems import Table, table
from tests.campaign.told import every, one, types
from tracker import rulesets
from tracker.campaign.throws import Thrown, most_throws, read
from tracker.dice import parse
from tracker.events import DroppedThrow, PromptOpened, RetryPenaltyApplied, RollMade
from tracker.rulesets.base import ADVANTAGE, DISADVANTAGE, Ruleset
from tracker.rulesets.common import goodness
from tracker.service import Outcome


@pytest.fixture
def brp(tmp_path: Path) -> Iterator[Table]:
    """Ann spots at 60 and listens at 30 percent, Bo spots at 40."""
    with table(tmp_path / "store", "brp", {"Ann": "spot=60 listen=30", "Bo": "spot=40"}) as opened:
        yield opened


def waits(outcome: Outcome) -> int:
    """The prompt that was opened last."""
    return max(outcome.pending)


@pytest.mark.parametrize(
    ("line", "counts", "dropped", "degree"),
    [
        ("ann spot adv =45,73", 45, 73, "minor_success"),
        ("ann spot advantage =73,45", 45, 73, "minor_success"),
        ("ann spot disadv =45,73", 73, 45, "failure"),
        ("ann spot dis =30,20", 30, 20, "major_success"),  # of equal degrees the worse number
        ("ann spot adv =1,2", 1, 2, "critical_success"),
        ("ann spot disadvantage =100,99", 100, 99, "critical_failure"),
        ("ann spot adv =45 =73", 45, 73, "minor_success"),  # as two of the dice given one after the other
        ("ann spot adv =ann:45,73", 45, 73, "minor_success"),
    ],
)
def test_the_better_or_the_worse_of_two_throws_counts(brp: Table, line: str, counts: int, dropped: int, degree: str) -> None:
    outcome = brp(line)
    roll = one(outcome, RollMade)
    assert types(outcome) == ["RollMade"]
    assert (roll.dice, roll.total, roll.degree) == ((counts,), counts, degree)
    assert roll.mode in (ADVANTAGE, DISADVANTAGE)
    assert roll.dropped == (DroppedThrow((dropped,), dropped, roll.mode, "hand"),)
    assert roll.modifiers == (), "the way to roll is no modifier"


def test_advantage_stands_beside_modifiers_and_no_label_swallows_it(brp: Table) -> None:
    roll = one(brp("ann spot -20 thick fog adv =39,41"), RollMade)
    assert (roll.target, roll.success, roll.mode) == (40, True, ADVANTAGE)
    assert [(each.label, each.value) for each in roll.modifiers] == [("thick fog", -20)]


def test_two_throws_of_one_die_are_no_single_throw(brp: Table) -> None:
    assert brp.refused("ann spot =45,73") == "bad_dice"
    assert brp.refused("ann spot adv =45,73,12") == "bad_dice"
    assert brp.refused("ann spot adv and dis") == "twice"
    assert brp.refused("ann spot adv adv") == "twice"


def test_a_system_without_them_knows_no_such_word(tmp_path: Path) -> None:
    with table(tmp_path / "store", "gurps4e", {"Mira": "st=10"}) as play:
        assert play.refused("mira st adv") == "syntax"


def test_by_hand_each_throw_is_asked_for_and_both_are_kept(brp: Table) -> None:
    brp("option dice hand")
    first = brp("ann spot adv")
    assert one(first, PromptOpened).text == "Ann: Spot, target 60, advantage"
    second = brp(f"answer {waits(first)} =73")
    assert types(second) == ["PromptAnswered", "PromptOpened"]
    assert one(second, PromptOpened).text == "Ann: Spot, target 60, advantage; once more"
    assert brp.refused(f"answer {waits(second)} =45,12") == "bad_dice"
    done = brp(f"answer {waits(second)} =45")
    assert types(done) == ["PromptAnswered", "RollMade", "ProcedureEnded"]
    roll = one(done, RollMade)
    assert (roll.dice, roll.dice_source, roll.dropped) == ((45,), "hand", (DroppedThrow((73,), 73, ADVANTAGE, "hand"),))


def test_the_second_throw_taken_back_waits_for_another(brp: Table) -> None:
    brp("option dice hand")
    second = waits(brp(f"answer {waits(brp('ann spot dis'))} =45"))
    brp(f"answer {second} =73")
    assert list(brp("undo").pending) == [second]
    assert one(brp(f"answer {second} =12"), RollMade).total == 45


def test_one_answer_may_hold_both_throws(brp: Table) -> None:
    brp("option dice hand")
    done = brp(f"answer {waits(brp('ann spot adv'))} =45,73")
    assert (one(done, RollMade).total, done.pending) == (45, {})


def test_the_lowest_total_is_thrown_once_more_from_the_chance_on_that_the_table_says(brp: Table) -> None:
    brp("option die d20")
    again = one(brp("ann spot +36 =1,12"), RollMade)  # 96 percent
    assert (again.total, again.success, again.dropped) == (12, True, (DroppedThrow((1,), 1, "minimum", "hand"),))
    assert one(brp("ann spot +36 =1,1"), RollMade).degree == "critical_failure", "once more is once"
    assert (one(brp("ann spot +36 =12"), RollMade).dropped, brp.refused("ann spot +36 =12,1")) == ((), "bad_dice")
    assert one(brp("ann spot +35 =1"), RollMade).degree == "critical_failure"


def test_advantage_with_throws_that_are_made_once_more(brp: Table) -> None:
    brp("option die d20")
    roll = one(brp("ann spot +40 adv =1,5,1,9"), RollMade)
    assert (roll.total, roll.needed) == (9, 2)
    assert [(each.total, each.why) for each in roll.dropped] == [(1, "minimum"), (1, "minimum"), (5, ADVANTAGE)]


def test_by_hand_the_throws_come_in_the_order_in_which_they_are_needed(brp: Table) -> None:
    brp("option die d20")
    brp("option dice hand")
    waiting = brp("ann spot +40 adv")
    for throw in (1, 5, 1):
        waiting = brp(f"answer {waits(waiting)} ={throw}")
        assert types(waiting) == ["PromptAnswered", "PromptOpened"]
    roll = one(brp(f"answer {waits(waiting)} =9"), RollMade)
    assert (roll.total, [each.total for each in roll.dropped]) == (9, [1, 1, 5])


def test_dice_of_several_a_throw_may_be_given_together(brp: Table) -> None:
    brp("option die 2d6")
    roll = one(brp("ann spot adv =3,4,6,5"), RollMade)
    assert (roll.dice, roll.total, roll.dropped) == ((6, 5), 11, (DroppedThrow((3, 4), 7, ADVANTAGE, "hand"),))


def test_a_prompt_is_judged_by_the_dice_that_it_was_opened_under(brp: Table) -> None:
    brp("option dice hand")
    asked = waits(brp("ann spot adv"))
    brp("option die d20")
    assert brp("undo").pending
    brp("option die d20")
    later = waits(brp("ann spot"))
    done = one(brp(f"answer {asked} =73,2"), RollMade)
    assert (done.notation, done.total, done.degree, done.needed) == ("1d100", 2, "major_success", None)
    assert brp.refused(f"answer {later} =73") == "bad_dice"
    converted = one(brp(f"answer {later} =20"), RollMade)
    assert (converted.notation, converted.degree, converted.needed) == ("1d20", "critical_success", 9)


def test_both_sides_of_a_contest_keep_the_dice_that_it_began_with(brp: Table) -> None:
    brp("option dice hand")
    second = waits(brp(f"answer {waits(brp('contest ann spot vs bo spot'))} =31"))
    brp("option die d20")
    assert one(brp(f"answer {second} =100"), RollMade).notation == "1d100"


def test_another_attempt_is_made_in_the_same_way(brp: Table) -> None:
    brp("ann spot dis at door =45,73")
    retried = brp("retry =50,55")
    assert one(retried, RetryPenaltyApplied).attempt == 2
    assert (one(retried, RollMade).mode, one(retried, RollMade).total) == (DISADVANTAGE, 55)
    assert one(brp("again =1,2"), RollMade).mode == DISADVANTAGE


def test_the_way_to_roll_that_is_named_for_another_attempt_takes_the_place_of_the_first(brp: Table) -> None:
    brp("ann spot dis at door =45,73")
    assert one(brp("retry adv =70,65"), RollMade).mode == ADVANTAGE
    assert one(brp("again dis -10 smoke =20,30"), RollMade).mode == DISADVANTAGE


SYSTEMS = [
    *(rulesets.get("brp").under({"die": die}) for die in ("d100", "d4", "2d6", "d20")),
    rulesets.get("d20under"),
]
throws = st.integers(1, 10**6)


@given(
    rules=st.sampled_from(SYSTEMS),
    target=st.integers(0, 100),
    mode=st.sampled_from(["", ADVANTAGE, DISADVANTAGE]),
    seeds=st.lists(throws, min_size=4, max_size=4),
)
def test_what_counts_is_one_of_the_throws_and_no_other_is_better_or_worse(
    rules: Ruleset, target: int, mode: str, seeds: list[int]
) -> None:
    dice = parse(rules.notation)
    totals = [dice.count + seed % (dice.count * (dice.sides - 1) + 1) for seed in seeds]
    thrown = [Thrown((total,), "hand", total) for total in totals]
    used = next(n for n in range(1, 5) if read(rules, target, target, "success", mode, thrown[:n]) is not None)
    reading = read(rules, target, target, "success", mode, thrown[:used])
    assert reading is not None
    assert used <= most_throws(rules, mode)
    assert sorted([reading.counts.total, *(each.total for each in reading.dropped)]) == sorted(totals[:used])
    rank = goodness(rules, reading.judged, reading.counts.total)
    for other in (each.total for each in reading.dropped if each.why == mode):
        against = goodness(rules, rules.judge(target, target, other, "success"), other)
        assert rank >= against if mode == ADVANTAGE else rank <= against


def test_a_roll_begun_by_hand_asks_for_its_other_dice(tmp_path: Path) -> None:
    with table(tmp_path / "store", "brp", {"Nyx": "spot=60"}) as play:
        asked = play("nyx spot adv =61")
        assert not every(asked, RollMade), "the second throw is the player's too"
        (prompt,) = asked.pending
        assert one(play(f"answer {prompt} =45"), RollMade).total == 45
