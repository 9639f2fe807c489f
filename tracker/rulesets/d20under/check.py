"""The attribute check: a d20 at or under an attribute (seed 003, Attribute Checks; Great Success and Terrible Failure)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tracker.language import N_
from tracker.rulesets.base import ADVANTAGE, DISADVANTAGE, Degree, Judgement

SKILL_BONUS = 1
MODIFIED_MAXIMUM = 18
HIGHEST = 20  # of the die; it always fails
MODES = (ADVANTAGE, DISADVANTAGE)

TERRIBLE_FAILURE, FAILURE, SUCCESS, GREAT_SUCCESS = "terrible_failure", "failure", "success", "great_success"
DEGREES = (
    Degree(TERRIBLE_FAILURE, success=False, critical=True, note=N_("worse than merely failing; two failures in a montage")),
    Degree(FAILURE, success=False, critical=False),
    Degree(SUCCESS, success=True, critical=False),
    Degree(GREAT_SUCCESS, success=True, critical=True, note=N_("more than was tried for; two successes in a montage")),
)


class Throw(NamedTuple):
    """A check as it was thrown: the number to roll against and what the d20 shows."""

    target: int
    roll: int


class TwoDice(NamedTuple):
    """A check with advantage or disadvantage: the roll that counts, and what came of it."""

    roll_used: int
    judgement: Judgement


def modified(attribute: int, modifiers: Iterable[int]) -> int:
    """The number to roll against (seed 003, Attribute Checks, Modifiers). With any modifier in play it is 18 at most;
    a bare attribute counts in full."""
    values = [value for value in modifiers if value]
    return min(attribute + sum(values), MODIFIED_MAXIMUM) if values else attribute


def check_target(attribute: int, *, skilled: bool, modifier: int) -> int:
    """The number to roll against, with a fitting skill or not, and the sum of the GM's modifiers."""
    return modified(attribute, (SKILL_BONUS if skilled else 0, modifier))


def great_success_max(attribute: int) -> int:
    """The highest roll that is a great success: half the bare attribute, rounded down (seed 003, Great Success)."""
    return attribute // 2


def terrible_failure_min(attribute: int) -> int:
    """The lowest roll that is a terrible failure: above one and a half times the bare attribute, 20 at most."""
    return min(attribute * 3 // 2 + 1, HIGHEST)


def succeeds(throw: Throw) -> bool:
    """Whether a d20 is at or under its target (seed 003, Attribute Checks). A natural 20 always fails. Raises ValueError
    for a roll outside 1..20."""
    if not 1 <= throw.roll <= HIGHEST:
        raise ValueError(f"a d20 shows 1 to 20, not {throw.roll}")
    return throw.roll <= throw.target and throw.roll != HIGHEST


def check(attribute: int, target: int, roll: int) -> Judgement:
    """The outcome of a d20 against a target, margin in points.

    The limits of great and terrible come from the bare ``attribute``, but only a success can be great and only a
    failure terrible. A natural 20 fails by 0 where it meets its target. Raises ValueError as ``succeeds``.
    """
    success = succeeds(Throw(target, roll))
    if success:
        critical = roll <= great_success_max(attribute)
        degree = GREAT_SUCCESS if critical else SUCCESS
    else:
        critical = roll >= terrible_failure_min(attribute)
        degree = TERRIBLE_FAILURE if critical else FAILURE
    return Judgement(success=success, critical=critical, degree=degree, margin=abs(target - roll))


def advantage(attribute: int, target: int, rolls: tuple[int, int], mode: str) -> TwoDice:
    """A check with two d20 (seed 003, Modifiers): with advantage the lower one counts, with disadvantage the higher. Raises
    ValueError for another mode, and as ``check``."""
    if mode not in MODES:
        raise ValueError(f"unknown mode {mode!r}; known are {', '.join(MODES)}")
    used = min(rolls) if mode == ADVANTAGE else max(rolls)
    return TwoDice(used, check(attribute, target, used))
