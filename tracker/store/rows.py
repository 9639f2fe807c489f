"""Events as rows: the columns of the table in the order of the envelope's fields, then the payload and the hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from tracker.errors import Refused
from tracker.events.base import Envelope, Recorded
from tracker.events.codec import UnknownEvent, record
from tracker.store.schema import events

PAGE = 1000
"""How many events are read at a time."""

_NAMES = {"campaign": "campaign_id", "action": "action_id"}
FIELDS = Envelope.__struct_fields__
COLUMNS = [events.c[_NAMES.get(field, field)] for field in FIELDS] + [events.c.payload, events.c.hash]
EVENTS = select(*COLUMNS).order_by(events.c.position)


def envelope_of(row: Sequence[Any]) -> Envelope:
    """The envelope in a row of COLUMNS, as it stands there."""
    return Envelope(**dict(zip(FIELDS, row, strict=False)))


def recorded_of(row: Sequence[Any]) -> Recorded:
    """A row of COLUMNS as an event. Raises Refused (``unreadable_event``) when this program can't read its payload."""
    envelope = envelope_of(row)
    try:
        return record(envelope, row[-2], row[-1])
    except UnknownEvent as error:
        raise Refused(
            f"Event {envelope.position} can't be read: {error}. `rollbook verify` checks the log.",
            code="unreadable_event",
        ) from None


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
    while rows := connection.execute(page(campaign, after, upto)).fetchall():
        yield from rows
        if len(rows) < PAGE:
            return
        after = rows[-1].position


def of_action(connection: Connection, campaign: str, action: str) -> list[Recorded]:
    """What an action recorded, in order; empty when there is no such action."""
    query = EVENTS.where(events.c.campaign_id == campaign, events.c.action_id == action)
    return [recorded_of(row) for row in connection.execute(query)]


def at(connection: Connection, campaign_id: str, positions: Iterable[int]) -> dict[int, Recorded]:
    """The events at these positions, by position; those that don't exist are missing."""
    wanted = iter(sorted(set(positions)))
    found = {}
    while some := list(islice(wanted, PAGE)):
        query = EVENTS.where(events.c.campaign_id == campaign_id, events.c.position.in_(some))
        found.update({row.position: recorded_of(row) for row in connection.execute(query)})
    return found
