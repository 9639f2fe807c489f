"""What traits cost: levels, modifiers, self-control, alternative abilities."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import NamedTuple

from tracker.interchange.gcs.document import NUMBER_LIMIT, Row, enabled_modifiers
from tracker.interchange.gcs.features import trait_level

_SELF_CONTROL = {1: Fraction(5, 2), 6: Fraction(2), 9: Fraction(3, 2), 12: Fraction(1), 15: Fraction(1, 2)}
_COST = re.compile(r"([x×]?)\s*([+-]?\d{1,7}(?:\.\d{1,4})?)(?:/(\d{1,7}))?\s*(%?)")
_DEEPEST_DISCOUNT = Fraction(-80)


class ModifierCost(NamedTuple):
    """The price of a modifier: ``kind`` percentage, points or multiplier."""

    kind: str
    amount: Fraction
    affects: str


def modifier_cost(modifier: Row, level: Fraction) -> ModifierCost:
    """Reads ``cost_adj`` ("-40%", "5", "x1/3") or the older ``cost`` with ``cost_type``; levels multiply it."""
    affects = modifier.text("affects") or "total"
    kind = modifier.text("cost_type") or "percentage"
    amount = modifier.number("cost") or Fraction(0)
    if modifier.has("cost_adj"):
        match = _COST.fullmatch(modifier.text("cost_adj"))
        if match is None:
            return ModifierCost("points", Fraction(0), affects)
        times, number, divisor, percent = match.groups()
        amount = Fraction(number) / max(int(divisor or 1), 1)
        kind = "multiplier" if times else "percentage" if percent else "points"
    own = level if modifier.flag("use_level_from_trait") else modifier.number("levels") or Fraction(0)
    if kind != "multiplier" and own > 0:
        amount *= own
    return ModifierCost(kind, amount, affects)


def trait_cost(row: Row, parents: tuple[Row, ...], *, multiplicative: bool) -> Fraction:
    """The points of one trait that isn't a heading; modifiers of the headings above it count as its own."""
    level = trait_level(row, stored=False)
    base, per_level = row.number("base_points") or Fraction(0), row.number("points_per_level") or Fraction(0)
    factor = _SELF_CONTROL.get(int(row.number("cr") or 0), Fraction(1))
    raised = {"base_only": Fraction(0), "levels_only": Fraction(0)}
    lowered = {"base_only": Fraction(0), "levels_only": Fraction(0)}
    for owner in (row, *parents):
        for modifier in enabled_modifiers(owner):
            kind, amount, affects = modifier_cost(modifier, level)
            if kind == "multiplier":
                factor *= amount
            elif kind == "points" and affects == "levels_only":
                per_level += amount
            elif kind == "points":
                base += amount
            else:
                parts = (affects,) if affects in raised else tuple(raised)
                for part in parts:
                    (lowered if amount < 0 else raised)[part] += amount
    cost = Fraction(0)
    for part, points in (("base_only", base), ("levels_only", per_level * level)):
        cost += _modified(points, raised[part], lowered[part], multiplicative)
    cost *= factor
    return rounded(cost, down=row.flag("round_down")) if abs(cost) <= NUMBER_LIMIT else Fraction(0)


def _modified(points: Fraction, raised: Fraction, lowered: Fraction, multiplicative: bool) -> Fraction:
    if multiplicative:
        return points * (1 + raised / 100) * (1 + max(lowered, _DEEPEST_DISCOUNT) / 100)
    return points * (1 + max(raised + lowered, _DEEPEST_DISCOUNT) / 100)


def rounded(cost: Fraction, *, down: bool = False) -> Fraction:
    """Whole points: up by default (-2.5 becomes -2)."""
    return Fraction(math.floor(cost) if down else math.ceil(cost))


def group_cost(row: Row, members: list[Fraction]) -> Fraction:
    """The points of a heading from those of its members: the sum, or for alternative abilities the dearest member and a
    fifth of each other one."""
    if row.text("container_type") != "alternative_abilities" or not members:
        return sum(members, Fraction(0))
    dearest = members.index(max(members))
    down = row.flag("round_down")
    return members[dearest] + sum(
        (rounded(cost / 5, down=down) for place, cost in enumerate(members) if place != dearest), Fraction(0)
    )
