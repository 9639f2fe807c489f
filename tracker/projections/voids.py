"""Corrections: which rows stopped counting, and which count again. The only place where rows are ever changed."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, update

from tracker.events import ActionVoided
from tracker.projections.schema import lines, metadata

_CHUNK = 1000  # bound parameters in one statement

_FLIPS = [
    update(table)
    .where(table.c.campaign_id == bindparam("campaign"), table.c.position.in_(bindparam("positions", expanding=True)))
    .values(voided=bindparam("by"))
    for table in metadata.sorted_tables
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
