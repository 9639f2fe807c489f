"""What happened, to read or to hand out: of which sessions, for whom, and as what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from tracker.language import N_, _
from tui.gateway import lookback
from tui.gateway.lookback import RecapRead
from tui.screens.dialog import Dialog
from tui.text import content, fit, wrapped
from tui.widgets.form_rows import Choice
from tui.widgets.keys_in_order import Field
from tui.widgets.menu import Item, Menu


class RecapWish(NamedTuple):
    """A recap to make; an empty ``path`` shows it, empty ``sessions`` are the last one."""

    sessions: str
    edition: str
    format: str
    path: str


class RecapDialog(Dialog[RecapWish]):
    """Answers with the recap to make, in one of the ``editions``; the one ``wished`` for and the ``usual`` name are
    offered."""

    CSS_PATH: ClassVar[list[str]] = ["dialog.tcss", "recap.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "move(1)", "Next", priority=True),
        Binding("up,shift+tab", "move(-1)", "Previous", priority=True),
        Binding("enter", "make", "Make it", priority=True),
    ]
    TITLE = N_("Recap")
    KEYS = N_("Enter Make it   Up/Down Field   Left/Right Choose   Esc Close")

    def __init__(self, wished: RecapWish, usual: str, editions: Sequence[str]) -> None:
        super().__init__()
        self._sessions = Field(self._entered)
        self._sessions.value = wished.sessions
        self._edition = Choice(editions, wished.edition, _nothing, required=True)
        self._format = Choice(lookback.RECAPS, wished.format, self._named, required=True)
        self._path = Field(self._entered, _("empty: show it here"))
        self._path.value = wished.path
        self._usual = usual

    def body(self) -> ComposeResult:
        with Vertical():
            for title, row in (
                (_("Sessions, such as 2 or 2..5"), self._sessions),
                (_("For"), self._edition),
                (_("As"), self._format),
                (_("Into a new file"), self._path),
            ):
                with Horizontal(classes="row"):
                    yield Static(content(fit(title, 30)), classes="label", markup=False)
                    yield row

    def focus_first(self) -> None:
        self.set_focus(self._sessions)

    def action_move(self, step: int) -> None:
        rows = [self._sessions, self._edition, self._format, self._path]
        at = next((number for number, row in enumerate(rows) if row is self.focused), 0)
        row = rows[(at + step) % len(rows)]
        if row is self._path and not self._path.value:
            self._path.placeholder = _("empty: show it here; such as {name}", name=self._offered())
        self.set_focus(row)

    def _offered(self) -> str:
        return f"{self._usual}.{lookback.ending(self._format.value)}"

    def _named(self) -> None:
        """Another format was chosen: a file gets the ending that goes with it."""
        stem, dot, known = self._path.value.rpartition(".")
        if dot and known in {lookback.ending(format) for format in lookback.RECAPS}:
            self._path.value = f"{stem}.{lookback.ending(self._format.value)}"

    def _entered(self, text: str) -> None:
        self.action_make()

    def action_make(self) -> None:
        wish = RecapWish(self._sessions.value, self._edition.value, self._format.value, self._path.value.strip())
        self.dismiss(wish)


class Reading(Dialog[str]):
    """A text to read, once it is there; whoever opens it asks for it. Answers with why it can't be read."""

    KEYS = N_("Up/Down PgUp/PgDn Scroll   Esc Close")
    FIRST = "Menu"

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self._lines: Sequence[str] = ()
        self.wait()

    def body(self) -> ComposeResult:
        yield Menu([Item(_("reading ..."), quiet=True)])

    def on_recap_read(self, message: RecapRead) -> None:
        if message.problem:
            self.dismiss(message.problem)
            return
        self._lines = message.lines
        self._draw()
        self.arrived()

    def on_resize(self) -> None:
        if self._lines:
            self._draw()

    def _draw(self) -> None:
        """Long lines are wrapped to the width that there is."""
        menu = self.query_one(Menu)
        width = max(10, menu.scrollable_content_region.width - 2)
        menu.show([Item(part) for part in self._parts(width)])

    def _parts(self, width: int) -> Iterator[str]:
        for line in self._lines:
            yield from wrapped(line, width)


def _nothing() -> None:
    """A choice that changes nothing else."""
