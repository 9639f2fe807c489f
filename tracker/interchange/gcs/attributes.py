"""Attribute values, worked out from base formula, purchases and bonuses, and compared with what the file stores."""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction
from typing import NamedTuple

from tracker.interchange.gcs.document import NUMBER_LIMIT, Report, Row, plain, some
from tracker.interchange.gcs.features import Bonuses
from tracker.interchange.gcs.formula import NotPlain, evaluate
from tracker.language import _

STANDARD = ("st", "dx", "iq", "ht", "will", "per", "basic_speed", "basic_move", "hp", "fp")

# id, name, kind, base, points per +1, percent cheaper per size modifier
USUAL = (
    ("st", "ST", "integer", "10", 10, 10),
    ("dx", "DX", "integer", "10", 20, 0),
    ("iq", "IQ", "integer", "10", 20, 0),
    ("ht", "HT", "integer", "10", 10, 0),
    ("will", "Will", "integer", "$iq", 5, 0),
    ("fright_check", "Fright Check", "integer", "$will", 2, 0),
    ("per", "Per", "integer", "$iq", 5, 0),
    ("vision", "Vision", "integer", "$per", 2, 0),
    ("hearing", "Hearing", "integer", "$per", 2, 0),
    ("taste_smell", "Taste & Smell", "integer", "$per", 2, 0),
    ("touch", "Touch", "integer", "$per", 2, 0),
    ("basic_speed", "Basic Speed", "decimal", "($dx+$ht)/4", 20, 0),
    ("basic_move", "Basic Move", "integer", "floor($basic_speed)", 5, 0),
    ("fp", "FP", "pool", "$ht", 3, 0),
    ("hp", "HP", "pool", "$st", 2, 10),
)


class Definition(NamedTuple):
    """How a group defines an attribute; ``price`` is in points per step."""

    id: str
    name: str
    kind: str
    base: str
    price: Fraction
    discount_per_size: Fraction


class Value(NamedTuple):
    """An attribute of the sheet: what it is, what the file says it is, and its points."""

    definition: Definition
    value: Fraction
    stored: Fraction | None
    computed: Fraction | None
    points: Fraction
    damage: Fraction

    @property
    def is_pool(self) -> bool:
        """Whether it is used up in play."""
        return self.definition.kind.startswith("pool")

    @property
    def is_stale(self) -> bool:
        """Whether the file's own value contradicts its purchases."""
        return self.stored is not None and self.computed is not None and self.stored != self.computed


def read_attributes(sheet: Row, bonuses: Bonuses, report: Report) -> dict[str, Value]:
    """Every attribute that the sheet defines and that has a value, by id; separators left out."""
    definitions = _definitions(sheet, report)
    rows = {row.text("attr_id").lower(): row for row in sheet.rows("attributes")}
    size = (sheet.row("profile").number("SM", "sm") or Fraction(0)) + bonuses.attribute("sm")
    unusual = sheet.row("settings").text("damage_progression") == "knowing_your_own_strength"
    reader = _Calculator(definitions, rows, bonuses)
    values: dict[str, Value] = {}
    unchecked: list[str] = []
    missing: list[str] = []
    for identity, definition in definitions.items():
        row = rows.get(identity) or Row({}, identity, report)
        calc = row.row("calc")
        stored, computed = calc.number("value"), reader.value(identity)
        if stored is None and computed is None:
            missing.append(definition.name)
            continue
        if computed is None:
            unchecked.append(definition.name)
        value = computed if computed is not None else stored
        assert value is not None  # noqa: S101 (one of the two is there)
        sized = Fraction(0) if identity == "hp" and unusual else max(size, Fraction(0)) * definition.discount_per_size
        points = _price(row, definition, bonuses.cost_reduction(identity) + sized)
        kept = calc.number("points")
        fresh = stored is None or kept is None or (computed is not None and stored != computed)
        damage = row.number("damage")
        if damage is None and (left := row.number("current")) is not None:
            damage = max(value - left, Fraction(0))  # more than the maximum counts as unhurt
        values[identity] = Value(
            definition=definition,
            value=value,
            stored=stored,
            computed=computed,
            points=points if fresh or kept is None else kept,
            damage=damage or Fraction(0),
        )
    if missing:
        report.note(_("Left out, as they have no value and their formula is a script: {missing}.", missing=some(missing)))
    if unchecked:
        report.note(
            _(
                "Formulas that are scripts were not worked out; the file's values are used: {unchecked}.",
                unchecked=some(unchecked),
            )
        )
    _report(values, report)
    dropped = [row.text("attr_id") for key, row in rows.items() if key not in definitions and row.row("calc").data]
    if dropped:
        report.note(_("Attributes that the sheet doesn't define are left out: {dropped}.", dropped=some(dropped)))
    return values


def _report(values: dict[str, Value], report: Report) -> None:
    for value in values.values():
        if value.is_stale and value.stored is not None:
            name = value.definition.name
            report.note(
                _(
                    "The file's stored {name} {stored} contradicts its own purchases and bonuses; {name} {value} is used.",
                    name=name,
                    stored=plain(value.stored),
                    value=plain(value.value),
                )
            )
    if values and all(value.stored is None for value in values.values()):
        report.note(_("The file stores no final attributes; they were worked out from its purchases and bonuses."))
    for identity, name in (("hp", "HP"), ("fp", "FP")):
        if identity not in values:
            report.note(_("The sheet has no {name}.", name=name))


def _definitions(sheet: Row, report: Report) -> dict[str, Definition]:
    given: dict[str, Definition] = {}
    for row in sheet.row("settings").rows("attributes"):
        identity = row.text("id").lower()
        kind = row.kind or "integer"
        if not identity or kind.endswith("_separator"):
            continue
        given[identity] = Definition(
            id=identity,
            name=row.text("name") or identity.upper(),
            kind=kind,
            base=row.text("base", "attribute_base", limit=1000),
            price=row.number("cost_per_point") or Fraction(0),
            discount_per_size=row.number("cost_adj_percent_per_sm") or Fraction(0),
        )
    if not given:
        report.note(_("The sheet doesn't define its attributes; the usual ones of the rules are assumed."))
        return {d[0]: Definition(d[0], d[1], d[2], d[3], Fraction(d[4]), Fraction(d[5])) for d in USUAL}
    return given


def _price(row: Row, definition: Definition, discount: Fraction) -> Fraction:
    cost = (row.number("adj") or Fraction(0)) * definition.price
    cost *= 1 - min(max(discount, Fraction(0)), Fraction(80)) / 100
    return Fraction(math.floor(abs(cost) + Fraction(1, 2)) * (-1 if cost < 0 else 1))


class _Calculator:
    """Works out attributes that may depend on each other."""

    def __init__(self, definitions: dict[str, Definition], rows: dict[str, Row], bonuses: Bonuses) -> None:
        self._definitions = definitions
        self._rows = rows
        self._bonuses = bonuses
        self._known: dict[str, Fraction | None] = {}

    def value(self, identity: str) -> Fraction | None:
        """The final value, or None when a formula isn't plain, refers in a circle or gets out of hand."""
        if identity not in self._known:
            self._known[identity] = None  # what a circle finds
            with contextlib.suppress(NotPlain):
                self._known[identity] = self._compute(self._definitions[identity])
        return self._known[identity]

    def _resolve(self, identity: str) -> Fraction:
        if identity not in self._definitions:
            raise NotPlain
        value = self.value(identity)
        if value is None:
            row = self._rows.get(identity)
            value = row.row("calc").number("value") if row else None
        if value is None:
            raise NotPlain
        return value

    def _compute(self, definition: Definition) -> Fraction:
        row = self._rows.get(definition.id)
        value = evaluate(definition.base, self._resolve)
        value += (row.number("adj") if row else None) or Fraction(0)
        value += self._bonuses.attribute(definition.id)
        steps = 10_000 if definition.kind.startswith("decimal") else 1
        value = Fraction(math.floor(value * steps), steps)
        if abs(value) > NUMBER_LIMIT:
            raise NotPlain
        return value
