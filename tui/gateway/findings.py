"""Lists of findings: rows that know the event which they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tui.gateway.messages import News


@dataclass(frozen=True, slots=True)
class Finding:
    """A row of a list. Its words are made when they are needed: a ledger may be long. ``position`` is the event that shows
    the cause, None in a heading; ``look`` is ``heading``, ``strong``, ``no`` for what wants a look, ``quiet`` or nothing."""

    told: Callable[[], str]
    position: int | None = None
    look: str = ""


@dataclass(eq=False)
class FindingsRead(News):
    """A list in full, or the ``problem`` with what was asked for."""

    generation: int
    rows: Sequence[Finding]
    summary: str
    problem: str = ""


def heading(text: str) -> Finding:
    """A row that divides a list."""
    return Finding(lambda: text, None, "heading")


def joined(as_text: Callable[[Any], list[str]], finding: object, part: slice) -> str:
    """The lines that a report has for one finding, without those around it and not yet wrapped."""
    from tracker.reports.render import unwrapped

    return unwrapped(as_text(finding)[part])
