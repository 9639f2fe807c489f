"""The skills, techniques and spells of the sheet: which level counts, and what there is to say about it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from tracker.events.sheet import Skill
from tracker.interchange.gcs.attributes import Value
from tracker.interchange.gcs.document import Report, plain, some
from tracker.interchange.gcs.entries import Entry
from tracker.interchange.gcs.features import Bonuses
from tracker.interchange.gcs.levels import Levels
from tracker.language import _


class Leveled(NamedTuple):
    """A skill or spell with its worked-out levels: without load and under the present one."""

    entry: Entry
    level: int | None
    loaded: int | None
    load_factor: int


def level_rows(
    skills: list[Entry], spells: list[Entry], attributes: dict[str, Value], bonuses: Bonuses, load: int
) -> list[Leveled]:
    """Works out every level at no load and at the present one (0-4); skills first, both in order."""

    def attribute(identity: str) -> Fraction | None:
        value = attributes.get(identity)
        return value.value if value else None

    levels = Levels(skills, spells, attribute, bonuses)
    loaded, under_one, free = levels.work_out(load), levels.work_out(1), levels.work_out(0)
    rows = []
    for entry, at_load, at_one, at_none in zip((*skills, *spells), loaded, under_one, free, strict=True):
        # A technique or a default of Climbing suffers with Climbing, though only Climbing carries the multiplier.
        inherited = 0 if at_one is None or at_none is None else at_none - at_one
        rows.append(Leveled(entry, at_none, at_load, max(entry.load_factor, inherited)))
    return rows


def skills_of(
    rows: list[Leveled], load: int, trusted: bool, attributes: dict[str, Value], report: Report
) -> tuple[Skill, ...]:
    doubled = {name for name, times in Counter(row.entry.name for row in rows).items() if times > 1}
    result, differing, unusable = [], [], []
    for entry, level, loaded, factor in rows:
        name = entry.full_name if entry.name in doubled else entry.name
        relative = _relative(entry, attributes)
        if trusted:
            calc = entry.row.row("calc")
            stored = calc.number("level")
            if stored is not None and stored != loaded:
                other = _("none") if loaded is None else loaded
                differing.append(_("{skill} {level} (worked out: {other})", skill=name, level=plain(stored), other=other))
            level = None if stored is None else int(stored) + load * factor
            if not (load and factor > entry.load_factor):  # else the file's one holds a penalty of the skill beneath
                relative = calc.text("rsl")
        if level is None:
            unusable.append(name)
        result.append(
            Skill(
                name=name,
                level=level,
                kind="spell" if entry.kind == "ritual" else entry.kind,
                points=plain(entry.row.number("points") or Fraction(0)),
                relative=relative if level is not None else "",
                load_factor=factor,
            )
        )
    if trusted and load and any(skill.load_factor for skill in result):
        report.note(_("The penalty of load level {load} was taken out of the levels of skills that it hinders.", load=load))
    if differing:
        report.note(
            _("The file's levels are used though the rules give other ones: {differing}.", differing=some(differing))
        )
    if unusable:
        report.note(_("Without a usable level: {unusable}.", unusable=some(unusable)))
    return tuple(result)


def _relative(entry: Entry, attributes: dict[str, Value]) -> str:
    if entry.relative is None:
        return ""
    value = attributes.get(entry.attribute)
    name = "" if entry.kind in ("technique", "ritual") else value.definition.name if value else entry.attribute.upper()
    return f"{name}{entry.relative:+}"
