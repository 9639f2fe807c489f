"""A list of any length that draws only the rows in sight: no row is a widget."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.widgets.keys_in_order import KeysInOrder


class VirtualList(KeysInOrder, ScrollView, can_focus=True):
    """``count`` rows with a cursor. Subclasses say in ``draw`` what a row looks like."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
        ("pagedown", "turn(1)", "Page down"),
        ("pageup", "turn(-1)", "Page up"),
        ("home", "jump(0)", "First"),
        ("end", "jump(-1)", "Last"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--cursor", "list--quiet"}
    DEFAULT_CSS = """
    VirtualList { height: 1fr; min-width: 4; overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; }
    VirtualList > .list--cursor { text-style: reverse; }
    VirtualList > .list--quiet { color: $quiet; }
    """

    class Moved(Message):
        """The cursor is on another row."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = 0
        self.count = 0

    def draw(self, index: int, width: int) -> list[Segment]:
        """A row in exactly ``width`` columns."""
        raise NotImplementedError

    def set_count(self, count: int) -> None:
        """The list has so many rows now; the view stays where it is."""
        self.count = count
        self.virtual_size = Size(1, count)
        self.cursor = max(0, min(self.cursor, count - 1))
        self.refresh()

    def move_to(self, index: int) -> None:
        """Put the cursor on a row and bring it into sight."""
        if not self.count:
            return
        before, self.cursor = self.cursor, max(0, min(index, self.count - 1))
        self._show_cursor()
        for row in (before, self.cursor):
            self.refresh(Region(0, row - self.scroll_offset.y, self.size.width, 1))
        self.post_message(self.Moved())

    def _show_cursor(self) -> None:
        top, height = self.scroll_offset.y, self.size.height
        if not top <= self.cursor < top + height:
            y = self.cursor if self.cursor < top else self.cursor - height + 1
            self.scroll_to(y=y, animate=False, immediate=True)

    def action_move(self, rows: int) -> None:
        self.move_to(self.cursor + rows)

    def action_turn(self, pages: int) -> None:
        self.move_to(self.cursor + pages * max(1, self.size.height - 1))

    def action_jump(self, index: int) -> None:
        self.move_to(index if index >= 0 else self.count - 1)

    def on_click(self, event: events.Click) -> None:
        self.move_to(self.scroll_offset.y + event.y)

    def on_resize(self) -> None:
        self._show_cursor()

    def render_line(self, y: int) -> Strip:
        index, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        base = self.rich_style
        if index >= self.count or width < 1:
            return Strip.blank(self.size.width, base)
        segments = self.draw(index, width)
        if index == self.cursor:
            mark = self.get_component_rich_style("list--cursor", partial=True)
            segments = [Segment(segment.text, (segment.style or base) + mark) for segment in segments]
        return Strip(list(Segment.apply_style(segments, base)), width)
