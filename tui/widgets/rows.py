"""A list of text rows, however many: findings of an audit, lines of a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from rich.segment import Segment

from tui.text import cells, fit, safe
from tui.widgets.virtual_list import VirtualList


class Row(Protocol):
    """A row says itself what stands in it, when it comes into sight."""

    def parts(self) -> Sequence[tuple[str, str]]:
        """Texts from left to right, each with its look: ``heading``, ``strong``, ``ok``, ``no``, ``quiet`` or ``""``."""


class Rows(VirtualList):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--heading", "rows--strong", "rows--ok", "rows--no", "rows--quiet"}
    DEFAULT_CSS = """
    Rows > .rows--heading { text-style: bold; }
    Rows > .rows--strong { text-style: bold; }
    Rows > .rows--ok { color: $outcome-ok; }
    Rows > .rows--no { color: $outcome-no; }
    Rows > .rows--quiet { color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Other rows; the cursor stays where it is as far as there are so many."""
        self.rows = rows
        self.set_count(len(rows))
        self.move_to(self.cursor)

    @property
    def chosen(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    def draw(self, index: int, width: int) -> list[Segment]:
        segments, left = [Segment(" ")], width - 1
        for text, look in self.rows[index].parts():
            text = fit(text, min(left, cells(safe(text))))
            left -= cells(text)
            segments.append(Segment(text, self.get_component_rich_style(f"rows--{look}", partial=True) if look else None))
        return [*segments, Segment(" " * left)]
