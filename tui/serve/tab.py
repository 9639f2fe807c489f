"""What runs in a tab of the browser: ``python -m tui.serve.tab VIEW``. Which campaign it shows is set in its environment:
everybody on the computer can read a program's arguments, and the store's address may have a password in it."""

from __future__ import annotations

import sys

VIEWS = ("gm", "player")


def command(view: str) -> list[str]:
    """The program of a tab."""
    return [sys.executable, "-m", "tui.serve.tab", view]


def environment(store: str, campaign: str, author: str) -> dict[str, str]:
    """What its environment says besides; an empty text stands for what is set or usual."""
    from tracker.settings import variable

    given = {"store": store, "campaign": campaign, "by": author}
    return {variable(key): value for key, value in given.items() if value}


def main(view: str) -> int:
    """Show the GM's screen or the players' view until it is left; returns the exit code."""
    from tracker import language, settings
    from tui.gateway import Where

    loaded = settings.load({})
    language.speak(loaded.settings.spoken())
    where = Where(loaded.settings.store, loaded.settings.campaign, loaded.settings.by)
    if view == "player":
        from tui.players import PlayersApp

        app = PlayersApp(where)
        app.run()
        return app.return_code or 0
    from tui.__main__ import run_screen

    return run_screen(where, loaded)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
