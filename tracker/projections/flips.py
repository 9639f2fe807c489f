"""How a column of all the rows of some events is set anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, update

from tracker.projections.schema import metadata, spans
from tracker.sql import Prepared

_FLIPS = {
    column: [
        Prepared(
            update(table)
            .where(table.c.campaign_id == bindparam("campaign"), table.c.position == bindparam("at"))
            .values({column: bindparam("value")})
        )
        for table in metadata.sorted_tables
        if table is not spans  # which tells where to look, whatever counts there
    ]
    for column in ("voided", "secret")
}


def flip(connection: Connection, campaign_id: str, column: str, values: Sequence[tuple[int, Any]]) -> None:
    """Set ``voided`` or ``secret`` in the rows of the events at some positions, one after the other."""
    rows = [{"campaign": campaign_id, "at": position, "value": value} for position, value in values]
    for statement in _FLIPS[column] if rows else ():
        statement.write(connection, rows)
