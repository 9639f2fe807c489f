"""Screens whose contents a filter narrows as it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from tracker.language import _
from tui.gateway.messages import Opened, Suggested
from tui.screens.base import PlayScreen
from tui.text import content
from tui.widgets.completing import Completing
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.gateway.picture import Picture

LONG = 25_000
"""How many events are looked at unless more are asked for."""


def _lately(picture: Picture) -> str:
    """The filter that a long campaign begins with: all of it would take long, and say little of the last evenings."""
    if picture.head <= LONG or not picture.sessions:
        return ""
    recent = [number for number, position in picture.sessions if position > picture.head - LONG]
    return f"session:{min(recent, default=picture.sessions[-1][0])}.."


class NarrowedScreen(PlayScreen):
    """``EVERYTHING`` says what there is without a filter."""

    EVERYTHING: ClassVar[str]
    _origin: str

    def __init__(self) -> None:
        super().__init__()
        self._begun = False  # with what is looked at unless more is asked for
        self._suggested_for = ""

    def entry(self) -> ComposeResult:
        """The line of the filter."""
        with Horizontal(id="entry"):
            yield Static(content(" / "), id="slash", markup=False)
            yield Completing(self._filter_entered, _(self.EVERYTHING), behind="")

    @property
    def field(self) -> Completing:
        return self.query_one(Completing)

    def narrowed(self) -> None:
        """Another filter holds."""
        raise NotImplementedError

    def opened(self, news: Opened) -> None:
        self._begun = False
        super().opened(news)

    def follow(self) -> None:
        if self.picture is not None and not self._begun:
            self._begun = True
            with self.prevent(Input.Changed):
                self.field.value = _lately(self.picture)
        super().follow()

    def on_input_changed(self, message: Input.Changed) -> None:
        self.narrowed()
        self._suggested_for = text = message.value
        self.gateway.suggest(self, text, lambda: self._suggested_for == text)

    def on_suggested(self, message: Suggested) -> None:
        if message.text == self.field.value:
            self.field.offer(message.candidates)

    def _filter_entered(self, text: str) -> None:
        self.set_focus(self.query_one(Rows))

    # -- actions ----------------------------------------------------------------------------------------------------------

    def do_find(self, key: str) -> None:
        self.set_focus(self.field)

    async def do_return(self, key: str) -> None:
        """Back to where the GM came from; from the filter first back to what it narrows."""
        if self.focused is self.field:
            self.set_focus(self.query_one(Rows))
        else:
            await self.host.show(self._origin)
