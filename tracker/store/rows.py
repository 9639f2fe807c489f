"""Events as rows: the columns of the table in the order of the envelope's fields, then the payload and the hash."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DBAPIError

from tracker.errors import Refused
from tracker.events.base import Envelope, Fact, Recorded
from tracker.events.codec import decode, record
from tracker.language import _
from tracker.sql import Prepared, Row
from tracker.store.engine import is_undecodable
from tracker.store.schema import events

PAGE = 1000
"""How many events are read at a time."""

_DAY = 24 * 60  # minutes

_NAMES = {"campaign": "campaign_id", "action": "action_id"}
FIELDS = Envelope.__struct_fields__
COLUMNS = [events.c[_NAMES.get(field, field)] for field in FIELDS] + [events.c.payload, events.c.hash]
_ALL = select(*COLUMNS)
_EVENTS = _ALL.order_by(events.c.position)
_MINE = events.c.campaign_id == bindparam("campaign")
_PAGE_OF = Prepared(
    _EVENTS.where(_MINE, events.c.position > bindparam("after"), events.c.position <= bindparam("upto")).limit(PAGE)
)
_AT = Prepared(_EVENTS.where(_MINE, events.c.position == bindparam("position")))
# By position would be the same, but SQLite would then go through the whole log.
_OF_ACTION = Prepared(_ALL.where(_MINE, events.c.action_id == bindparam("action")).order_by(events.c.ordinal))
_LAST = 2**63 - 1


class _Fact(Struct, array_like=True, gc=False):
    """The columns that make a fact."""

    position: int
    type: str
    version: int
    payload: str
    subject: str | None
    game_time: int
    session: int | None
    scene: int | None
    cause: int | None
    procedure: int | None
    visibility: str


_FACTS = Prepared(
    select(*(events.c[name] for name in _Fact.__struct_fields__))
    .where(_MINE, events.c.position > bindparam("after"), events.c.position <= bindparam("upto"))
    .order_by(events.c.position)
    .limit(PAGE)
)
POSITION = FIELDS.index("position")


def envelope_of(row: Row) -> Envelope:
    """The envelope in a row of COLUMNS, as it stands there."""
    return Envelope(**dict(zip(FIELDS, row, strict=False)))


def recorded_of(row: Row) -> Recorded:
    """A row of COLUMNS as an event. Raises Refused (``unreadable_event``) for one that doesn't hold what an event holds, or
    that this program doesn't know."""
    position, payload, hash_ = row[POSITION], row[-2], row[-1]
    try:
        envelope = msgspec.convert(row, Envelope)
        if not (isinstance(payload, str) and isinstance(hash_, str)):
            raise TypeError(_("its payload or its hash is no text"))
        check_time(envelope)
        return record(envelope, payload, hash_)
    except Exception as error:  # whatever a damaged row holds
        raise unreadable(position, str(error)) from error


def following(rows: Iterable[Row], after: int) -> Iterator[Recorded]:
    """The rows behind ``after`` as events. Raises Refused where they don't follow one another."""
    for row in rows:
        recorded, after = recorded_of(row), after + 1
        if recorded.position != after:
            raise unreadable(after, _("it is missing"))
        yield recorded


def page_of_facts(connection: Connection, campaign: str, after: int, upto: int | None = None) -> Sequence[Row]:
    """As ``page``, the rows with only what a fold asks, for ``facts``."""
    values = {"campaign": campaign, "after": after, "upto": _LAST if upto is None else upto}
    return fetch(connection, partial(_FACTS.read, values=values))


def facts(rows: Iterable[Row], after: int, whole: Callable[[list[int]], object]) -> Iterator[Fact]:
    """The rows of ``page_of_facts`` behind ``after`` as facts, each made when it is asked for: a thousand that wait are
    slower than one that is still at hand. Raises Refused as ``recorded_of`` and ``following`` do; ``whole`` reads the events
    at some positions with all that they hold."""
    for row in rows:
        after += 1
        try:
            told = msgspec.convert(row, _Fact)
            event = decode(told.type, told.version, told.payload)
        except Exception as error:  # whatever a damaged row holds
            whole([row[0]])  # the whole event says best what is wrong with it
            raise unreadable(row[0], str(error)) from error
        if told.position != after:
            raise unreadable(after, _("it is missing"))
        yield Fact(
            position=after,
            event=event,
            subject=told.subject,
            game_time=told.game_time,
            session=told.session,
            scene=told.scene,
            cause=told.cause,
            procedure=told.procedure,
            visibility=told.visibility,
        )


def unreadable(position: int, reason: str) -> Refused:
    """The refusal of an event that isn't as it was recorded."""
    return Refused(
        _(
            "Event {position} can't be read: {cause}; `rollbook verify` says more.",
            position=position,
            cause=reason.rstrip("."),
        ),
        code="unreadable_event",
    )


def check_time(envelope: Envelope) -> None:
    """Raises ValueError when there is no moment at which the event was recorded."""
    try:
        year = datetime.fromisoformat(envelope.recorded_at).year
    except ValueError:
        year = 0
    # In the first and the last year an offset may lead out of what a calendar holds.
    if not 1 < year < 9999 or not -_DAY < envelope.utc_offset < _DAY:
        raise ValueError(_("there is no such time as that at which it was recorded"))


def values_of(recorded: Recorded) -> dict[str, Any]:
    """What is inserted for an event."""
    values = {_NAMES.get(field, field): getattr(recorded.envelope, field) for field in FIELDS}
    return {**values, "payload": recorded.payload_text, "hash": recorded.hash}


def page(connection: Connection, campaign: str, after: int, upto: int | None = None) -> Sequence[Row]:
    """The rows of at most PAGE events behind position ``after``, up to and with ``upto``."""
    last = _LAST if upto is None else upto
    return fetch(connection, partial(_PAGE_OF.read, values={"campaign": campaign, "after": after, "upto": last}))


def pages(connection: Connection, campaign: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
    """The rows behind ``after``, read a page at a time on an open connection."""
    while rows := page(connection, campaign, after, upto):
        yield from rows
        if len(rows) < PAGE:
            return
        after = rows[-1][POSITION]


def fetch(connection: Connection, ask: Callable[[Connection], Sequence[Row]]) -> Sequence[Row]:
    """The rows that a question brings; text in them that is no longer UTF-8 comes as bytes."""
    try:
        return ask(connection)
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        with undecoded(connection):
            return ask(connection)


@contextmanager
def undecoded(connection: Connection) -> Iterator[None]:
    """Lets text that is no longer UTF-8 through as bytes: it is found where it stands and doesn't end the reading."""
    raw = connection.connection.dbapi_connection
    if not isinstance(raw, sqlite3.Connection):
        yield
        return
    raw.text_factory = _text
    try:
        yield
    finally:
        raw.text_factory = str


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


class Found(dict[int, Recorded]):
    """Events by position. Whoever asks for one by ``[]`` knows that it was recorded: when it is missing, the log is damaged
    and that is Refused. Whoever doesn't know asks by ``get``."""

    def __missing__(self, position: int) -> Recorded:
        raise unreadable(position, _("it is missing"))


def of_action(connection: Connection, campaign: str, action: str) -> list[Recorded]:
    """What an action recorded, in order; empty when there is no such action."""
    values = {"campaign": campaign, "action": action}
    return [recorded_of(row) for row in fetch(connection, partial(_OF_ACTION.read, values=values))]


def at(connection: Connection, campaign_id: str, positions: Iterable[int]) -> Found:
    """The events at these positions, by position."""
    found = Found()
    wanted = sorted(set(positions))
    for begin in range(0, len(wanted), PAGE):
        some = wanted[begin : begin + PAGE]
        found.update({row[POSITION]: recorded_of(row) for row in fetch(connection, _at(campaign_id, some))})
    return found


def _at(campaign: str, positions: Sequence[int]) -> Callable[[Connection], Sequence[Row]]:
    if len(positions) == 1:
        return partial(_AT.read, values={"campaign": campaign, "position": positions[0]})
    query = _EVENTS.where(events.c.campaign_id == campaign, events.c.position.in_(positions))
    return lambda connection: [tuple(row) for row in connection.execute(query)]
