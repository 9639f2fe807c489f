"""An event in full: every input of a roll, what led to it, and how it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult

from tracker.language import N_, _
from tui.gateway.messages import Explained
from tui.screens.dialog import Dialog
from tui.text import padded, wrapped
from tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from tui.app import RollbookApp

_LABEL = 12


class Explanation(Dialog[None]):
    """The facts of the event at a position. Those that aren't known yet are asked for."""

    KEYS = N_("Up/Down PgUp/PgDn Scroll   Esc Close")
    FIRST = "Menu"

    def __init__(self, position: int, facts: Sequence[tuple[str, str]] | None = None) -> None:
        super().__init__()
        self.title = _("Event {position}", position=f"{position:,}")
        self._position = position
        self._facts = facts or ()
        if facts is None:
            self.wait()

    def body(self) -> ComposeResult:
        yield Menu([Item(_("reading ..."), quiet=True)])

    def on_mount(self) -> None:
        if self.waits:
            cast("RollbookApp", self.app).gateway.explain(self, self._position, lambda: self.is_attached)

    def on_explained(self, message: Explained) -> None:
        self._facts = message.facts
        self._draw()
        self.arrived()

    def on_resize(self) -> None:
        if self._facts:
            self._draw()

    def _draw(self) -> None:
        """Long values are wrapped to the width that there is."""
        menu = self.query_one(Menu)
        width = max(10, menu.scrollable_content_region.width - _LABEL - 3)
        menu.show([Item(f"{padded(label, _LABEL)} {line}") for fact in self._facts for label, line in _lines(*fact, width)])


def _lines(label: str, value: str, width: int) -> Iterator[tuple[str, str]]:
    """A value over as many lines as it needs; the label stands before the first."""
    for number, line in enumerate(wrapped(value, width)):
        yield "" if number else _(label), line
