"""What happened: the log's lines and its rolls, narrowed by a filter.

A list holds the positions of all that matches and reads pages by them; a page before a position is found by key. Neither
ever counts rows to skip.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from tracker.events import PlayerTold
from tracker.projections.schema import lines
from tracker.projections.schema import rolls as _rolls
from tracker.reports import roster
from tracker.reports.filters import EVERYTHING, Filter
from tracker.reports.matching import Query
from tracker.reports.overrides import rulings
from tracker.reports.reading import Get, chunks, counting, scope
from tracker.reports.rolls import roll_json
from tracker.reports.since import revealed_of


def line_positions(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> array[int]:
    """The positions of all lines that match, oldest first."""
    return Query(connection, campaign_id, filter).positions()


def roll_positions(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> array[int]:
    """The positions of all rolls that match, oldest first."""
    return Query(connection, campaign_id, filter, only_rolls=True).positions()


def newest_lines(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING, *, limit: int) -> array[int]:
    """The positions of the newest lines that match, oldest first: what to show while ``line_positions`` still reads."""
    return array("q", reversed(Query(connection, campaign_id, filter).page(limit)))


def page(
    connection: Connection,
    campaign_id: str,
    filter: Filter,
    *,
    limit: int,
    before: int | None = None,
    only_rolls: bool = False,
) -> list[int]:
    """Positions in the filter's order, which is the newest first unless it says otherwise: the first ones, or those that
    come after the one at ``before``."""
    return Query(connection, campaign_id, filter, only_rolls=only_rolls).page(limit, before)


def rolls(
    connection: Connection,
    campaign_id: str,
    filter: Filter,
    get: Get,
    *,
    before: int | None = None,
    limit: int = 100,
) -> list[dict[str, Any]]:
    """A ``page`` of rolls as JSON."""
    found = page(connection, campaign_id, filter, limit=limit, before=before, only_rolls=True)
    return rolls_at(connection, campaign_id, found, get)


def rolls_at(connection: Connection, campaign_id: str, positions: Sequence[int], get: Get) -> list[dict[str, Any]]:
    """The rolls at these positions as JSON, in their order."""
    voided: set[int] = set()
    for portion in chunks(positions):
        taken_back = select(_rolls.c.position).where(*scope(_rolls, campaign_id), _rolls.c.voided.is_not(None))
        voided.update(connection.scalars(taken_back.where(_rolls.c.position.in_(portion))))
    recorded = get(positions)
    names = roster.names(connection, campaign_id) if positions else {}
    revealed = revealed_of(connection, campaign_id, get, min(positions, default=0))
    ruled, told = rulings(connection, campaign_id, positions), told_of(connection, campaign_id, positions, get)
    return [
        roll_json(
            recorded[position],
            names.get(recorded[position].subject or ""),
            position in voided,
            ruled=ruled.get(position),
            told=told.get(position, ""),
            revealed=revealed[position].position if position in revealed else None,
        )
        for position in positions
    ]


def told_of(connection: Connection, campaign_id: str, positions: Sequence[int], get: Get) -> dict[int, str]:
    """What players were told about the secret rolls at these positions, the last word of it."""
    told = select(lines.c.position).where(
        *counting(lines, campaign_id),
        lines.c.kind == PlayerTold.__name__,
        lines.c.cause.in_(positions),
        lines.c.position > min(positions, default=0),
    )
    events = get(list(connection.scalars(told.order_by(lines.c.position))))
    said = [one.event for _, one in sorted(events.items())]
    return {event.roll: event.text for event in said if isinstance(event, PlayerTold)}


def count(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING, *, only_rolls: bool = True) -> int:
    """How many rolls, or lines of any sort, match."""
    return Query(connection, campaign_id, filter, only_rolls=only_rolls).count()
