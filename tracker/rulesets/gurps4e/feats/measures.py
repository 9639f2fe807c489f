"""Units that a GM may type, and how the figures of a feat are checked and rounded."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tracker.rulesets.base import Judgement

_FEET_PER_METER = 3.28084
_POUNDS_PER_KILOGRAM = 2.20462

FEET: Mapping[str, float] = {
    "": 1,
    "ft": 1,
    "feet": 1,
    "foot": 1,
    "yd": 3,
    "yds": 3,
    "yard": 3,
    "yards": 3,
    "m": _FEET_PER_METER,
}
YARDS: Mapping[str, float] = {unit: feet / 3 for unit, feet in FEET.items()} | {"": 1}
SECONDS: Mapping[str, float] = {
    "": 1,
    "s": 1,
    "sec": 1,
    "second": 1,
    "seconds": 1,
    "m": 60,
    "min": 60,
    "minute": 60,
    "minutes": 60,
    "h": 3600,
    "hour": 3600,
    "hours": 3600,
}
HOURS: Mapping[str, float] = {unit: seconds / 3600 for unit, seconds in SECONDS.items()} | {"": 1}
DAYS: Mapping[str, float] = {"": 1, "d": 1, "day": 1, "days": 1}
POUNDS: Mapping[str, float] = {"": 1, "lb": 1, "lbs": 1, "pound": 1, "pounds": 1, "kg": _POUNDS_PER_KILOGRAM}

_HAIR = 6  # decimals that survive a conversion of units: 3 x 1/3 yard is a whole one


def positive(value: float, problem: str) -> float:
    """The value itself. Raises ValueError with the ``problem``, a sentence with the ``{value}`` in it, for one that isn't a
    number above 0."""
    if not (math.isfinite(value) and value > 0):
        raise ValueError(problem.format(value=f"{value:g}"))
    return value


def increased(value: float, percent: int) -> float:
    """A capability with ``percent`` more from an extra effort (seed 000, Extra Effort; B356)."""
    return value * (100 + percent) / 100


def whole(value: float) -> int:
    """Rounded down to a whole number, as the rules round where they name no other way (B9)."""
    return math.floor(round(value, _HAIR))


def whole_up(value: float) -> int:
    """Rounded up to a whole number."""
    return math.ceil(round(value, _HAIR))


def hundredths(value: float) -> float:
    """Rounded down to two decimals, for figures that the rules don't round: an increase of 5 percent shall show."""
    return whole(100 * value) / 100


def failed_critically(judgement: Judgement) -> bool:
    """Whether a roll was a critical failure."""
    return judgement.critical and not judgement.success
