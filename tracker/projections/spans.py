"""Where in the log a day, an in-game hour, a session or a scene lies: its first and its last event.

A filter by time needs no index over all events then: it reads between two positions. The bounds are taken from the events
as they were recorded, so they hold whatever clocks did, and whatever was taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func
from sqlalchemy.dialects import postgresql, sqlite

from tracker.events import Envelope, Recorded
from tracker.projections.schema import spans

DAY, HOUR, SESSION, SCENE = "day", "hour", "session", "scene"
HOUR_SECONDS = 3600


def apply(connection: Connection, campaign_id: str, events: Sequence[Recorded]) -> None:
    """Stretch the spans to events just appended."""
    if not events:
        return
    found: dict[tuple[str, int], list[int]] = {}
    for recorded in events:
        for span in _spans(recorded.envelope):
            found.setdefault(span, []).append(recorded.position)
    rows = [
        {"campaign_id": campaign_id, "scale": scale, "number": number, "first": min(at), "last": max(at)}
        for (scale, number), at in found.items()
    ]
    connection.execute(_STRETCH[connection.dialect.name], rows)


def local_day(envelope: Envelope) -> int:
    """The author's day, as the number of days since the year 1 (``date.toordinal``)."""
    moment = datetime.fromisoformat(envelope.recorded_at)
    utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return (utc + timedelta(minutes=envelope.utc_offset)).toordinal()


def _spans(envelope: Envelope) -> Iterator[tuple[str, int]]:
    yield DAY, local_day(envelope)
    yield HOUR, envelope.game_time // HOUR_SECONDS
    if envelope.session is not None:
        yield SESSION, envelope.session
    if envelope.scene is not None:
        yield SCENE, envelope.scene


def _stretch(insert: Any, least: Any, greatest: Any) -> Any:
    new = insert(spans)
    return new.on_conflict_do_update(
        index_elements=[spans.c.campaign_id, spans.c.scale, spans.c.number],
        set_={
            "first": least(spans.c.first, new.excluded.first),
            "last": greatest(spans.c.last, new.excluded.last),
        },
    )


_STRETCH = {
    "sqlite": _stretch(sqlite.insert, func.min, func.max),
    "postgresql": _stretch(postgresql.insert, func.least, func.greatest),
}
