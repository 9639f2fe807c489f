"""Statements that are rendered once and then left to the driver.

What SQLAlchemy does for a statement each time that it is executed costs more than SQLite's whole work on a small one: of a
roll, which takes ten of them, and of a million rows that are written anew, it would be the larger part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

# Both drivers take values by their places faster than by their names.
_STYLES = {"sqlite": "qmark", "postgresql": "format"}

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
        text, places = self._rendered.get(connection.dialect.name) or self._render(connection.dialect)
        if isinstance(values, Mapping):
            return connection.exec_driver_sql(text, places(values))
        return connection.exec_driver_sql(text, list(map(places, values)))

    def _render(self, dialect: Dialect) -> tuple[str, _Places]:
        by_place = type(dialect)(paramstyle=_STYLES[dialect.name])  # type: ignore[call-arg]  # each kind takes it
        compiled = cast(SQLCompiler, self._statement.compile(dialect=by_place))
        names = compiled.positiontup or []
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        taken = itemgetter(*names)

        def places(values: Values) -> tuple[Any, ...]:
            found = taken({**fixed, **values})
            return found if len(names) > 1 else (found,)

        rendered = str(compiled), places if fixed or len(names) == 1 else taken
        self._rendered[dialect.name] = rendered
        return rendered
