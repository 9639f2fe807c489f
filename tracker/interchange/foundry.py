"""Actors of the GURPS Game Aid for Foundry VTT, as that program exports them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from tracker.errors import Refused
from tracker.events.sheet import Sheet, Skill
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import file_label, is_actor
from tracker.interchange.gcs.document import Report, Row, some, tidy
from tracker.interchange.meta_traits import is_asked_about, meta_trait
from tracker.interchange.several import read_several
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
from tracker.language import N_, _

_SYSTEM_ID = "gurps"
_BASIC = {"st": "ST", "dx": "DX", "iq": "IQ", "ht": "HT", "will": "WILL", "per": "PER"}
_PARTS = ("attributes", "ads", "disads", "quirks", "skills", "spells", "race")
# Where an actor's own list, and in a Foundry item the part that is like a row of that list, are found.
_ITEM_PARTS = {"ads": "fea", "skills": "ski", "spells": "spl"}


def read_actors(document: dict[str, Any], *, data: bytes, filename: str, name: str | None = None) -> list[ImportedCharacter]:
    """The characters among the decoded ``actors``; ``name`` as in ``read_several``.

    Raises Refused with ``not_a_character`` for an actor of another game, ``no_name``, ``too_many_rows``, and what
    ``read_several`` raises.
    """
    entries = document["actors"]
    actors = [entry for entry in entries if isinstance(entry, dict) and is_actor(entry)]
    others = len(entries) - len(actors)

    def read(actor: dict[str, Any], sha256: str, given: str | None) -> ImportedCharacter:
        return _read_actor(actor, others, filename=filename, sha256=sha256, name=given)

    return read_several(
        actors,
        read,
        name_of=lambda actor: tidy(actor["name"]),
        bytes_of=msgspec.json.encode,
        data=data,
        filename=filename,
        name=name,
    )


def _read_actor(actor: dict[str, Any], others: int, *, filename: str, sha256: str, name: str | None) -> ImportedCharacter:
    report = Report()
    top = Row(actor, "", report)
    system = top.row("system", "data")
    _require_gurps(top, system, filename)
    shown_name = chosen_name(top.text("name"), name, filename, report.note)
    lists = _lists(top, system, report)
    carried, elsewhere = (list(_below(rows_of(system.row("equipment"), key))) for key in ("carried", "other"))
    reminders = tuple(_reminders(system))
    rows = sum(len(found) for found in (*lists.values(), carried, elsewhere, reminders))
    limit_rows(rows, N_("rows"), filename)

    load = _load(system, report)
    traits = [row for row in lists["ads"] if not _holds_rows(row)]
    skills = tuple(_skill(row) for row in lists["skills"] if not _is_heading(row))
    spells = tuple(
        skill_of(row.text("name"), _level(row), row.number("points"), kind="spell", relative=row.text("relativelevel"))
        for row in lists["spells"]
        if not _is_heading(row)
    )
    pools, current = pools_of(
        {pool: (system.row(pool).number("max"), system.row(pool).number("value")) for pool in ("HP", "FP")}, report
    )
    total, spent = _points(system, report)
    sheet = Sheet(
        attributes=_attributes(system, report),
        pools=pools,
        skills=skills + spells,
        traits=tuple(
            trait_of(row.text("name"), row.number("points"), row.text("notes", limit=2000), control=row.number("cr"))
            for row in traits
        )
        + tuple(map(meta_trait, filter(is_asked_about, (row.text("name") for row in lists["ads"] if _holds_rows(row))))),
        load=load,
        points_total=total,
        points_spent=spent,
        tech_level=system.row("traits").text("techlevel"),
        exact=True,
        reminders=reminders,
    )
    note_levels(sheet.skills, load, report)
    _note_left_out(system, others, report)
    note_damaged_text((row.text("name") for rows in lists.values() for row in rows), report)
    return ImportedCharacter(
        name=shown_name,
        player=system.row("traits").text("player"),
        sheet=sheet,
        current=current,
        format=" ".join(filter(None, ("Foundry VTT", top.row("_stats").text("systemVersion")))),
        sha256=sha256,
        counts=Counts(
            traits=len(traits),
            traits_enabled=len(traits),
            trait_containers=len(lists["ads"]) - len(traits),
            skills=len(skills),
            techniques=sum(skill.kind == "technique" for skill in skills),
            spells=len(spells),
            equipment_carried=len(carried),
            equipment_other=len(elsewhere),
        ),
        notes=report.sentences(),
    )


def _require_gurps(top: Row, system: Row, filename: str) -> None:
    """Raises Refused (``not_a_character``) for an actor of another of Foundry's games: they all look alike from afar."""
    game = top.row("_stats").text("systemId", limit=40)
    if game and game != _SYSTEM_ID:
        reason = _("is of Foundry's system “{game}”", game=game)
    elif not any(system.row("attributes").row(key).data for key in _BASIC.values()):
        reason = _("has none of the GURPS attributes")
    else:
        return
    raise Refused(
        _(
            "{filename}: the actor “{text}” {reason}; nothing was imported.",
            filename=file_label(filename),
            text=top.text("name"),
            reason=reason,
        ),
        code="not_a_character",
        where=filename,
    )


def _lists(top: Row, system: Row, report: Report) -> dict[str, list[Row]]:
    """The rows of traits, skills and spells, those inside of others too. Newer exports keep them as Foundry items; older
    ones have items besides, which only mirror the lists."""
    found = {key: list(_below(rows_of(system, key))) for key in _ITEM_PARTS}
    if any(found.values()):
        return found
    for item in top.rows("items"):
        inner = item.row("system", "data")
        for key, part in _ITEM_PARTS.items():
            if inner.has(part):
                row = inner.row(part)
                row.data = {"name": item.data.get("name")} | row.data
                found[key].append(row)
    if not any(found.values()):
        report.note(_("This export holds no traits, skills or spells at all."))
    return found


def _below(rows: list[Row]) -> Iterator[Row]:
    for row in rows:
        yield row
        yield from _below(rows_of(row, "contains"))


def _holds_rows(row: Row) -> bool:
    return bool(rows_of(row, "contains"))


def _is_heading(row: Row) -> bool:
    return _holds_rows(row) and _level(row) is None


def _level(row: Row) -> Fraction | None:
    """``import`` is the final level; ``level`` is often 0 or empty, but all there is for rows typed in there."""
    imported = row.number("import")
    return imported if imported is not None else (row.number("level") or None)


def _skill(row: Row) -> Skill:
    kind = "technique" if is_technique(row.text("type")) else "skill"
    relative = row.text("relativelevel")
    return skill_of(row.text("name"), _level(row), row.number("points"), kind=kind, relative=relative)


def _attributes(system: Row, report: Report) -> dict[str, float]:
    values: dict[str, Fraction | None] = {}
    for key, stored in _BASIC.items():
        row = system.row("attributes").row(stored)
        # ``value`` often is an untouched 10.
        values[key] = row.number("import" if row.has("import") else "value")
    values["basic_speed"] = system.row("basicspeed").number("value")
    values["basic_move"] = system.row("basicmove").number("value")
    return attributes_of(values, report)


def _load(system: Row, report: Report) -> int:
    for row in rows_of(system, "encumbrance"):
        level = row.number("level")
        if row.flag("current") and level is not None and 0 <= level <= HEAVIEST_LOAD:
            return int(level)
    report.note(_("The file doesn't state the load; it counts as none."))
    return 0


def _points(system: Row, report: Report) -> tuple[float, float]:
    stored = system.row("totalpoints")
    parts = sum((stored.number(part) or Fraction(0) for part in _PARTS), Fraction(0))
    languages = sum((row.number("points") or Fraction(0) for row in rows_of(system, "languages")), Fraction(0))
    return points_of(stored.number("total"), stored.number("unspent"), (parts, parts + languages), report)


def _reminders(system: Row) -> Iterator[str]:
    for key in ("conditionalmods", "reactions"):
        for row in rows_of(system, key):
            if text := " ".join(filter(None, (row.text("modifier"), row.text("situation")))):
                yield text


def _note_left_out(system: Row, others: int, report: Report) -> None:
    if languages := [
        f"{row.text('name')} ({', '.join(filter(None, (row.text('spoken'), row.text('written'))))})"
        for row in rows_of(system, "languages")
    ]:
        report.note(_("The list of languages was left out: {languages}.", languages=some(languages)))
    if trackers := [
        f"{row.text('name')} {row.text('value')}/{row.text('max')}"
        for row in rows_of(system.row("additionalresources"), "tracker")
        if row.text("name")
    ]:
        report.note(_("Trackers were left out: {trackers}.", trackers=some(trackers)))
    if others:
        report.note(_("Entries of the file that are no characters were left out: {others}.", others=others))
