"""Corrections: which rows stopped counting, and which count again. Here alone, and in ``reveals``, rows are ever changed.
And one row for each correction, which tells how far back it reaches."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Select, Table, bindparam, select, update

from tracker.events import ActionVoided, Recorded, Revealed, codec
from tracker.projections import reveals
from tracker.projections.flips import flip, flips
from tracker.projections.row import Row, common
from tracker.projections.schema import lines, voids

_VOIDED = flips("voided")

_FLIP_VOID = (
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
    """Flip the rows of the events that a void at ``position`` names. A restoring one makes the lines of the earlier void's
    action void as well, and those of voids in the action that it brings back count again."""
    flip(connection, _VOIDED, campaign_id, [event.position for event in void.events], None if void.restores else position)
    for carried in void.events:
        if carried.type == Revealed.__name__:
            event = codec.decode(carried.type, carried.version, carried.payload)
            if isinstance(event, Revealed):
                reveals.apply(connection, campaign_id, event, taken_back=not void.restores)
    if void.restores:
        for action, by in ((void.original, None), (void.action, position)):
            connection.execute(_FLIP_VOID, {"campaign": campaign_id, "action": action, "by": by})
