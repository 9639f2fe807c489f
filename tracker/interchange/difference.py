"""What a newer sheet of a character says otherwise than the one before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tracker.events.sheet import Sheet, Skill, Trait
from tracker.language import _
from tracker.phrases import said
from tracker.reports.words import word
from tracker.text import fold


class Difference(Struct, frozen=True):
    """A value of a sheet that is another now: ``field`` is ``attribute``, ``pool``, ``skill``, ``trait`` or ``points``;
    ``before`` or ``after`` is None where the sheet lacks it."""

    field: str
    name: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """``skill Stealth: 12 -> 13``."""
        before, after = self.before or _("none"), self.after or _("none")
        return f"{word(self.field)} {said(self.name)}: {before} -> {after}"


def differences(before: Sheet, after: Sheet) -> list[Difference]:
    """Every value that is another in the newer sheet: attributes, pools' maxima, skills, traits, points and load, in this
    order; skills and traits of one name are compared one after the other as they stand."""
    points = [
        {"total": f"{sheet.points_total:g}", "spent": f"{sheet.points_spent:g}", "load": f"{sheet.load}"}
        for sheet in (before, after)
    ]
    return [
        *_changed("attribute", _numbers(before.attributes), _numbers(after.attributes)),
        *_changed("pool", _numbers(before.pools), _numbers(after.pools)),
        *_changed("skill", _rows(before.skills), _rows(after.skills)),
        *_changed("trait", _rows(before.traits), _rows(after.traits)),
        *_changed("points", *points),
    ]


def _changed(field: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Difference(field, name, before.get(name), after.get(name))


def _numbers(values: Mapping[str, float]) -> dict[str, str]:
    return {key.replace("_", " "): f"{value:g}" for key, value in values.items()}


def _rows(rows: tuple[Skill, ...] | tuple[Trait, ...]) -> dict[str, str]:
    """What each row says, by its name; the second of one name is ``Guns (2)``."""
    shown: dict[str, str] = {}
    counts: dict[str, int] = {}
    for row in rows:
        counts[fold(row.name)] = number = counts.get(fold(row.name), 0) + 1
        shown[row.name if number == 1 else f"{row.name} ({number})"] = _skill(row) if isinstance(row, Skill) else _trait(row)
    return shown


def _skill(skill: Skill) -> str:
    return said(skill.attribute) or _("yes") if skill.level is None else f"{skill.level}"


def _trait(trait: Trait) -> str:
    shown = _("level {level:g}", level=trait.level) if trait.level else _("yes")
    shown += "" if trait.points is None else f" [{trait.points:g}]"
    if trait.self_control is not None:
        shown += _(", self-control {number}", number=trait.self_control)
    return shown if trait.active else shown + _(", not in force")
