"""What changed between two events."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tracker.language import N_, _
from tui.screens.dialog import Dialog
from tui.text import safe
from tui.widgets.menu import Item, Menu


class Changes(Dialog[None]):
    """The changes in words, one a line."""

    KEYS = N_("Up/Down PgUp/PgDn Scroll   Esc Close")
    FIRST = "Menu"

    def __init__(self, first: int, last: int, changes: Sequence[str]) -> None:
        super().__init__()
        self.title = _("Changed from {first} to {last}", first=f"{first:,}", last=f"{last:,}")
        self._changes = changes

    def body(self) -> ComposeResult:
        yield Menu([Item(safe(change)) for change in self._changes] or [Item(_("Nothing changed."), quiet=True)])
