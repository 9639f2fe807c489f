"""Fields that never reorder what is typed.

Textual lets a text field insert printable keys itself, but sends Enter, Backspace and the arrows up to the app and back
first; whatever is typed meanwhile overtakes them. Here the app hands each key to the focused field as it comes in and goes
on only when it has been dealt with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.widgets import Input

from tui.text import safe

if TYPE_CHECKING:
    from textual.widget import Widget as _Mixin
else:  # a second widget among the bases would hide the styles and keys of the first
    _Mixin = object


class KeysInOrder(_Mixin):
    """A widget that takes its keys straight from the app."""

    async def take(self, event: events.Key) -> bool:
        """Deal with a key at once; False when it isn't for this widget."""
        bound = self._bindings.key_to_bindings.get(event.key)
        if not bound:
            return False
        for binding in bound:
            await self.app.run_action(binding.action, self)
        return True


class _WideBlank(events.Key):
    """The blank of a Japanese input method, which Python doesn't count among what can be printed."""

    @property
    def is_printable(self) -> bool:
        return True


class Typing(KeysInOrder):
    """A field that text is typed into."""

    TYPED: ClassVar[frozenset[str]] = frozenset()  # keys that insert something although they aren't printable
    KEEPS_ALT: ClassVar[bool] = False  # whether Alt and a letter is for the field, and never Esc and then that letter

    async def take(self, event: events.Key) -> bool:
        if event.character == "\u3000":
            event = _WideBlank(event.key, event.character)
        if event.is_printable and "+" not in event.key:
            await self.type_key(event)
            return True
        if await super().take(event):
            return True
        if event.key in self.TYPED:
            await self.type_key(event)
            return True
        return False

    async def type_key(self, event: events.Key) -> None:
        raise NotImplementedError

    async def paste(self, event: events.Paste) -> None:
        raise NotImplementedError


class Field(Typing, Input, inherit_bindings=False):
    """A line to type, with what Enter does. It holds safe text only: what could steer the terminal is replaced as it
    comes in."""

    BINDINGS = Input.BINDINGS  # and not those of what it inherits from, which would scroll a single line up and down

    def __init__(self, enter: Callable[[str], None], placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)
        self.cursor_blink = False  # a blinking cursor repaints twice a second for ever, also over SSH
        self._enter = enter

    async def action_submit(self) -> None:
        """Within the key press, so that nothing typed later comes before it."""
        self._enter(self.value)

    def validate_value(self, value: str) -> str:
        return safe(value)

    async def type_key(self, event: events.Key) -> None:
        await Input._on_key(self, event)

    async def paste(self, event: events.Paste) -> None:
        self.replace(safe(event.text), *self.selection)
