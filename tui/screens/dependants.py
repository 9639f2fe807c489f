"""What becomes of the later events that rest on what is to be taken back or corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.language import N_
from tui.screens.dialog import Dialog
from tui.text import wrapped
from tui.widgets.menu import Item, Menu


class DependantsDialog(Dialog[str]):
    """Answers with ``keep`` or ``void``, or with None: then nothing is recorded."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "choose('keep')", "Keep", priority=True),
        Binding("v", "choose('void')", "Void", priority=True),
    ]
    TITLE = N_("Later events rest on this")
    KEYS = N_("k Keep them as they are   v Take them back too   Esc Neither")
    FIRST = "Menu"

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def body(self) -> ComposeResult:
        yield Menu()

    def on_resize(self) -> None:
        """Long sentences are wrapped to the width that there is."""
        menu = self.query_one(Menu)
        width = max(10, menu.scrollable_content_region.width - 2)
        menu.show([Item(line) for sentence in self._sentences for line in wrapped(sentence, width)])

    def action_choose(self, choice: str) -> None:
        self.dismiss(choice)
