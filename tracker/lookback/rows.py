"""The read models as they were at an earlier moment, so that any report can be asked about it.

A row depends on its event alone, but for what was taken back: the rows of a moment are those up to it, with the voids that
counted then.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from sqlalchemy import Connection, Table, create_engine, insert, select

from tracker.campaign.state import CampaignState
from tracker.events import Revealed
from tracker.lookback.timeline import Moment
from tracker.projections.schema import metadata, spans, voids
from tracker.store import Log

_PAGE = 5000  # rows that are copied at a time


@contextmanager
def rows_at(log: Log, moment: Moment, state: CampaignState) -> Iterator[Connection]:
    """A connection to the read models of a campaign as they were at a moment, for queries only. ``state`` tells what counted
    and what was revealed: as it stood that of the moment, as corrected today's."""
    later = [one.event for one in log.get(log.positions(Revealed.__name__, moment.position)).values()]
    told = {at for event in later if isinstance(event, Revealed) for at in event.positions}
    hidden = {at for at in told if at not in state.revealed}
    engine = create_engine("sqlite://")
    with engine.connect() as copy:
        metadata.create_all(copy)
        with log.reading() as source:
            for table in metadata.sorted_tables:
                if table in (spans, voids):  # which only say where to look
                    continue
                _copy(table, source, copy, log.id, moment.position, state.void_positions, hidden)
        yield copy
    engine.dispose()


def _copy(
    table: Table,
    source: Connection,
    copy: Connection,
    campaign_id: str,
    upto: int,
    voided: Mapping[int, int],
    hidden: Container[int],
) -> None:
    names = table.columns.keys()
    position, void, secret = (names.index(name) for name in ("position", "voided", "secret"))
    into = str(insert(table).compile(dialect=copy.dialect))
    with source.execute(select(table).where(table.c.campaign_id == campaign_id, table.c.position <= upto)) as found:
        cursor = cast(Any, found.cursor)  # of many rows the driver's own take a fraction of the time
        while page := cursor.fetchmany(_PAGE):
            rows = [list(row) for row in page]
            for row in rows:
                row[void] = voided.get(row[position])
                row[secret] = row[secret] or row[position] in hidden
            copy.exec_driver_sql(into, [tuple(row) for row in rows])
