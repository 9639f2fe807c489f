"""The bar into which every line of play is typed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from tui.text import safe
from tui.widgets.completing import Completing

_TYPE_AHEAD = 1.0  # seconds after a line came back in which typing still belongs to the next one


class RollBar(Completing):
    """A line that Enter sends. Up and Down leaf through the lines sent before, Tab through what the last word may become.

    An empty line is not sent. ``leave`` is called on Esc, in an empty line ``ask`` on a question mark and ``newest`` on
    End, ``take_block`` with pasted text of several lines. All of them within the key press, so that what is typed next
    comes after it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Log keys"),
        ("up", "recall(-1)", "Earlier line"),
        ("down", "recall(1)", "Later line"),
    ]

    def __init__(
        self,
        send: Callable[[str], None],
        leave: Callable[[], None],
        take_block: Callable[[str], Awaitable[None]],
        ask: Callable[[], Awaitable[None]],
        newest: Callable[[], None],
        placeholder: str = "",
    ) -> None:
        super().__init__(send, placeholder)
        self._leave = leave
        self._take_block = take_block
        self._ask = ask
        self._newest = newest
        self._sent: list[str] = []
        self._recalled = 0  # how many lines back from the newest one
        self._typed = ""  # what stood in the bar before leafing
        self._returned: str | None = None  # the line that came back, until it is changed
        self._returned_at = 0.0
        self._mending = False

    def prefill(self, text: str, caret: int | None = None) -> None:
        """Put a line into the bar, ready to go on typing at its end or behind so many characters; what stood there can be
        recalled. A line of which there is something to mend in the middle takes its reason behind a ``#``."""
        if self.value.strip() and self.value != text:
            self._remember(self.value)
        self.put(text)
        self._mending = caret is not None
        if caret is not None:
            self.cursor_position = caret

    def put(self, text: str) -> None:
        self._returned = None
        self._mending = False
        super().put(text)

    def give_back(self, texts: Sequence[str]) -> bool:
        """Lines that were not recorded, oldest first. The first one goes into the bar when that is empty (True); all can
        be recalled. What is typed right away is taken for the next line that was on its way, not for this one."""
        for text in reversed(texts):
            self._remember(text)
        if self.value:
            return False
        self.put(texts[0])
        self._returned, self._returned_at = self.value, time.monotonic()
        return True

    @property
    def came_back(self) -> bool:
        """Whether the bar holds a line that came back, as it came."""
        return self._returned is not None and self._returned == self.value

    async def action_submit(self) -> None:
        text = self.value.strip()
        if text:
            self._remember(text)
            self.put("")
            self._typed = ""
            self._candidates = ()
            self._enter(text)

    def action_leave(self) -> None:
        self._leave()

    def action_recall(self, step: int) -> None:
        if self._recalled == 0:
            self._typed = self.value
        self._recalled = max(0, min(len(self._sent), self._recalled - step))
        text = self._sent[-self._recalled] if self._recalled else self._typed
        self.put(text)

    async def take(self, event: events.Key) -> bool:
        if event.character in ("?", "？") and not self.value:
            await self._ask()
            return True
        if event.key == "end" and not self.value:
            self._newest()
            return True
        if not event.is_printable:
            self._returned_at = 0.0  # whoever moves the cursor means the line that came back
        return await super().take(event)

    async def type_key(self, event: events.Key) -> None:
        if self.came_back and time.monotonic() - self._returned_at < _TYPE_AHEAD:
            self.value = ""
        self._returned = None
        if self._mending and event.character in ("#", "＃"):
            self.put(f"{self.value.rstrip()} # ")
            return
        await super().type_key(event)

    async def paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1:
            await self._take_block(event.text)
        else:
            self.replace(safe(event.text.strip("\r\n")), *self.selection)

    def _remember(self, text: str) -> None:
        if not self._sent or self._sent[-1] != text:
            self._sent.append(text)
        self._recalled = 0
