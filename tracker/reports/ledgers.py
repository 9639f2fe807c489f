"""The ledgers: every change of fatigue, injury or character points, why it was made, and what was left after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, select

from tracker.durations import clock_words
from tracker.events import AmountRolled, PoolChanged, TableConsulted
from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.ledger import POINTS
from tracker.projections.schema import ledger as _ledger
from tracker.projections.schema import lines, rolls
from tracker.reports import roster
from tracker.reports.places import standing
from tracker.reports.reading import chunks, scope
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.words import note_words, word

Start = Mapping[str, Sequence[tuple[int, Mapping[str, float]]]]
"""From a character's id to what the ledgers start from, since which position: the maximum of each pool by name, and of
character points the total and what is spent as ``points`` and ``spent``."""


class LedgerLine(Struct, frozen=True, tag_field="type", tag="ledger_line"):
    """A change of a pool, or of character points (``pool`` is ``points``: ``change`` is that of the total, ``spent`` that of
    the spent ones).

    ``balance`` is what the character has after it, of points the total, with ``unspent`` beside it; both are None when
    the start isn't known. ``roll`` is the roll that led to it, if any, and ``what`` its name. A line that was taken back
    is ``voided`` and leaves the balance as it was.
    """

    position: int
    character: str
    character_id: str | None
    session: int | None
    game_time: int
    pool: str
    change: int
    spent: int | None
    reason: str
    note: str
    cause: int | None
    roll: int | None
    what: str
    balance: float | None
    unspent: float | None
    voided: bool


def ledger(
    connection: Connection, campaign_id: str, pool: str, start: Start, *, character: str | None = None
) -> list[LedgerLine]:
    """All lines of one pool (POINTS for character points), by character in the order of the roster, each character's oldest
    first; what came of a corrected roll stands where it stood before."""
    narrowed = [*scope(_ledger, campaign_id, character=character), _ledger.c.pool == pool]
    rows = connection.execute(select(_ledger).where(*narrowed).order_by(_ledger.c.position)).all()
    led_by = _rolls_behind(connection, campaign_id, sorted({row.cause for row in rows if row.cause is not None}))
    stands = standing(connection, campaign_id)

    def in_place(row: Any) -> tuple[int, int]:
        behind = led_by.get(row.cause)
        return stands.get(behind.roll, row.position) if behind and behind.at_once else row.position, row.position

    names = roster.names(connection, campaign_id)
    kept: defaultdict[str | None, list[LedgerLine]] = defaultdict(list, {who: [] for who in names})
    change: defaultdict[str | None, int] = defaultdict(int)
    spent: defaultdict[str | None, int] = defaultdict(int)
    for row in sorted(rows, key=in_place):
        if row.voided is None:
            change[row.character] += row.change
            spent[row.character] += row.spent or 0
        began = _since(start.get(row.character or "", ()), in_place(row)[0])
        balance = began[pool] + change[row.character] if pool in began else None
        used = began["spent"] + spent[row.character] if pool == POINTS and "spent" in began else None
        behind = led_by.get(row.cause)
        kept[row.character].append(
            LedgerLine(
                position=row.position,
                character=roster.called(names, row.character),
                character_id=row.character,
                session=row.session,
                game_time=row.game_time,
                pool=pool,
                change=row.change,
                spent=row.spent,
                reason=row.reason,
                note=row.note,
                cause=row.cause,
                roll=behind.roll if behind else None,
                what=behind.what if behind else "",
                balance=balance,
                unspent=balance - used if balance is not None and used is not None else None,
                voided=row.voided is not None,
            )
        )
    return [line for lines_ in kept.values() for line in lines_]


def _since(turns: Sequence[tuple[int, Mapping[str, float]]], position: int) -> Mapping[str, float]:
    """What held at a position."""
    return next((full for since, full in reversed(turns) if since <= position), {})


def as_text(found: Sequence[LedgerLine]) -> list[str]:
    """A ledger in plain lines, character by character; what was taken back is marked ``~``."""
    text = [ngettext("{count} line", "{count} lines", len(found))]
    previous: str | None = None
    for line in found:
        if line.character_id != previous or len(text) == 1:
            text += ["", *wrapped(line.character)]
        previous = line.character_id
        amount = f"{said(line.pool)} {line.change:+d}"
        if line.spent is not None:
            amount += _(", spent {spent:+d}", spent=line.spent)
        left = "" if line.balance is None else f" = {line.balance:g}"
        unspent = "" if line.unspent is None else _(" ({points:g} unspent)", points=line.unspent)
        why = word(line.reason) + (f": {note_words(line.reason, line.note)}" if line.note else "")
        rolled = ""
        if line.roll is not None:
            rolled = _(", ") + _("{what} at {position}", what=said(line.what), position=place(line.roll))
        mark = "~" if line.voided else " "
        head = f"{mark}{flush_right(place(line.position), 9)} {flush_right(clock_words(line.game_time), 12)}  "
        text += wrapped(f"{head}{amount}{left}{unspent}  {why}{rolled}", indent=" " * 25)
    return text


class _Behind(NamedTuple):
    """The roll behind a change, and whether nothing but dice lay between: then it was made with the roll."""

    roll: int
    what: str
    at_once: bool


_BY_DICE = (TableConsulted.__name__, AmountRolled.__name__, PoolChanged.__name__)


def _rolls_behind(connection: Connection, campaign_id: str, causes: Sequence[int]) -> dict[int, _Behind]:
    """For each cause the roll that it is or goes back to; causes that go back to none are left out."""
    goes_to = {cause: cause for cause in causes}
    decided = set[int]()  # causes that go back through something that somebody decided later
    found: dict[int, _Behind] = {}
    asked = list(causes)
    while asked:
        known: dict[int, str] = {}
        further: dict[int, int] = {}
        later = set[int]()
        for portion in chunks(asked):
            linked = select(lines.c.position, lines.c.cause, lines.c.kind, rolls.c.what).where(
                lines.c.campaign_id == campaign_id, lines.c.position.in_(portion)
            )
            joined = (rolls.c.campaign_id == lines.c.campaign_id) & (rolls.c.position == lines.c.position)
            for row in connection.execute(linked.outerjoin(rolls, joined)):
                if row.what is not None:
                    known[row.position] = row.what
                    continue
                if row.kind not in _BY_DICE:
                    later.add(row.position)
                if row.cause is not None:
                    further[row.position] = row.cause
        decided |= {cause for cause, at in goes_to.items() if at in later}
        found |= {cause: _Behind(at, known[at], cause not in decided) for cause, at in goes_to.items() if at in known}
        goes_to = {cause: further[at] for cause, at in goes_to.items() if at in further}
        asked = sorted(set(goes_to.values()))
    return found
