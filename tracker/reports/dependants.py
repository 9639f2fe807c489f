"""What rests on an action: the later events that would have come out otherwise, or not at all, without it."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import or_, select

from tracker.projections.schema import rolls
from tracker.store import Log
from tracker.store.schema import events


def dependants(log: Log, positions: Collection[int], void_positions: Collection[int]) -> list[int]:
    """Positions of the later events that count and that rest on the given ones, directly or through others: caused by them,
    steps of a procedure that they began, attempts of a task that they opened. A void of them isn't counted."""
    found: set[int] = set()
    fresh = set(positions)
    with log.reading() as connection:
        while fresh:
            named = select(events.c.position).where(
                events.c.campaign_id == log.id,
                events.c.position > min(fresh),
                or_(events.c.cause.in_(fresh), events.c.procedure.in_(fresh)),
                events.c.type != "ActionVoided",
            )
            tried = select(rolls.c.position).where(rolls.c.campaign_id == log.id, rolls.c.task.in_(fresh))
            reached = {row.position for query in (named, tried) for row in connection.execute(query)}
            fresh = reached - found - set(positions) - set(void_positions)
            found |= fresh
    return sorted(found)
