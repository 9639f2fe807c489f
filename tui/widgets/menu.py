"""A list of lines in memory, one of which can be chosen: campaigns, keys, the facts of an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual._callback import invoke
from textual.binding import BindingType

from tui.text import fit
from tui.widgets.virtual_list import VirtualList


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu. ``value`` says what it stands for, None when it can't be chosen; a ``quiet`` one is drawn dim."""

    text: str
    value: str | None = None
    quiet: bool = False


class Menu(VirtualList):
    """Enter tells ``choose`` the value of the line, within the key press, so that the next key comes after what it does."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "choose", "Choose")]

    def __init__(
        self, items: Sequence[Item] = (), choose: Callable[[str], object] = lambda value: None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._choose = choose
        self.items: Sequence[Item] = ()
        self.show(items)

    def show(self, items: Sequence[Item]) -> None:
        self.items = items
        self.set_count(len(items))

    def draw(self, index: int, width: int) -> list[Segment]:
        item = self.items[index]
        style = self.get_component_rich_style("list--quiet", partial=True) if item.quiet else None
        return [Segment(fit(f" {item.text}", width), style)]

    async def action_choose(self) -> None:
        if self.items and (value := self.items[self.cursor].value) is not None:
            await invoke(self._choose, value)
