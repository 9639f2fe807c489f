"""The time line of a session: every event has its place on it, whatever the clock said."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tracker.language import N_, _
from tui.text import content, fit

_LEGEND = N_("o scene   ! consequence   * bookmark")


@dataclass(frozen=True, slots=True)
class Span:
    """The events ``first`` to ``last``. ``signs`` are positions by the sign that stands for them on the strip; where
    several share a column the first sign wins."""

    first: int = 1
    last: int = 1
    signs: Mapping[str, array[int]] = field(default_factory=dict)


class TimeStrip(Widget):
    """``[####o###>...!..o...*...]  41/131`` and below it the bounds: what was passed, where we are, what is to come."""

    DEFAULT_CSS = "TimeStrip { height: 2; min-width: 4; }"

    class Chosen(Message):
        """The strip was clicked at a position."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self) -> None:
        super().__init__()
        self._span = Span()
        self._position = 1

    def show(self, span: Span, position: int) -> None:
        self._span, self._position = span, position
        self.refresh()

    @property
    def _count(self) -> int:
        return self._span.last - self._span.first + 1

    @property
    def _counter(self) -> str:
        return f"{self._position - self._span.first + 1:,}/{self._count:,}"

    @property
    def _columns(self) -> int:
        """The columns between the brackets; the counter keeps its place while it grows."""
        return max(1, self.size.width - 2 * len(f"{self._count:,}") - 6)

    def column(self, position: int) -> int:
        """Where an event stands: the first at the left end, the last at the right one."""
        return (position - self._span.first) * (self._columns - 1) // max(1, self._count - 1)

    def render(self) -> Content:
        if self.size.width < 1:
            return content("")
        here = self.column(self._position)
        signs = dict(self._signs())
        cursor = signs.get(here, ">")
        passed = "".join(signs.get(at, "#") for at in range(here))
        coming = "".join(signs.get(at, ".") for at in range(here + 1, self._columns))
        first, last = f" {self._span.first:,}", f"{self._span.last:,}"
        below = fit(f"{first}   {_(_LEGEND)}", max(0, self._columns + 3 - len(last))) + last
        above = content(" [", passed, (cursor, "reverse bold"), (coming, "$quiet"), f"] {self._counter}")
        return Content("\n").join([above, content((below, "$quiet"))])

    def _signs(self) -> Iterator[tuple[int, str]]:
        """Signs by column, those that win last."""
        for sign, positions in reversed(list(self._span.signs.items())):
            begin, end = bisect_left(positions, self._span.first), bisect_right(positions, self._span.last)
            for position in positions[begin:end]:
                yield self.column(position), sign

    def on_click(self, event: events.Click) -> None:
        at = min(max(0, event.x - 2), self._columns - 1)
        after = -(-at * (self._count - 1) // max(1, self._columns - 1))  # the first event of that column or one behind it
        self.post_message(self.Chosen(self._span.first + after))
