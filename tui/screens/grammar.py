"""What can be typed into a bar: its grammar, and examples from the party. Enter takes one over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult

from tracker.language import N_, _
from tui.gateway import examples
from tui.gateway.examples import ExamplesRead
from tui.screens.dialog import Dialog
from tui.text import fit
from tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from tui.app import RollbookApp

LINE = (
    N_("[who] skill or attribute [+/-number reason] [at task] [=dice]"),
    N_("or a word such as retry, fright, hp, note; there is a form for each"),
)
FILTER = (
    N_("key:value ...; -key:value for all others; a|b for either; 1..3 for a range"),
    N_("text alone is looked for in notes, reasons and names"),
)
_EXAMPLE = 34  # columns


class Grammar(Dialog[str]):
    """Answers with the example that was chosen."""

    TITLE = N_("What can be typed")
    KEYS = N_("Enter Take over   Up/Down Choose   Esc Close")
    FIRST = "Menu"

    def __init__(self, rules: Sequence[str], active: str | None, *, filters: bool) -> None:
        super().__init__()
        self._rules = [Item(_(rule), quiet=True) for rule in rules]
        self._read = partial(examples.read, active=active, filters=filters)
        self.wait()

    def body(self) -> ComposeResult:
        yield Menu(self._rules, self._chosen)

    def on_mount(self) -> None:
        cast("RollbookApp", self.app).gateway.ask(self, self._read, lambda: self.is_attached)

    def on_examples_read(self, message: ExamplesRead) -> None:
        found = [Item(f"{fit(line, _EXAMPLE)} {meaning}", line) for line, meaning in message.found]
        menu = self.query_one(Menu)
        menu.show([*self._rules, *found])
        menu.move_to(len(self._rules))
        self.arrived()

    def _chosen(self, example: str) -> None:
        self.dismiss(example)
