"""The success roll: 3d6 at or under the effective skill (seed 000, B343-348)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

from tracker.rulesets.base import Judgement, Modifier, Odds

LOWEST_TARGET = 3  # of a roll that the character may choose to make
UNREFUSABLE = frozenset({"active_defense", "forced", "fright", "healing", "recovery", "resistance", "self_control"})

_TOTALS = tuple(map(sum, product(range(1, 7), repeat=3)))  # all 216 throws of 3d6


def effective_skill(base: int, modifiers: Iterable[Modifier]) -> int:
    """Base skill plus every modifier, in points (seed 000, Base Skill vs. Effective Skill). It may fall below 3."""
    return base + sum(modifier.value for modifier in modifiers)


def may_attempt(target: int, kind: str = "success") -> bool:
    """Whether a roll may be made: from 3 up, and always for an active defense or a roll that the character doesn't
    choose (seed 000, Base Skill vs. Effective Skill)."""
    return target >= LOWEST_TARGET or kind in UNREFUSABLE


def judge(target: int, roll: int) -> Judgement:
    """The outcome of a total of 3d6 against a target, whether or not it may be attempted by the rules.

    3 and 4 are critical successes, 5 from target 15, 6 from 16. 17 and 18 fail; 18 is critical, 17 up to target 15,
    and so is any failure by 10 or more (seed 000, Critical Successes, Critical Failures). A margin of success is never
    below 0 and one of failure never below 1. Raises ValueError for a total that 3d6 can't show.
    """
    if not 3 <= roll <= 18:
        raise ValueError(f"3d6 show 3 to 18, not {roll}")
    success = roll <= 4 or (roll <= target and roll <= 16)
    if success:
        critical = roll <= 4 or (roll == 5 and target >= 15) or (roll == 6 and target >= 16)
        margin = max(target - roll, 0)
    else:
        critical = roll == 18 or (roll == 17 and target <= 15) or roll - target >= 10
        margin = max(roll - target, 1)
    degree = ("critical_" if critical else "") + ("success" if success else "failure")
    return Judgement(success=success, critical=critical, degree=degree, margin=margin)


def success_roll(target: int, roll: int, kind: str = "success") -> Judgement | None:
    """One success roll (seed 000, The Success Roll); None when it may not be attempted. Raises ValueError as ``judge``."""
    return judge(target, roll) if may_attempt(target, kind) else None


def success_probability(target: int, kind: str = "success") -> Odds:
    """Exact chances in throws out of 216 (seed 004, 成功率), none where the roll may not be attempted."""
    outcomes = [judge(target, roll) for roll in _TOTALS] if may_attempt(target, kind) else []
    degrees = Counter(outcome.degree for outcome in outcomes)
    return Odds(
        success=sum(outcome.success for outcome in outcomes),
        critical_success=degrees["critical_success"],
        critical_failure=degrees["critical_failure"],
        of=len(_TOTALS),
        degrees=degrees,
    )
