"""What a file is, told from its bytes and never from its name."""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec import Struct

from tracker.errors import Refused

SIZE_LIMIT = 20 * 1024 * 1024
DEPTH_LIMIT = 100

_BOM = b"\xef\xbb\xbf"
_SNIFF = 64 * 1024
_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7})(?: .*)?\r?$", re.MULTILINE)
_XML_PROLOG = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>", re.DOTALL)
_XML_ROOT = re.compile(r"<([A-Za-z_][\w:.-]*)([^<>]*)")
_XML_VERSION = re.compile(r"""\sversion\s*=\s*["']\s*(\d{1,4})\s*["']""")
_FOUNDRY_TYPES = {"character", "enemy", "characterV2"}
_LISTS = ("traits", "advantages", "skills", "spells", "equipment", "notes")


class Found(Struct, frozen=True):
    """A recognised file. ``what`` says it in words ("a GCS XML 3 sheet"); ``document`` is only there for GCS JSON 2 and
    later, whose ``version`` is 0 when the file doesn't say it."""

    what: str
    is_character: bool = True
    document: dict[str, Any] | None = None
    version: int = 0


def file_label(filename: str) -> str:
    """The file's name for a message: without folders and control characters, quoted."""
    shown = "".join(c for c in PurePath(filename).name if c.isprintable()).strip()[:120]
    return f"“{shown}”" if shown else "The file"


def detect(data: bytes, filename: str) -> Found:
    """Tells what the bytes are; for GCS JSON the decoded document comes along.

    Raises Refused for what can't be read at all: ``empty_file``, ``too_large``, ``not_utf8``, ``damaged_file`` (the line
    is named) and ``too_deep``.
    """
    label = file_label(filename)
    if len(data) > SIZE_LIMIT:
        size = len(data) / 1024 / 1024
        raise Refused(
            f"{label} is {size:.0f} MB large; {SIZE_LIMIT // 1024 // 1024} MB are allowed.",
            code="too_large",
            where=filename,
        )
    body = data.removeprefix(_BOM)
    if not body.strip():
        raise Refused(f"{label} is empty.", code="empty_file", where=filename)
    head = body[:_SNIFF].decode("latin-1").lstrip()
    conflict = head.startswith("<<<<<<< ")
    if head.startswith("<") and not conflict:
        return _xml(head, body)
    if head.startswith("Encoding=") and re.search(r"^\s*\[System\]", head, re.MULTILINE):
        return Found("a GCA 4 character")
    _require_utf8(body, label, filename)
    if not head.startswith(("{", "[")) and not conflict:
        return Found("not a character file", is_character=False)
    return _json(_decode(body, label, filename))


def _xml(head: str, body: bytes) -> Found:
    start = 0
    while prolog := _XML_PROLOG.match(head, start):
        start = prolog.end()
    root = _XML_ROOT.match(head, start)
    name, attributes = (root[1], root[2]) if root else ("", "")
    if name == "character":
        version = _XML_VERSION.search(attributes)
        return Found(f"a GCS XML {int(version[1]) if version else 0} sheet")
    if name == "root" and re.search(rb"<character[\s>]", body):
        return Found("a Fantasy Grounds XML character")
    if name.rpartition(":")[2] == "gca5":
        return Found("a GCA 5 character")
    return Found("not a character file", is_character=False)


def _require_utf8(body: bytes, label: str, filename: str) -> None:
    try:
        body.decode()
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise Refused(
            f"{label} is not text in UTF-8: line {line} holds a byte that doesn't belong there.",
            code="not_utf8",
            where=f"{filename}, line {line}",
        ) from None


def _decode(body: bytes, label: str, filename: str) -> object:
    deep = Refused(
        f"{label} nests its data more than {DEPTH_LIMIT} levels deep, which no character sheet does.",
        code="too_deep",
        where=filename,
    )
    try:
        document: object = msgspec.json.decode(body)
    except RecursionError:
        raise deep from None
    except msgspec.MsgspecError:
        line, reason = _fault(body)
        raise Refused(
            f"{label} is damaged at line {line}: {reason}; nothing was imported.",
            code="damaged_file",
            where=f"{filename}, line {line}",
        ) from None
    if _too_deep(document):
        raise deep
    return document


def _fault(body: bytes) -> tuple[int, str]:
    """The line (from 1) of a JSON fault and its reason in words."""
    if conflict := _CONFLICT.search(body):
        return body.count(b"\n", 0, conflict.start()) + 1, "it holds the marker of an unresolved merge conflict"
    try:
        json.loads(body)
    except json.JSONDecodeError as error:
        return error.lineno, error.msg[:1].lower() + error.msg[1:]
    except (ValueError, RecursionError):
        pass
    # What the standard library lets pass and we don't: NaN, endless numbers, half of an escaped pair.
    if odd := re.search(rb"\bNaN\b|\bInfinity\b|\d{310,}|\d[eE]\+?\d{3,}|\\u[dD][89a-fA-F]", body):
        return body.count(b"\n", 0, odd.start()) + 1, "it holds a number or an escape that JSON doesn't know"
    return body.count(b"\n") + 1, "the text isn't JSON"


def _too_deep(document: object) -> bool:
    level = [document]
    for _ in range(DEPTH_LIMIT):
        level = [
            child
            for value in level
            if isinstance(value, (dict, list))
            for child in (value.values() if isinstance(value, dict) else value)
            if isinstance(child, (dict, list))
        ]
        if not level:
            return False
    return True


def _json(document: object) -> Found:
    if isinstance(document, list):
        if any(isinstance(entry, dict) and _is_actor(entry) for entry in document):
            return Found("a list of Foundry VTT actors")
        return Found("not a character file", is_character=False)
    if not isinstance(document, dict):
        return Found("not a character file", is_character=False)
    kind = document.get("type")
    if kind == "template":
        return Found("a GCS template, not a character", is_character=False)
    if "profile" in document and any(key in document for key in ("attributes", "ST", "traits", "advantages")):
        return _gcs(document)
    if _is_actor(document):
        return Found("a Foundry VTT actor")
    if "rows" in document or (isinstance(kind, str) and kind.endswith("_list")):
        return Found("a GCS library, not a character", is_character=False)
    if isinstance(document.get("attributes"), list) and "total_points" in document:
        return _gcs(document)
    if "version" in document and any(isinstance(document.get(key), list) for key in _LISTS):
        return Found("a GCS template, not a character", is_character=False)
    return Found("not a character file", is_character=False)


def _gcs(document: dict[str, Any]) -> Found:
    version = document.get("version")
    if not isinstance(document.get("attributes"), list) and ("ST" in document or version == 1):
        return Found("a GCS JSON 1 sheet")
    if not isinstance(version, int) or isinstance(version, bool) or not 2 <= version <= 999:
        version = 0
    return Found("a GCS JSON sheet", document=document, version=version)


def _is_actor(document: dict[str, Any]) -> bool:
    return (
        isinstance(document.get("name"), str)
        and document.get("type") in _FOUNDRY_TYPES
        and ("system" in document or "data" in document)
    )
