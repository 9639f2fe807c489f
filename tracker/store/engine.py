"""How a database is reached: one engine per SQLite file or PostgreSQL server, and plain sentences for what goes wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from tracker.errors import Refused

BUSY_SECONDS = 10.0
"""How long a writer waits for its turn before it is refused."""

_BUSY = ("busy", "Another program is using {subject}; try again in a moment.")
_FULL = ("disk_full", "The disk is full, so {subject} stays as it was; make room and try again.")
_READ_ONLY = ("read_only", "Nothing can be written to {subject}: it is read-only for you.")
_DAMAGED = ("damaged", "The data of {subject} is damaged; restore it from a backup.")

_SQLITE = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_IOERR: ("disk_error", "The disk failed while it held {subject}; check it and try again."),
    sqlite3.SQLITE_CANTOPEN: ("unreadable", "Nothing can be read from {subject}; check that you may read and write it."),
    sqlite3.SQLITE_NOTADB: ("foreign_file", "There is no Rollbook campaign in {subject}."),
}
_POSTGRESQL = {
    "55P03": _BUSY,  # lock_not_available
    "40P01": _BUSY,  # deadlock_detected
    "40001": _BUSY,  # serialization_failure
    "53100": _FULL,  # disk_full
    "25006": _READ_ONLY,  # read_only_sql_transaction
    "42501": _READ_ONLY,  # insufficient_privilege
    "XX001": _DAMAGED,  # data_corrupted
    "XX002": _DAMAGED,  # index_corrupted
}


def refusal(error: DBAPIError | sqlite3.Error, subject: str) -> Refused | None:
    """What to tell the user about a database's error; None when it is a fault of this program and not of the world."""
    known = None
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        known = _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    elif isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        state = getattr(cause, "sqlstate", None)
        if state is None or state[:2] == "08" or state[:3] == "57P":
            lines = str(cause).splitlines() or ["no answer"]
            return Refused(f"The PostgreSQL server can't be reached: {lines[0]}", code="unreachable", where="store")
        known = _POSTGRESQL.get(state)
    elif cause is not None:
        known = _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    if known is None:
        return None
    code, sentence = known
    return Refused(sentence.format(subject=subject), code=code, where="store")


@contextmanager
def refusing(subject: str) -> Iterator[None]:
    """Turns the database errors inside the block that a user can do something about into Refused."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if refused := refusal(error, subject):
            raise refused from error
        raise


def sqlite_engine(path: Path) -> Engine:
    """An engine on an existing SQLite file: WAL, and a commit returns when the data is on disk."""

    def connect() -> sqlite3.Connection:
        if not path.is_file():  # SQLite would make a new one
            raise Refused(f"The file {path.name} is no longer there.", code="not_found", where="store")
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync stops at the drive's cache
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA trusted_schema = OFF")  # the file may come from somebody else
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine(URL.create("sqlite", database=str(path)), creator=connect)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:  # the driver's own transactions would begin too late
        connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))

    return engine


def postgresql_engine(url: URL) -> Engine:
    """An engine on a PostgreSQL server. Raises Refused when the driver isn't installed."""
    arguments: dict[str, Any] = {} if "connect_timeout" in url.query else {"connect_timeout": round(BUSY_SECONDS)}
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args=arguments)
    except ImportError:
        raise Refused(
            'PostgreSQL needs the package psycopg: install it with pip install "rollbook[postgres]".',
            code="no_driver",
            where="store",
        ) from None

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = {round(BUSY_SECONDS * 1000)}")
        connection.execute("SET plan_cache_mode = force_custom_plan")  # one made for an empty log would scan a long one
        connection.commit()

    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine; its transactions on SQLite take the file's one write lock as they begin."""
    return engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")


def for_reading(engine: Engine) -> Engine:
    """The same engine; its transactions see one moment of the database from beginning to end."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
