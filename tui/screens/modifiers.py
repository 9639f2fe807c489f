"""What modifies rolls by itself, with whom it stays and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.language import N_, _
from tui.gateway.picture import Lasting
from tui.screens.dialog import Dialog
from tui.widgets.menu import Item, Menu

_FOR_ALL, _FOR_ONE = "modifier all add -", "modifier add -"


class Modifiers(Dialog[Lasting | str]):
    """Answers with the modifier that is to end, or with the beginning of a line that adds one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add(True)", "Add for all", priority=True),
        Binding("o", "add(False)", "Add for one", priority=True),
    ]
    TITLE = N_("Modifiers in force")
    KEYS = N_("Enter End it   a Add for all   o Add for one   Esc Close")
    FIRST = "Menu"

    def __init__(self, lasting: Sequence[Lasting]) -> None:
        super().__init__()
        self._lasting = lasting

    def body(self) -> ComposeResult:
        items = [Item(f"{one.words}: {_(', ').join(one.names)}", str(number)) for number, one in enumerate(self._lasting)]
        yield Menu(items or [Item(_("Nothing modifies rolls by itself."), quiet=True)], self._chosen)

    def _chosen(self, number: str) -> None:
        self.dismiss(self._lasting[int(number)])

    def action_add(self, all: bool) -> None:
        self.dismiss(_FOR_ALL if all else _FOR_ONE)
