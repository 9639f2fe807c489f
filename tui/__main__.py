"""The ``rollbook`` command: alone it opens the screen, with a command it goes to the command line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.settings import Loaded
    from tui.gateway import Where

_NAMES = ("store", "campaign", "by")  # settings that may be given empty by mistake, which the command line refuses
_INTERRUPTED = 130
_EXAMPLE = 'rollbook do "mira stealth -2"'


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
    options = _for_the_screen(arguments)
    if options is not None:
        return _show(options)
    # Without a terminal a command that would go on to the screen does its work and says how to go on.
    return command_line(arguments, open_screen=open_screen if _on_a_terminal() else None, serve=serve)


def open_screen(store: str, campaign: str, author: str) -> int:
    """Show the screen until it is left; returns the exit code. Empty texts stand for what is set or usual."""
    given = {"store": store, "campaign": campaign, "by": author}
    return _show({key: value for key, value in given.items() if value})


def serve(*where: str, **how: Any) -> int:
    """Serve a campaign to browsers, as ``tracker.cli.context.Serve`` says. Raises Refused."""
    from tui.serve import command

    return command.serve(*where, **how)


def _show(options: Mapping[str, str]) -> int:
    """Show the screen with these settings above all others."""
    from tracker import language, settings
    from tracker.cli.output import Output
    from tracker.errors import Refused
    from tracker.language import _

    try:
        loaded = settings.load(options)
    except Refused as refused:
        Output(as_json=False).warn(refused.message)
        return 2
    language.speak(loaded.settings.spoken())
    if not _on_a_terminal():
        sentence = _(
            "The screen needs a terminal; without one use the commands, such as {command}, or {plain} for many lines.",
            command=_EXAMPLE,
            plain="rollbook --plain",
        )
        sys.stderr.write(f"{sentence}\n")
        return 2
    from tui.gateway import Where

    where = Where(loaded.settings.store, loaded.settings.campaign, loaded.settings.by)
    return run_screen(where, loaded)


def run_screen(where: Where, loaded: Loaded) -> int:
    """Run the screen, and what tells of a fault, until it is left; returns the exit code."""
    gc.disable()  # nothing that is loaded for the first frame is garbage, and looking for some takes a tenth of the time
    from tracker.language import _
    from tui.app import RollbookApp

    while True:
        app = RollbookApp(where, loaded=loaded)
        app.run(mouse=loaded.settings.mouse)
        if app.crash is None:
            return app.return_code or 0
        from tui import crash

        lines = crash.report(app.crash)
        kept_at = crash.write_down(lines)
        told = crash.CrashApp(lines, kept_at, loaded.settings.theme)
        told.run()
        if not told.return_value:
            if kept_at:
                sentence = _("Rollbook stopped because of a fault; the report is in {path}.", path=kept_at)
                sys.stderr.write(f"{sentence}\n")
            return told.return_code or 1


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()


def _for_the_screen(arguments: Sequence[str]) -> dict[str, str] | None:
    """The settings that are given as options when there is nothing but these, each with a value; None when it is for the
    command line, which also refuses a store, a campaign or an author without a name."""
    from tracker import settings

    known = {f"--{key.replace('_', '-')}": key for key in settings.names()}
    found: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        option, equals, value = rest.pop(0).partition("=")
        if option not in known or not (equals or rest):
            return None
        found[known[option]] = value if equals else rest.pop(0)
    named = (found.get(key, os.environ.get(settings.variable(key))) for key in _NAMES)
    return None if any(value is not None and not value.strip() for value in named) else found


if __name__ == "__main__":
    raise SystemExit(main())
