"""The ``rollbook`` command: alone it opens the screen, with a command it goes to the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.gateway import Where

_OPTIONS = {"--store": "ROLLBOOK_STORE", "--campaign": "ROLLBOOK_CAMPAIGN", "--by": "ROLLBOOK_BY"}
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    try:
        return _main([*(sys.argv[1:] if argv is None else argv)])
    except KeyboardInterrupt:  # while something was still imported
        return _INTERRUPTED


def _main(arguments: Sequence[str]) -> int:
    from tracker.cli import main as command_line
    from tracker.cli import streams

    streams.make_ready()
    where = _for_the_screen(arguments)
    if where is not None:
        return open_screen(*where)
    # Without a terminal a command that would go on to the screen does its work and says how to go on.
    return command_line(arguments, open_screen=open_screen if _on_a_terminal() else None)


def open_screen(store: str, campaign: str, author: str) -> int:
    """Show the screen until it is left; returns the exit code. Empty texts stand for what is usual."""
    if not _on_a_terminal():
        sentence = 'The screen needs a terminal; without one use the commands, such as: rollbook do "mira stealth -2"\n'
        sys.stderr.write(sentence)
        return 2
    from tui.gateway import Where

    return run_screen(Where(store, campaign, author))


def run_screen(where: Where) -> int:
    """Run the screen, and what tells of a fault, until it is left; returns the exit code."""
    from tui.app import RollbookApp

    while True:
        app = RollbookApp(where)
        app.run()
        if app.crash is None:
            return app.return_code or 0
        from tui import crash

        lines = crash.report(app.crash)
        kept_at = crash.write_down(lines)
        told = crash.CrashApp(lines, kept_at)
        told.run()
        if not told.return_value:
            sys.stderr.write(f"Rollbook stopped because of a fault; the report is in {kept_at}.\n" if kept_at else "")
            return 1


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()


def _for_the_screen(arguments: Sequence[str]) -> tuple[str, str, str] | None:
    """Store, campaign and author (empty: as usual) when nothing but these options is given, and none of them without a
    value, which the command line refuses; else None."""
    found = {option: os.environ.get(variable) for option, variable in _OPTIONS.items()}
    rest = list(arguments)
    while rest:
        option, equals, value = rest.pop(0).partition("=")
        if option not in found or not (equals or rest):
            return None
        found[option] = value if equals else rest.pop(0)
    if any(value is not None and not value.strip() for value in found.values()):
        return None
    return found["--store"] or "", found["--campaign"] or "", found["--by"] or ""


if __name__ == "__main__":
    raise SystemExit(main())
