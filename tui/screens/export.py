"""Where to write what a list shows, and as what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tracker.language import N_, _, ngettext
from tui.screens.dialog import Dialog
from tui.text import content
from tui.widgets.keys_in_order import Field


class Wish(NamedTuple):
    """A file to write: its path as it was typed, and the format."""

    path: str
    format: str


class ExportDialog(Dialog[Wish]):
    """Answers with the file to write; ``usual`` is offered. The ending of its name says in which of the ``formats``, and Up
    and Down go through them."""

    CSS_PATH = ["dialog.tcss", "goto.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "format(1)", "Next format", priority=True),
        Binding("up", "format(-1)", "Previous format", priority=True),
    ]
    KEYS = N_("Enter Write   Up/Down Format   Esc Close")
    FIRST = "Field"

    def __init__(self, usual: str, count: int, formats: Sequence[str]) -> None:
        super().__init__()
        self.title = ngettext("Export {count} line", "Export {count} lines", count)
        self._formats = formats
        self._path = usual

    def body(self) -> ComposeResult:
        known = ", ".join(f".{format}" for format in self._formats)
        yield Static(
            content(_("a new file; its ending says as what: {formats}", formats=known)), classes="label", markup=False
        )
        yield Field(self._write)

    def focus_first(self) -> None:
        super().focus_first()
        field = self.query_one(Field)
        field.value = self._path
        field.cursor_position = len(self._path)

    def action_format(self, step: int) -> None:
        field = self.query_one(Field)
        stem, _dot, ending = field.value.rpartition(".")
        at = (self._formats.index(ending) + step) % len(self._formats) if ending in self._formats else 0
        field.value = f"{stem if ending in self._formats else field.value}.{self._formats[at]}"
        field.cursor_position = len(field.value)

    def _write(self, typed: str) -> None:
        path = typed.strip()
        ending = path.rpartition(".")[2].casefold()
        if ending in self._formats:
            self.dismiss(Wish(path, ending))
        else:
            known = ", ".join(f".{format}" for format in self._formats)
            self.say(_("Let the name end in {formats}.", formats=known))
