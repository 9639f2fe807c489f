"""Read models kept in step with the log: tables for questions that would otherwise mean reading the log from its start.

Each module beside this one says which rows an event brings; ``voids`` says which rows stop counting, ``reveals`` which are
no longer secret. Rows are keyed by the event's position and depend on nothing but the events, so building them anew
gives the same rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlalchemy import Connection, Table, bindparam, delete, insert

from tracker.events import ActionVoided, Recorded, Revealed
from tracker.projections import (
    characters,
    endings,
    frights,
    ledger,
    lines,
    marks,
    overrides,
    prompts,
    reveals,
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

VERSION = 5  # of the rows: another number means that they are to be rebuilt

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
_INSERTS = {table: insert(table) for table in metadata.sorted_tables}
_CLEARS = [delete(table).where(table.c.campaign_id == bindparam("campaign")) for table in metadata.sorted_tables]
_BATCH = 1000  # events per round of a rebuild


def apply(connection: Connection, campaign_id: str, events: Sequence[Recorded]) -> None:
    """Bring the read models up to date with events just appended, in order and within the append's transaction."""
    brought: defaultdict[Table, list[Row]] = defaultdict(list)
    for recorded in events:
        for projection in _PROJECTIONS:
            for table, row in projection.rows(recorded):
                brought[table].append(row)
    for table, rows in brought.items():
        connection.execute(_INSERTS[table], rows)
    spans.apply(connection, campaign_id, events)
    search.apply(connection, campaign_id, events)
    for recorded in events:  # after the inserts: a void only ever names earlier events
        if isinstance(recorded.event, ActionVoided):
            voids.apply(connection, campaign_id, recorded.position, recorded.event)
        elif isinstance(recorded.event, Revealed):
            reveals.apply(connection, campaign_id, recorded.event)


def rebuild(connection: Connection, campaign_id: str, events: Iterable[Recorded]) -> None:
    """Throw a campaign's rows away and build them from its whole log."""
    for clear in _CLEARS:
        connection.execute(clear, {"campaign": campaign_id})
    search.clear(connection, campaign_id)
    for batch in _batches(iter(events)):
        apply(connection, campaign_id, batch)


def _batches(events: Iterator[Recorded]) -> Iterator[list[Recorded]]:
    while batch := list(islice(events, _BATCH)):
        yield batch
