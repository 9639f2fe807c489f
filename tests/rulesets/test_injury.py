"""What low HP and FP ask for, and what gives HP back (B419, B424, B426)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.healing import HEALING, first_aid

SUCCESS = RULESET.judge(10, 10, 8, "success")
FAILURE = RULESET.judge(10, 10, 12, "success")
CRITICAL_SUCCESS = RULESET.judge(10, 10, 3, "success")
CRITICAL_FAILURE = RULESET.judge(10, 10, 18, "success")


def asked(pool: str, before: int, after: int, maximum: int = 10) -> list[tuple[str, str, str, int]]:
    found = RULESET.demands(pool, before, after, maximum)
    return [(demand.label, demand.condition, demand.what, demand.modifier) for demand in found]


def awake(modifier: int) -> tuple[str, str, str, int]:
    return ("consciousness", "unconscious", "ht", modifier)


ALIVE = ("death check", "dead", "ht", 0)
GO_ON = ("exhaustion", "collapsed", "will", 0)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (10, 1, []),
        (10, 0, [awake(0)]),
        (0, -9, [awake(0)]),
        (0, -10, [ALIVE, awake(-1)]),
        (-9, -11, [ALIVE, awake(-1)]),
        (-10, -11, [awake(-1)]),
        (-10, -19, [awake(-1)]),
        (3, -20, [ALIVE, ALIVE, awake(-2)]),
        (-15, -42, [ALIVE, ALIVE, ALIVE, awake(-4)]),
        (10, -49, [ALIVE] * 4 + [awake(-4)]),
        (-49, -50, [("death", "dead", "", 0)]),
        (10, -80, [("death", "dead", "", 0)]),
        (-50, -60, []),
        (-60, -5, []),
        (-5, -5, []),
        (-12, 4, []),
    ],
)
def test_falls_of_hp(before: int, after: int, expected: list[tuple[str, str, str, int]]) -> None:
    assert asked("HP", before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (10, 1, []),
        (1, 0, [GO_ON]),
        (0, -9, [GO_ON]),
        (-9, -10, [("exhaustion", "unconscious", "", 0)]),
        (5, -10, [("exhaustion", "unconscious", "", 0)]),
        (-10, -11, []),
        (-9, 0, []),
        (0, 0, []),
    ],
)
def test_falls_of_fp(before: int, after: int, expected: list[tuple[str, str, str, int]]) -> None:
    assert asked("FP", before, after) == expected


def test_a_death_check_says_where_and_what_a_near_miss_means() -> None:
    first, second, _ = RULESET.demands("HP", 5, -24, 12)
    assert "-12 HP" in first.note
    assert "-24 HP" in second.note
    assert "mortal wound" in first.note


def test_what_helps_and_what_a_failure_brings() -> None:
    death, awake_ = RULESET.demands("HP", 5, -12, 12)
    assert (dict(death.traits), death.near, death.near_margin) == (
        {"hard to kill": 1, "fit": 1, "very fit": 2},
        "mortally wounded",
        2,
    )
    assert dict(awake_.traits) == {"hard to subdue": 1, "fit": 1, "very fit": 2}
    assert (awake_.reason, awake_.again) == ("at -1xHP", True)
    assert {"hard to kill", "hard to subdue"} <= set(RULESET.traits)


@pytest.mark.parametrize(("after", "first", "every"), [(0, 3600, 3600), (-9, 3600, 3600), (-10, 43_200, None)])
def test_how_one_wakes_up(after: int, first: int, every: int | None) -> None:
    waking = RULESET.demands("HP", 1, after, 10)[-1].waking
    assert waking is not None
    assert (waking.attribute, waking.after, waking.every) == ("ht", first, every)


def test_pools_that_ask_for_nothing() -> None:
    assert asked("ER", 5, -5) == []
    assert asked("HP", 0, -1, maximum=0) == []


@given(st.lists(st.integers(1, 15), min_size=1, max_size=12), st.integers(1, 30))
def test_each_multiple_asks_once_however_the_wounds_come(wounds: list[int], maximum: int) -> None:
    hp, checks, deaths = maximum, 0, 0
    for wound in wounds:
        found = RULESET.demands("HP", hp, hp - wound, maximum)
        checks += sum(demand.label == "death check" for demand in found)
        deaths += sum(not demand.what for demand in found)
        hp -= wound
    assert deaths == (hp <= -5 * maximum)
    reached = sum(hp <= -multiple * maximum for multiple in range(1, 5))
    assert checks == reached if not deaths else checks <= 4


@pytest.mark.parametrize(("maximum", "threshold"), [(9, 2), (10, 3), (11, 3), (12, 3), (13, 4)])
def test_where_below_a_third_begins(maximum: int, threshold: int) -> None:
    for pool in ("HP", "FP"):
        assert "move" in RULESET.hindrances({pool: threshold}, {pool: maximum})
        assert RULESET.hindrances({pool: threshold + 1}, {pool: maximum}) == {}


# --- healing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tl", "minutes", "dice"),
    [
        (0, 30, "1d-4"),
        (1, 30, "1d-4"),
        (2, 30, "1d-3"),
        (3, 30, "1d-3"),
        (4, 30, "1d-2"),
        (5, 20, "1d-2"),
        (6, 20, "1d-1"),
        (7, 20, "1d-1"),
        (8, 20, "1d"),
    ],
)
def test_first_aid_by_tech_level(tl: int, minutes: int, dice: str) -> None:
    aid = first_aid(tl)
    assert aid is not None
    assert (aid.minutes, aid.dice) == (minutes, dice)


def test_first_aid_that_the_rules_here_lack() -> None:
    assert first_aid(9) is None
    with pytest.raises(ValueError, match="0 or more"):
        first_aid(-1)


def test_what_first_aid_restores() -> None:
    aid = first_aid(3)
    assert aid is not None
    assert aid.restores(SUCCESS) == "1d-3"
    assert aid.restores(CRITICAL_SUCCESS) == 3
    assert (aid.restores(FAILURE), aid.restores(CRITICAL_FAILURE)) == (0, -2)
    assert HEALING.least == 1, "what a success restores however the die falls"


def test_a_day_of_rest() -> None:
    assert [HEALING.natural(judgement) for judgement in (SUCCESS, CRITICAL_SUCCESS, FAILURE, CRITICAL_FAILURE)] == [
        1,
        1,
        0,
        0,
    ]
