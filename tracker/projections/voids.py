"""Corrections: which rows stopped counting, and which count again. The only place where rows are ever changed; and one row
for each correction, which tells how far back it reaches."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Select, Table, bindparam, select, update

from tracker.events import ActionVoided, Recorded
from tracker.projections.row import Row, common
from tracker.projections.schema import lines, metadata, spans, voids

_CHUNK = 1000  # bound parameters in one statement

_FLIPS = [
    update(table)
    .where(table.c.campaign_id == bindparam("campaign"), table.c.position.in_(bindparam("positions", expanding=True)))
    .values(voided=bindparam("by"))
    for table in metadata.sorted_tables
    if table is not spans
]

_TAKE_BACK_VOID = (
    update(lines)
    .where(
        lines.c.campaign_id == bindparam("campaign"),
        lines.c.kind == ActionVoided.__name__,
        lines.c.action_id == bindparam("action"),
    )
    .values(voided=bindparam("by"))
)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    if isinstance(recorded.event, ActionVoided):
        yield voids, common(recorded, first=recorded.event.events[0].position)


def reaching(campaign_id: str, position: int) -> Select[tuple[int]]:
    """The query of the corrections made behind a position that concern events up to there, in order."""
    return (
        select(voids.c.position)
        .where(voids.c.campaign_id == campaign_id, voids.c.position > position, voids.c.first <= position)
        .order_by(voids.c.position)
    )


def apply(connection: Connection, campaign_id: str, position: int, void: ActionVoided) -> None:
    """Flip the rows of the events that a void at ``position`` names; a restoring one makes the earlier void's line void."""
    flipped = [event.position for event in void.events]
    by = None if void.restores else position
    for start in range(0, len(flipped), _CHUNK):
        positions = flipped[start : start + _CHUNK]
        for flip in _FLIPS:
            connection.execute(flip, {"campaign": campaign_id, "positions": positions, "by": by})
    if void.restores:
        connection.execute(_TAKE_BACK_VOID, {"campaign": campaign_id, "action": void.action, "by": position})
