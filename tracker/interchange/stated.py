"""Sheets of programs that store final values: what a file states is taken as it stands, and what it doesn't stays unset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from tracker.events.sheet import Skill, Trait
from tracker.interchange.control import control_in_name, control_in_notes, without_control
from tracker.interchange.gcs.document import Report, Row, plain, some, tidy
from tracker.language import _

ATTRIBUTES = {
    "st": "ST",
    "dx": "DX",
    "iq": "IQ",
    "ht": "HT",
    "will": "Will",
    "per": "Per",
    "basic_speed": "Basic Speed",
    "basic_move": "Basic Move",
}
HEAVIEST_LOAD = 4
NOTES_LIMIT = 1_000

_LEVEL = re.compile(r"(.*\S) (?:(\d{1,4}(?:\.5)?)|\((\d{1,4})\))")
_BRACKETS = re.compile(r"([^\[\]]*\S)\s*\[(.*)\]")


def rows_of(row: Row, *keys: str) -> list[Row]:
    """The objects below a key, whether they stand in a list or as the values of an object, whose keys are only places."""
    value = next((row.data[key] for key in keys if row.data.get(key) is not None), None)
    if isinstance(value, str) and not value.strip():  # an empty list in XML
        return []
    if not isinstance(value, dict):
        return row.rows(*keys)
    holder = row.row(*keys)
    return [holder.row(key) for key, entry in value.items() if isinstance(entry, dict)]


def attributes_of(values: Mapping[str, Fraction | None], report: Report) -> dict[str, float]:
    """The attributes that the file states, by key; a note names those that it doesn't."""
    if missing := [name for key, name in ATTRIBUTES.items() if values.get(key) is None]:
        report.note(
            _("The file doesn't state {missing}; the character has none until you set them.", missing=_(", ").join(missing))
        )
    return {key: plain(value) for key in ATTRIBUTES if (value := values.get(key)) is not None}


def pools_of(
    stated: Mapping[str, tuple[Fraction | None, Fraction | None]], report: Report
) -> tuple[dict[str, int], dict[str, int]]:
    """The maxima, and what is left in each pool, from ``(maximum, current)``; a pool without a maximum is left out."""
    maxima: dict[str, int] = {}
    current: dict[str, int] = {}
    for pool, (maximum, left) in stated.items():
        if maximum is None or maximum < 0:
            report.note(_("The file states no maximum of {pool}; the character has no {pool} until you set it.", pool=pool))
            continue
        maxima[pool] = int(maximum)
        if left is None:
            report.note(_("The file doesn't state how much {pool} is left; it counts as full.", pool=pool))
        else:
            current[pool] = int(left)
    return maxima, current


def points_of(
    total: Fraction | None, unspent: Fraction | None, sums: tuple[Fraction, ...], report: Report
) -> tuple[float, float]:
    """The budget and what was spent of it. Some programs store the budget as the total and others what was spent, so it is
    held against the ``sums`` that the parts may come to."""
    if total is None:
        report.note(_("The file doesn't state its point total; it counts as 0."))
        return 0, plain(sums[0])
    if unspent is None:
        report.note(_("The file doesn't state its unspent points; they were worked out from its parts."))
        return plain(total), plain(sums[0])
    spent = total - unspent
    if spent not in sums and total in sums:
        report.note(
            _(
                "The file's point total of {total} is what was spent; with {unspent} unspent points the budget is {budget}.",
                total=plain(total),
                unspent=plain(unspent),
                budget=plain(total + unspent),
            )
        )
        return plain(total + unspent), plain(total)
    if spent not in sums:
        report.note(
            _(
                "The file's points don't add up: its parts come to {parts}, total less unspent to {spent}.",
                parts=plain(sums[0]),
                spent=plain(spent),
            )
        )
    return plain(total), plain(spent)


def skill_of(
    name: str, level: Fraction | None, points: Fraction | None, *, kind: str = "skill", relative: str = ""
) -> Skill:
    """A skill, technique or spell with the level that the file states for it."""
    return Skill(
        name=name or "?",
        level=None if level is None else int(level),
        kind=kind,
        points=None if points is None else plain(points),
        relative=relative,
    )


def is_technique(difficulty: str) -> bool:
    """Whether a difficulty is a technique's: ``Tech/A``, ``TECHNIQUE``, or an ``A`` or ``H`` without an attribute."""
    return difficulty.upper().startswith("TECH") or difficulty.upper() in ("A", "H")


def trait_of(name: str, points: Fraction | None, notes: str = "", *, control: Fraction | None = None) -> Trait:
    """A trait from the name that a player reads. Its level is taken off the end, and what stands there in square brackets
    goes to the notes; the self-control number is ``control``, else the one in brackets or notes (B120)."""
    bracketed = ""
    if brackets := _BRACKETS.fullmatch(name):
        name, bracketed = brackets[1], f"[{brackets[2]}]"
    text = notes if bracketed in notes else f"{bracketed} {notes}"
    if control is None:
        control = control_in_name(f"{name} {bracketed}", points) or control_in_notes(name, notes)
    name = without_control(name, control)
    level: float = 0
    if (leveled := _LEVEL.fullmatch(name)) and (number := float(leveled[2] or leveled[3])) > 0:
        name, level = leveled[1], int(number) if number.is_integer() else number
    return Trait(
        name=name or "?",
        points=None if points is None else plain(points),
        level=level,
        self_control=int(control) if control else None,
        notes=tidy(text, NOTES_LIMIT),
    )


def note_levels(skills: tuple[Skill, ...], load: int, report: Report) -> None:
    """Notes skills without a usable level, and that levels may hold the load."""
    if unusable := [skill.name for skill in skills if skill.level is None]:
        report.note(_("Without a usable level: {unusable}.", unusable=some(unusable)))
    if load and skills:
        report.note(_("Levels are as the file states them; whether they hold the penalty for the load it doesn't say."))


def note_damaged_text(texts: Iterator[str], report: Report) -> None:
    """Notes names with characters that an earlier, wrong decoding lost for good."""
    if lost := [text for text in texts if "\ufffd" in text]:
        report.note(_("Letters were lost before the file was saved, and can't be brought back: {lost}.", lost=some(lost)))
