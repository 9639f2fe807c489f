"""Corrections: which rows stopped counting or count again, which are no longer for the GM alone or are so again. Here alone
rows are ever changed. And one row for each void and each amendment, which tells how far back it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, select, update

from tracker.events import ActionVoided, NoteAmended, Recorded, Revealed, codec
from tracker.projections.flips import flip
from tracker.projections.row import Row, common
from tracker.projections.schema import lines, voids
from tracker.sql import Prepared

TYPES = (ActionVoided, NoteAmended)

_FLIP_VOID = Prepared(
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
    match recorded.event:
        case ActionVoided(events=(first, *_)):
            yield voids, common(recorded, first=first.position)
        case NoteAmended(position=position):
            yield voids, common(recorded, first=position)


def reaching(campaign_id: str, position: int) -> Select[tuple[int]]:
    """The query of the voids and amendments made behind a position that concern events up to there, in order."""
    return (
        select(voids.c.position)
        .where(voids.c.campaign_id == campaign_id, voids.c.position > position, voids.c.first <= position)
        .order_by(voids.c.position)
    )


def apply(connection: Connection, campaign_id: str, events: Sequence[Recorded]) -> None:
    """Flip the rows that the voids and revelations among the events name, which stand there already. A restoring void makes
    the lines of the earlier void's action void as well, and those of voids in the action that it brings back count again."""
    voided: list[tuple[int, int | None]] = []
    secret: list[tuple[int, bool]] = []
    actions: list[dict[str, Any]] = []
    for recorded in events:
        if isinstance(recorded.event, Revealed):
            secret += ((position, False) for position in recorded.event.positions)
        elif isinstance(void := recorded.event, ActionVoided):
            by = None if void.restores else recorded.position
            for carried in void.events:
                voided.append((carried.position, by))
                if carried.type == Revealed.__name__:
                    reveal = codec.decode(carried.type, carried.version, carried.payload)
                    secret += ((position, not void.restores) for position in getattr(reveal, "positions", ()))
            if void.restores:
                pairs = ((void.original, None), (void.action, recorded.position))
                actions += ({"campaign": campaign_id, "action": action, "by": by} for action, by in pairs)
    flip(connection, campaign_id, "voided", voided)
    flip(connection, campaign_id, "secret", secret)
    if actions:
        _FLIP_VOID.write(connection, actions)
