"""Traits acquired in play."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import Recorded, TraitAcquired
from tracker.projections.row import Row, common
from tracker.projections.schema import traits


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event = recorded.event
    if not isinstance(event, TraitAcquired):
        return
    yield (
        traits,
        common(
            recorded,
            name=event.name,
            points=event.points,
            kind=event.kind,
            origin=event.origin,
            threat=event.threat,
            roll=event.roll,
            cause=recorded.envelope.cause,
            game_time=recorded.envelope.game_time,
        ),
    )
