"""After a fault of the program: what is told, what is written down, and a way back to the Table."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tracker.language import _
from tracker.writing import replace_file
from tui.signals import leave_on_signals
from tui.text import content
from tui.theme import THEMES, put_on
from tui.widgets.menu import Item, Menu

# What these say is about the program. Others may quote what somebody typed: KeyError a name, one of a database a whole note.
_ABOUT_THE_PROGRAM = frozenset(
    {AttributeError, ImportError, IndexError, ModuleNotFoundError, NameError, RecursionError, TypeError, UnboundLocalError}
)


def report(error: BaseException) -> list[str]:
    """The fault line by line: where it happened in the program, and what led to it. Never the values of variables, nor what
    an error says that may quote them: notes that nobody but the GM should read."""
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    lines = [system]
    for one in _chain(error):
        lines += ["", *(line for part in traceback.format_tb(one.__traceback__) for line in part.rstrip("\n").split("\n"))]
        kind = f"{type(one).__module__}.{type(one).__qualname__}".removeprefix("builtins.")
        lines.append(f"{kind}: {one}" if type(one) in _ABOUT_THE_PROGRAM else kind)
    return lines


def _chain(error: BaseException | None) -> list[BaseException]:
    """An error and what led to it, the first of them first."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def write_down(lines: Sequence[str], folder: Path | None = None) -> Path | None:
    """Keep a report in a file; None where nothing can be written."""
    from platformdirs import user_state_path

    try:
        folder = folder or user_state_path("rollbook", appauthor=False) / "crashes"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S}.txt"
        replace_file(path, ("\n".join(lines) + "\n").encode(errors="replace"))
    except OSError:
        return None
    return path


class CrashApp(App[bool]):
    """Shows a report; its return value says whether to start again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", "Start again", priority=True),
        Binding("escape,q,ctrl+q", "leave", "Leave", priority=True),
    ]
    CSS = """
    #told, #crash-keys { height: auto; padding: 0 1; }
    #crash-keys { background: $panel; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, lines: Sequence[str], kept_at: Path | None, theme: str = "dark") -> None:
        super().__init__()
        put_on(self, theme)
        self._lines = lines
        self._kept_at = kept_at

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def compose(self) -> ComposeResult:
        yield Static(content((_("Rollbook has stopped because of a fault in the program."), "bold")), markup=False)
        told = [_("What was rolled is saved. Lines that were not recorded come back when you start again.")]
        if self._kept_at:
            told.append(_("This report is in {path}.", path=self._kept_at))
        yield Static(content(" ".join(told)), id="told", markup=False)
        yield Menu([Item(line) for line in self._lines])
        yield Static(content(_("r Start again   Esc Leave   Up/Down Scroll")), id="crash-keys", markup=False)

    def on_mount(self) -> None:
        leave_on_signals(self)
        self.query_one(Menu).focus()

    def action_again(self) -> None:
        self.exit(True)

    def action_leave(self) -> None:
        self.exit(False)
