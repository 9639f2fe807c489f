"""How a column of all the rows of some events is set anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Update, bindparam, update

from tracker.projections.schema import metadata, spans

_CHUNK = 1000  # bound parameters in one statement


def flips(column: str) -> list[Update]:
    """The statements that set this column of every table's rows at some positions."""
    return [
        update(table)
        .where(table.c.campaign_id == bindparam("campaign"), table.c.position.in_(bindparam("positions", expanding=True)))
        .values({column: bindparam("value")})
        for table in metadata.sorted_tables
        if table is not spans  # which tells where to look, whatever counts there
    ]


def flip(
    connection: Connection, statements: Sequence[Update], campaign_id: str, positions: Sequence[int], value: Any
) -> None:
    """Set what the statements are about to a value in the rows of the events at these positions."""
    for start in range(0, len(positions), _CHUNK):
        portion = positions[start : start + _CHUNK]
        for statement in statements:
            connection.execute(statement, {"campaign": campaign_id, "positions": portion, "value": value})
