"""Audits narrowed by a filter: what they find that has to do with the lines which it lets through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from tracker.errors import Refused
from tracker.language import _
from tracker.reports.filters import EVERYTHING, Filter
from tracker.reports.matching import Query

Finding = TypeVar("Finding", bound=Struct)

# The fields in which findings name events by their positions, and those of their parts that name more.
_NAMING = ("position", "positions", "events", "task", "roll", "paid", "cause", "corrected", "ended_at", "revealed", "undone")
_PARTS = ("attempts", "check", "table", "resting")


class Among:
    """Keeps what a filter lets through. Raises Refused for a text that no name can be, and for an order."""

    def __init__(self, connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> None:
        if not filter.by_position:
            raise Refused(_("An audit has an order of its own: leave sort: out."), code="bad_value", where="sort")
        self._lines = frozenset(Query(connection, campaign_id, filter).positions()) if filter.conditions else None

    def __call__(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those of an audit's findings that rest on one of the lines, in their order."""
        lines = self._lines
        return [*findings] if lines is None else [one for one in findings if not lines.isdisjoint(_named_by(one))]

    @property
    def stretch(self) -> tuple[int, int] | None:
        """The positions of the first line and of the last one, (0, 0) where there is none; None for all."""
        if self._lines is None:
            return None
        return min(self._lines, default=0), max(self._lines, default=0)


def _named_by(finding: Struct) -> Iterator[int]:
    """The positions of the events that a finding rests on."""
    for field in _NAMING:
        named = getattr(finding, field, None)
        yield from (named,) if isinstance(named, int) else named or ()
    for field in _PARTS:
        part = getattr(finding, field, None)
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, Struct):
                yield from _named_by(one)
