"""The rows of the skill and spell lists, as they are called and as other rows refer to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tracker.interchange.gcs.document import Node, Row
from tracker.interchange.gcs.features import Bonuses, Subject, attribute_id

_DEFAULTS_LIMIT = 30


class Rule(NamedTuple):
    """From what a skill may default: an attribute id, or "skill", "parry", "block" of the named skill."""

    kind: str
    name: str
    specialization: str
    modifier: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Default:
    """A default in use: its level, the points that it is worth and the skill that it comes from."""

    level: int
    points: Fraction
    source: Entry | None


@dataclass(slots=True, eq=False)
class Entry:
    """One skill, technique, spell or ritual spell.

    ``points`` include point bonuses. ``level``, ``relative`` (to its attribute or base skill) and ``default`` are filled
    in when levels are worked out; a ``level`` of None can't be used.
    """

    row: Row
    kind: str
    subject: Subject
    tech_level: str
    attribute: str
    grade: str
    points: Fraction
    bonus: Fraction
    load_factor: int
    defaults: tuple[Rule, ...]
    base: Rule
    level: int | None = None
    relative: int | None = None
    default: Default | None = None

    @property
    def name(self) -> str:
        """Name, tech level and specialization as a player reads them: "Guns/TL8 (Pistol)"."""
        name = self.subject.name or "?"
        if self.tech_level:
            name += f"/TL{self.tech_level}"
        return f"{name} ({self.subject.specialization})" if self.subject.specialization else name

    @property
    def full_name(self) -> str:
        """The name; for a technique together with the skill that it builds on: "Disarming (Judo)"."""
        base = self.base.name
        if self.kind != "technique" or not base:
            return self.name
        if self.base.specialization:
            base += f" ({self.base.specialization})"
        return self.name if self.name.endswith(f"({base})") else f"{self.name} ({base})"

    @property
    def counts_as_base(self) -> bool:
        """Whether other skills may default to it."""
        return self.kind == "technique" or self.points > 0


def read_entries(nodes: Iterable[Node], bonuses: Bonuses, *, spells: bool) -> list[Entry]:
    """The rows of a list in order, headings left out, levels not worked out yet."""
    return [_entry(node.row, bonuses, spells) for node in nodes if not node.row.is_container]


def _entry(row: Row, bonuses: Bonuses, spell: bool) -> Entry:
    attribute, _, grade = row.text("difficulty").lower().rpartition("/")
    subject = Subject(
        name=row.text("name"),
        specialization=", ".join(filter(None, (row.text("specialization"), row.text("optional_specialization")))),
        tags=row.texts("tags", "categories"),
        colleges=row.texts("college"),
        power_source=row.text("power_source"),
    )
    ask = bonuses.spell if spell else bonuses.skill
    extra = ask(subject, "spell_point_bonus" if spell else "skill_point_bonus")
    return Entry(
        row=row,
        kind=_spell_kind(row) if spell else _skill_kind(row),
        subject=subject,
        tech_level=row.text("tech_level"),
        attribute=attribute_id(attribute),
        grade=grade,
        points=max((row.number("points") or Fraction(0)) + extra, Fraction(0)),
        bonus=ask(subject),
        load_factor=int(row.number("encumbrance_penalty_multiplier") or 0),
        defaults=tuple(dict.fromkeys(_rule(default) for default in row.rows("defaults")[:_DEFAULTS_LIMIT])),
        base=_rule(row.row("default")),
    )


def _spell_kind(row: Row) -> str:
    return "ritual" if row.kind == "ritual_magic_spell" or row.letter == "r" or row.has("base_skill") else "spell"


def _skill_kind(row: Row) -> str:
    if row.kind or row.letter:
        return "technique" if row.kind == "technique" or row.letter == "q" else "skill"
    return "technique" if row.has("default") else "skill"


def _rule(row: Row) -> Rule:
    name, specialization = (
        row.row(key).text("qualifier") if isinstance(row.data.get(key), dict) else row.text(key)
        for key in ("name", "specialization")
    )
    kind = attribute_id(row.kind) or "skill"
    return Rule(kind, name, specialization, row.number("modifier") or Fraction(0))
