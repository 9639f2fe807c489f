"""The log up to a moment: what comes next stays hidden."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import events
from textual.message import Message

from tracker.language import _
from tui.text import fit
from tui.widgets.virtual_log import VirtualLog

if TYPE_CHECKING:
    from tracker.reports.lines import Line
    from tui.gateway import Gateway


class PastLog(VirtualLog, can_focus=False):
    """Draws lines as the log does, the last one as the moment's, and below it that there is more. It reads nothing itself
    and takes no keys: the moment is the cursor."""

    class Chosen(Message):
        """A line was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._places: Sequence[int] = ()
        self._next = 0
        self._sorted = True  # a correction stands before its own position

    def show(self, lines: Sequence[Line], places: Sequence[int], position: int, more: bool) -> None:
        """Show the lines that stand at these places up to a moment's position."""
        self._positions = array("q", (line.position for line in lines))
        self._places, self._next = places, position + 1
        self._lines.clear()
        self._keep(lines)
        self.set_count(len(lines) + more)
        self.move_to(len(lines) - 1)
        self.refresh()

    def draw(self, index: int, width: int) -> list[Segment]:
        if index < len(self._positions):
            return super().draw(index, width)
        hidden = f"   {self._next:>7,} {_('(next) hidden until you step')}"
        return [Segment(fit(hidden, width), self._style("list--quiet"))]

    def _order(self, page: int) -> None:
        """All lines are here."""

    def _show_cursor(self) -> None:
        """The end is in sight, and with it the moment."""
        self.scroll_to(y=max(0, self.count - self.size.height), animate=False, immediate=True)

    def on_click(self, event: events.Click) -> None:
        index = self.scroll_offset.y + event.y
        if index < len(self._places):
            self.post_message(self.Chosen(self._places[index]))
