"""GCA 4 files: text of ``[Sections]``, in which each line is a row of ``tag(value)`` pairs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from tracker.errors import Refused
from tracker.interchange.character import ImportedCharacter
from tracker.interchange.decode import require_utf8
from tracker.interchange.detect import GCA_4, file_label
from tracker.interchange.gca.sheet import SECTIONS, Document, read_document, with_point
from tracker.interchange.gcs.document import Report, Row
from tracker.interchange.sheets import limit_rows
from tracker.language import N_, _

SIZE_LIMIT = 4 * 1024 * 1024
"""Bytes; a file has some 700,000, most of them GCA's own lists."""

_BOM = b"\xef\xbb\xbf"
_ENCODING = re.compile(rb"\s*Encoding=\s*([\w-]{1,20})")
_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "ascii", "iso-8859-1": "latin-1", "windows-1252": "cp1252"}
_SECTION = re.compile(r"\s*\[([A-Za-z ]{1,30})\]\s*")
_TAG = re.compile(r"(?<!\w)([A-Za-z]\w{0,29})\(")
_PARENTHESIS = re.compile(r"[()]")
_RESIST = re.compile(r"resist on a roll of \d{1,2} or less", re.IGNORECASE)
_HEADS = ("general", "campaign")
_RENAMED = {"stats": "attributes"}
_NUMBERS = ("score", "level", "points", "childpoints")
_HEAD_NUMBERS = ("totalpoints", "basepoints", "loggedpoints", "otherpoints", "currentload")
_HEAD_TAGS = ("charname", "playername", *_HEAD_NUMBERS)


def read_gca4(data: bytes, *, filename: str, name: str | None = None) -> list[ImportedCharacter]:
    """The character of a GCA 4 file. Raises Refused with ``too_large``, ``not_utf8``, ``unknown_encoding``,
    ``no_name`` and ``too_many_rows``."""
    if len(data) > SIZE_LIMIT:
        raise Refused(
            _(
                "{filename} is {data:,} bytes large; {SIZE_LIMIT:,} are allowed for a GCA 4 file.",
                filename=file_label(filename),
                data=len(data),
                SIZE_LIMIT=SIZE_LIMIT,
            ),
            code="too_large",
            where=filename,
        )
    report = Report()
    heads: dict[str, str] = {}
    sections: dict[str, list[Row]] = {}
    section = ""
    for number, line in enumerate(_text(data, filename).splitlines(), start=1):
        if heading := _SECTION.fullmatch(line):
            section = heading[1].strip().lower()
            section = _RENAMED.get(section, section)
        elif section in _HEADS:
            for tag, value in tags_of(line):
                if tag in _HEAD_TAGS:
                    heads.setdefault(tag, value)
        elif section in SECTIONS and (row := _row(line)):
            rows = sections.setdefault(section, [])
            rows.append(Row(row, f"line {number}", report))
            limit_rows(len(rows), N_("rows"), filename)
    numbers = {tag: with_point(value) for tag, value in heads.items() if tag in _HEAD_NUMBERS}
    head = Row(heads | numbers, "", report)
    document = Document(
        name=head.text("charname"),
        player=head.text("playername"),
        format=GCA_4,
        report=report,
        campaign=head,
        carried=head.number("currentload"),
        sections=sections,
    )
    return [read_document(document, filename=filename, sha256=hashlib.sha256(data).hexdigest(), name=name)]


def tags_of(line: str) -> Iterator[tuple[str, str]]:
    """The ``tag(value)`` pairs of a line, tags in lower case; a value may hold parentheses and whole pairs itself. What
    is never closed ends with the line."""
    place = 0
    while tag := _TAG.search(line, place):
        depth, end = 1, len(line)
        for sign in _PARENTHESIS.finditer(line, tag.end()):
            depth += 1 if sign[0] == "(" else -1
            if not depth:
                end = sign.start()
                break
        yield tag[1].lower(), line[tag.end() : end]
        place = end + 1


def _row(line: str) -> dict[str, str]:
    """A row's tags. Of several of one name the first counts, but of an attribute's scores the last."""
    row: dict[str, str] = {}
    for tag, value in tags_of(line):
        if tag == "score" or tag not in row:
            row[tag] = with_point(value) if tag in _NUMBERS else value
    if "name" not in row:
        return {}
    if resist := _RESIST.search(line):
        row["resist"] = resist[0]
    return row


def _text(data: bytes, filename: str) -> str:
    body = data.removeprefix(_BOM)
    label = file_label(filename)
    stated = _ENCODING.match(body)
    encoding = _ENCODINGS.get(stated[1].decode("ascii", "replace").lower()) if stated else None
    if encoding is None:
        raise Refused(
            _("{label} is in an encoding that can't be read; save it as UTF-8.", label=label),
            code="unknown_encoding",
            where=filename,
        )
    if encoding == "utf-8":
        require_utf8(body, label, filename)
    return body.decode(encoding, "replace")
