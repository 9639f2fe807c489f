"""The rows of a form: a value chosen from a list or switched on and off, beside the fields that are typed into."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tracker.language import _
from tui.text import content
from tui.widgets.keys_in_order import KeysInOrder


class Choice(KeysInOrder, Widget, can_focus=True):
    """One of several values, or none: Left and Right go through them, letters find one by its beginning. A flag is a choice
    of one, and Space switches it. Values are English, drawn in the language spoken; ``changed`` is called with each new
    one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", "Previous"),
        ("right,space", "step(1)", "Next"),
        ("backspace", "clear", "None"),
    ]

    def __init__(
        self, options: Sequence[str], value: str, changed: Callable[[], None], *, required: bool, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._options = tuple(options) if required else ("", *options)
        self.value = value if value in self._options else self._options[0]
        self._changed = changed
        self._typed = ""

    def render(self) -> Content:
        shown = _(self.value) or "-"
        return content(f"< {shown} >" if self.has_focus else f"  {shown}")

    async def take(self, event: events.Key) -> bool:
        if event.is_printable and event.character and (event.key != "space" or self._typed):
            self._find(event.character)
            return True
        return await super().take(event)

    def _find(self, character: str) -> None:
        """The first value that begins with what was typed since the last step; else with this letter alone."""
        character = unicodedata.normalize("NFKC", character)
        for typed in (self._typed + character.casefold(), character.casefold()):
            found = next((option for option in self._options if option.casefold().startswith(typed)), None)
            if found is not None:
                self._typed = typed
                self._show(found)
                return

    def action_step(self, step: int) -> None:
        self._typed = ""
        self._show(self._options[(self._options.index(self.value) + step) % len(self._options)])

    def action_clear(self) -> None:
        self._typed = ""
        self._show(self._options[0])

    def put(self, value: str) -> None:
        """Stand at a value again, if there still is such a one."""
        if value in self._options:
            self.value = value
            self.refresh()

    def _show(self, value: str) -> None:
        self.value = value  # as it stands on the list; what is shown of it is made safe
        self.refresh()
        self._changed()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self._typed = ""
        self.refresh()
