"""Where in the log a day, an in-game hour, a session or a scene lies: its first and its last event.

A filter by time needs no index over all events then: it reads between two positions. The bounds are taken from the events
as they were recorded, so they hold whatever clocks did, and whatever was taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, func

from tracker.events import Envelope, Recorded
from tracker.projections.schema import spans
from tracker.sql import Prepared

DAY, HOUR, SESSION, SCENE = "day", "hour", "session", "scene"
HOUR_SECONDS = 3600


def apply(connection: Connection, campaign_id: str, events: Sequence[Recorded]) -> None:
    """Stretch the spans to events just appended, in order."""
    if not events:
        return
    first: dict[tuple[str, int], int] = {}
    last: dict[tuple[str, int], int] = {}
    for found, together in groupby(events, key=_spans):
        positions = [recorded.position for recorded in together]
        for span in found:
            first.setdefault(span, positions[0])
            last[span] = positions[-1]
    rows = [
        {"campaign_id": campaign_id, "scale": span[0], "number": span[1], "first": begin, "last": last[span]}
        for span, begin in first.items()
    ]
    _stretch(connection.dialect.name).write(connection, rows)


def local_day(envelope: Envelope) -> int:
    """The author's day, as the number of days since the year 1 (``date.toordinal``)."""
    return _day(envelope.recorded_at, envelope.utc_offset)


@lru_cache(maxsize=2000)  # asked for the events of a page by one read model after the other
def _day(recorded_at: str, utc_offset: int) -> int:
    moment = datetime.fromisoformat(recorded_at)
    utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return (utc + timedelta(minutes=utc_offset)).toordinal()


def _spans(recorded: Recorded) -> tuple[tuple[str, int], ...]:
    envelope = recorded.envelope
    spans: tuple[tuple[str, int], ...] = ((DAY, local_day(envelope)), (HOUR, envelope.game_time // HOUR_SECONDS))
    if envelope.session is not None:
        spans += ((SESSION, envelope.session),)
    if envelope.scene is not None:
        spans += ((SCENE, envelope.scene),)
    return spans


@cache
def _stretch(dialect: str) -> Prepared:
    """The upsert of one kind of database; the others' modules aren't loaded."""
    insert: Any
    least: Any
    greatest: Any
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert

        least, greatest = func.min, func.max
    else:
        from sqlalchemy.dialects.postgresql import insert

        least, greatest = func.least, func.greatest
    new = insert(spans)
    bounds = {"first": least(spans.c.first, new.excluded.first), "last": greatest(spans.c.last, new.excluded.last)}
    key = [spans.c.campaign_id, spans.c.scale, spans.c.number]
    return Prepared(new.on_conflict_do_update(index_elements=key, set_=bounds))
