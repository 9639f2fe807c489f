"""The percentile system as a whole ruleset."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.base import Judgement, Modifier, Ruleset, Verdict
from tracker.rulesets.brp import RULESET, advantage, percentile
from tracker.rulesets.brp.contests import CONTESTS, OPPOSED, Throw, opposed
from tracker.rulesets.brp.dice import CONVERTED, DIE, die_range, die_roll

# How each die is written, its lowest total and its highest.
DICE = {
    "d100": ("1d100", 1, 100),
    "d4": ("1d4", 1, 4),
    "d6": ("1d6", 1, 6),
    "2d6": ("2d6", 2, 12),
    "3d6": ("3d6", 3, 18),
    "d8": ("1d8", 1, 8),
    "d10": ("1d10", 1, 10),
    "d12": ("1d12", 1, 12),
    "d20": ("1d20", 1, 20),
}

dice = st.sampled_from(sorted(DICE))
chances = st.integers(0, 100)
throws = dice.flatmap(lambda die: st.builds(Throw, st.just(die), chances, st.integers(*DICE[die][1:])))


def playing(**chosen: str) -> Ruleset:
    return RULESET.under(chosen)


def rank(judgement: Judgement) -> int:
    return [degree.name for degree in RULESET.degrees].index(judgement.degree)


# --- chances, and how a roll comes out --------------------------------------------------------------------------------


def test_a_roll_from_base_to_outcome() -> None:
    target = RULESET.target(55, [Modifier("fog", -10)], "success")
    assert (target.value, target.caps) == (45, ())
    assert RULESET.refusal(target.value, "success") is None
    outcome = RULESET.judge(55, target.value, 23, "success")
    assert (outcome.success, outcome.critical, outcome.degree, outcome.margin) == (True, False, "minor_success", 22)


@pytest.mark.parametrize(
    ("base", "modifier", "value", "cap"),
    [(95, 20, 100, "A chance is 100 percent at most"), (5, -20, 0, "A chance is 0 percent at least")],
)
def test_a_chance_stays_between_0_and_100(base: int, modifier: int, value: int, cap: str) -> None:
    target = RULESET.target(base, [Modifier("gm", modifier)], "success")
    assert (target.value, target.caps) == (value, (cap,))


def test_degrees_from_the_worst_to_the_best() -> None:
    assert [(degree.name, degree.success, degree.critical) for degree in RULESET.degrees] == [
        ("critical_failure", False, True),
        ("failure", False, False),
        ("minor_success", True, False),
        ("major_success", True, False),
        ("critical_success", True, True),
    ]


@pytest.mark.parametrize(
    ("die", "percent", "total", "degree", "margin"),
    [
        ("d20", 70, 1, "critical_failure", 6),
        ("d20", 70, 6, "failure", 1),
        ("d20", 70, 7, "minor_success", 0),
        ("d20", 70, 13, "minor_success", 6),
        ("d20", 70, 14, "major_success", 7),
        ("d20", 70, 20, "critical_success", 13),
        ("d20", 5, 19, "failure", 1),
        ("d20", 5, 20, "critical_success", 0),  # only the maximum succeeds
        ("d20", 0, 20, "failure", 1),  # no chance at all
        ("d20", 0, 1, "critical_failure", 20),
        ("3d6", 1, 17, "minor_success", 0),  # half of 1 % is no chance of a major success
        ("3d6", 2, 17, "major_success", 0),  # half of 2 % reads the same row
        ("3d6", 1, 18, "critical_success", 1),
        ("3d6", 5, 17, "major_success", 1),  # 2.5 % is read at 2 %
        ("3d6", 5, 16, "minor_success", 0),
    ],
)
def test_outcomes_on_other_dice(die: str, percent: int, total: int, degree: str, margin: int) -> None:
    outcome = playing(die=die).judge(percent, percent, total, "success")
    assert (outcome.degree, outcome.margin) == (degree, margin)


@given(dice, chances)
def test_a_better_roll_never_comes_out_worse(die: str, percent: int) -> None:
    rules = playing(die=die)
    _, lowest, highest = DICE[die]
    ranks = [rank(rules.judge(percent, percent, total, "success")) for total in range(lowest, highest + 1)]
    assert ranks == sorted(ranks, reverse=not rules.high_is_good)


@pytest.mark.parametrize(("percent", "roll"), [(50, 0), (50, 101), (-1, 50), (101, 50)])
def test_numbers_that_cannot_be(percent: int, roll: int) -> None:
    with pytest.raises(ValueError, match="100"):
        percentile(percent, roll)


@pytest.mark.parametrize(
    ("die", "percent", "total", "limits"),
    [
        ("2d6", 50, 1, "2 to 12"),
        ("2d6", 50, 13, "2 to 12"),
        ("d20", 50, 21, "1 to 20"),
        ("d20", 101, 10, "0 to 100 percent"),
        ("d20", -1, 10, "0 to 100 percent"),
    ],
)
def test_numbers_that_cannot_be_on_other_dice(die: str, percent: int, total: int, limits: str) -> None:
    with pytest.raises(ValueError, match=limits):
        playing(die=die).judge(percent, percent, total, "success")


# --- conversion tables ------------------------------------------------------------------------------------------------


def chance(die: str, success_from: int) -> Fraction:
    """The chance in percent that the dice show at least so much, counted face by face."""
    count, _, sides = DICE[die][0].partition("d")
    faces = list(product(range(1, int(sides) + 1), repeat=int(count)))
    return Fraction(100 * sum(sum(throw) >= success_from for throw in faces), len(faces))


@pytest.mark.parametrize("die", [die for die in CONVERTED if die != "d10"])
def test_a_row_of_a_table_ends_at_the_chance_of_its_range(die: str) -> None:
    """So every chance from 1 to 100 has a row: that of the narrowest range whose own chance, in whole percent, comes up to
    it. What no range comes up to has the widest one, and a re-roll. The table for 3d6 rounds halves down, others up."""
    _, lowest, highest = DICE[die]
    half = Fraction(1, 2)
    ends = {
        total: ceil(chance(die, total) - half) if die == "3d6" else floor(chance(die, total) + half)
        for total in range(lowest + 1, highest + 1)
    }
    for percent in range(1, 101):
        enough = [total for total, end in ends.items() if end >= percent]
        assert die_range(die, percent) == (max(enough, default=lowest + 1), not enough), percent


def test_a_row_of_the_table_for_d10_begins_at_a_whole_ten() -> None:
    for percent in range(1, 101):
        assert die_range("d10", percent) == (max(10 - percent // 10, 2), percent >= 90), percent


def test_no_number_succeeds_where_there_is_no_chance() -> None:
    assert {die: playing(die=die).needed(0) for die in DICE} == {
        "d100": None,
        "d4": 5,
        "d6": 7,
        "2d6": 13,
        "3d6": 19,
        "d8": 9,
        "d10": 11,
        "d12": 13,
        "d20": 21,
    }


def test_what_the_dice_must_show() -> None:
    assert playing(die="d20").needed(70) == 7
    assert playing(die="2d6").needed(58) == 7
    assert RULESET.needed(58) is None
    with pytest.raises(ValueError, match="0 to 100 percent"):
        playing(die="d20").needed(101)


def test_only_the_minimum_is_rolled_once_more_and_only_by_an_expert() -> None:
    d20 = playing(die="d20")
    assert [d20.rerolled(96, total, "success") for total in (1, 2, 20)] == [True, False, False]
    assert not d20.rerolled(95, 1, "success")
    assert playing(die="2d6").rerolled(98, 2, "success")
    assert not playing(die="3d6").rerolled(100, 3, "success")
    assert not RULESET.rerolled(100, 100, "success")
    assert [die for die in DICE if not playing(die=die).rerolls_throws] == ["d100", "3d6"]


def test_a_roll_of_two_throws() -> None:
    judged, used = die_roll("d20", 96, [1, 11])
    assert (judged.degree, judged.margin, used) == ("major_success", 9, 2)
    judged, used = die_roll("d100", 60, [30])
    assert (judged.degree, judged.margin, used) == ("major_success", 30, 1)
    with pytest.raises(ValueError, match="takes 2 throws, not 1"):
        die_roll("d20", 96, [1])
    with pytest.raises(ValueError, match="takes 1 throws, not 0"):
        die_roll("d20", 96, [])


@pytest.mark.parametrize("die", ["d100", "d30"])
def test_dice_without_a_table(die: str) -> None:
    with pytest.raises(ValueError, match=f"no conversion table for '{die}'"):
        die_range(die, 50)


# --- exact chances ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("percent", "success", "critical_success", "critical_failure"),
    [(0, 0, 0, 1), (1, 1, 1, 1), (45, 45, 1, 1), (99, 99, 1, 1), (100, 99, 1, 1)],
)
def test_odds_of_100(percent: int, success: int, critical_success: int, critical_failure: int) -> None:
    odds = RULESET.odds(percent, percent, "success")
    assert (odds.success, odds.critical_success, odds.critical_failure, odds.of) == (
        success,
        critical_success,
        critical_failure,
        100,
    )


@pytest.mark.parametrize(
    ("die", "percent", "mode", "counts", "of"),
    [
        # From critical failure to critical success. A 1 counts just when another 1 follows; all else may follow a 1.
        ("d20", 96, "", [1, 0, 9 * 21, 9 * 21, 21], 20**2),
        ("d20", 95, "", [1, 0, 9, 9, 1], 20),
        # Half of 98 % needs 7: twenty of 36 throws show 7 to 11, fourteen 3 to 6.
        ("2d6", 98, "", [1, 0, 14 * 37, 20 * 37, 37], 36**2),
        # Half of 99 % needs 11: 108 of 216 throws, the one of 18 included; the minimum stands.
        ("3d6", 99, "", [1, 0, 107, 107, 1], 216),
        ("d20", 0, "", [1, 19, 0, 0, 0], 20),
        ("d100", 50, "", [1, 49, 25, 24, 1], 100),
        # Both fail in 50 * 50 throws; both miss 25 in 75 * 75, and both miss 1 in 99 * 99.
        ("d100", 50, "advantage", [1, 50**2 - 1, 75**2 - 50**2, 99**2 - 75**2, 100**2 - 99**2], 100**2),
        ("d100", 50, "disadvantage", [100**2 - 99**2, 99**2 - 50**2, 50**2 - 25**2, 25**2 - 1, 1], 100**2),
        # Four ones: only then do two rolls with a re-roll each both fail.
        ("d20", 96, "advantage", [1, 0, 190**2 - 1, 379**2 - 190**2, 400**2 - 379**2], 20**4),
    ],
)
def test_every_degree_is_counted(die: str, percent: int, mode: str, counts: list[int], of: int) -> None:
    odds = playing(die=die).odds(percent, percent, "success", mode)
    assert list(odds.degrees.values()) == counts
    assert sum(counts) == odds.of == of
    assert odds.success == sum(counts[2:])


@given(dice, st.sampled_from(["", *RULESET.modes]), st.tuples(chances, chances).map(sorted))
def test_success_is_never_less_likely_at_a_higher_chance(die: str, mode: str, percents: list[int]) -> None:
    less, more = (playing(die=die).odds(percent, percent, "success", mode) for percent in percents)
    assert Fraction(less.success, less.of) <= Fraction(more.success, more.of)


@given(dice, chances)
def test_advantage_helps_and_disadvantage_hinders(die: str, percent: int) -> None:
    rules = playing(die=die)
    once, better, worse = (rules.odds(percent, percent, "success", mode) for mode in ("", "advantage", "disadvantage"))
    failure = 1 - Fraction(once.success, once.of)
    assert Fraction(better.success, better.of) == 1 - failure**2
    assert Fraction(worse.success, worse.of) == (1 - failure) ** 2


# --- advantage and contests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "rolls", "with_advantage", "with_disadvantage"),
    [
        ("d100", (30, 40), ("minor_success", 20), ("minor_success", 10)),  # of equal degrees the dice decide
        ("d100", (100, 99), ("failure", 49), ("critical_failure", 50)),
        ("d20", (12, 15), ("minor_success", 4), ("minor_success", 1)),
        ("d20", (1, 10), ("failure", 1), ("critical_failure", 10)),
    ],
)
def test_one_of_two_rolls_counts(
    die: str, rolls: tuple[int, int], with_advantage: tuple[str, int], with_disadvantage: tuple[str, int]
) -> None:
    for order in (rolls, rolls[::-1]):
        for mode, expected in (("advantage", with_advantage), ("disadvantage", with_disadvantage)):
            counted = advantage(die, 50, mode, order)
            assert (counted.degree, counted.margin) == expected


def test_no_other_way_to_roll_twice() -> None:
    with pytest.raises(ValueError, match="known are advantage, disadvantage"):
        advantage("d100", 50, "luck", (1, 2))


@given(throws, throws)
def test_the_greater_success_wins_whichever_side_has_it(a: Throw, b: Throw) -> None:
    one, other = (playing(die=throw.die).judge(throw.percent, throw.percent, throw.roll, "contest") for throw in (a, b))
    if max(rank(one), rank(other)) < 2 or rank(one) == rank(other):  # no success, or equal ones
        winners = (None, None)
    else:
        winners = ("a", "b") if rank(one) > rank(other) else ("b", "a")
    assert (opposed(a, b).winner, opposed(b, a).winner) == winners


def test_a_contest_has_no_margin_and_one_round() -> None:
    rules = RULESET.contests
    assert rules is CONTESTS
    assert (rules.kinds, rules.resists) == (("opposed",), "")
    critical, minor = RULESET.judge(60, 60, 1, "contest"), RULESET.judge(90, 90, 60, "contest")
    assert rules.verdict(OPPOSED, critical, minor) == Verdict("a", None)
    assert rules.verdict(OPPOSED, minor, minor) == Verdict(None, None)
    assert [target.value for target in rules.targets(OPPOSED, 60, 90, supernatural=False)] == [60, 90]
    failed = RULESET.judge(60, 60, 61, "contest")
    assert rules.answers(OPPOSED, failed)
    assert not rules.forced(OPPOSED)


def test_a_contest_that_cannot_be() -> None:
    judged = percentile(60, 30)
    with pytest.raises(ValueError, match="hasn't yet"):
        CONTESTS.verdict(OPPOSED, judged, None)
    with pytest.raises(ValueError, match="unknown contest 'quick'"):
        CONTESTS.verdict("quick", judged, judged)


# --- what a campaign chooses ------------------------------------------------------------------------------------------


def test_options_and_what_holds_at_first() -> None:
    assert {option.name: option.values for option in RULESET.options} == {
        "die": ("d100", "d4", "d6", "2d6", "3d6", "d8", "d10", "d12", "d20"),
        "characteristics": ("x5", "percent"),
    }
    assert playing() is RULESET
    assert playing(die="d100", characteristics="x5", retry="free") is RULESET


def test_the_dice_follow_the_choice() -> None:
    chosen = {die: playing(die=die) for die in DIE.values}
    assert {die: rules.notation for die, rules in chosen.items()} == {die: row[0] for die, row in DICE.items()}
    assert [die for die, rules in chosen.items() if not rules.high_is_good] == ["d100"]


def test_a_choice_replaces_the_one_before() -> None:
    first = playing(die="d20", characteristics="percent")
    assert first is playing(characteristics="percent", die="d20")
    second = first.under({"die": "d6"})
    assert (second.notation, second.attributes[0].factor) == ("1d6", 5)
    assert first.notation == "1d20"


@pytest.mark.parametrize(("name", "value"), [("die", "d30"), ("die", "1d20"), ("characteristics", "x3")])
def test_a_value_that_an_option_does_not_have(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*, not '{value}'"):
        RULESET.under({name: value})


@pytest.mark.parametrize(("characteristics", "factor"), [("x5", 5), ("percent", 1)])
def test_how_characteristics_are_rolled_against(characteristics: str, factor: int) -> None:
    attributes = playing(characteristics=characteristics).attributes
    assert [(spec.name, spec.factor) for spec in attributes] == [
        (name, factor) for name in ("STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA")
    ]


def test_pools_follow_from_characteristics() -> None:
    assert RULESET.complete({"con": 12, "siz": 13, "pow": 11}) == {"con": 12, "siz": 13, "pow": 11, "HP": 13, "MP": 11}
    assert RULESET.complete({"con": 12, "HP": 9}) == {"con": 12, "HP": 9}


@pytest.mark.parametrize(
    ("con", "siz", "power", "hp", "mp"), [(60, 65, 55, 13, 11), (60, 60, 59, 12, 11), (60, 61, 60, 13, 12)]
)
def test_pools_are_as_large_where_characteristics_are_percentages(con: int, siz: int, power: int, hp: int, mp: int) -> None:
    whole = playing(characteristics="percent").complete({"con": con, "siz": siz, "pow": power})
    assert (whole["HP"], whole["MP"]) == (hp, mp)


# --- the rest ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "attempt", "allowed", "modifier"),
    [("free", 1, True, 0), ("free", 3, True, 0), ("one_chance", 1, True, 0), ("one_chance", 2, False, None)],
)
def test_another_try(policy: str, attempt: int, allowed: bool, modifier: int | None) -> None:
    assert RULESET.retry_policies == ("free", "one_chance")
    decision = RULESET.next_attempt(policy, attempt, damage_assessed=True, waited=True, changed=True)
    assert (decision.allowed, decision.modifier, bool(decision.reason)) == (allowed, modifier, not allowed)


@pytest.mark.parametrize(("policy", "attempt", "message"), [("penalty", 1, "free, one_chance"), ("free", 0, "count from 1")])
def test_a_try_that_cannot_be(policy: str, attempt: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RULESET.next_attempt(policy, attempt, damage_assessed=False, waited=False, changed=False)


def test_what_the_system_has_no_rule_for() -> None:
    assert (RULESET.fright, RULESET.effort) == (None, None)
    assert RULESET.pool_loss("HP", 20, {"HP": 9}, {"HP": 13}).changes == {"HP": 20}
    with pytest.raises(ValueError, match="FP"):
        RULESET.pool_loss("FP", 1, {"HP": 9}, {"HP": 13})
    assert RULESET.hindrances({"HP": 1}, {"HP": 13}) == {}
    assert RULESET.recovered(6000) == {}
    assert RULESET.defaults("stealth") is None
