"""A GCS sheet as its player last gave it, plus what play changed since (GCS 5.24 and later, JSON 5)."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from tracker.errors import Refused
from tracker.interchange.gcs.document import Report, Row, plain, walk
from tracker.interchange.gcs.marks import (
    Control,
    Damage,
    Document,
    Points,
    Record,
    RowMark,
    SheetMark,
    digest,
    own_mark,
    plus,
    put_mark,
    read_mark,
    take_off,
)
from tracker.interchange.gcs.points import trait_cost
from tracker.interchange.gcs.versions import read_json
from tracker.interchange.played import Played, PlayedPoints, PlayedTrait
from tracker.language import _
from tracker.text import fold

OLDEST_VERSION = 5  # of JSON; the ids of rows, by which ours are told apart, are of this one

_FORMAT = re.compile(r"GCS (XML|JSON) (\d+|\(no version\))")
_OLD = {("XML", version) for version in range(10)} | {("JSON", 1)}

_REST = 0  # the event of the row for points that no single event tells
_decoder = msgspec.json.Decoder(float_hook=Decimal)
_encoder = msgspec.json.Encoder(decimal_format="number")


class Exported(NamedTuple):
    """The file, and what it holds of play: traits, self-control numbers, placeholders for spent points, entries of the
    points' log, pools; ``notes`` are sentences about what it doesn't hold."""

    data: bytes
    traits: int
    self_control: int
    placeholders: int
    records: int
    pools: int
    notes: tuple[str, ...]


def why_not(format_: str, name: str) -> str:
    """Why a character that came from a file of this format can't be given back as a GCS sheet, in a sentence that says what
    to do; empty when it can be."""
    found = _FORMAT.fullmatch(format_)
    if found is None:
        return _(
            "{name} came from another program ({format}): only a GCS sheet can be given back. Save the character in "
            "GCS 5.24 or newer, take that file with “import FILE --update”, and export then.",
            name=name,
            format=format_,
        )
    version = int(found[2]) if found[2].isdigit() else 0
    if found[1] == "JSON" and version >= OLDEST_VERSION:
        return ""
    how = _("Open it in GCS 5.24 or newer, save it there")
    if (found[1], version) in _OLD:
        how = _("Today's GCS no longer opens it: open and save it in GCS 4.30 to 4.37 first, then in GCS 5.24 or newer")
    return _(
        "{name} came from a file of an older GCS ({format}), which is no longer written. {how}, take the newer file with "
        "“import FILE --update”, and export then.",
        name=name,
        format=format_,
        how=how,
    )


def export_sheet(original: bytes, played: Played, campaign: str) -> Exported:
    """The original sheet with what play changed. All that the original holds stays as it is, in its order, numbers to their
    last digit; what is added is marked, and an original that was exported before is rid of that first.

    Raises Refused (and what reading a sheet raises) when the original is no sheet.
    """
    document = _decoder.decode(original.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(document, dict):
        raise Refused(_("The original isn't a GCS sheet."), code="not_a_character", where="from")
    return _Export(document, hashlib.sha256(original).hexdigest(), played, campaign).finished()


class _Export:
    """One export in the making: ``sheet`` is the original to which things are added, its top level and lists our own."""

    def __init__(self, document: Document, source: str, played: Played, campaign: str) -> None:
        self.played = played
        self.campaign = campaign
        self.source = source
        self.before = read_mark(document)
        if self.before is not None and (self.before.campaign, self.before.character) != (campaign, played.character):
            self.before = None
        taken = None if self.before is None else take_off(document, self.before)
        self.remaining = {} if taken is None else taken.remaining
        self.original = document if taken is None else taken.sheet
        self.sheet = dict(self.original)
        self.created = [key for key in ("third_party",) if key not in self.sheet]
        self.notes = list(played.left_out)

    def finished(self) -> Exported:
        base = self._spent()
        controls = self._worsen()
        self._add([self._trait(trait) for trait in self.played.traits])
        in_rows = self._spent() - base
        placed = self._place()
        records = self._record()
        damage = self._hurt()
        content = digest(self.sheet)
        mark = SheetMark(
            campaign=self.campaign,
            character=self.played.character,
            position=self.played.position,
            points=Points(self.played.gained, self.played.used),
            source=self.source,
            digest=content,
            in_rows=plain(in_rows),
            traits=tuple(trait.position for trait in self.played.traits),
            placed=tuple(placed),
            records=tuple(records),
            damage=damage,
            created=tuple(self.created),
            replaced=own_mark(self.original),
        )
        put_mark(self.sheet, mark)
        return Exported(
            data=msgspec.json.format(_encoder.encode(self.sheet), indent=2) + b"\n",
            traits=len(self.played.traits),
            self_control=controls,
            placeholders=len(placed),
            records=len(records),
            pools=len(damage),
            notes=tuple(self.notes),
        )

    def _spent(self) -> Fraction:
        """What the sheet comes to, as an import reads it."""
        read = read_json(self.sheet, OLDEST_VERSION, filename="", sha256="", name="X")
        return Fraction(str(read.sheet.points_spent))

    def _mark(self, position: int, kind: str = "", **more: Any) -> RowMark:
        return RowMark(campaign=self.campaign, character=self.played.character, position=position, kind=kind, **more)

    def _row(self, position: int, kind: str, name: str, points: int | float, notes: str) -> Document:
        told = f"{self.campaign}:{self.played.character}:{position}:{kind}".encode()
        identity = base64.urlsafe_b64encode(hashlib.sha256(told).digest()[:12]).decode()
        row: Document = {"id": f"t{identity}", "name": name}
        row |= {"local_notes": _as_data(notes)} if notes else {}
        row |= {"base_points": points, "calc": {"points": points}}
        put_mark(row, self._mark(position, kind))
        return row

    def _trait(self, trait: PlayedTrait) -> Document:
        return self._row(trait.position, "trait", trait.name, trait.points, trait.notes)

    def _add(self, rows: list[Document]) -> None:
        if rows:
            self.sheet["traits"] = [*self._list("traits"), *rows]

    def _list(self, key: str) -> list[Any]:
        """A list of the sheet; one that it hadn't is empty, and it is remembered that it hadn't."""
        if key not in self.sheet:
            self.created.append(key)
        found = self.sheet.get(key)
        return found if isinstance(found, list) else []

    # -- self-control -------------------------------------------------------------------------------------------------

    def _worsen(self) -> int:
        """Write the self-control numbers that play made worse; returns how many."""
        rows = self.sheet.get("traits")
        wanted = dict(self.played.self_control)
        if wanted and isinstance(rows, list):
            settings = self.sheet.get("settings")
            multiplicative = isinstance(settings, dict) and settings.get("use_multiplicative_modifiers") is True
            nodes = walk(Row(self.sheet, "", Report()).rows("traits", own_replacements=True))
            changed: dict[int, Document] = {}
            for row, _node, parents in nodes:
                name = fold(row.text("name") or "?")
                if name in wanted and row.number("cr"):
                    made, number = wanted.pop(name)
                    changed[id(row.data)] = self._with_control(row, parents, made[-1], number, multiplicative)
            self.sheet["traits"] = [*_replaced(rows, changed)]
        self.notes += [
            _("The sheet has no self-control number for {name}; it is {number} in play.", name=name, number=wanted[name][1])
            for name in wanted
        ]
        return len(self.played.self_control) - len(wanted)

    def _with_control(
        self, row: Row, parents: tuple[Row, ...], position: int, number: int, multiplicative: bool
    ) -> Document:
        changed = row.data | {"cr": number}
        calc = row.data.get("calc")
        stored = calc.get("points") if isinstance(calc, dict) else None
        if isinstance(calc, dict) and stored is not None:
            costs = [
                trait_cost(Row(data, "", Report(), row.replacements), parents, multiplicative=multiplicative)
                for data in (row.data, changed)
            ]
            changed["calc"] = calc | {"points": plus(stored, plain(costs[1] - costs[0]))}
        control = Control(row.data["cr"], number, stored)
        put_mark(changed, self._mark(position, self_control=control, replaced=own_mark(row.data)))
        return changed

    # -- points -------------------------------------------------------------------------------------------------------

    def _place(self) -> list[int]:
        """Add a row for what each event spent, so that the sheet comes to what the tracker says; returns those events.

        A row that the player took out, or made cheaper, of an export before was paid for otherwise: it doesn't come back.
        """
        known = self.before.placed if self.before else ()
        apart = {trait.position for trait in self.played.traits} | {
            at for made, _ in self.played.self_control.values() for at in made
        }
        due = [one for one in self.played.points if one.spent and one.position not in apart]
        rows = []
        rest = Fraction(str(self.played.spent)) - self._spent()
        for one in due:
            points = self.remaining.get(one.position, 0) if one.position in known else one.spent
            rest -= Fraction(str(points))
            if points:
                rows.append(self._placeholder(one, points))
        if rest:
            notes = "Points from play that no single purchase tells; Rollbook put them here to agree with its ledger."
            rows.append(self._row(_REST, "points", "Points from play", plain(rest), notes))
        self._add(rows)
        return [one.position for one in due]

    def _placeholder(self, one: PlayedPoints, points: Any) -> Document:
        notes = f"From play: {one.reason}. It stands for what was bought: replace it by that."
        return self._row(one.position, "points", one.name, plain(Fraction(str(points))), notes)

    def _record(self) -> list[Record]:
        """Write the total, and what changed it into the sheet's log of points."""
        records = [Record(one.when, one.total, one.reason) for one in reversed(self.played.points) if one.total]
        if records:
            self.sheet["points_record"] = [*map(msgspec.to_builtins, records), *self._list("points_record")]
        if self.played.gained:
            if "total_points" not in self.sheet:
                self.created.append("total_points")
            self.sheet["total_points"] = plus(self.sheet.get("total_points"), self.played.gained)
        return records

    # -- pools --------------------------------------------------------------------------------------------------------

    def _hurt(self) -> dict[str, Damage]:
        """Write what the pools are short of; returns what stood there before, by attribute."""
        entries = self._list("attributes") if "attributes" in self.sheet else []
        found: dict[str, Damage] = {}
        known: set[str] = set()
        written = []
        for entry in entries:
            identity = entry.get("attr_id") if isinstance(entry, dict) else None
            pool = identity.upper() if isinstance(identity, str) else ""
            known.add(pool)
            if pool in self.played.lost and identity not in found:
                short = max(self.played.lost[pool], 0)  # GCS knows no more than the maximum
                if (entry.get("damage") or 0) != short:
                    found[str(identity)], entry = _hurt(entry, short)
            written.append(entry)
        if found:
            self.sheet["attributes"] = written
        if missing := [pool for pool in self.played.lost if pool not in known]:
            self.notes.append(_("The sheet has no {missing}.", missing=_(", ").join(missing)))
        return found


def _hurt(entry: Document, short: int) -> tuple[Damage, Document]:
    calc = entry.get("calc")
    current = calc.get("current") if isinstance(calc, dict) else None
    hurt = entry | {"damage": short}
    if isinstance(calc, dict) and current is not None and calc.get("value") is not None:
        hurt["calc"] = calc | {"current": plus(calc["value"], -short)}
    return Damage(short, entry.get("damage"), current), hurt


def _replaced(rows: list[Any], changed: dict[int, Document]) -> Iterator[Any]:
    """The tree of rows with some of them changed, the given one left as it is."""
    for row in rows:
        new = changed.get(id(row), row)
        if isinstance(new, dict) and isinstance(new.get("children"), list):
            new = new | {"children": [*_replaced(new["children"], changed)]}
        yield new


def _as_data(text: str) -> str:
    """People's words in notes, where GCS runs scripts (``<script>``, ``||...||``) and fills in what stands between ``@``."""
    return text.replace("<", "‹").replace("|", "¦").replace("@", "＠")
