"""What runs in a tab of the browser: ``python -m tui.serve.tab VIEW STORE CAMPAIGN AUTHOR``."""

from __future__ import annotations

import sys

VIEWS = ("gm", "player")


def main(view: str, store: str, campaign: str, author: str) -> int:
    """Show the GM's screen or the players' view until it is left; returns the exit code."""
    from tracker import language, settings
    from tui.gateway import Where

    given = {"store": store, "campaign": campaign, "by": author}
    loaded = settings.load({key: value for key, value in given.items() if value})
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
