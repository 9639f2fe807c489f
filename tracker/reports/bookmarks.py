"""The bookmarks, to jump to."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, select

from tracker.projections.schema import marks
from tracker.reports.reading import counting


class Bookmark(Struct, frozen=True, tag_field="type", tag="bookmark"):
    """A mark on the event at ``at``; ``position`` is that of the marking itself."""

    position: int
    at: int
    label: str


def bookmarks(connection: Connection, campaign_id: str) -> list[Bookmark]:
    """The bookmarks that count, in the order of the events that they mark."""
    found = select(marks).where(*counting(marks, campaign_id)).order_by(marks.c.at, marks.c.position)
    return [Bookmark(row.position, row.at, row.label) for row in connection.execute(found)]
