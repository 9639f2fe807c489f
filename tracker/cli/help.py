"""Pages of help in the language spoken: their texts are the docstrings of the commands, looked up as a page is drawn.

In English the library that reads the command line draws them by itself. What it draws with is imported where a page is
drawn, since no other command waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from tracker.language import N_, _, pgettext
from tracker.reports.render import wrapped

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from cyclopts.help.specs import ColumnSpec
    from rich.console import Console, ConsoleOptions, RenderResult

PANEL = "panel of help"
"""The context of the titles of panels."""

_USAGE = (N_("COMMAND"), N_("[OPTIONS]"), N_("[ARGS]"), N_("[ARGS...]"))


class SpokenHelp:
    """Draws a page of help, as a formatter of the library does. ``lines`` says what its frames are drawn with: some
    terminals draw the lines of a box over two columns."""

    def __init__(self, lines: Literal["ascii", "box"]) -> None:
        self._lines = lines

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw one panel: the commands of a group, or the parameters of a command."""
        from cyclopts.help import DefaultFormatter
        from cyclopts.help.specs import PanelSpec
        from rich import box

        frame = PanelSpec(box=box.ROUNDED if self._lines == "box" else box.ASCII)
        columns = _command_columns if panel.format == "command" else _parameter_columns
        draw = DefaultFormatter(panel_spec=frame, column_specs=columns)
        draw(console, options, panel.copy(title=pgettext(PANEL, str(panel.title))))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        """Draw how a command is written."""
        words = (_(word) if word in _USAGE else word for word in str(usage).split())
        console.print(_Wrapped(_("Usage: {command}", command=" ".join(words))))
        console.print()

    def render_description(self, console: Console, options: ConsoleOptions, description: object) -> None:
        """Draw what a command is for."""
        for paragraph in paragraphs(_plain(description)):
            console.print(_Wrapped(_(paragraph)))
            console.print()


def paragraphs(text: str | None) -> Iterator[str]:
    """The messages that a text out of a docstring is looked up by: its paragraphs, wherever their lines are broken."""
    for paragraph in (text or "").split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())


class _Wrapped:
    """A text that is broken between wide signs too, which the library takes for one long word."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for line in wrapped(self._text, indent="", width=max(2, options.max_width)):
            yield Segment(line)
            yield Segment.line()


def _command_columns(console: Console, options: ConsoleOptions, entries: list[HelpEntry]) -> tuple[ColumnSpec, ...]:
    from cyclopts.help.specs import get_default_command_columns

    return _spoken(get_default_command_columns(console, options, entries))


def _parameter_columns(console: Console, options: ConsoleOptions, entries: list[HelpEntry]) -> tuple[ColumnSpec, ...]:
    from cyclopts.help.specs import get_default_parameter_columns

    return _spoken(get_default_parameter_columns(console, options, entries))


def _spoken(columns: tuple[ColumnSpec, ...]) -> tuple[ColumnSpec, ...]:
    """The columns of a panel, the last of which says what its entries are for."""
    *before, last = columns
    return (*before, last.copy(renderer=_described))


def _described(entry: HelpEntry) -> _Wrapped:
    """What an entry is for, and what more there is to know of it."""
    parts = [_(paragraph) for paragraph in paragraphs(_plain(entry.description))]
    if entry.choices:
        parts.append(_("[choices: {choices}]", choices=", ".join(entry.choices)))
    if entry.env_var:
        parts.append(_("[env var: {variables}]", variables=", ".join(entry.env_var)))
    if entry.required:
        parts.append(_("[required]"))
    return _Wrapped(" ".join(parts))


def _plain(description: Any) -> str:
    """The text that the library has made ready to be drawn; it makes nothing ready of a text that isn't there."""
    return str(getattr(description, "primary_renderable", ""))
