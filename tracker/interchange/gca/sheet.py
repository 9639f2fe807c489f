"""The sheet in a GCA file: versions 4 and 5 call the same things by the same names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tracker.events.sheet import Sheet, Skill, Trait
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.control import control_in_name, control_in_text
from tracker.interchange.gcs.document import Report, Row, plain
from tracker.interchange.gcs.load import load_level
from tracker.interchange.meta_traits import is_asked_about, meta_trait
from tracker.interchange.sheets import chosen_name, limit_rows
from tracker.interchange.stated import (
    attributes_of,
    is_technique,
    note_damaged_text,
    note_levels,
    pools_of,
    skill_of,
    trait_of,
)
from tracker.language import N_, _
from tracker.text import fold

SECTIONS = (
    "attributes",
    "languages",
    "cultures",
    "advantages",
    "perks",
    "disadvantages",
    "quirks",
    "features",
    "skills",
    "spells",
    "equipment",
    "templates",
)
_TRAITS = SECTIONS[1:8]
_COSTING = SECTIONS[:10]
_ATTRIBUTES = {
    "st": "st",
    "dx": "dx",
    "iq": "iq",
    "ht": "ht",
    "will": "will",
    "per": "perception",
    "basic_speed": "basic speed",
    "basic_move": "basic move",
}
_POOLS = {"HP": "hit points", "FP": "fatigue points"}
_DECIMAL_COMMA = re.compile(r"\s*([+-]?\d{1,9}),(\d{1,9})\s*")


@dataclass(slots=True)
class Document:
    """A GCA file taken apart. A row of a section has the keys that GCA calls its tags (``name``, ``nameext``, ``score``,
    ``level``, ``points``, ``type``, ``step``, ``stepoff``, ``tl``, ``cost`` per level, ``childpoints``, ``pkids``,
    ``idkey``) and ``resist``, the words of its self-control roll. ``carried`` is the weight of what is carried."""

    name: str
    player: str
    format: str
    report: Report
    campaign: Row
    carried: Fraction | None = None
    sections: dict[str, list[Row]] = field(default_factory=dict)

    def rows(self, section: str) -> list[Row]:
        return self.sections.get(section, [])


def with_point(text: str) -> str:
    """A number with its decimal comma made a point; any other text as it is."""
    return f"{comma[1]}.{comma[2]}" if (comma := _DECIMAL_COMMA.fullmatch(text)) else text


def read_document(document: Document, *, filename: str, sha256: str, name: str | None) -> ImportedCharacter:
    """The character in a GCA file. Raises Refused with ``no_name`` and ``too_many_rows``."""
    report = document.report
    shown_name = chosen_name(document.name, name, filename, report.note)
    limit_rows(sum(len(document.rows(section)) for section in SECTIONS), N_("rows"), filename)
    scores: dict[str, Fraction | None] = {}
    for row in document.rows("attributes"):
        scores.setdefault(fold(row.text("name")), row.number("score"))
    pools, current = pools_of({pool: (scores.get(stored), None) for pool, stored in _POOLS.items()}, report)
    load = _load(document, scores.get("basic lift"))
    skills = tuple(_skill(row, "") for row in document.rows("skills"))
    spells = tuple(_skill(row, "spell") for row in document.rows("spells"))
    traits = tuple(_trait(row) for section in _TRAITS for row in document.rows(section))
    sheet = Sheet(
        attributes=attributes_of({key: scores.get(stored) for key, stored in _ATTRIBUTES.items()}, report),
        pools=pools,
        skills=skills + spells,
        traits=(
            *traits,
            *(meta_trait(name) for row in document.rows("templates") if is_asked_about(name := _full_name(row))),
        ),
        load=load,
        points_total=plain(_budget(document)),
        points_spent=plain(_spent(document)),
        exact=True,
    )
    note_levels(sheet.skills, load, report)
    report.note(_("The file doesn't state the points spent; they were added up from its rows, those of templates too."))
    note_damaged_text(_names(sheet), report)
    return ImportedCharacter(
        name=shown_name,
        player=document.player,
        sheet=sheet,
        current=current,
        format=document.format,
        sha256=sha256,
        counts=Counts(
            traits=len(traits),
            traits_enabled=len(traits),
            skills=len(skills),
            techniques=sum(skill.kind == "technique" for skill in skills),
            spells=len(spells),
            equipment_carried=len(document.rows("equipment")),
        ),
        notes=report.sentences(),
    )


def _names(sheet: Sheet) -> Iterator[str]:
    yield from (trait.name for trait in sheet.traits)
    yield from (skill.name for skill in sheet.skills)


def _full_name(row: Row) -> str:
    name, tech_level, extension = row.text("name"), row.text("tl"), row.text("nameext")
    return name + (f"/TL{tech_level}" if tech_level else "") + (f" ({extension})" if extension else "")


def _skill(row: Row, kind: str) -> Skill:
    kind = kind or ("technique" if is_technique(row.text("type")) else "skill")
    relative = row.text("stepoff") + row.text("step")
    return skill_of(_full_name(row), row.number("level"), row.number("points"), kind=kind, relative=relative)


def _trait(row: Row) -> Trait:
    """A trait without levels has level 1 and one cost (``-15``); one with levels says what the next costs (``5/10``)."""
    level = row.number("level") or Fraction(0)
    points = row.number("points")
    control = control_in_text(row.text("resist", limit=500)) or control_in_name(_full_name(row), points)
    trait = trait_of("", points, row.text("usernotes", limit=2000), control=control or Fraction(0))
    leveled = level > 1 or (level > 0 and "/" in row.text("cost"))
    return Trait(
        name=_full_name(row) or "?",
        points=trait.points,
        level=plain(level) if leveled else 0,
        self_control=trait.self_control,
        notes=trait.notes,
    )


def _budget(document: Document) -> Fraction:
    """The point total. GCA's own may leave out the points that the campaign starts with: then they come on top."""
    campaign, report = document.campaign, document.report
    total, base = campaign.number("totalpoints"), campaign.number("basepoints") or Fraction(0)
    if total is None:
        report.note(_("The file doesn't state its point total; it counts as 0."))
        return Fraction(0)
    earned = (campaign.number("loggedpoints") or Fraction(0)) + (campaign.number("otherpoints") or Fraction(0))
    if base and total == earned:
        report.note(
            _(
                "The file's point total of {total} is what was earned beside the {base} at the start.",
                total=plain(total),
                base=plain(base),
            )
        )
        return base + total
    return total


def _spent(document: Document) -> Fraction:
    """What the rows cost. A parent's points hold those of its children, which are rows of their own."""
    costs: dict[str, Fraction] = {}
    for section in _COSTING:
        for place, row in enumerate(document.rows(section)):
            own = (row.number("points") or Fraction(0)) - (row.number("childpoints") or Fraction(0))
            costs[row.text("idkey") or f"{section} {place}"] = own
    total = sum(costs.values(), Fraction(0))
    for row in document.rows("templates"):
        members = (costs.get(key.strip(), Fraction(0)) for key in row.text("pkids", limit=5000).split(","))
        total += (row.number("points") or Fraction(0)) - sum(members, Fraction(0))
    return total


def _load(document: Document, lift: Fraction | None) -> int:
    """The load level of the weight that the file says is carried, by the Basic Lift that it states (B17)."""
    if document.carried is None or lift is None:
        document.report.note(_("The file doesn't state the load; it counts as none."))
        return 0
    return load_level(document.carried, lift)
