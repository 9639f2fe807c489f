"""What rests on an action: the later events that would have come out otherwise, or not at all, without it."""

from __future__ import annotations

from collections.abc import Collection, Container

from sqlalchemy import or_, select

from tracker.events import CharacterAdded, ClockAdvanced, SessionStarted
from tracker.projections.schema import rolls
from tracker.store import Log
from tracker.store.schema import events

_CLOCKS = (ClockAdvanced, SessionStarted)
_TIMED = ("FrightExposed", "ConditionAdded")  # what holds a moment or an end on the in-game clock


def dependants(log: Log, positions: Collection[int], void_positions: Container[int]) -> list[int]:
    """Positions of the later events that count and that rest on the given ones, directly or through others: caused by them,
    steps of a procedure that they began, attempts of a task that they opened, and, when they moved the clock, what was
    recorded by it since, or, when they added a character, all that happened to it. A void of them isn't counted."""
    found: set[int] = set()
    fresh = set(positions)
    recorded = log.get(positions).values()
    added = [one.subject for one in recorded if isinstance(one.event, CharacterAdded)]
    if any(isinstance(one.event, _CLOCKS) for one in recorded):
        since = max(positions)
        timed = {position for kind in _TIMED for position in log.positions(kind, since)}
        found |= {position for position in timed if position not in void_positions}
    with log.reading() as connection:
        if added:
            theirs = select(events.c.position).where(
                events.c.campaign_id == log.id, events.c.position > max(positions), events.c.subject.in_(added)
            )
            found |= {row.position for row in connection.execute(theirs) if row.position not in void_positions}
        while fresh:
            named = select(events.c.position).where(
                events.c.campaign_id == log.id,
                events.c.position > min(fresh),
                or_(events.c.cause.in_(fresh), events.c.procedure.in_(fresh)),
                events.c.type != "ActionVoided",
            )
            tried = select(rolls.c.position).where(rolls.c.campaign_id == log.id, rolls.c.task.in_(fresh))
            reached = {row.position for query in (named, tried) for row in connection.execute(query)}
            fresh = {one for one in reached - found - set(positions) if one not in void_positions}
            found |= fresh
    return sorted(found)
