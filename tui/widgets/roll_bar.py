"""The bar into which every line of play is typed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from tui.text import safe
from tui.widgets.keys_in_order import Field

_TYPE_AHEAD = 1.0  # seconds after a line came back in which typing still belongs to the next one


class RollBar(Field):
    """A line that Enter sends. Up and Down leaf through the lines sent before, Tab through what the last word may become.

    An empty line is not sent. ``leave`` is called on Esc, ``take_block`` with pasted text of several lines. All of them
    within the key press, so that what is typed next comes after it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Log keys"),
        ("up", "recall(-1)", "Earlier line"),
        ("down", "recall(1)", "Later line"),
        ("tab", "complete(1)", "Next candidate"),
        ("shift+tab", "complete(-1)", "Previous candidate"),
    ]

    def __init__(
        self,
        send: Callable[[str], None],
        leave: Callable[[], None],
        take_block: Callable[[str], Awaitable[None]],
        placeholder: str = "",
    ) -> None:
        super().__init__(send, placeholder)
        self._leave = leave
        self._take_block = take_block
        self._sent: list[str] = []
        self._recalled = 0  # how many lines back from the newest one
        self._typed = ""  # what stood in the bar before leafing
        self._candidates: Sequence[str] = ()
        self._completing: int | None = None
        self._returned: str | None = None  # the line that came back, until it is changed
        self._returned_at = 0.0

    def prefill(self, text: str) -> None:
        """Put a line into the bar, ready to go on typing; what stood there can be recalled."""
        if self.value.strip() and self.value != text:
            self._remember(self.value)
        self.put(text)

    def put(self, text: str) -> None:
        self._completing = None
        self._returned = None
        self.value = text
        self.cursor_position = len(self.value)

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

    def offer(self, candidates: Sequence[str]) -> None:
        """What the last word may become; while Tab goes round, the list stays as it is."""
        if self._completing is None:
            self._candidates = candidates

    @property
    def candidates(self) -> tuple[Sequence[str], int | None]:
        """What Tab goes through, and where it is."""
        return self._candidates, self._completing

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

    def action_complete(self, step: int) -> None:
        if self._candidates:
            count = len(self._candidates)
            at = (0 if step > 0 else count - 1) if self._completing is None else (self._completing + step) % count
            self.put(self._candidates[at] + " ")
            self._completing = at

    async def take(self, event: events.Key) -> bool:
        if not event.is_printable:
            self._returned_at = 0.0  # whoever moves the cursor means the line that came back
        return await super().take(event)

    async def type_key(self, event: events.Key) -> None:
        if self.came_back and time.monotonic() - self._returned_at < _TYPE_AHEAD:
            self.value = ""
        self._returned = None
        self._completing = None
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
