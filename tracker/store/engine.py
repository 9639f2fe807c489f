"""How a database is reached: one engine per SQLite file or PostgreSQL server, and plain sentences for what goes wrong."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from tracker.errors import Refused
from tracker.language import N_, _

BUSY_SECONDS = 10.0
"""How long a writer waits for its turn before it is refused."""

_BUSY = ("busy", N_("Another program is using {subject}; try again in a moment."))
_FULL = ("disk_full", N_("The disk is full, so {subject} stays as it was; make room and try again."))
_READ_ONLY = ("read_only", N_("Nothing can be written to {subject}: it is read-only for you."))
_DAMAGED = ("damaged", N_("The data of {subject} is damaged; restore it from a backup."))

_SQLITE = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_IOERR: ("disk_error", N_("The disk failed while it held {subject}; check it and try again.")),
    sqlite3.SQLITE_CANTOPEN: ("unreadable", N_("Nothing can be read from {subject}; check that you may read and write it.")),
    sqlite3.SQLITE_NOTADB: ("foreign_file", N_("There is no Rollbook campaign in {subject}.")),
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


def is_undecodable(error: DBAPIError | sqlite3.Error) -> bool:
    """Whether a SQLite file holds text that is no longer UTF-8."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.OperationalError) and "Could not decode to UTF-8" in str(cause)


def refusal(error: DBAPIError | sqlite3.Error, subject: str) -> Refused | None:
    """What to tell the user about a database's error; None when it is a fault of this program and not of the world."""
    known = None
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        known = _DAMAGED if is_undecodable(error) else _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    elif isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        state = getattr(cause, "sqlstate", None)
        if state is None or state[:2] == "08" or state[:3] == "57P":
            return Refused(
                _("The PostgreSQL server can't be reached: {cause}", cause=_line(cause)), code="unreachable", where="store"
            )
        known = _POSTGRESQL.get(state)
    elif isinstance(error, DBAPIError) and error.statement is None and getattr(cause, "sqlstate", None) is None:
        # There is no connection yet, and the driver doesn't understand how it is asked to make one.
        return _bad_url(cause)
    elif cause is not None:
        known = _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    if known is None:
        return None
    code, sentence = known
    return Refused(_(sentence, subject=subject), code=code, where="store")


def _bad_url(cause: object) -> Refused:
    return Refused(
        _("The store's URL can't be used: {cause}.", cause=_line(cause).rstrip(".")), code="bad_store", where="store"
    )


def _line(cause: object) -> str:
    """The first line of what a driver says."""
    return next(iter(str(cause).splitlines()), _("no answer"))


@contextmanager
def refusing(subject: str) -> Iterator[None]:
    """Turns the database errors inside the block that a user can do something about into Refused."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if refused := refusal(error, subject):
            raise refused from error
        raise


def connect(path: Path, **settings: Any) -> sqlite3.Connection:
    """A connection to an existing SQLite file; for reading only where nothing can be written beside it.

    SQLite reads a WAL file together with two more that it makes beside it. Where it can't, and no writer has left them
    there, the file is taken for one that nobody changes meanwhile.
    """
    if not path.is_file():  # SQLite would make a new one
        raise Refused(_("The file {name} is no longer there.", name=path.name), code="not_found", where="store")
    database = str(path)
    if not is_writable(path.parent):
        log, shared = (path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-shm"))
        in_use = shared.exists() or (log.exists() and log.stat().st_size)
        how = "mode=ro" if in_use else "mode=ro&immutable=1"
        database, settings = f"{path.absolute().as_uri()}?{how}", settings | {"uri": True}
    connection: sqlite3.Connection = sqlite3.connect(database, timeout=BUSY_SECONDS, **settings)
    return connection


def is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder."""
    return os.access(folder, os.W_OK)


def sqlite_engine(path: Path) -> Engine:
    """An engine on an existing SQLite file: WAL, and a commit returns when the data is on disk."""

    def opened() -> sqlite3.Connection:
        connection = connect(path, isolation_level=None, check_same_thread=False)
        try:
            if is_writable(path.parent):
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync stops at the drive's cache
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA trusted_schema = OFF")  # the file may come from somebody else
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine(URL.create("sqlite", database=str(path)), creator=opened)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:  # the driver's own transactions would begin too late
        driver = cast(sqlite3.Connection, connection.connection.driver_connection)
        driver.execute(connection.get_execution_options().get("sqlite_begin", "BEGIN"))

    return engine


def postgresql_engine(url: URL) -> Engine:
    """An engine on a PostgreSQL server. Raises Refused: ``no_driver``, ``bad_store`` for what no connection can be asked."""
    arguments: dict[str, Any] = {} if "connect_timeout" in url.query else {"connect_timeout": round(BUSY_SECONDS)}
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args=arguments)
        engine.dialect.create_connect_args(url)
        from psycopg import pq
    except ArgumentError as error:
        raise _bad_url(error) from error
    except ImportError:
        raise Refused(
            _('PostgreSQL needs the package psycopg: install it with pip install "rollbook[postgres]".'),
            code="no_driver",
            where="store",
        ) from None
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    if unknown := sorted(url.query.keys() - known):
        raise _bad_url(_('PostgreSQL knows no option "{option}"', option=unknown[0]))

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


def for_scratch(engine: Engine) -> Engine:
    """As for reading, for transactions that may also make something temporary: PostgreSQL lets no reader do that."""
    return engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="REPEATABLE READ")
