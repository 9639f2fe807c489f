"""Tables of critical hits and critical misses: what 3d say happens, in words. A GM may read in a table of his own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from msgspec import Struct

from tracker import phrases
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.phrases import said
from tracker.text import clean_name, clean_text, fold, plain

KINDS = (N_("hit"), N_("miss"))
LOWEST, HIGHEST = 3, 18
FORMATS = ("csv", "toml")
TEXT_LIMIT = 1_000  # characters of one row's text
FILE_LIMIT = 200_000  # characters of a whole file

_COLUMNS = (("table", "low", "high", "text"), ("table", "roll", "text"))
_ROLL = re.compile(r"([0-9]{1,2})(?:\s*-\s*([0-9]{1,2}))?")


class CriticalRow(Struct, frozen=True):
    """A row of a table: what happens from total ``low`` to ``high`` of 3d."""

    low: int
    high: int
    text: str

    @property
    def totals(self) -> str:
        """``9-11``, or just ``3``."""
        return f"{self.low}-{self.high}" if self.low < self.high else f"{self.low}"


class CriticalTable(Struct, frozen=True):
    """Rows for critical hits and for critical misses, lowest first. A kind has a row for every total of 3d, or none at
    all where the table lacks it."""

    name: str
    title: str
    hit: tuple[CriticalRow, ...] = ()
    miss: tuple[CriticalRow, ...] = ()

    def row(self, kind: str, total: int) -> CriticalRow:
        """The row of a ``hit`` or ``miss``. Raises ValueError for another kind or one that the table lacks, and for a
        total that 3d can't show."""
        if kind not in KINDS:
            raise ValueError(f"a critical table is for {' or '.join(KINDS)}, not {kind!r}")
        if not LOWEST <= total <= HIGHEST:
            raise ValueError(f"3d show {LOWEST} to {HIGHEST}, not {total}")
        rows: tuple[CriticalRow, ...] = getattr(self, kind)
        if not rows:
            raise ValueError(f"the table {self.name} has no rows for a critical {kind}")
        return next(row for row in rows if row.low <= total <= row.high)


class _Entry(Struct, frozen=True):
    """A row as it was read: ``place`` says where it stands, in words."""

    place: str
    kind: str
    row: CriticalRow


def read_table(text: str, format: str, name: str) -> CriticalTable:
    """A critical table from the text of a file. Raises Refused, naming the row and column, for anything amiss.

    As ``csv`` it has the columns table (hit or miss), low, high and text, or table, roll ("3" or "3-4") and text. As
    ``toml`` it has arrays of tables ``hit`` and ``miss`` with a roll and a text each, and perhaps a title. Each kind that
    is there covers every total from 3 to 18 just once.
    """
    name = clean_name(name, "name of the table")
    text = clean_text(text.removeprefix("\ufeff"), "table", limit=FILE_LIMIT)
    title = name
    match format:
        case "csv":
            entries = list(_csv_entries(text))
        case "toml":
            data = _toml(text)
            entries = list(_toml_entries(data))
            title = _title(data, name)
        case _:
            _refuse(
                _(
                    "A critical table is read from {known}, not from {format!r}.",
                    known=_(" or ").join(FORMATS),
                    format=format,
                ),
                "format",
            )
    if not entries:
        _refuse(_("The table has no rows."), "table")
    return CriticalTable(name, title, hit=_covered("hit", entries), miss=_covered("miss", entries))


def _covered(kind: str, entries: list[_Entry]) -> tuple[CriticalRow, ...]:
    """The rows of one kind in order, once it is sure that they cover every total just once."""
    own = [entry for entry in entries if entry.kind == kind]
    owner: dict[int, str] = {}
    for entry in own:
        for total in range(entry.row.low, entry.row.high + 1):
            if total in owner:
                _refuse(
                    _(
                        "{place}: the {kind} table has {total} in {other} already.",
                        place=said(entry.place),
                        kind=_(kind),
                        total=total,
                        other=said(owner[total].lower()),
                    ),
                    entry.place,
                )
            owner[total] = entry.place
    missing = [str(total) for total in range(LOWEST, HIGHEST + 1) if total not in owner]
    if own and missing:
        _refuse(_("The {kind} table has no row for {missing}.", kind=_(kind), missing=_(", ").join(missing)), kind)
    return tuple(sorted((entry.row for entry in own), key=lambda row: row.low))


def _csv_entries(text: str) -> Iterator[_Entry]:
    # Imported here so that a plain roll doesn't wait for them.
    import csv
    import io

    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        columns = tuple(fold(cell) for cell in next(reader, []))
        if tuple(sorted(columns)) not in map(tuple, map(sorted, _COLUMNS)):
            _refuse_columns(columns)
        for cells in reader:
            place = phrases.LINE.format(number=reader.line_num)
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(columns):
                _refuse(
                    _(
                        "{place} has {cells} cells where the first line has {columns}.",
                        place=said(place),
                        cells=len(cells),
                        columns=len(columns),
                    ),
                    place,
                )
            yield _csv_entry(place, dict(zip(columns, cells, strict=True)))
    except csv.Error as error:
        _refuse(_("Line {line} is no CSV: {error}.", line=reader.line_num, error=error), f"line {reader.line_num}")


def _refuse_columns(columns: tuple[str, ...]) -> NoReturn:
    forms = _(" or ").join(", ".join(form) for form in _COLUMNS)
    known = {column for form in _COLUMNS for column in form}
    unknown = next((column for column in columns if column not in known), None)
    if unknown is not None:
        _refuse(
            _(
                "The first line has an unknown column {unknown!r}; the columns are {forms}.",
                unknown=unknown[:40],
                forms=forms,
            ),
            "line 1",
        )
    _refuse(_("The first line must name the columns {forms}, each once.", forms=forms), "line 1")


def _csv_entry(place: str, cells: Mapping[str, str]) -> _Entry:
    kind = fold(cells["table"])
    if kind not in KINDS:
        _refuse(
            _("{place}, column table: {text!r} is neither hit nor miss.", place=said(place), text=cells["table"][:40]),
            f"{place}, table",
        )
    if "roll" in cells:
        low, high = _roll(place, cells["roll"])
    else:
        low = _number(place, "low", cells["low"])
        high = _number(place, "high", cells["high"])
    return _Entry(place, kind, _row(place, low, high, cells["text"]))


def _toml(text: str) -> dict[str, Any]:
    # Imported here so that a plain roll doesn't wait for it.
    import tomllib

    # No text has as many dots, and a key of that many parts takes minutes to read: the time grows with their square.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > TEXT_LIMIT:
            _refuse(
                _("Line {line} is longer than a text of {limit:,} characters can be.", line=number, limit=TEXT_LIMIT),
                f"line {number}",
            )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse(_("The table is no TOML: {error}.", error=error), "table")
    except ValueError:  # what Python's own limit refuses, in words about Python
        _refuse(_("The table is no TOML that can be read: a number in it is too long."), "table")
    except RecursionError:
        _refuse(_("The table is no TOML that can be read: it is nested too deeply."), "table")


def _toml_entries(data: Mapping[str, Any]) -> Iterator[_Entry]:
    for key, rows in data.items():
        if key == "title":
            continue
        if key not in KINDS:
            _refuse(_("The table has an unknown key {key!r}; it has title, hit and miss.", key=key[:40]), "table")
        if not isinstance(rows, list):
            _refuse(_("{key} must be an array of tables, written [[{key}]].", key=key), key)
        for number, row in enumerate(rows, start=1):
            yield _toml_entry(f"{key.capitalize()} row {number}", key, row)


def _toml_entry(place: str, kind: str, row: object) -> _Entry:
    if not isinstance(row, dict):
        _refuse(_("{place} must be a table, written [[{kind}]].", place=said(place), kind=kind), place)
    for key in row:
        if key not in ("roll", "text"):
            _refuse(_("{place} has an unknown key {key!r}; it has roll and text.", place=said(place), key=key[:40]), place)
    roll, text = row.get("roll"), row.get("text")
    if isinstance(roll, int) and not isinstance(roll, bool):
        if not LOWEST <= roll <= HIGHEST:
            _refuse(
                _(
                    "{place}, column roll: a total is {lowest} to {highest}.",
                    place=said(place),
                    lowest=LOWEST,
                    highest=HIGHEST,
                ),
                f"{place}, roll",
            )
        roll = str(roll)
    if not isinstance(roll, str):
        _refuse(_('{place} needs a roll, such as roll = "3-4".', place=said(place)), f"{place}, roll")
    if not isinstance(text, str):
        _refuse(_('{place} needs a text, such as text = "The weapon breaks."', place=said(place)), f"{place}, text")
    low, high = _roll(place, roll)
    return _Entry(place, kind, _row(place, low, high, text))


def _title(data: Mapping[str, Any], name: str) -> str:
    title = data.get("title", name)
    if not isinstance(title, str):
        _refuse(_("The title must be text."), "title")
    return clean_name(title, "title")


def _roll(place: str, text: str) -> tuple[int, int]:
    """The lowest and highest total of ``3`` or ``3-4``."""
    found = _ROLL.fullmatch(plain(text))
    if found is None:
        _refuse(
            _("{place}, column roll: {text!r} is no total such as 3 or 3-4.", place=said(place), text=text[:40]),
            f"{place}, roll",
        )
    return int(found[1]), int(found[2] or found[1])


def _number(place: str, column: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", plain(text)):
        _refuse(
            _(
                "{place}, column {column}: {text!r} is no total such as 3.",
                place=said(place),
                column=column,
                text=text[:40],
            ),
            f"{place}, {column}",
        )
    return int(plain(text))


def _row(place: str, low: int, high: int, text: str) -> CriticalRow:
    if not LOWEST <= low <= high <= HIGHEST:
        _refuse(
            _(
                "{place}: {low} to {high} is no range within {lowest} to {highest}, lower total first.",
                place=said(place),
                low=low,
                high=high,
                lowest=LOWEST,
                highest=HIGHEST,
            ),
            place,
        )
    where = phrases.TEXT_OF.format(word=place.lower())
    text = " ".join(clean_text(text, where, limit=TEXT_LIMIT).split())
    if not text:
        _refuse(_("The {where} is empty.", where=said(where)), where)
    return CriticalRow(low, high, text)


def _refuse(message: str, where: str) -> NoReturn:
    raise Refused(message, code="bad_table", where=where)
