"""Statements that are rendered once and then left to the driver.

What SQLAlchemy does for a statement each time that it is executed costs more than SQLite's whole work on a small one: of a
roll, which takes ten of them, and of a million rows that are written anew, it would be the larger part. On SQLite they go
straight to the driver's connection, within the transaction that SQLAlchemy keeps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

# Both drivers take values by their places faster than by their names.
_STYLES = {"sqlite": "qmark", "postgresql": "format"}

Values = Mapping[str, Any]
Row = tuple[Any, ...]
"""A row as the driver gives it."""

_Places = Callable[[Values], Row]


class Prepared:
    """A statement whose values are all named: by ``bindparam``, or in an insert by the columns. They go to the driver as
    they are, and what it answers comes back so. Raises what SQLAlchemy raises."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._rendered: dict[str, tuple[str, _Places]] = {}

    def write(self, connection: Connection, values: Sequence[Values]) -> None:
        """Execute it with several sets of values by name, one after the other."""
        text, places = self._rendered.get(connection.dialect.name) or self._render(connection.dialect)
        rows = list(map(places, values))
        if (driver := _sqlite(connection)) is None:
            connection.exec_driver_sql(text, rows)
            return
        try:
            driver.executemany(text, rows)
        except sqlite3.Error as error:
            raise _as_of_sqlalchemy(text, rows, error) from error

    def read(self, connection: Connection, values: Values) -> Sequence[Row]:
        """The rows that it brings."""
        text, places = self._rendered.get(connection.dialect.name) or self._render(connection.dialect)
        if (driver := _sqlite(connection)) is None:
            with connection.exec_driver_sql(text, places(values)) as result:
                found: Sequence[Row] = cast(Any, result.cursor).fetchall()
            return found
        try:
            return driver.execute(text, places(values)).fetchall()
        except sqlite3.Error as error:
            raise _as_of_sqlalchemy(text, places(values), error) from error

    def _render(self, dialect: Dialect) -> tuple[str, _Places]:
        by_place = type(dialect)(paramstyle=_STYLES[dialect.name])  # type: ignore[call-arg]  # each kind takes it
        compiled = cast(SQLCompiler, self._statement.compile(dialect=by_place, compile_kwargs={"render_postcompile": True}))
        names = compiled.positiontup or []
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        taken = itemgetter(*names)

        def places(values: Values) -> Row:
            found = taken({**fixed, **values})
            return found if len(names) > 1 else (found,)

        rendered = str(compiled), places if fixed or len(names) == 1 else taken
        self._rendered[dialect.name] = rendered
        return rendered


def _sqlite(connection: Connection) -> sqlite3.Connection | None:
    """SQLite's own connection, in the transaction that SQLAlchemy would have begun; None on another database."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        return None
    if not connection.in_transaction():
        connection.begin()
    return driver


def _as_of_sqlalchemy(text: str, values: object, error: sqlite3.Error) -> BaseException:
    return DBAPIError.instance(text, cast(Any, values), error, sqlite3.Error, hide_parameters=True)
