"""Access to a sheet's JSON objects: keys that moved between versions, values of the wrong kind, trees of rows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from tracker.language import _
from tracker.text import NAME_LIMIT

NUMBER_LIMIT = 10_000_000
_EXAMPLES = 6
_MOST_NOTES = 100
_LONGEST_TEXT = 100_000  # of which a line is made: a file may hold one text of many megabytes

_NUMBER_TEXT = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?")
_PLACEHOLDER = re.compile(r"@([^@\n]+)@")
_NOT_A_BLANK = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CONTAINER_IDS = "TSPENMF"
_PLAIN_IDS = "tsqprenmf"


class Report:
    """Collects what the reader of the sheet should know, each note once and in order."""

    def __init__(self) -> None:
        self._notes: dict[str, None] = {}
        self._faults: dict[str, None] = {}

    def note(self, text: str) -> None:
        """Adds one sentence."""
        self._notes[text] = None

    def fault(self, path: str) -> None:
        """Remembers a place whose value is of a wrong kind and was left out."""
        self._faults[path] = None

    def sentences(self) -> tuple[str, ...]:
        """The notes, at most a hundred of them; the faults as the last one."""
        notes = list(self._notes)
        if len(notes) > _MOST_NOTES:
            notes[_MOST_NOTES:] = [_("There are {number} more notes of this kind.", number=len(notes) - _MOST_NOTES)]
        if self._faults:
            notes.append(_("Values of an unexpected kind were left out: {places}.", places=some(list(self._faults))))
        return tuple(notes)


def tidy(text: str, limit: int = NAME_LIMIT) -> str:
    """One line in NFC of at most ``limit`` characters, control and invisible marks dropped; may be empty."""
    text = text[:_LONGEST_TEXT]
    if not text.isascii():
        text = unicodedata.normalize("NFC", "".join(c for c in text if unicodedata.category(c) != "Cf"))
    return " ".join(_NOT_A_BLANK.sub(" ", text).split())[:limit].rstrip()


def some(entries: list[str]) -> str:
    """The first few of a list for a note, and how many more there are."""
    shown = "; ".join(entries[:_EXAMPLES])
    if len(entries) <= _EXAMPLES:
        return shown
    return _("{items} and {number:,} more", items=shown, number=len(entries) - _EXAMPLES)


def plain(value: Fraction) -> int | float:
    """The number as a sheet shows it: whole if it is whole."""
    return int(value) if value.denominator == 1 else float(value)


def number_in(value: object) -> Fraction | None:
    """A number, also one written as text, to four decimals; None for anything else and beyond ten million."""
    if isinstance(value, str) and _NUMBER_TEXT.fullmatch(value.strip()):
        number = Fraction(value.strip())
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool) and -NUMBER_LIMIT <= value <= NUMBER_LIMIT:
        number = Fraction(value)
    else:
        return None
    return Fraction(round(number * 10_000), 10_000) if abs(number) <= NUMBER_LIMIT else None


class Row:
    """One JSON object. Getters take the first of the given keys that is there; absent and null are the same."""

    __slots__ = ("_report", "data", "path", "replacements")

    def __init__(self, data: dict[str, Any], path: str, report: Report, replacements: dict[str, str] | None = None):
        self.data = data
        self.path = path
        self._report = report
        self.replacements = replacements or {}

    def _value(self, keys: tuple[str, ...]) -> tuple[str, Any]:
        for key in keys:
            if (value := self.data.get(key)) is not None:
                return f"{self.path}.{key}" if self.path else key, value
        return "", None

    def has(self, *keys: str) -> bool:
        """Whether one of the keys has a value."""
        return self._value(keys)[1] is not None

    def text(self, *keys: str, limit: int = NAME_LIMIT) -> str:
        """A line of text with the row's ``@replacements@`` put in; empty when absent."""
        path, value = self._value(keys)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            value = str(value)
        if value is None or isinstance(value, str):
            return tidy(_PLACEHOLDER.sub(lambda m: self.replacements.get(m[1], m[0]), value or ""), limit)
        self._report.fault(path)
        return ""

    def number(self, *keys: str) -> Fraction | None:
        """A number, also one written as text, to four decimals; None when absent or beyond ten million."""
        path, value = self._value(keys)
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        number = number_in(value)
        if number is None:
            self._report.fault(path)
        return number

    def flag(self, *keys: str) -> bool:
        """True only for a JSON true."""
        path, value = self._value(keys)
        if value is not None and not isinstance(value, bool):
            self._report.fault(path)
        return value is True

    def texts(self, *keys: str) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one."""
        path, value = self._value(keys)
        if isinstance(value, str):
            value = [value]
        if value is not None and not isinstance(value, list):
            self._report.fault(path)
            return ()
        return tuple(tidy(entry) for entry in value or () if isinstance(entry, str))

    def row(self, *keys: str) -> Row:
        """The object at a key, an empty one when absent."""
        path, value = self._value(keys)
        if value is not None and not isinstance(value, dict):
            self._report.fault(path)
            value = None
        return Row(value or {}, path, self._report, self.replacements)

    def rows(self, *keys: str, own_replacements: bool = False) -> list[Row]:
        """The objects of a list. Rows of the sheet bring their own replacements, parts of a row share its."""
        path, value = self._value(keys)
        if value is not None and not isinstance(value, list):
            self._report.fault(path)
            return []
        found = []
        for place, entry in enumerate(value or ()):
            if not isinstance(entry, dict):
                self._report.fault(f"{path}[{place + 1}]")
                continue
            row = Row(entry, f"{path}[{place + 1}]", self._report, self.replacements)
            if own_replacements:
                row.replacements = row._own_replacements()
            found.append(row)
        return found

    def _own_replacements(self) -> dict[str, str]:
        given = self.row("replacements").data
        return {key: value for key, value in given.items() if isinstance(value, str)}

    @property
    def letter(self) -> str:
        """The kind letter of a JSON 5 id; empty for other ids."""
        identity = self.data.get("id")
        if isinstance(identity, str) and len(identity) == 17 and identity[0] in _CONTAINER_IDS + _PLAIN_IDS:
            return identity[0]
        return ""

    @property
    def kind(self) -> str:
        """The ``type`` of versions 1 to 4; empty in JSON 5."""
        kind = self.data.get("type")
        return kind if isinstance(kind, str) else ""

    @property
    def is_container(self) -> bool:
        """A heading: by type, else by id, else because it has children."""
        if self.kind:
            return self.kind.endswith("_container") or ("children" in self.data)
        return self.letter in _CONTAINER_IDS if self.letter else "children" in self.data


class Node(NamedTuple):
    """A row in its tree: ``enabled`` is false when it or a heading above it is switched off."""

    row: Row
    enabled: bool
    parents: tuple[Row, ...]


def walk(rows: list[Row], enabled: bool = True, parents: tuple[Row, ...] = ()) -> Iterator[Node]:
    """Every row of a tree, headings included, in the order of the sheet."""
    for row in rows:
        active = enabled and not row.flag("disabled")
        yield Node(row, active, parents)
        yield from walk(row.rows("children", own_replacements=True), active, (*parents, row))


def enabled_modifiers(row: Row) -> list[Row]:
    """The modifiers of a row that are switched on, taken out of their containers."""
    return [node.row for node in walk(row.rows("modifiers")) if node.enabled and not node.row.is_container]
