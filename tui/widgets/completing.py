"""A line to type whose last word Tab completes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content

from tui.text import content
from tui.widgets.keys_in_order import Field


class Completing(Field):
    """Tab goes through what the last word may become; what that is comes in through ``offer``. ``behind`` is what follows a
    completed word."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("tab", "complete(1)", "Next candidate"),
        ("shift+tab", "complete(-1)", "Previous candidate"),
    ]

    def __init__(
        self, enter: Callable[[str], None], placeholder: str = "", *, behind: str = " ", id: str | None = None
    ) -> None:
        super().__init__(enter, placeholder, id=id)
        self._behind = behind
        self._candidates: Sequence[str] = ()
        self._completing: int | None = None

    def put(self, text: str) -> None:
        """Another line, with the caret at its end."""
        self._completing = None
        self.value = text
        self.cursor_position = len(self.value)

    def offer(self, candidates: Sequence[str]) -> None:
        """What the last word may become; while Tab goes round, the list stays as it is."""
        if self._completing is None:
            self._candidates = candidates

    @property
    def candidates(self) -> tuple[Sequence[str], int | None]:
        """What Tab goes through, and where it is."""
        return self._candidates, self._completing

    def drawn_candidates(self) -> Content:
        """The candidates in a line, the one that Tab is at marked; empty without any."""
        parts: list[str | tuple[str, str]] = []
        for number, candidate in enumerate(self._candidates):
            parts += [" | " if number else " ", (candidate, "reverse" if number == self._completing else "")]
        return content(*parts, ("   Tab", "$quiet")) if parts else content("")

    def action_complete(self, step: int) -> None:
        if self._candidates:
            count = len(self._candidates)
            at = (0 if step > 0 else count - 1) if self._completing is None else (self._completing + step) % count
            self.put(self._candidates[at] + self._behind)
            self._completing = at

    async def type_key(self, event: events.Key) -> None:
        self._completing = None
        await super().type_key(event)
