"""Percentile dice, rolled at or under the chance (seed 001, percentile dice)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from tracker.rulesets.base import Judgement
from tracker.rulesets.brp.outcomes import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    MAJOR_SUCCESS,
    MINOR_SUCCESS,
    outcome,
)

LEAST_CHANCE, MOST_CHANCE = 0, 100  # percent
LOWEST, HIGHEST = 1, 100  # of the dice


class PercentileDice(Struct, frozen=True):
    """d% as a ``Die``: low rolls succeed, and none is made once more."""

    notation: ClassVar[str] = "1d100"
    high_is_good: ClassVar[bool] = False
    rerolls: ClassVar[bool] = False

    def needed(self, percent: int) -> int | None:
        """None: the roll is read against the chance itself."""
        return None

    def rerolled(self, percent: int, total: int) -> bool:
        """No roll is."""
        return False

    def judge(self, percent: int, total: int) -> Judgement:
        """As ``percentile``."""
        return percentile(percent, total)


def percentile(percent: int, roll: int) -> Judgement:
    """The outcome of d% against a chance of ``percent`` (seed 001, percentile dice).

    100 is a critical failure whatever the chance. A chance of 0 is no chance: everything fails. Otherwise 1 is a
    critical success, up to half the chance a major one, up to the chance a minor one. Margin in percentage points.
    Raises ValueError for a chance outside 0..100 or a roll outside 1..100.
    """
    check_chance(percent)
    if not LOWEST <= roll <= HIGHEST:
        raise ValueError(f"d% shows {LOWEST} to {HIGHEST}, not {roll}")
    if roll == HIGHEST:
        degree = CRITICAL_FAILURE
    elif roll > percent:
        degree = FAILURE
    elif roll == LOWEST:
        degree = CRITICAL_SUCCESS
    elif 2 * roll <= percent:
        degree = MAJOR_SUCCESS
    else:
        degree = MINOR_SUCCESS
    return outcome(degree, abs(percent - roll))


def check_chance(percent: int) -> None:
    """Raise ValueError for a chance outside 0..100 percent."""
    if not LEAST_CHANCE <= percent <= MOST_CHANCE:
        raise ValueError(f"a chance is {LEAST_CHANCE} to {MOST_CHANCE} percent, not {percent}")
