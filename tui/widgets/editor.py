"""Several lines to type; apart from the fields, since the Table needs no editor until a note is written."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widgets import TextArea

from tui.text import safe_block
from tui.widgets.keys_in_order import Typing


class Editor(Typing, TextArea):
    """Several lines to type, as safe as a field."""

    TYPED = frozenset({"enter"})
    KEEPS_ALT = True
    BINDINGS: ClassVar[list[BindingType]] = [
        ("alt+f", "cursor_word_right", "Word right"),
        ("alt+b", "cursor_word_left", "Word left"),
    ]

    def __init__(self, text: str = "", *, id: str | None = None) -> None:
        super().__init__(safe_block(text), id=id, compact=True, soft_wrap=True, show_line_numbers=False)
        self.cursor_blink = False

    def on_unmount(self) -> None:
        """Textual's editor watches the app's theme, which would hold this one until the theme changes, text and all."""
        watchers = getattr(self.app, "__watchers", {}).get("theme", [])
        watchers[:] = [(who, callback) for who, callback in watchers if who is not self]

    async def type_key(self, event: events.Key) -> None:
        await TextArea._on_key(self, event)

    async def paste(self, event: events.Paste) -> None:
        self.insert(safe_block(event.text))
