"""Events as rows: the columns of the table in the order of the envelope's fields, then the payload and the hash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, select
from sqlalchemy.exc import DBAPIError

from tracker.errors import Refused
from tracker.events.base import Envelope, Recorded
from tracker.events.codec import record
from tracker.store.engine import is_undecodable
from tracker.store.schema import events

_DAY = 24 * 60  # minutes

PAGE = 1000
"""How many events are read at a time."""

_NAMES = {"campaign": "campaign_id", "action": "action_id"}
FIELDS = Envelope.__struct_fields__
COLUMNS = [events.c[_NAMES.get(field, field)] for field in FIELDS] + [events.c.payload, events.c.hash]
_ALL = select(*COLUMNS)
EVENTS = _ALL.order_by(events.c.position)
_POSITION = FIELDS.index("position")


def envelope_of(row: Sequence[Any]) -> Envelope:
    """The envelope in a row of COLUMNS, as it stands there."""
    return Envelope(**dict(zip(FIELDS, row, strict=False)))


def recorded_of(row: Sequence[Any]) -> Recorded:
    """A row of COLUMNS as an event. Raises Refused (``unreadable_event``) for one that doesn't hold what an event holds, or
    that this program doesn't know."""
    position, payload, hash_ = row[_POSITION], row[-2], row[-1]
    try:
        envelope = msgspec.convert(tuple(row), Envelope)
        if not (isinstance(payload, str) and isinstance(hash_, str)):
            raise TypeError("its payload or its hash is no text")
        check_time(envelope)
        return record(envelope, payload, hash_)
    except Exception as error:  # whatever a damaged row holds
        raise unreadable(position, str(error)) from error


def following(rows: Iterable[Sequence[Any]], after: int) -> Iterator[Recorded]:
    """The rows behind ``after`` as events. Raises Refused where they don't follow one another."""
    for row in rows:
        recorded, after = recorded_of(row), after + 1
        if recorded.position != after:
            raise unreadable(after, "it is missing")
        yield recorded


def unreadable(position: int, reason: str) -> Refused:
    """The refusal of an event that isn't as it was recorded."""
    return Refused(
        f"Event {position} can't be read: {reason.rstrip('.')}; `rollbook verify` says more.", code="unreadable_event"
    )


def check_time(envelope: Envelope) -> None:
    """Raises ValueError when there is no moment at which the event was recorded."""
    try:
        year = datetime.fromisoformat(envelope.recorded_at).year
    except ValueError:
        year = 0
    # In the first and the last year an offset may lead out of what a calendar holds.
    if not 1 < year < 9999 or not -_DAY < envelope.utc_offset < _DAY:
        raise ValueError("there is no such time as that at which it was recorded")


def values_of(recorded: Recorded) -> dict[str, Any]:
    """What is inserted for an event."""
    values = {_NAMES.get(field, field): getattr(recorded.envelope, field) for field in FIELDS}
    return {**values, "payload": recorded.payload_text, "hash": recorded.hash}


def page(campaign: str, after: int, upto: int | None = None) -> Select[Any]:
    """The query of at most PAGE events behind position ``after``, up to and with ``upto``."""
    query = EVENTS.where(events.c.campaign_id == campaign, events.c.position > after).limit(PAGE)
    return query if upto is None else query.where(events.c.position <= upto)


def pages(connection: Connection, campaign: str, after: int = 0, upto: int | None = None) -> Iterator[Row[Any]]:
    """The rows behind ``after``, read a page at a time on an open connection."""
    while rows := fetch(connection, page(campaign, after, upto)):
        yield from rows
        if len(rows) < PAGE:
            return
        after = rows[-1].position


def fetch(connection: Connection, query: Select[Any]) -> Sequence[Row[Any]]:
    """The rows of a query; text in them that is no longer UTF-8 comes as bytes."""
    try:
        return connection.execute(query).fetchall()
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        with undecoded(connection):
            return connection.execute(query).fetchall()


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
        raise unreadable(position, "it is missing")


def of_action(connection: Connection, campaign: str, action: str) -> list[Recorded]:
    """What an action recorded, in order; empty when there is no such action."""
    # By position would be the same, but SQLite would then go through the whole log.
    query = _ALL.where(events.c.campaign_id == campaign, events.c.action_id == action).order_by(events.c.ordinal)
    return [recorded_of(row) for row in fetch(connection, query)]


def at(connection: Connection, campaign_id: str, positions: Iterable[int]) -> Found:
    """The events at these positions, by position."""
    wanted = iter(sorted(set(positions)))
    found = Found()
    while some := list(islice(wanted, PAGE)):
        query = EVENTS.where(events.c.campaign_id == campaign_id, events.c.position.in_(some))
        found.update({row.position: recorded_of(row) for row in fetch(connection, query)})
    return found
