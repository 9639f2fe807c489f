"""Contests of GURPS 4e: targets and their caps, who rolls, who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.base import Target, Verdict
from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.contests import CONTESTS, KINDS, Throw, quick_contest, regular_contest, resistance_roll
from tracker.rulesets.gurps4e.success import judge

TARGETS = st.integers(-5, 30)
TOTALS = st.integers(3, 18)
OTHER = {"a": "b", "b": "a", None: None}


def test_the_ruleset_offers_contests_the_quick_one_first() -> None:
    assert RULESET.contests is CONTESTS
    assert CONTESTS.kinds == ("quick", "resist", "regular")


# --- targets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "target"),
    [
        (18, 12, Target(16, ("Rule of 16: 16 at most",))),
        (18, 17, Target(17, ("Rule of 16: 17 at most",))),
        (16, 12, Target(16)),
        (18, 18, Target(18)),
        (18, 25, Target(18)),
    ],
)
def test_rule_of_16(a: int, b: int, target: Target) -> None:
    assert CONTESTS.targets("resist", a, b, supernatural=True) == (target, Target(b))
    assert CONTESTS.targets("resist", a, b, supernatural=False) == (Target(a), Target(b))
    assert CONTESTS.targets("quick", a, b, supernatural=True) == (Target(a), Target(b))


def test_extreme_scores_move_together() -> None:
    raised = ("Extreme scores: both raised by 7 for this contest",)
    assert CONTESTS.targets("regular", 6, 3, supernatural=False) == (Target(13, raised), Target(10, raised))
    lowered = ("Extreme scores: both lowered by 4 for this contest",)
    assert CONTESTS.targets("regular", 14, 17, supernatural=False) == (Target(10, lowered), Target(13, lowered))
    assert CONTESTS.targets("quick", 14, 17, supernatural=False) == (Target(14), Target(17))


@given(TARGETS, TARGETS)
def test_extreme_scores_keep_their_distance_and_the_lower_becomes_10(a: int, b: int) -> None:
    for_a, for_b = CONTESTS.targets("regular", a, b, supernatural=False)
    assert for_a.value - for_b.value == a - b
    if max(a, b) <= 6 or min(a, b) >= 14:
        assert min(for_a.value, for_b.value) == 10
        assert for_a.caps == for_b.caps != ()
    else:
        assert (for_a, for_b) == (Target(a), Target(b))


@given(TARGETS, TARGETS)
def test_the_rule_of_16_only_lowers_the_attacker_and_never_under_16_or_the_subject(a: int, b: int) -> None:
    attacker, subject = CONTESTS.targets("resist", a, b, supernatural=True)
    assert subject == Target(b)
    assert attacker.value <= a
    assert attacker.value == a or attacker.value == max(16, b)
    assert bool(attacker.caps) == (attacker.value < a)


# --- who rolls --------------------------------------------------------------------------------------------------------


def test_only_a_subject_is_forced_and_only_when_the_attack_works() -> None:
    hit, miss = judge(12, 10), judge(12, 14)
    assert [CONTESTS.forced(kind) for kind in KINDS] == [False, True, False]
    assert [CONTESTS.answers(kind, miss) for kind in KINDS] == [True, False, True]
    assert all(CONTESTS.answers(kind, hit) for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_verdict_before_b_has_rolled(kind: str) -> None:
    with pytest.raises(ValueError, match="hasn't yet"):
        CONTESTS.verdict(kind, judge(12, 10), None)


def test_an_unknown_kind() -> None:
    for question in (CONTESTS.forced, lambda kind: CONTESTS.targets(kind, 10, 10, supernatural=False)):
        with pytest.raises(ValueError, match="unknown contest 'slow'"):
            question("slow")


# --- who wins ---------------------------------------------------------------------------------------------------------


@given(TARGETS, TOTALS, TARGETS, TOTALS)
def test_a_quick_contest_is_antisymmetric(a: int, a_roll: int, b: int, b_roll: int) -> None:
    verdict = quick_contest(Throw(a, a_roll), Throw(b, b_roll))
    assert quick_contest(Throw(b, b_roll), Throw(a, a_roll)) == Verdict(OTHER[verdict.winner], verdict.margin)
    assert (verdict.winner is None) == (verdict.margin == 0)
    assert verdict.over


@given(TARGETS, TOTALS, TARGETS, TOTALS)
def test_whoever_succeeds_alone_wins_every_kind(a: int, a_roll: int, b: int, b_roll: int) -> None:
    for_a, for_b = judge(a, a_roll), judge(b, b_roll)
    if for_a.success and not for_b.success:
        assert {CONTESTS.verdict(kind, for_a, for_b).winner for kind in KINDS} == {"a"}
        assert CONTESTS.verdict("quick", for_a, for_b).margin == for_a.margin + for_b.margin
    elif for_b.success and not for_a.success:
        assert {CONTESTS.verdict(kind, for_a, for_b).winner for kind in KINDS} == {"b"}


@given(TARGETS, TOTALS, TARGETS, TOTALS)
def test_a_resisted_attack_differs_from_a_quick_contest_in_ties_and_failed_attacks(
    a: int, a_roll: int, b: int, b_roll: int
) -> None:
    for_a, for_b = judge(a, a_roll), judge(b, b_roll)
    quick, resisted = CONTESTS.verdict("quick", for_a, for_b), CONTESTS.verdict("resist", for_a, for_b)
    if not for_a.success:
        assert resisted == Verdict("b", None)
    else:
        assert resisted == Verdict(quick.winner or "b", quick.margin)


def test_a_critical_success_wins_by_its_margin_alone() -> None:
    assert quick_contest(Throw(5, 4), Throw(16, 12)) == Verdict("b", 3)


def test_a_regular_contest_goes_on_until_one_fails_alone() -> None:
    hit, miss = judge(12, 10), judge(12, 14)
    assert (
        CONTESTS.verdict("regular", hit, hit) == CONTESTS.verdict("regular", miss, miss) == Verdict(None, None, over=False)
    )
    assert CONTESTS.verdict("regular", hit, miss) == Verdict("a", None)
    assert CONTESTS.verdict("regular", miss, hit) == Verdict("b", None)


def test_rounds_after_the_deciding_one_are_not_played() -> None:
    contest = regular_contest(12, 12, [(10, 10), (10, 14), (14, 10)])
    assert (contest.winner, contest.rounds_played) == ("a", 2)
    assert regular_contest(12, 12, []).rounds_played == 0


def test_a_subject_resists_with_any_number() -> None:
    resisted = resistance_roll(Throw(12, 12), 1, 3, supernatural=False, living_or_sapient=True)
    assert resisted.verdict == Verdict("b", 0)
    with pytest.raises(ValueError, match="hasn't yet"):
        resistance_roll(Throw(12, 12), 10, None, supernatural=False, living_or_sapient=True)
