"""The roll-under system as a whole ruleset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.base import ADVANTAGE, AUTOMATIC, DISADVANTAGE, Judgement, Modifier, MontageScore, Verdict
from tracker.rulesets.common import goodness
from tracker.rulesets.d20under import RULESET
from tracker.rulesets.d20under.check import (
    SKILL_BONUS,
    Throw,
    advantage,
    check,
    great_success_max,
    terrible_failure_min,
)
from tracker.rulesets.d20under.contests import CONTESTS, opposed
from tracker.rulesets.d20under.party import GROUPS, MONTAGES, REROLL_RULES, group_check, reroll

CAP = ("Modified attribute: 18 at most",)
SKILL = Modifier("Athletics", SKILL_BONUS, "skill")

attributes = st.integers(1, 25)
targets = st.integers(-5, 25)
rolls = st.integers(1, 20)
judgements = st.builds(check, attributes, targets, rolls)
degrees = st.lists(st.sampled_from([AUTOMATIC, *(degree.name for degree in RULESET.degrees)]))


# --- checks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "values", "target", "caps"),
    [
        (13, [], 13, ()),
        (20, [], 20, ()),
        (20, [0], 20, ()),
        (13, [1], 14, ()),
        (17, [1, 2], 18, CAP),
        (20, [-1], 18, CAP),
        (20, [-3], 17, ()),
        (18, [1], 18, CAP),
        (3, [-5], -2, ()),
    ],
)
def test_a_modified_attribute_is_18_at_most(base: int, values: list[int], target: int, caps: tuple[str, ...]) -> None:
    found = RULESET.target(base, [Modifier("gm", value) for value in values], "success")
    assert (found.value, found.caps) == (target, caps)


@pytest.mark.parametrize(
    ("attribute", "great", "terrible"),
    [
        (5, 2, 8),
        (6, 3, 10),
        (7, 3, 11),
        (8, 4, 13),
        (9, 4, 14),
        (10, 5, 16),
        (11, 5, 17),
        (12, 6, 19),
        (13, 6, 20),
        (14, 7, 20),
        (15, 7, 20),
        (16, 8, 20),
        (17, 8, 20),
        (18, 9, 20),
        (19, 9, 20),
        (20, 10, 20),
    ],
)
def test_the_printed_table_of_great_success_and_terrible_failure(attribute: int, great: int, terrible: int) -> None:
    assert (great_success_max(attribute), terrible_failure_min(attribute)) == (great, terrible)


def test_lyssa_breaks_down_a_door() -> None:
    """Str 13 misses with 14, but not with Athletics; with it a 15 fails and may be rolled anew, without it may not."""
    assert RULESET.target(13, [], "success").value == 13
    assert not check(13, 13, 14).success
    target = RULESET.target(13, [SKILL], "success").value
    assert (target, check(13, target, 14).success, check(13, target, 15).success) == (14, True, False)
    assert reroll(13, Throw(14, 15), None, skilled=True, left=1).allowed
    assert not reroll(13, Throw(13, 15), None, skilled=False, left=1).allowed


def test_lyssa_disarms_a_trap() -> None:
    """Dex 9, +2 for the situation, +1 for the skill: 12 succeeds, but 4 is still what it takes to do greatly."""
    target = RULESET.target(9, [Modifier("calm", 2), SKILL], "success").value
    assert target == 12
    found = [RULESET.judge(9, target, roll, "success").degree for roll in range(1, 21)]
    assert found == ["great_success"] * 4 + ["success"] * 8 + ["failure"] + ["terrible_failure"] * 7


def test_limits_come_from_the_bare_attribute() -> None:
    lowered = RULESET.judge(12, 4, 6, "success")
    assert (lowered.success, lowered.degree) == (False, "failure")
    raised = RULESET.judge(5, 9, 8, "success")
    assert (raised.success, raised.degree, raised.critical) == (True, "success", False)
    natural_20 = RULESET.judge(20, 20, 20, "success")
    assert (natural_20.success, natural_20.degree, natural_20.margin) == (False, "terrible_failure", 0)


@pytest.mark.parametrize("roll", [0, 21])
def test_rolls_that_cannot_be(roll: int) -> None:
    for look_up in (lambda: check(10, 10, roll), lambda: opposed(Throw(10, 5), Throw(10, roll))):
        with pytest.raises(ValueError, match="1 to 20"):
            look_up()


def test_no_target_is_refused() -> None:
    assert RULESET.refusal(-2, "success") is None


# --- chances, and two dice --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "target", "success", "great", "terrible"),
    [(10, 10, 10, 5, 5), (20, 20, 19, 10, 1), (9, 12, 12, 4, 7), (5, -1, 0, 0, 13)],
)
def test_odds_of_20(base: int, target: int, success: int, great: int, terrible: int) -> None:
    odds = RULESET.odds(base, target, "success")
    assert (odds.success, odds.critical_success, odds.critical_failure, odds.of) == (success, great, terrible, 20)


@pytest.mark.parametrize(
    ("base", "target", "mode", "counts"),
    [
        # terrible 16-20, failure 11-15, success 6-10, great 1-5: with advantage 20² - 15² = 175 of 400 are great ...
        (10, 10, ADVANTAGE, (25, 75, 125, 175)),
        (10, 10, DISADVANTAGE, (175, 125, 75, 25)),
        # ... and of an attribute of 20 fails only what shows a 20, with advantage twice
        (20, 20, ADVANTAGE, (1, 0, 99, 300)),
        (20, 20, DISADVANTAGE, (39, 0, 261, 100)),
    ],
)
def test_odds_of_two_dice(base: int, target: int, mode: str, counts: tuple[int, ...]) -> None:
    odds = RULESET.odds(base, target, "success", mode)
    assert tuple(odds.degrees.values()) == counts
    assert (odds.success, odds.of) == (counts[2] + counts[3], 400)
    assert tuple(odds.degrees) == ("terrible_failure", "failure", "success", "great_success")


@given(attributes, targets, rolls, rolls)
def test_the_lower_die_is_the_better_roll(attribute: int, target: int, first: int, second: int) -> None:
    """What counts with advantage by the dice is what counts by how the rolls came out, and the reverse."""
    by_outcome = sorted((first, second), key=lambda roll: goodness(RULESET, check(attribute, target, roll), roll))
    assert advantage(attribute, target, (first, second), ADVANTAGE).roll_used == by_outcome[1]
    assert advantage(attribute, target, (first, second), DISADVANTAGE).roll_used == by_outcome[0]


def test_another_way_to_throw_two_dice_is_unknown() -> None:
    with pytest.raises(ValueError, match="advantage, disadvantage"):
        advantage(10, 10, (3, 4), "luck")


# --- opposed checks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "winner", "margin"),
    [
        (Throw(14, 8), Throw(12, 9), "a", 3),  # by 6 and by 3
        (Throw(12, 12), Throw(15, 10), "b", 5),  # by 0 and by 5
        (Throw(9, 5), Throw(10, 11), "a", 4),  # only a succeeds, by 4
        (Throw(9, 9), Throw(10, 11), "a", 0),
        (Throw(20, 20), Throw(3, 3), "b", 0),  # a 20 fails, whatever its margin would be
        (Throw(12, 7), Throw(15, 10), None, 0),  # a tie
        (Throw(11, 12), Throw(9, 14), None, None),  # nobody succeeds, though b fails by more
    ],
)
def test_the_greater_margin_of_success_wins(a: Throw, b: Throw, winner: str | None, margin: int | None) -> None:
    assert opposed(a, b).verdict == Verdict(winner, margin)


@given(judgements, judgements)
def test_sides_change_places(a: Judgement, b: Judgement) -> None:
    there, back = CONTESTS.verdict("opposed", a, b), CONTESTS.verdict("opposed", b, a)
    assert (there.winner, there.margin) == ({"a": "b", "b": "a"}.get(back.winner or ""), back.margin)
    assert there.over
    assert there.winner is None or (a if there.winner == "a" else b).success


def test_an_opposed_check_is_resisted_by_nothing() -> None:
    assert [target.value for target in CONTESTS.targets("opposed", 25, 3, supernatural=True)] == [25, 3]
    assert CONTESTS.answers("opposed", check(10, 10, 19))
    assert not CONTESTS.forced("opposed")
    with pytest.raises(ValueError, match="hasn't yet"):
        CONTESTS.verdict("opposed", check(10, 10, 5), None)
    for ask in (CONTESTS.forced, lambda kind: CONTESTS.verdict(kind, check(10, 10, 5), check(10, 10, 5))):
        with pytest.raises(ValueError, match="'quick'"):
            ask("quick")


# --- rerolls, groups, montages ----------------------------------------------------------------------------------------


def test_a_reroll_is_refused_in_words() -> None:
    assert REROLL_RULES.refusal(success=False, skilled=True) is None
    assert "succeeded" in str(REROLL_RULES.refusal(success=True, skilled=True))
    assert "fitting skill" in str(REROLL_RULES.refusal(success=False, skilled=False))
    assert REROLL_RULES.pool in RULESET.pools


def test_the_second_roll_counts_though_it_is_the_worse() -> None:
    rolled = reroll(10, Throw(11, 12), 16, skilled=True, left=2)
    assert (rolled.judgement.degree, rolled.left) == ("terrible_failure", 1)
    natural_20 = reroll(10, Throw(11, 20), 2, skilled=True, left=1)
    assert (natural_20.judgement.degree, natural_20.left) == ("great_success", 0)


@pytest.mark.parametrize(("roll", "skilled", "left"), [(11, True, 1), (12, False, 1), (12, True, 0)])
def test_a_second_roll_that_is_not_allowed(roll: int, skilled: bool, left: int) -> None:
    with pytest.raises(ValueError, match="isn't rolled anew"):
        reroll(10, Throw(11, roll), 3, skilled=skilled, left=left)


@pytest.mark.parametrize(
    ("successes", "members", "outcome"),
    [(0, 1, "failure"), (1, 1, "success"), (1, 2, "special"), (2, 3, "success"), (1, 3, "failure"), (3, 6, "special")],
)
def test_more_than_half_of_a_group(successes: int, members: int, outcome: str) -> None:
    assert GROUPS.outcome(successes, members) == outcome


@pytest.mark.parametrize(("successes", "members"), [(0, 0), (-1, 2), (3, 2)])
def test_groups_that_cannot_be(successes: int, members: int) -> None:
    with pytest.raises(ValueError, match=f"group of {members}"):
        GROUPS.outcome(successes, members)


def test_a_20_is_a_failure_in_a_group_too() -> None:
    found = group_check([Throw(20, 20), Throw(12, 12)])
    assert (found.successes, found.outcome) == (1, "special")


@pytest.mark.parametrize(
    ("results", "limit", "score"),
    [
        ([], 3, MontageScore(0, 0, "open")),
        (["great_success"] * 3, 1, MontageScore(6, 0, "achieved")),
        (["success"] * 5 + ["great_success"], 1, MontageScore(7, 0, "achieved")),
        (["failure", "terrible_failure"], 2, MontageScore(0, 3, "not_achieved")),
        # what comes after the decision counts, but changes nothing
        ([AUTOMATIC] * 6 + ["failure"], 1, MontageScore(6, 1, "achieved")),
        (["failure"] + ["great_success"] * 3, 1, MontageScore(6, 1, "not_achieved")),
    ],
)
def test_a_montage_goes_to_what_comes_first(results: list[str], limit: int, score: MontageScore) -> None:
    assert MONTAGES.score(results, limit) == score


@given(degrees, degrees, st.sampled_from(sorted(MONTAGES.limits.values())))
def test_a_decided_montage_stays_decided(before: list[str], after: list[str], limit: int) -> None:
    first, last = MONTAGES.score(before, limit), MONTAGES.score(before + after, limit)
    assert first.status in ("open", last.status)
    assert (first.status == "open") == (first.successes < 6 and first.failures < limit)
    rest = MONTAGES.score(after, limit)
    assert (last.successes, last.failures) == (first.successes + rest.successes, first.failures + rest.failures)


def test_a_montage_knows_its_degrees_and_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="minor_success"):
        MONTAGES.score(["minor_success"], 3)
    with pytest.raises(ValueError, match="one failure at least"):
        MONTAGES.score([], 0)
    assert dict(MONTAGES.limits) == {"moderate": 3, "hard": 2, "very_hard": 1}


# --- Luck -------------------------------------------------------------------------------------------------------------

WON, LOST = check(10, 10, 7), check(10, 10, 12)


@pytest.mark.parametrize(
    ("chosen", "won", "lost"),
    [
        ({}, {"Luck": 1}, {}),
        ({"luck_falls": "success"}, {"Luck": 1}, {}),
        ({"luck_falls": "always"}, {"Luck": 1}, {"Luck": 1}),
        ({"luck_falls": "never"}, {}, {}),
    ],
)
def test_what_a_luck_roll_takes(chosen: dict[str, str], won: dict[str, int], lost: dict[str, int]) -> None:
    rules = RULESET.under(chosen)
    assert (rules.spent("luck", WON), rules.spent("luck", LOST)) == (won, lost)
    assert rules.spent("success", WON) == {}


def test_luck_is_a_pool_whose_maximum_a_sheet_may_state() -> None:
    assert RULESET.complete({"str": 13}) == {"str": 13, "Luck": 10}
    assert RULESET.under({"luck_start": "14"}).complete({}) == {"Luck": 14}
    assert RULESET.under({"luck_start": "14"}).complete({"luck": 9}) == {"Luck": 9}
    luck = next(spec for spec in RULESET.attributes if spec.key == "luck")
    assert (luck.kind, luck.pool) == ("luck", "Luck")


@pytest.mark.parametrize(
    ("floor", "current", "amount", "changes"),
    [
        ("1", 10, 1, {"Luck": 1}),
        ("1", 3, 5, {"Luck": 2}),
        ("1", 1, 1, {}),
        ("1", -2, 1, {}),
        ("0", 1, 1, {"Luck": 1}),
        ("10", 12, 5, {"Luck": 2}),
        ("1", 10, 0, {}),
    ],
)
def test_luck_stops_at_its_floor(floor: str, current: int, amount: int, changes: dict[str, int]) -> None:
    rules = RULESET.under({"luck_floor": floor})
    assert rules.pool_loss("Luck", amount, {"Luck": current}, {"Luck": 10}).changes == changes


def test_other_pools_have_no_floor_and_no_loss_is_negative() -> None:
    pools = {"HP": 2, "Luck": 2}
    assert RULESET.pool_loss("HP", 5, pools, pools).changes == {"HP": 5}
    for pool in pools:
        with pytest.raises(ValueError, match="negative"):
            RULESET.pool_loss(pool, -1, pools, pools)
    with pytest.raises(ValueError, match="without Luck"):
        RULESET.pool_loss("Luck", 1, {"HP": 2}, {"HP": 2})


def test_a_campaigns_choice_replaces_all_of_another() -> None:
    always = RULESET.under({"luck_falls": "always"})
    assert always is RULESET.under({"luck_falls": "always", "luck_start": "10", "genre": "gothic"})
    assert always.under({"luck_start": "12"}).spent("luck", LOST) == {}
    assert always.under({}) is RULESET
    assert RULESET.spent("luck", LOST) == {}
    with pytest.raises(ValueError, match="success, always, never"):
        RULESET.under({"luck_falls": "sometimes"})


# --- retries ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "attempt", "changed", "allowed"),
    [
        ("changed", 1, False, True),
        ("changed", 2, False, False),
        ("changed", 2, True, True),
        ("changed", 9, True, True),
        ("free", 9, False, True),
        ("one_chance", 1, False, True),
        ("one_chance", 2, True, False),
    ],
)
def test_another_try(policy: str, attempt: int, changed: bool, allowed: bool) -> None:
    ruled = RULESET.next_attempt(policy, attempt, damage_assessed=True, waited=True, changed=changed)
    assert (ruled.allowed, ruled.modifier, bool(ruled.reason)) == (allowed, 0 if allowed else None, not allowed)


def test_the_usual_retry_takes_a_change_and_others_are_unknown() -> None:
    assert RULESET.retry_policies[0] == "changed"
    with pytest.raises(ValueError, match="changed, free, one_chance"):
        RULESET.next_attempt("penalty", 1, damage_assessed=True, waited=True, changed=True)
    with pytest.raises(ValueError, match="count from 1"):
        RULESET.next_attempt("free", 0, damage_assessed=True, waited=True, changed=True)
