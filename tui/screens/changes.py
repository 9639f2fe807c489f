"""What changed between two events."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.language import N_, _
from tui.gateway.past import Difference
from tui.screens.dialog import Dialog
from tui.text import safe
from tui.widgets.menu import Item, Menu


class Changes(Dialog[None]):
    """The changes in words, one a line, once they are read; whoever opens it asks for them."""

    KEYS = N_("Up/Down PgUp/PgDn Scroll   Esc Close")
    FIRST = "Menu"

    def __init__(self, first: int, last: int) -> None:
        super().__init__()
        first, last = min(first, last), max(first, last)
        self.title = _("Changed from {first} to {last}", first=f"{first:,}", last=f"{last:,}")
        self.wait()

    def body(self) -> ComposeResult:
        yield Menu([Item(_("reading ..."), quiet=True)])

    def on_difference(self, message: Difference) -> None:
        changed = [Item(safe(change)) for change in message.changes]
        self.query_one(Menu).show(changed or [Item(_("Nothing changed."), quiet=True)])
        self.arrived()
