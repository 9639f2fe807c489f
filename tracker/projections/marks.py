"""Bookmarks."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import BookmarkAdded, Recorded
from tracker.projections.row import Row, common
from tracker.projections.schema import marks

TYPES = (BookmarkAdded,)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event = recorded.event
    if isinstance(event, BookmarkAdded):
        yield marks, common(recorded, at=event.at, label=event.label)
