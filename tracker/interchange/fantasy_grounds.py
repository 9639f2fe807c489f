"""Characters that Fantasy Grounds exports as XML, often by way of another program's template."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree.ElementTree import Element

from tracker.errors import Refused
from tracker.events.sheet import Sheet, Skill
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import FANTASY_GROUNDS, file_label
from tracker.interchange.gcs.document import Report, Row, some
from tracker.interchange.several import read_elements
from tracker.interchange.sheets import chosen_name, limit_rows
from tracker.interchange.stated import (
    HEAVIEST_LOAD,
    attributes_of,
    is_technique,
    note_damaged_text,
    note_levels,
    points_of,
    pools_of,
    rows_of,
    skill_of,
    trait_of,
)
from tracker.interchange.xml import as_object, parse
from tracker.language import N_, _

_ATTRIBUTES = {
    "st": "strength",
    "dx": "dexterity",
    "iq": "intelligence",
    "ht": "health",
    "will": "will",
    "per": "perception",
    "basic_speed": "basicspeed",
    "basic_move": "basicmove",
}
_POOLS = {"HP": ("hitpoints", "hps"), "FP": ("fatiguepoints", "fps")}
_PARTS = ("attributes", "ads", "disads", "quirks", "skills", "spells", "powers", "others")
_LEFT_OUT = {
    "abilities": ("powerlist", "otherlist"),
    "traits": ("culturalfamiliaritylist", "languagelist"),
}

_MENDING_LIMIT = 2 * 1024 * 1024  # bytes; exports have some ten thousand
# What templates forget to escape. A well-formed file holds none of these.
_LONE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_LONE_LESS = re.compile(rb"<(?![A-Za-z_/!?])")
_OPEN_BREAK = re.compile(rb"<br\s*>(?:\s*</br>)?", re.IGNORECASE)


def read_fantasy_grounds(data: bytes, *, filename: str, name: str | None = None) -> list[ImportedCharacter]:
    """The characters of an export; ``name`` as in ``read_several``.

    Raises Refused with the codes of ``xml.parse``, ``not_a_character`` when there is none in it, ``no_name``,
    ``too_many_rows``, and what ``read_several`` raises.
    """
    root, mended = _tree(data, filename)
    for element in root.iter():
        if element.get("type") == "formattedtext":
            text = " ".join(element.itertext())
            element.clear()
            element.text = text

    def read(character: Element, sha256: str, given: str | None) -> ImportedCharacter:
        report = Report()
        if mended:
            report.note(_("The file isn't sound XML; signs that its template left unescaped were mended."))
        return _read(Row(as_object(character), "", report), report, filename=filename, sha256=sha256, name=given)

    return read_elements(root, read, data=data, filename=filename, name=name)


def _tree(data: bytes, filename: str) -> tuple[Element, bool]:
    """The tree, and whether it could only be read once the usual faults of templates were mended."""
    label = file_label(filename)
    try:
        return parse(data, label, filename), False
    except Refused as problem:
        if problem.code != "damaged_file" or len(data) > _MENDING_LIMIT:
            raise
        mended = _OPEN_BREAK.sub(b"<br/>", _LONE_LESS.sub(b"&lt;", _LONE_AMPERSAND.sub(b"&amp;", data)))
        return parse(mended, label, filename), True


def _read(top: Row, report: Report, *, filename: str, sha256: str, name: str | None) -> ImportedCharacter:
    shown_name = chosen_name(top.text("name"), name, filename, report.note)
    abilities, traits, stored = top.row("abilities"), top.row("traits"), top.row("attributes")
    skill_rows, spell_rows = rows_of(abilities, "skilllist"), rows_of(abilities, "spelllist")
    trait_rows = [row for key in ("adslist", "disadslist") for row in rows_of(traits, key)]
    items = rows_of(top, "inventorylist")
    limit_rows(len(skill_rows) + len(spell_rows) + len(trait_rows) + len(items), N_("rows"), filename)

    load = _load(top, report)
    skills = tuple(_skill(row, "technique" if is_technique(row.text("type")) else "skill") for row in skill_rows)
    spells = tuple(_skill(row, "spell") for row in spell_rows)
    pools, current = pools_of(
        {pool: (stored.number(most), stored.number(left)) for pool, (most, left) in _POOLS.items()}, report
    )
    totals = top.row("pointtotals")
    parts = sum((totals.number(part) or Fraction(0) for part in _PARTS), Fraction(0))
    total, spent = points_of(totals.number("totalpoints"), totals.number("unspentpoints"), (parts,), report)
    sheet = Sheet(
        attributes=attributes_of({key: stored.number(tag) for key, tag in _ATTRIBUTES.items()}, report),
        pools=pools,
        skills=skills + spells,
        traits=tuple(trait_of(row.text("name"), row.number("points"), row.text("text", limit=2000)) for row in trait_rows),
        load=load,
        points_total=total,
        points_spent=spent,
        tech_level=traits.text("tl"),
        exact=True,
    )
    note_levels(sheet.skills, load, report)
    left_out = [
        row.text("name")
        for part, keys in _LEFT_OUT.items()
        for key in keys
        for row in rows_of(top.row(part), key)
        if row.has("name")
    ]
    if left_out:
        report.note(_("The lists of languages, cultures and powers were left out: {left_out}.", left_out=some(left_out)))
    report.note(_("The format has no place for the player's name."))
    note_damaged_text((row.text("name") for row in (*trait_rows, *skill_rows, *spell_rows)), report)
    carried = sum((row.number("carried") or 0) > 0 for row in items)
    return ImportedCharacter(
        name=shown_name,
        player="",
        sheet=sheet,
        current=current,
        format=FANTASY_GROUNDS,
        sha256=sha256,
        counts=Counts(
            traits=len(trait_rows),
            traits_enabled=len(trait_rows),
            skills=len(skills),
            techniques=sum(skill.kind == "technique" for skill in skills),
            spells=len(spells),
            equipment_carried=carried,
            equipment_other=len(items) - carried,
        ),
        notes=report.sentences(),
    )


def _skill(row: Row, kind: str) -> Skill:
    return skill_of(
        row.text("name"), row.number("level"), row.number("points"), kind=kind, relative=row.text("relativelevel")
    )


def _load(top: Row, report: Report) -> int:
    for level in range(HEAVIEST_LOAD + 1):
        if top.row("encumbrance").number(f"enc_{level}") == 1:
            return level
    report.note(_("The file doesn't state the load; it counts as none."))
    return 0
