"""What a file is, told from its bytes and never from its name."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from tracker.errors import Refused
from tracker.interchange.decode import decode_json, decode_toml, require_unique_keys, require_utf8
from tracker.language import N_, _

SIZE_LIMIT = 20 * 1024 * 1024
SIMPLE_SIZE_LIMIT = 100_000  # bytes; a sheet written by hand takes a few thousand

GCS_JSON, GCS_XML, SIMPLE_JSON, SIMPLE_TOML = "GCS JSON", "GCS XML", "Rollbook JSON", "Rollbook TOML"
FOUNDRY, FANTASY_GROUNDS, GCA_4, GCA_5 = "Foundry VTT", "Fantasy Grounds", "GCA 4", "GCA 5"
"""Formats that can be read."""

_BOM = b"\xef\xbb\xbf"
_SNIFF = 64 * 1024
_XML_PROLOG = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>", re.DOTALL)
_XML_ROOT = re.compile(r"<([A-Za-z_][\w:.-]*)([^<>]*)")
_XML_VERSION = re.compile(r"""\sversion\s*=\s*["']\s*(\d{1,4})\s*["']""")
_FOUNDRY_TYPES = ("character", "enemy", "characterV2")  # no set: a file may hold a list there
_LISTS = ("traits", "advantages", "skills", "spells", "equipment", "notes")
_TABLES = ("attributes", "pools", "skills", "traits")
# Lines that every simple sheet in TOML has, so that other texts need not be read as TOML to tell that they are none.
_TOML_NAME = re.compile(rb"""^[ \t]*["']?name["']?[ \t]*=""", re.MULTILINE)
_TOML_TABLE = re.compile(
    rb"""^[ \t]*(?:\[{1,2}[ \t]*)?["']?(?:attributes|pools|skills|traits)["']?[ \t]*[].=]""", re.MULTILINE
)


class Found(Struct, frozen=True):
    """A recognised file. ``what`` says it in words ("a GCS XML 3 sheet"); ``format`` and ``document`` are only there for
    what can be read, ``document`` for JSON and TOML. ``version`` is that of a GCS sheet, for JSON 0 when the file doesn't
    say it."""

    what: str
    is_character: bool = True
    format: str = ""
    document: dict[str, Any] | None = None
    version: int = 0


def file_label(filename: str) -> str:
    """The file's name for a message: without folders and control characters, quoted."""
    shown = "".join(c for c in PurePath(filename).name if c.isprintable()).strip()[:120]
    return f"“{shown}”" if shown else _("The file")


def detect(data: bytes, filename: str) -> Found:
    """Tells what the bytes are; for what can be read the decoded document comes along.

    Raises Refused for what can't be read at all: ``empty_file``, ``too_large``, ``not_utf8``, ``damaged_file`` (the line
    is named), ``too_deep``, and ``bad_sheet`` for a simple sheet in JSON that says a key twice.
    """
    label = file_label(filename)
    if len(data) > SIZE_LIMIT:
        size = len(data) / 1024 / 1024
        raise Refused(
            _(
                "{label} is {size:.0f} MB large; {SIZE_LIMIT} MB are allowed.",
                label=label,
                size=size,
                SIZE_LIMIT=SIZE_LIMIT // 1024 // 1024,
            ),
            code="too_large",
            where=filename,
        )
    body = data.removeprefix(_BOM)
    if not body.strip():
        raise Refused(_("{label} is empty.", label=label), code="empty_file", where=filename)
    head = body[:_SNIFF].decode("latin-1").lstrip()
    conflict = head.startswith("<<<<<<< ")
    if head.startswith("<") and not conflict:
        return _xml(head, body)
    if head.startswith("Encoding=") and re.search(r"^\s*\[System\]", head, re.MULTILINE):
        return Found("a GCA 4 character", format=GCA_4)
    require_utf8(body, label, filename)
    if not head.startswith("{") and _TOML_NAME.search(body) and _TOML_TABLE.search(body):
        _require_small(body, label, filename)
        document = decode_toml(body, label, filename)
        # Whether the name stands where it should is the reader's to say: below a table's heading it belongs to that table.
        if any(table in document for table in _TABLES):
            return Found("a simple sheet in TOML", format=SIMPLE_TOML, document=document)
    if not head.startswith(("{", "[")) and not conflict:
        return Found(N_("not a character file"), is_character=False)
    found = _json(decode_json(body, label, filename))
    if found.format == SIMPLE_JSON:
        _require_small(body, label, filename)
        require_unique_keys(body, label)
    return found


def _xml(head: str, body: bytes) -> Found:
    start = 0
    while prolog := _XML_PROLOG.match(head, start):
        start = prolog.end()
    root = _XML_ROOT.match(head, start)
    name, attributes = (root[1], root[2]) if root else ("", "")
    if name == "character":
        said = _XML_VERSION.search(attributes)
        version = int(said[1]) if said else 0
        return Found(f"a GCS XML {version} sheet", format=GCS_XML, version=version)
    if name == "root" and re.search(rb"<character[\s>]", body):
        return Found("a Fantasy Grounds XML character", format=FANTASY_GROUNDS)
    if name.rpartition(":")[2] == "gca5":
        return Found("a GCA 5 character", format=GCA_5)
    return Found(N_("not a character file"), is_character=False)


def _require_small(body: bytes, label: str, filename: str) -> None:
    if len(body) > SIMPLE_SIZE_LIMIT:
        raise Refused(
            _(
                "{label} is {body:,} bytes large; {SIMPLE_SIZE_LIMIT:,} are allowed for a simple sheet.",
                label=label,
                body=len(body),
                SIMPLE_SIZE_LIMIT=SIMPLE_SIZE_LIMIT,
            ),
            code="too_large",
            where=filename,
        )


def _json(document: object) -> Found:
    if isinstance(document, list):
        if any(isinstance(entry, dict) and is_actor(entry) for entry in document):
            return Found("a list of Foundry VTT actors", format=FOUNDRY, document={"actors": document})
        return Found(N_("not a character file"), is_character=False)
    if not isinstance(document, dict):
        return Found(N_("not a character file"), is_character=False)
    kind = document.get("type")
    if kind == "template":
        return Found(N_("a GCS template, not a character"), is_character=False)
    if "profile" in document and any(key in document for key in ("attributes", "ST", "traits", "advantages")):
        return _gcs(document)
    if is_actor(document):
        return Found("a Foundry VTT actor", format=FOUNDRY, document={"actors": [document]})
    if "rows" in document or (isinstance(kind, str) and kind.endswith("_list")):
        return Found(N_("a GCS library, not a character"), is_character=False)
    if isinstance(document.get("attributes"), list) and "total_points" in document:
        return _gcs(document)
    if "version" in document and any(isinstance(document.get(key), list) for key in _LISTS):
        return Found(N_("a GCS template, not a character"), is_character=False)
    if "name" in document and any(table in document for table in _TABLES):
        return Found("a simple sheet in JSON", format=SIMPLE_JSON, document=document)
    return Found(N_("not a character file"), is_character=False)


def _gcs(document: dict[str, Any]) -> Found:
    version = document.get("version")
    if not isinstance(document.get("attributes"), list) and ("ST" in document or version == 1):
        return Found("a GCS JSON 1 sheet", format=GCS_JSON, document=document, version=1)
    if not isinstance(version, int) or isinstance(version, bool) or not 2 <= version <= 999:
        version = 0
    return Found("a GCS JSON sheet", format=GCS_JSON, document=document, version=version)


def is_actor(document: dict[str, Any]) -> bool:
    """Whether a JSON object is a character's actor of Foundry VTT, of whichever game."""
    return (
        isinstance(document.get("name"), str)
        and document.get("type") in _FOUNDRY_TYPES
        and ("system" in document or "data" in document)
    )
