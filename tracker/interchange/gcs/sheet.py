"""Assembles the sheet of a GCS character and the report on it."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

from tracker.events.sheet import Sheet
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.gcs.attributes import STANDARD, Value, read_attributes
from tracker.interchange.gcs.document import Node, Report, Row, plain, some, walk
from tracker.interchange.gcs.entries import Entry, read_entries
from tracker.interchange.gcs.features import Bonuses, collect
from tracker.interchange.gcs.load import Load, basic_lift, pounds, read_load
from tracker.interchange.gcs.skills import level_rows, skills_of
from tracker.interchange.gcs.traits import Costs, meta_traits_of, traits_of
from tracker.interchange.gcs.work import limit_bonuses, limit_defaults, limit_modifiers
from tracker.interchange.sheets import chosen_name, limit_rows
from tracker.language import N_, _, ngettext

NEWEST_VERSION = 5  # of XML as of JSON


def read_sheet(
    document: dict[str, Any], notation: str, version: int | None, *, filename: str, sha256: str, name: str | None = None
) -> ImportedCharacter:
    """The character in a decoded GCS sheet, told in the terms of JSON version 2 or later. ``notation`` ("JSON", "XML") and
    ``version`` (None: the file doesn't say it) are those of the file.

    Raises Refused with ``no_name`` when there is no name, ``too_many_rows`` for absurdly long sheets, and what
    ``clean_name`` raises for a given ``name`` that can't be kept.
    """
    report = Report()
    sheet = Row(document, "", report)
    profile, settings = sheet.row("profile"), sheet.row("settings")
    shown_name = _name(profile, name, filename, report)
    _note_version(version, report)

    traits = list(walk(sheet.rows("traits", "advantages", own_replacements=True)))
    skill_nodes = list(walk(sheet.rows("skills", own_replacements=True)))
    spell_nodes = list(walk(sheet.rows("spells", own_replacements=True)))
    carried = sheet.rows("equipment", own_replacements=True)
    carried_nodes = list(walk(carried))
    other_nodes = list(walk(sheet.rows("other_equipment", own_replacements=True)))
    lists = (traits, skill_nodes, spell_nodes, carried_nodes, other_nodes)
    rows = sum(len(nodes) for nodes in lists) + len(sheet.rows("attributes")) + len(settings.rows("attributes"))
    limit_rows(rows, N_("rows"), filename)

    limit_modifiers(traits, filename)
    bonuses = collect(traits, skill_nodes, spell_nodes, _in_use(carried_nodes))
    limit_rows(bonuses.count, N_("bonuses"), filename)
    limit_bonuses(bonuses, (*skill_nodes, *spell_nodes), filename)
    attributes = read_attributes(sheet, bonuses, report)
    trusted = not any(key in attributes and attributes[key].is_stale for key in STANDARD) and any(
        value.stored is not None for value in attributes.values()
    )
    load = _load(sheet, carried, attributes, bonuses, trusted, report)
    if load.for_skills and version == 0:
        report.note(_("Sheets of this age don't say which skills a load hinders; no skill of this one is hindered."))
    skills = read_entries(skill_nodes, bonuses, spells=False)
    spells = read_entries(spell_nodes, bonuses, spells=True)
    limit_defaults(skills, filename)
    costs = Costs(traits, multiplicative=settings.flag("use_multiplicative_modifiers"), trusted=trusted)
    if not trusted and (traits or skills or spells):
        report.note(_("The levels of skills and spells and the costs of traits were worked out anew as well."))
    spent = (
        sum((value.points for value in attributes.values()), Fraction(0))
        + costs.total
        + sum((entry.row.number("points") or Fraction(0) for entry in (*skills, *spells)), Fraction(0))
    )
    pools = {key.upper(): value for key, value in attributes.items() if value.is_pool}
    result = Sheet(
        attributes={key: plain(value.value) for key, value in attributes.items() if not value.is_pool},
        pools={key: int(pool.value) for key, pool in pools.items()},
        skills=skills_of(
            level_rows(skills, spells, attributes, bonuses, load.for_skills), load.for_skills, trusted, attributes, report
        ),
        traits=(*traits_of(traits, costs), *meta_traits_of(traits)),
        load=load.level,
        points_total=plain(_points_total(sheet, spent, report)),
        points_spent=plain(spent),
        tech_level=profile.text("tech_level"),
        exact=True,
        reminders=bonuses.reminders(),
    )
    _note_rows(traits, skills, spells, report)
    return ImportedCharacter(
        name=shown_name,
        player=profile.text("player_name"),
        sheet=result,
        current={key: int(pool.value - pool.damage) for key, pool in pools.items()},
        format=f"GCS {notation} {'(no version)' if version is None else version}",
        sha256=sha256,
        counts=_counts(traits, skills, spells, carried_nodes, other_nodes),
        notes=report.sentences(),
    )


def _name(profile: Row, given: str | None, filename: str, report: Report) -> str:
    own, raw = profile.text("name"), profile.data.get("name")
    if isinstance(raw, str) and own != " ".join(unicodedata.normalize("NFC", raw).split()):
        report.note(_("The name on the sheet holds invisible marks or is too long; it was cleaned."))
    return chosen_name(own, given, filename, report.note)


def _note_version(version: int | None, report: Report) -> None:
    if version is None:
        report.note(_("The file doesn't say its format version; it was read as one of the known ones."))
    elif version > NEWEST_VERSION:
        report.note(
            _(
                "The file's format version {version} is newer than the ones known here (up to "
                "{newest}); what could be read was read, check the result.",
                version=version,
                newest=NEWEST_VERSION,
            )
        )


def _points_total(sheet: Row, spent: Fraction, report: Report) -> Fraction:
    total, unspent = sheet.number("total_points"), sheet.number("unspent_points")
    if total is None and unspent is not None:
        report.note(_("The sheet says only how many points are unspent; the total was worked out."))
        return spent + unspent
    if total is None:
        report.note(_("The sheet doesn't say its point total; it counts as 0."))
    return total or Fraction(0)


def _in_use(carried: list[Node]) -> list[Row]:
    """Carried equipment whose bonuses work: equipped together with everything that it is in, and not used up."""
    return [
        node.row
        for node in carried
        if all(row.flag("equipped") for row in (node.row, *node.parents)) and node.row.number("quantity") != 0
    ]


def _load(
    sheet: Row, carried: list[Row], attributes: dict[str, Value], bonuses: Bonuses, trusted: bool, report: Report
) -> Load:
    lift = pounds(sheet.row("calc").text("basic_lift")) if trusted else None
    if lift is None:
        strength = attributes["st"].value if "st" in attributes else Fraction(0)
        own = sheet.row("settings").text("damage_progression") == "knowing_your_own_strength"
        lift = basic_lift(strength + bonuses.attribute("st", "lifting_only"), own_strength=own)
        if carried:
            report.note(_("Basic Lift was worked out from ST for the load."))
    return read_load(carried, lift, report)


def _note_rows(traits: list[Node], skills: list[Entry], spells: list[Entry], report: Report) -> None:
    off = [node for node in traits if not node.enabled and not node.row.is_container]
    if off:
        which = some([node.row.text("name") for node in off])
        report.note(
            ngettext(
                "{count} trait is switched off on the sheet: {traits}.",
                "{count} traits are switched off on the sheet: {traits}.",
                len(off),
                traits=which,
            )
        )
    known = {"trait", "trait_container", "advantage", "advantage_container", ""}
    if strange := [node.row for node in traits if node.row.kind not in known]:
        which = some([f"{row.text('name')} ({row.text('type')})" for row in strange])
        report.note(_("Rows of a kind that GCS doesn't know were read as plain traits: {which}.", which=which))
    names = [*(node.row.text("name") for node in traits), *(entry.name for entry in (*skills, *spells))]
    if blanks := [name for name in names if re.search(r"@[^@]+@", name)]:
        report.note(_("Names with an unfilled placeholder: {blanks}.", blanks=some(blanks)))


def _counts(traits: list[Node], skills: list[Entry], spells: list[Entry], carried: list[Node], other: list[Node]) -> Counts:
    plain_traits = [node for node in traits if not node.row.is_container]
    return Counts(
        traits=len(plain_traits),
        traits_enabled=sum(node.enabled for node in plain_traits),
        trait_containers=len(traits) - len(plain_traits),
        skills=len(skills),
        techniques=sum(entry.kind == "technique" for entry in skills),
        spells=len(spells),
        equipment_carried=len(carried),
        equipment_other=len(other),
    )
