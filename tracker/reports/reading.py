"""What every report needs to read: which rows count, rows by position, recorded events by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlalchemy import ColumnElement, Table

from tracker.events import Recorded

Get = Callable[[Sequence[int]], Mapping[int, Recorded]]
"""Recorded events by position: the log's own read."""

_CHUNK = 1000  # bound parameters in one statement


def scope(table: Table, campaign_id: str, *, character: str | None = None) -> list[ColumnElement[bool]]:
    """The rows of a campaign, on request only of one character (by id)."""
    conditions = [table.c.campaign_id == campaign_id]
    if character is not None:
        conditions.append(table.c.character == character)
    return conditions


def counting(table: Table, campaign_id: str, *, character: str | None = None) -> list[ColumnElement[bool]]:
    """As ``scope``, without what was taken back."""
    return [*scope(table, campaign_id, character=character), table.c.voided.is_(None)]


def chunks(positions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Positions in portions that fit into one statement."""
    for start in range(0, len(positions), _CHUNK):
        yield positions[start : start + _CHUNK]
