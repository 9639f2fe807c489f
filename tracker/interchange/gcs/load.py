"""Carried weight in pounds and the load level that it means."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import NamedTuple

from tracker.interchange.gcs.document import NUMBER_LIMIT, Node, Report, Row, some, walk
from tracker.language import _

_WEIGHT = re.compile(r"([+-]?[\d,]{1,15}(?:\.\d{1,6})?)\s*#?\s*([a-z]*)")
_POUNDS = {
    "": Fraction(1),
    "lb": Fraction(1),
    "lbs": Fraction(1),
    "oz": Fraction(1, 16),
    "tn": Fraction(2000),
    "ton": Fraction(2000),
    "lt": Fraction(2240),
    "kg": Fraction(2),
    "g": Fraction(2, 1000),
    "t": Fraction(2000),
}
_LIMITS = (1, 2, 3, 6)


class Load(NamedTuple):
    """The load level 0-4; ``for_skills`` leaves out what is worn without hindering skills."""

    level: int
    for_skills: int


def pounds(text: str) -> Fraction | None:
    """A weight such as "1,000 lb", "900 g" or "1 kg" (2 lb) in pounds; None when it isn't one."""
    match = _WEIGHT.fullmatch(text.strip().lower())
    if match is None or match[2] not in _POUNDS or not match[1].replace(",", "").strip("+-"):
        return None
    weight = Fraction(match[1].replace(",", "")) * _POUNDS[match[2]]
    return weight if 0 <= weight <= NUMBER_LIMIT else None


def basic_lift(strength: Fraction, *, own_strength: bool = False) -> Fraction:
    """Basic Lift in pounds for a lifting ST; ``own_strength`` uses the "knowing your own strength" table."""
    if strength < 1:
        return Fraction(0)
    if own_strength:
        lift = 2.0 * 10.0 ** float(min(strength, Fraction(200)) / 10)
        return Fraction(round(lift, 1)).limit_denominator(10) if strength <= 6 else Fraction(round(lift))
    lift_exact = strength * strength / 5
    return lift_exact if lift_exact < 10 else Fraction(math.floor(lift_exact + Fraction(1, 2)))


def read_load(carried: list[Row], lift: Fraction, report: Report) -> Load:
    """The load level from the top rows of the carried list and Basic Lift in pounds."""
    total = sum((_weight(row, report) for row in carried), Fraction(0))
    free = sum((_free_of_penalty(node) for node in walk(carried)), Fraction(0))
    load = Load(load_level(total, lift), load_level(total - free, lift))
    if left := [node.row.text("description") for node in walk(carried) if _is_left_behind(node.row)]:
        report.note(_("Listed as not carried, and left out of the load: {left}.", left=some(left)))
    if load.for_skills != load.level:
        report.note(_("Some equipment is worn without hindering skills; its weight counts for the load all the same."))
    return load


def _is_left_behind(row: Row) -> bool:
    """XML up to version 3 has a single list of equipment, in which each row says where it is."""
    return row.text("state") == "not_carried"


def load_level(weight: Fraction, lift: Fraction) -> int:
    """The load level 0-4 of a weight by Basic Lift, both in the same unit (B17)."""
    return sum(weight > lift * limit for limit in _LIMITS)


def _weight(row: Row, report: Report) -> Fraction:
    if _is_left_behind(row):
        return Fraction(0)
    stored = row.row("calc").text("extended_weight")
    if (weight := pounds(stored)) is not None:
        return weight
    quantity = row.number("quantity")
    each = pounds(row.text("base_weight", "weight") or "0")
    if each is None:
        report.note(
            _(
                "The weight of {equipment} can't be read; it counts as 0.",
                equipment=row.text("description") or _("a piece of equipment"),
            )
        )
    if row.has("modifiers"):
        report.note(_("Weights that the file doesn't store were added up without equipment modifiers."))
    contents = sum((_weight(child, report) for child in row.rows("children")), Fraction(0))
    for feature in row.rows("features"):
        if feature.kind == "contained_weight_reduction":
            contents = _reduced(contents, feature.text("reduction"))
    return (each or Fraction(0)) * (Fraction(1) if quantity is None else quantity) + contents


def _reduced(contents: Fraction, reduction: str) -> Fraction:
    if percent := re.fullmatch(r"(\d{1,3})%", reduction.strip()):
        return contents * (100 - min(int(percent[1]), 100)) / 100
    return max(contents - (pounds(reduction) or 0), Fraction(0))


def _free_of_penalty(node: Node) -> Fraction:
    row = node.row
    if not (row.flag("equipped") and row.flag("ignore_weight_for_skills")):
        return Fraction(0)
    each = pounds(row.row("calc").text("weight") or row.text("base_weight", "weight")) or Fraction(0)
    quantity = row.number("quantity")
    return each * (Fraction(1) if quantity is None else quantity)
