"""When sessions began and ended, and their scenes."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import Recorded, SceneStarted, SessionEnded, SessionStarted
from tracker.projections.row import Row, common
from tracker.projections.schema import scenes, sessions

TYPES = (SceneStarted, SessionStarted, SessionEnded)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event, envelope = recorded.event, recorded.envelope
    if isinstance(event, SceneStarted):
        yield scenes, common(recorded, number=event.number, title=event.title)
    if not isinstance(event, SessionStarted | SessionEnded):
        return
    start = event if isinstance(event, SessionStarted) else None
    yield (
        sessions,
        common(
            recorded,
            number=event.number,
            ends=start is None,
            title=start.title if start else "",
            elapsed=start.elapsed if start else None,
            recorded_at=envelope.recorded_at,
            utc_offset=envelope.utc_offset,
            game_time=envelope.game_time,
        ),
    )
