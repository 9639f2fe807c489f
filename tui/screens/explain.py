"""An event in full: every input of a roll, what led to it, and how it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult

from tracker.language import N_, _
from tui.screens.dialog import Dialog
from tui.text import padded, wrapped
from tui.widgets.menu import Item, Menu

_LABEL = 12


class Explanation(Dialog[None]):
    KEYS = N_("Up/Down PgUp/PgDn Scroll   Esc Close")
    FIRST = "Menu"

    def __init__(self, position: int, facts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.title = _("Event {position}", position=f"{position:,}")
        self._facts = facts

    def body(self) -> ComposeResult:
        yield Menu()

    def on_resize(self) -> None:
        """Long values are wrapped to the width that there is."""
        menu = self.query_one(Menu)
        width = max(10, menu.scrollable_content_region.width - _LABEL - 3)
        menu.show([Item(f"{padded(label, _LABEL)} {line}") for fact in self._facts for label, line in _lines(*fact, width)])


def _lines(label: str, value: str, width: int) -> Iterator[tuple[str, str]]:
    """A value over as many lines as it needs; the label stands before the first."""
    for number, line in enumerate(wrapped(value, width)):
        yield "" if number else _(label), line
