"""Characteristics such as STR, and the pools that rest on them. The seed knows chances only: all of this is beyond it, and
usual in systems of its kind."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec.structs import replace

from tracker.language import N_
from tracker.rulesets.base import AttributeSpec, RuleOption
from tracker.rulesets.common import attribute_specs

HP, MP = POOLS = (N_("HP"), N_("MP"))

TIMES_5, PERCENT = "x5", "percent"
CHARACTERISTICS = RuleOption(
    "characteristics",
    N_("x5: STR 11 is rolled against at 55 percent; percent: STR 55 is that chance already"),
    (TIMES_5, PERCENT),
)

_POINT = 5  # percent that a point of a characteristic is worth
_SPECS = attribute_specs(
    ("str", N_("STR"), "strength"),
    ("con", N_("CON"), "constitution"),
    ("siz", N_("SIZ"), "size"),
    ("dex", N_("DEX"), "dexterity"),
    ("int", N_("INT"), "intelligence"),
    ("pow", N_("POW"), "power"),
    ("cha", N_("CHA"), "charisma", "app", "appearance"),
)


def factor(written: str) -> int:
    """What turns a characteristic into a chance in percent, by a value of the option CHARACTERISTICS."""
    return _POINT if written == TIMES_5 else 1


def characteristics(factor: int) -> tuple[AttributeSpec, ...]:
    """The characteristics, rolled against at so many times their value."""
    return tuple(replace(spec, factor=factor) for spec in _SPECS)


def complete(attributes: Mapping[str, float], factor: int) -> dict[str, float]:
    """What was given, with hit points of half CON + SIZ, rounded up, and magic points equal to POW where those are known
    and the pools weren't given. Where characteristics are percentages, a point of either pool is five of them, and magic
    points are rounded down."""
    whole = dict(attributes)
    per_point = _POINT // factor  # how much of a characteristic, as it is written, makes a point of a pool
    if "con" in whole and "siz" in whole:
        whole.setdefault(HP, math.ceil((whole["con"] + whole["siz"]) / (2 * per_point)))
    if "pow" in whole:
        whole.setdefault(MP, whole["pow"] // per_point)
    return whole
