"""The database itself refuses to change or lose an event."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.store.helpers import append, is_sqlite, raw
from tracker.store import Log, Store
from tracker.store.schema import events

ROW = "SELECT {values} FROM events WHERE position = {source}"
COLUMNS = [column.name for column in events.columns]


def copy_of(source: int, **changes: str) -> str:
    """A row like the one at ``source``, with some columns given as SQL expressions."""
    return ROW.format(values=", ".join(changes.get(name, name) for name in COLUMNS), source=source)


NAMES = ", ".join(COLUMNS)
EVERYWHERE = {
    "update": "UPDATE events SET author = 'somebody else' WHERE position = 1",
    "update of nothing much": "UPDATE events SET payload = payload",
    "delete": "DELETE FROM events WHERE position = 4",
    "delete all": "DELETE FROM events",
    "insert at a position": f"INSERT INTO events ({NAMES}) {copy_of(1, action_id=repr('new'))}",
    "insert behind a gap": f"INSERT INTO events ({NAMES}) {copy_of(1, action_id=repr('new'), position='99')}",
    "insert before the first": f"INSERT INTO events ({NAMES}) {copy_of(1, action_id=repr('new'), position='0')}",
    "upsert": f"INSERT INTO events ({NAMES}) {copy_of(1)} ON CONFLICT (campaign_id, position) DO UPDATE SET author = 'x'",
}
SQLITE = {
    "replace at a position": f"INSERT OR REPLACE INTO events ({NAMES}) {copy_of(1, author=repr('x'))}",
    "replace by the action": f"INSERT OR REPLACE INTO events ({NAMES}) {copy_of(1, position='5')}",
    "replace": f"REPLACE INTO events ({NAMES}) {copy_of(2, author=repr('x'))}",
    "update or replace": "UPDATE OR REPLACE events SET position = 1 WHERE position = 2",
}
POSTGRESQL = {
    "truncate": "TRUNCATE events",
    "truncate through the campaigns": "TRUNCATE campaigns CASCADE",
    "delete another campaign's": "SET LOCAL rollbook.delete_campaign = 'other'; DELETE FROM events",
}


@pytest.fixture
def log(store: Store) -> Log:
    log = store.create("Innsmouth", "gurps4e")
    append(log, "a1")
    append(log, "a2")
    return log


def refused(log: Log, statement: str, *before: str) -> None:
    kept = list(log.read())
    with raw(log) as connection:
        for one in before:
            connection.exec_driver_sql(one)
        with pytest.raises(sa.exc.IntegrityError):
            connection.exec_driver_sql(statement)
        connection.rollback()
    assert list(log.read()) == kept
    assert log.verify() == []


@pytest.mark.parametrize("what", EVERYWHERE)
def test_events_are_only_added(log: Log, what: str) -> None:
    refused(log, EVERYWHERE[what])


@pytest.mark.parametrize("what", SQLITE)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
def test_sqlite_replaces_nothing(log: Log, what: str, recursive: str) -> None:
    connection = log._writer.raw_connection()
    try:  # the setting only takes effect outside a transaction, and the triggers must not depend on it
        connection.execute(f"PRAGMA recursive_triggers = {recursive}")
        with pytest.raises(Exception, match=r"an event is only ever added|a recorded event is never"):
            connection.execute(SQLITE[what])
    finally:
        connection.close()
    assert len(list(log.read())) == 4
    assert log.verify() == []


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
def test_sqlite_has_no_hidden_key_to_replace_by(log: Log) -> None:
    with pytest.raises(sa.exc.OperationalError, match="no column named rowid"):
        refused(log, f"INSERT OR REPLACE INTO events (rowid, {NAMES}) SELECT 1, * FROM ({copy_of(1, position='5')})")


@pytest.mark.parametrize("what", POSTGRESQL)
@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
def test_postgresql_truncates_nothing(log: Log, what: str) -> None:
    *before, statement = POSTGRESQL[what].split("; ")
    refused(log, statement, *before)


def test_the_log_goes_on_after_a_refused_change(log: Log) -> None:
    refused(log, EVERYWHERE["delete"])
    assert [one.position for one in append(log, "a3")] == [5, 6]


def test_a_campaign_with_events_can_not_be_removed_from_under_them(log: Log) -> None:
    refused(log, "DELETE FROM campaigns")
    assert is_sqlite(log) or log.head().position == 4
