"""GCA 5 files: XML with one element for each row."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from tracker.interchange.character import ImportedCharacter
from tracker.interchange.detect import GCA_5, file_label
from tracker.interchange.gca.sheet import SECTIONS, Document, read_document, with_point
from tracker.interchange.gcs.document import Report, Row, tidy
from tracker.interchange.several import read_elements
from tracker.interchange.sheets import limit_rows
from tracker.interchange.xml import as_object, parse
from tracker.language import N_

_TAGS = ("name", "nameext", "score", "level", "points", "type", "step", "stepoff", "tl")
_SELF_CONTROL = "self-control"
_NUMBERS = ("score", "level", "points", "childpoints")


def read_gca5(data: bytes, *, filename: str, name: str | None = None) -> list[ImportedCharacter]:
    """The characters of a GCA 5 file; ``name`` as in ``read_several``.

    Raises Refused with the codes of ``xml.parse``, ``not_a_character`` when there is none in it, ``no_name``,
    ``too_many_rows``, and what ``read_several`` raises.
    """
    root = parse(data, file_label(filename), filename)

    def read(character: Element, sha256: str, given: str | None) -> ImportedCharacter:
        return read_document(_document(character, filename), filename=filename, sha256=sha256, name=given)

    return read_elements(root, read, data=data, filename=filename, name=name)


def _document(character: Element, filename: str) -> Document:
    report = Report()
    sections: dict[str, list[Row]] = {}
    for section in SECTIONS:
        elements = character.findall(f"traits/{section}/trait")
        limit_rows(len(elements), N_("rows"), filename)
        sections[section] = [
            Row(_row(element), f"{section}[{place}]", report) for place, element in enumerate(elements, start=1)
        ]
    campaign = character.find("campaign")
    head = Row({} if campaign is None else as_object(campaign), "campaign", report)
    return Document(
        name=tidy(character.findtext("name", "")),
        player=tidy(character.findtext("player", "")),
        format=GCA_5,
        report=report,
        campaign=head,
        carried=Row({"weight": with_point(_weight(character))}, "loadouts", report).number("weight"),
        sections=sections,
    )


def _row(element: Element) -> dict[str, Any]:
    """The tags of a trait, those that GCA 5 keeps in groups of their own among them."""
    row = {tag: element.findtext(tag, "") for tag in _TAGS}
    row |= {tag: element.findtext(f"calcs/{tag}", "") for tag in ("cost", "childpoints")}
    row |= {tag: element.findtext(f"ref/{tag}", "") for tag in ("usernotes", "pkids")}
    row["idkey"] = element.get("idkey", "")
    for modifier in element.iterfind("modifiers/modifier"):
        if modifier.findtext("group", "").strip().lower() == _SELF_CONTROL:
            row["resist"] = f"{modifier.findtext('name', '')}; {modifier.findtext('shortname', '')}"
    return row | {tag: with_point(row[tag]) for tag in _NUMBERS}


def _weight(character: Element) -> str:
    """The weight of the loadout in use."""
    used = character.findtext("currentloadout", "").strip()
    for loadout in character.iterfind("loadouts/loadout"):
        if used and loadout.findtext("name", "").strip() == used:
            return loadout.findtext("weight", "")
    return ""
