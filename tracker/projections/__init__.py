"""Read models kept in step with the log: tables for questions that would otherwise mean reading the log from its start.

Each module beside this one says which rows an event of its ``TYPES`` brings; ``voids`` says also which rows stop counting
and which are no longer secret. Rows are keyed by the event's position and depend on nothing but the events, so building
them anew gives the same rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, Table, delete, insert

from tracker.events import Recorded, codec
from tracker.projections import (
    characters,
    endings,
    frights,
    ledger,
    lines,
    marks,
    overrides,
    prompts,
    rolls,
    search,
    sessions,
    spans,
    tasks,
    traits,
    voids,
)
from tracker.projections.row import Row
from tracker.projections.schema import metadata
from tracker.sql import Prepared

VERSION = 7  # of the rows: another number means that they are to be rebuilt

_PROJECTIONS = (
    lines,
    rolls,
    tasks,
    endings,
    frights,
    traits,
    ledger,
    prompts,
    sessions,
    marks,
    overrides,
    characters,
    voids,
)
_CONCERNED = {
    cls: tuple(projection for projection in _PROJECTIONS if issubclass(cls, projection.TYPES))
    for cls in codec.TYPES.values()
}
_INSERTS = {table: Prepared(insert(table)) for table in metadata.sorted_tables}


def apply(connection: Connection, campaign_id: str, events: Sequence[Recorded]) -> None:
    """Bring the read models up to date with events just appended, in order and within the append's transaction."""
    brought: defaultdict[Table, list[Row]] = defaultdict(list)
    for recorded in events:
        for projection in _CONCERNED[type(recorded.event)]:
            for table, row in projection.rows(recorded):
                brought[table].append(row)
    for table, rows in brought.items():
        _INSERTS[table].write(connection, rows)
    spans.apply(connection, campaign_id, events)
    search.apply(connection, campaign_id, events)
    voids.apply(connection, campaign_id, events)


def settle(connection: Connection) -> None:
    """Put in order what many events at once have left."""
    search.settle(connection)


def clear(connection: Connection, campaign_id: str) -> None:
    """Throw a campaign's rows away. A SQLite file holds only one campaign: its tables are emptied, not row by row."""
    for table in metadata.sorted_tables:
        every = delete(table)
        mine = every if connection.dialect.name == "sqlite" else every.where(table.c.campaign_id == campaign_id)
        connection.execute(mine)
    search.clear(connection, campaign_id)
