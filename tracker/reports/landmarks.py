"""Where in the log there is something to stop at: what a time line shows and what leafing jumps to."""

from __future__ import annotations

from array import array

from msgspec import Struct
from sqlalchemy import Connection, select

from tracker.projections.schema import lines
from tracker.reports.bookmarks import bookmarks
from tracker.reports.filters import where
from tracker.reports.history import line_positions
from tracker.reports.reading import scope


class Landmarks(Struct, frozen=True):
    """Positions, oldest first. ``notable`` are failures, criticals and lasting consequences, ``lasting`` the last alone.
    What was taken back since is among them: it happened, and a replay passes by."""

    scenes: array[int]
    notable: array[int]
    lasting: array[int]
    marked: array[int]


def landmarks(connection: Connection, campaign_id: str) -> Landmarks:
    """The landmarks of a campaign."""
    lasting = select(lines.c.position).where(*scope(lines, campaign_id), lines.c.lasting).order_by(lines.c.position)
    return Landmarks(
        scenes=line_positions(connection, campaign_id, where(kind="SceneStarted")),
        notable=line_positions(connection, campaign_id, where(notable=True)),
        lasting=array("q", connection.scalars(lasting)),
        marked=array("q", dict.fromkeys(mark.at for mark in bookmarks(connection, campaign_id))),
    )
