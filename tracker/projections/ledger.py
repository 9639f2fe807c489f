"""Every change of a pool or of character points."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import PointsChanged, PoolChanged, Recorded
from tracker.projections.row import Row, common
from tracker.projections.schema import ledger

POINTS = "points"

TYPES = (PoolChanged, PointsChanged)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    match recorded.event:
        case PoolChanged(pool=pool, change=change, reason=reason, note=note):
            spent = None
        case PointsChanged(total=change, spent=spent, reason=reason, note=note):
            pool = POINTS
        case _:
            return
    envelope = recorded.envelope
    yield (
        ledger,
        common(
            recorded,
            pool=pool,
            change=change,
            spent=spent,
            reason=reason,
            note=note,
            cause=envelope.cause,
            game_time=envelope.game_time,
        ),
    )
