"""Text as data: JSON and TOML, whose faults are named with the line that they are in."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import msgspec

from tracker.errors import Refused
from tracker.language import _

DEPTH_LIMIT = 100
VALUE_LIMIT = 1_500_000  # values of JSON; a large sheet has some 20,000, and each takes far more memory than its text

_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7})(?: .*)?\r?$", re.MULTILINE)
_TOML_DOTS = 200  # in one line, which holds a name or two
_TOML_FAULT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)
_TOML_AGAIN = ("Cannot declare", "Cannot overwrite", "Cannot redefine", "Cannot mutate", "Duplicate")


def require_utf8(body: bytes, label: str, filename: str) -> None:
    """Raises Refused (``not_utf8``) for bytes that are no text in UTF-8."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        line = line_of(body, error.start)
        raise Refused(
            _("{label} is not text in UTF-8: line {line} holds a byte that doesn't belong there.", label=label, line=line),
            code="not_utf8",
            where=f"{filename}, line {line}",
        ) from None


def decode_json(body: bytes, label: str, filename: str) -> object:
    """The data of a JSON text in UTF-8. Raises Refused with ``damaged_file`` and the line, ``too_deep``, or
    ``too_many_values`` when there may be more than VALUE_LIMIT of them."""
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) > VALUE_LIMIT:
        raise Refused(
            _(
                "{label} holds more than {VALUE_LIMIT:,} values, which no character sheet does.",
                label=label,
                VALUE_LIMIT=VALUE_LIMIT,
            ),
            code="too_many_values",
            where=filename,
        )
    try:
        document: object = msgspec.json.decode(body)
    except RecursionError:
        raise too_deep(label, filename) from None
    except msgspec.MsgspecError:
        raise damaged(label, filename, *_fault(body)) from None
    if _too_deep(document):
        raise too_deep(label, filename)
    return document


def decode_toml(body: bytes, label: str, filename: str) -> dict[str, Any]:
    """The data of a TOML text in UTF-8. Raises Refused as ``decode_json``."""
    text = body.decode().replace("\r\n", "\n")
    # A key of very many parts takes minutes to read: the time grows with their square.
    for line, content in enumerate(text.split("\n"), start=1):
        if content.count(".") > _TOML_DOTS:
            raise damaged(label, filename, line, _("it holds more than {limit} dots", limit=_TOML_DOTS))
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise too_deep(label, filename) from None
    except ValueError as error:
        raise damaged(label, filename, *_toml_fault(body, str(error))) from None
    if _too_deep(document):
        raise too_deep(label, filename)
    return document


def require_unique_keys(body: bytes, label: str) -> None:
    """Raises Refused (``bad_sheet``) for sound JSON with a key twice in one object: the last of them would win silently,
    which whoever writes by hand doesn't mean. (TOML forbids it.)"""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys: set[str] = set()
        for key, _value in pairs:
            if key in keys:
                raise Refused(
                    _("{label} says {key!r} twice in the same place.", label=label, key=key[:40]),
                    code="bad_sheet",
                    where=key[:40],
                )
            keys.add(key)
        return dict(pairs)

    json.loads(body, object_pairs_hook=once)


def damaged(label: str, filename: str, line: int, reason: str) -> Refused:
    """The refusal (``damaged_file``) of a file with a fault in that line, counted from 1."""
    return Refused(
        _("{label} is damaged at line {line}: {reason}; nothing was imported.", label=label, line=line, reason=reason),
        code="damaged_file",
        where=f"{filename}, line {line}",
    )


def too_deep(label: str, filename: str) -> Refused:
    """The refusal (``too_deep``) of a file that nests its data beyond DEPTH_LIMIT."""
    return Refused(
        _(
            "{label} nests its data more than {DEPTH_LIMIT} levels deep, which no character sheet does.",
            label=label,
            DEPTH_LIMIT=DEPTH_LIMIT,
        ),
        code="too_deep",
        where=filename,
    )


def conflict_marker(body: bytes) -> tuple[int, str] | None:
    """The line (from 1) of a merge conflict that nobody resolved, and what it is in words."""
    if marker := _CONFLICT.search(body):
        return line_of(body, marker.start()), _("it holds the marker of an unresolved merge conflict")
    return None


def line_of(body: bytes, place: int) -> int:
    """The line (from 1) of a byte."""
    return body.count(b"\n", 0, place) + 1


def _fault(body: bytes) -> tuple[int, str]:
    """The line (from 1) of a JSON fault and its reason in words."""
    if conflict := conflict_marker(body):
        return conflict
    try:
        json.loads(body)
    except json.JSONDecodeError as error:
        return error.lineno, error.msg[:1].lower() + error.msg[1:]
    except (ValueError, RecursionError):
        pass
    # What the standard library lets pass and we don't: NaN, endless numbers, half of an escaped pair.
    if odd := re.search(rb"\bNaN\b|\bInfinity\b|\d{310,}|\d[eE]\+?\d{3,}|\\u[dD][89a-fA-F]", body):
        return line_of(body, odd.start()), _("it holds a number or an escape that JSON doesn't know")
    return body.count(b"\n") + 1, _("the text isn't JSON")


def _toml_fault(body: bytes, message: str) -> tuple[int, str]:
    """The line (from 1) of a TOML fault and its reason in words, from what the standard library says."""
    if conflict := conflict_marker(body):
        return conflict
    if fault := _TOML_FAULT.fullmatch(message):
        reason = _("it says a name that was said before") if fault[1].startswith(_TOML_AGAIN) else fault[1]
        return int(fault[2] or body.count(b"\n") + 1), reason[:1].lower() + reason[1:]
    # What isn't about TOML is Python's own limit of digits.
    digits = re.search(rb"\d[\d_]{1000,}", body)
    return line_of(body, digits.start() if digits else 0), _("it holds a number of too many digits")


def _too_deep(document: object) -> bool:
    level = [document]
    for _depth in range(DEPTH_LIMIT):
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
