"""Statements left to the driver: what goes wrong ends as it would with SQLAlchemy's own, and leaves nothing behind."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from tests.store.helpers import append, tampering
from tracker.errors import Refused
from tracker.sql import Prepared
from tracker.store import Log, Store
from tracker.store.schema import events, files

pytestmark = pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)

ENDLESS = Prepared(text("WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"))
NOWHERE = Prepared(text("INSERT INTO nowhere VALUES (:first)"))
PAYLOADS = Prepared(select(events.c.payload).where(events.c.position > bindparam("after")))


@pytest.fixture
def log(store: Store) -> Log:
    made = store.create("Innsmouth", "gurps4e")
    append(made, "a1")
    return made


def driver(connection: Connection) -> sqlite3.Connection:
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def interrupted(connection: Connection) -> None:
    later = threading.Timer(0.2, driver(connection).interrupt)
    later.start()
    try:
        ENDLESS.read(connection, {"first": 1})
    finally:
        later.join()


def to_nowhere(connection: Connection) -> None:
    NOWHERE.write(connection, [{"first": 1}, {"first": 2}])


@pytest.mark.parametrize("fail", [interrupted, to_nowhere])
def test_a_failed_statement_is_sqlalchemys_error_and_gives_the_connection_back_clean(
    log: Log, fail: Callable[[Connection], None]
) -> None:
    for block in (log.reading, log.writing):
        with pytest.raises(OperationalError) as raised, block() as opened:
            fail(opened if isinstance(opened, Connection) else opened.connection)
        assert isinstance(raised.value.orig, sqlite3.OperationalError)
        assert log._reader.pool.checkedout() == 0  # type: ignore[attr-defined]  # a pool that counts
    append(log, "a2")  # nobody holds the lock any more
    with log.reading() as connection:
        assert not driver(connection).in_transaction
    assert [one.envelope.action for one in log.read()] == ["a1", "a1", "a2", "a2"]


def test_rows_before_one_that_is_refused_are_taken_back_with_it(log: Log) -> None:
    keep = Prepared(insert(files))
    row = {"campaign_id": log.id, "sha256": "f" * 64, "data": b"x"}
    with pytest.raises(IntegrityError), log.writing() as tx:
        keep.write(tx.connection, [row, row])
    assert log.files() == []


def test_what_only_may_be_read_is_a_sentence_and_nothing_is_recorded(log: Log) -> None:
    with log.writing() as tx:
        driver(tx.connection).execute("PRAGMA query_only = ON")
    with pytest.raises(Refused) as refused:
        append(log, "a2")
    assert refused.value.code == "read_only"
    assert log.head().position == 2
    assert log.verify() == []


def test_text_that_is_no_longer_utf8_leaves_no_question_open(log: Log) -> None:
    with tampering(log) as connection:
        connection.exec_driver_sql("UPDATE events SET payload = CAST(x'7bff7d' AS TEXT) WHERE position = 2")
    with log.writing() as tx:
        with pytest.raises(OperationalError, match="UTF-8"):
            PAYLOADS.read(tx.connection, {"after": 0})
        driver(tx.connection).execute("PRAGMA user_version = 7")
    with log.reading() as connection:
        assert driver(connection).execute("PRAGMA user_version").fetchone() == (7,)
        assert driver(connection).text_factory is str
    with pytest.raises(Refused) as refused:
        list(log.read())
    assert refused.value.code == "unreadable_event"
    assert log.get([1, 7])[1].position == 1
    with pytest.raises(Refused):
        log.get([1, 2])
    with log.reading() as connection:
        assert driver(connection).text_factory is str


def test_a_reader_sees_one_moment_from_its_first_question_on(log: Log) -> None:
    count = Prepared(text("SELECT count(*) FROM events WHERE position > :after"))
    with log.reading() as connection:
        assert not connection.in_transaction()
        assert count.read(connection, {"after": 0}) == [(2,)]
        append(log, "a2")
        assert count.read(connection, {"after": 0}) == [(2,)]
        assert connection.scalar(text("SELECT count(*) FROM events")) == 2
    with log.reading() as connection:
        assert count.read(connection, {"after": 0}) == [(4,)]
