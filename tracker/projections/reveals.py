"""Revelations: which rows are no longer for the GM alone, and which are so again."""

from __future__ import annotations

from sqlalchemy import Connection

from tracker.events import Revealed
from tracker.projections.flips import flip, flips

_SECRET = flips("secret")


def apply(connection: Connection, campaign_id: str, reveal: Revealed, *, taken_back: bool = False) -> None:
    """Show the rows of the events that a revelation names, or hide them again where it was ``taken_back``."""
    flip(connection, _SECRET, campaign_id, reveal.positions, taken_back)
