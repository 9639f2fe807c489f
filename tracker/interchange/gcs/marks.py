"""What an export put into a GCS sheet, marked in ``third_party`` (free room for other programs), and how it is taken out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from tracker.interchange.gcs.document import number_in, plain

Document = dict[str, Any]

_KEY = "rollbook"
_VOLATILE = "modified_date"  # GCS writes it anew whenever it saves
_MOST = 10_000_000


class Points(Struct, frozen=True):
    """What play changed of the total and of what is spent, as far as the sheet includes it."""

    total: int = 0
    spent: int = 0


class Record(Struct, frozen=True):
    """An entry of the sheet's log of points: ``when`` in RFC 3339."""

    when: str
    points: int
    reason: str


class Damage(Struct, frozen=True):
    """How an entry of ``attributes`` stood before its damage was written. None: the key wasn't there."""

    written: int
    damage: Any = None
    current: Any = None


class SheetMark(Struct, frozen=True, kw_only=True):
    """The mark of the sheet: the campaign, the character's id, the head's ``position`` and the ``points`` of play that the
    sheet includes.

    Of the spent ones ``in_rows`` are in rows of traits and in self-control numbers, the rest in placeholders for the events
    ``placed``. ``source`` is the fingerprint of the original, ``digest`` that of the content that went out; ``created`` are
    the keys that the original hadn't, ``replaced`` is the mark of another campaign that stood here."""

    campaign: str
    character: str
    position: int
    points: Points
    source: str
    digest: str
    in_rows: float = 0
    traits: tuple[int, ...] = ()
    placed: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    damage: dict[str, Damage] = {}
    created: tuple[str, ...] = ()
    replaced: Any = None


class Control(Struct, frozen=True):
    """The self-control number that play changed, and the row's cost before."""

    before: Any
    after: int
    points: Any = None


class RowMark(Struct, frozen=True, kw_only=True):
    """The mark of a row: the campaign, the character's id and the event's ``position``. The row is all play's (``kind`` is
    ``trait`` or ``points``), or the player's with another self-control number."""

    campaign: str
    character: str
    position: int
    kind: str = ""
    self_control: Control | None = None
    replaced: Any = None


class Taken(Struct, frozen=True):
    """A sheet without what an export added. ``with_points`` has the placeholders for spent points still. ``traits`` are the
    events whose rows were found, ``remaining`` the points of each placeholder that was, ``controls`` the traits whose
    self-control number is no longer what was written, ``pools`` the attributes whose damage isn't."""

    sheet: Document
    with_points: Document
    traits: tuple[int, ...]
    remaining: dict[int, float]
    controls: tuple[str, ...]
    pools: tuple[str, ...]


def read_mark(document: Document) -> SheetMark | None:
    """The mark of a sheet, None when it has none or one that nobody could have exported."""
    mark = _mark_of(document, SheetMark)
    numbers = () if mark is None else (*msgspec.structs.astuple(mark.points), mark.in_rows, mark.position)
    return mark if all(abs(number) <= _MOST for number in numbers) else None


def is_marked(document: Document) -> bool:
    """Whether there is a mark at all, be it one that can't be read."""
    third = document.get("third_party")
    return isinstance(third, dict) and _KEY in third


def put_mark(data: Document, mark: SheetMark | RowMark) -> None:
    """Mark a sheet or a row in place; other programs' entries stay."""
    third = data.get("third_party")
    told = msgspec.to_builtins(mark, builtin_types=(Decimal,))
    data["third_party"] = (third if isinstance(third, dict) else {}) | {_KEY: told}


def own_mark(data: Document) -> Any:
    """What stands where the mark will stand: of another campaign, or None."""
    third = data.get("third_party")
    return third.get(_KEY) if isinstance(third, dict) else None


def take_off(document: Document, mark: SheetMark) -> Taken:
    """The sheet without what the export of this mark added; the document itself stays as it is."""
    sheet = _unmarked(document, mark.replaced)
    records = document.get("points_record")
    if isinstance(records, list):
        sheet["points_record"] = _without(records, mark.records)
    if "total_points" in sheet:
        sheet["total_points"] = plus(sheet["total_points"], -mark.points.total)
    pools = _restore_damage(sheet, mark)
    found: dict[str, dict[int, float]] = {"trait": {}, "points": {}}
    controls: list[str] = []
    with_points = dict(sheet)
    rows = document.get("traits")
    if isinstance(rows, list):
        with_points["traits"] = [*_rows(rows, mark, ("trait",), {}, [])]
        sheet["traits"] = [*_rows(rows, mark, ("trait", "points"), found, controls)]
    for key in mark.created:
        if not sheet.get(key, True):
            sheet.pop(key, None)
    return Taken(sheet, with_points, tuple(sorted(found["trait"])), found["points"], tuple(controls), pools)


def plus(value: Any, change: float) -> Any:
    """A number of a sheet with something added, as a text where it is one; what is no number counts as 0."""
    number = number_in(value)
    if number is None:
        return change
    total = plain(number + Fraction(str(change)))
    return str(total) if isinstance(value, str) else total


def digest(document: Document) -> str:
    """A fingerprint (SHA-256, hex) of a sheet's content without its mark, whatever its layout and the moment when it was
    saved."""
    content = {key: value for key, value in document.items() if key not in (_VOLATILE, "third_party")}
    third = document.get("third_party")
    if isinstance(third, dict) and (others := {key: value for key, value in third.items() if key != _KEY}):
        content["third_party"] = others
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=float).encode()).hexdigest()


def _mark_of(data: Document, kind: type[Any]) -> Any:
    if (said := own_mark(data)) is None:
        return None
    try:
        return msgspec.convert(json.loads(json.dumps(said, default=float)), kind)
    except (msgspec.ValidationError, TypeError, ValueError):
        return None


def _unmarked(data: Document, replaced: Any) -> Document:
    third = {key: value for key, value in data["third_party"].items() if key != _KEY}
    if replaced is not None:
        third[_KEY] = replaced
    return data | {"third_party": third}


def _rows(
    rows: list[Any], mark: SheetMark, kinds: tuple[str, ...], found: dict[str, dict[int, float]], controls: list[str]
) -> Iterator[Any]:
    for row in rows:
        if not isinstance(row, dict):
            yield row
            continue
        own = _mark_of(row, RowMark)
        if own is not None and (own.campaign, own.character) == (mark.campaign, mark.character):
            if own.kind in found:
                points = number_in(row.get("base_points")) or 0
                found[own.kind][own.position] = found[own.kind].get(own.position, 0) + float(points)
            if own.kind in kinds:
                continue
            if own.self_control is not None:
                row = _with_control_back(_unmarked(row, own.replaced), own.self_control, controls)
                if not row["third_party"]:
                    del row["third_party"]
        if isinstance(row.get("children"), list):
            row = row | {"children": [*_rows(row["children"], mark, kinds, found, controls)]}
        yield row


def _with_control_back(row: Document, control: Control, controls: list[str]) -> Document:
    if row.get("cr") != control.after:
        controls.append(str(row.get("name", "?")))
        return row
    row["cr"] = control.before
    if isinstance(row.get("calc"), dict) and control.points is not None:
        row["calc"] = row["calc"] | {"points": control.points}
    return row


def _restore_damage(sheet: Document, mark: SheetMark) -> tuple[str, ...]:
    """Set the damage back in place where it still is what was written; the attributes where it isn't."""
    entries = sheet.get("attributes")
    if not isinstance(entries, list):
        return ()
    touched = []
    restored = []
    for entry in entries:
        key = entry.get("attr_id") if isinstance(entry, dict) else None
        wrote = mark.damage.get(key) if isinstance(key, str) else None
        if wrote is not None and (entry.get("damage") or 0) == wrote.written:
            entry = _put(entry, "damage", wrote.damage)
            if isinstance(entry.get("calc"), dict) and wrote.current is not None:
                entry["calc"] = entry["calc"] | {"current": wrote.current}
        elif wrote is not None:
            touched.append(str(key))
        restored.append(entry)
    sheet["attributes"] = restored
    return tuple(touched)


def _put(data: Document, key: str, value: Any) -> Document:
    return {name: other for name, other in data.items() if name != key} if value is None else data | {key: value}


def _without(records: list[Any], ours: tuple[Record, ...]) -> list[Any]:
    """The entries but for ours, each once; GCS may write the same moment in another way."""
    left = [(_moment(one.when), one.points, one.reason) for one in ours]
    kept = []
    for record in records:
        said = record if isinstance(record, dict) else {}
        key = (_moment(said.get("when")), said.get("points"), said.get("reason", ""))
        if key in left:
            left.remove(key)
        else:
            kept.append(record)
    return kept


def _moment(when: object) -> int:
    """Seconds since 1970; 0 for what is no moment."""
    try:
        return int(datetime.fromisoformat(when).timestamp()) if isinstance(when, str) else 0
    except (ValueError, OverflowError):
        return 0
