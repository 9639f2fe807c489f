"""What the dialogs have in common: Esc closes them, and the key that opened one doesn't leave the next keys behind."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual._path import CSSPathType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from tracker.language import N_, _
from tui.screens.waiting import Waiting
from tui.text import content

ResultType = TypeVar("ResultType")


class Dialog(Waiting, ModalScreen[ResultType]):
    """A box with a title, what the subclass puts into ``body``, and its keys in the last line. ``TITLE`` and ``KEYS`` are
    English, shown in the language spoken; a ``title`` of the dialog itself is shown as it is."""

    CSS_PATH: ClassVar[CSSPathType | None] = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", priority=True)]
    AUTO_FOCUS = ""
    TITLE = ""
    KEYS = N_("Esc Close")
    FIRST = ""  # the selector of what has the focus

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(
                content((_(self.TITLE) if self.title == self.TITLE else self.title or "", "bold")),
                id="heading",
                markup=False,
            )
            yield from self.body()
            yield Static("", id="message", markup=False)
            yield Static(content(_(self.KEYS)), id="dialog-keys", markup=False)

    def body(self) -> ComposeResult:
        raise NotImplementedError

    def focus_first(self) -> None:
        """Give the focus to where typing belongs, at once."""
        self.set_focus(self.query_one(self.FIRST, Widget))

    def say(self, message: str) -> None:
        """A sentence above the keys."""
        self.query_one("#message", Static).update(content((message, "$outcome-no")))

    def action_close(self) -> None:
        self.dismiss(None)
