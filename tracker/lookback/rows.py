"""The read models as they were at an earlier moment, so that any report can be asked about it.

Nothing is copied: on a connection of its own, views of the same names stand before the tables. A row depends on its event
alone, but for what was taken back and revealed since: the rows of a moment are those up to it, with the voids that counted
then. As corrected they are those that count now, with the corrections made later that stand in place of one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    MetaData,
    Select,
    Table,
    case,
    exists,
    func,
    insert,
    or_,
    select,
)

from tracker.campaign.state import CampaignState
from tracker.events import ActionVoided, Revealed
from tracker.lookback.timeline import Moment
from tracker.projections import voids as corrections
from tracker.projections.schema import metadata, spans, voids
from tracker.reports.places import moved
from tracker.store import Log

# What is otherwise about an event than its rows say, or where it stands although it was recorded later.
_THEN = Table(
    "moment",
    MetaData(),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("voided", BigInteger),
    Column("secret", Boolean, nullable=False),
    prefixes=["TEMPORARY"],
)


@contextmanager
def rows_at(log: Log, moment: Moment, state: CampaignState) -> Iterator[Connection]:
    """A connection to the read models of a campaign as they were at a moment, which has this ``state``, for queries only."""
    with log.scratch() as connection:
        _THEN.create(connection)
        if otherwise := _corrected(log, moment) if moment.corrected else _stood(log, moment, state, connection):
            connection.execute(insert(_THEN), otherwise)
        for table in metadata.sorted_tables:
            if table not in (spans, voids):  # which only say where to look
                rows = (_now if moment.corrected else _then)(_stored(table, connection), log.id, moment.position)
                text = rows.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
                connection.exec_driver_sql(f"CREATE TEMPORARY VIEW {table.name} AS {text}")
        yield connection


def _stood(log: Log, moment: Moment, state: CampaignState, connection: Connection) -> list[dict[str, Any]]:
    """The events that didn't count then and do now, or don't by a later void, and those that were revealed since."""
    turning = log.get(connection.scalars(corrections.reaching(log.id, moment.position)))
    turned = {at for one in turning.values() for at in _turned(one.event) if at <= moment.position}
    void = {at: by for at in turned if (by := state.void_positions.get(at)) is not None}
    later = log.get(log.positions(Revealed.__name__, moment.position)).values()
    told = {at for one in later if isinstance(one.event, Revealed) for at in one.event.positions}
    hidden = {at for at in told if at <= moment.position and at not in state.revealed}
    return [{"position": at, "voided": void.get(at), "secret": at in hidden} for at in sorted(void.keys() | hidden)]


def _turned(event: object) -> Iterator[int]:
    """The events that a void took back or restored, other voids among them."""
    if isinstance(event, ActionVoided):
        yield from (one.position for one in event.events)
        yield from (at for at in (event.turns, event.revives) if at is not None)


def _corrected(log: Log, moment: Moment) -> list[dict[str, Any]]:
    """The events that stand at the moment or before it although they were recorded later."""
    return [
        {"position": each.recorded.position, "voided": None, "secret": False} for each in moved(log, across=moment.position)
    ]


def _stored(table: Table, connection: Connection) -> Table:
    """The table itself, which a view of its name stands before. PostgreSQL looks it up while there is no such view yet."""
    return table.to_metadata(MetaData(), schema="main") if connection.dialect.name == "sqlite" else table


def _now(table: Table, campaign_id: str, upto: int) -> Select[Any]:
    """The rows up to a position and those that stand there although they were recorded later, as they are now."""
    here = or_(table.c.position <= upto, table.c.position.in_(select(_THEN.c.position)))
    return select(table).where(table.c.campaign_id == campaign_id, here)


def _then(table: Table, campaign_id: str, upto: int) -> Select[Any]:
    """The rows up to a position as they were then: what was taken back later counted."""
    otherwise = select(_THEN.c.voided).where(_THEN.c.position == table.c.position).scalar_subquery()
    hidden = exists().where(_THEN.c.position == table.c.position, _THEN.c.secret)
    columns = {
        "voided": func.coalesce(otherwise, case((table.c.voided <= upto, table.c.voided))),
        "secret": or_(table.c.secret, hidden),
    }
    changed = [columns[column.name].label(column.name) if column.name in columns else column for column in table.columns]
    return select(*changed).where(table.c.campaign_id == campaign_id, table.c.position <= upto)
