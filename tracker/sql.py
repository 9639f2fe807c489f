"""Statements that are rendered once and then left to the driver.

What SQLAlchemy does for a statement each time that it is executed costs more than SQLite's whole work on a small one: of a
roll, which takes ten of them, and of a million rows that are written anew, it would be the larger part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

# Both drivers take values by their places faster than by their names.
_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="qmark"),
    "postgresql": postgresql.psycopg.dialect(paramstyle="format"),  # type: ignore[no-untyped-call]
}

Values = Mapping[str, Any]
_Places = Callable[[Values], tuple[Any, ...]]


class Prepared:
    """A statement whose values are all named: by ``bindparam``, or in an insert by the columns. They go to the driver as
    they are, and what it answers comes back so."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._rendered: dict[str, tuple[str, _Places]] = {}

    def __call__(self, connection: Connection, values: Values | Sequence[Values]) -> CursorResult[Any]:
        """Execute it with the values by name, or with several sets of them one after the other."""
        name = connection.dialect.name
        text, places = self._rendered.get(name) or self._render(name)
        if isinstance(values, Mapping):
            return connection.exec_driver_sql(text, places(values))
        return connection.exec_driver_sql(text, list(map(places, values)))

    def _render(self, name: str) -> tuple[str, _Places]:
        compiled = cast(SQLCompiler, self._statement.compile(dialect=_DIALECTS[name]))
        names = compiled.positiontup or []
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        taken = itemgetter(*names)

        def places(values: Values) -> tuple[Any, ...]:
            found = taken({**fixed, **values})
            return found if len(names) > 1 else (found,)

        self._rendered[name] = str(compiled), places if fixed or len(names) == 1 else taken
        return self._rendered[name]
