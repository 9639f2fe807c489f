"""``rollbook serve``: the web server until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from typing import TYPE_CHECKING

from tracker.errors import Refused
from tracker.language import _
from tui.serve.tab import VIEWS

if TYPE_CHECKING:
    from tui.serve.server import Server


def serve(store: str, campaign: str, author: str, *, host: str, port: int, tabs: int, view: str) -> int:
    """Serve a campaign to at most so many tabs until the program is interrupted; returns the exit code.

    Raises Refused: ``no_serve`` without the packages that it needs, ``bad_value`` for a view that there is none of,
    ``port`` when the port can't be listened at.
    """
    if view not in VIEWS:
        raise Refused(_("There is no view for “{view}”; known: gm, player.", view=view), code="bad_value", where="as")
    try:
        from tui.serve.server import LOOPBACK, Server
    except ImportError:
        sentence = _('The browser needs two more packages: install them with pip install "rollbook[serve]".')
        raise Refused(sentence, code="no_serve") from None
    program = [sys.executable, "-m", "tui.serve.tab", view, store, campaign, author]
    server = Server(program, host=host, port=port, limit=tabs)
    try:
        asyncio.run(_until_interrupted(server, open_to_all=host not in LOOPBACK))
    except OSError as problem:
        sentence = _(
            "Nothing can be served at {host}, port {port}: {reason}.",
            host=host,
            port=port,
            reason=problem.strerror or problem,
        )
        raise Refused(sentence, code="port", where="port") from problem
    return 0


async def _until_interrupted(server: Server, *, open_to_all: bool) -> None:
    await server.start()
    say = sys.stdout.write
    if open_to_all:
        say(_("Everyone on this network can come here, and what goes back and forth can be read on the way.") + "\n")
    say(_("Rollbook is at {address}", address=server.address) + "\n")
    say(_("Whoever has this address is let in. Ctrl+C ends it.") + "\n")
    sys.stdout.flush()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        with contextlib.suppress(NotImplementedError):
            if number is not None:
                loop.add_signal_handler(number, ended.set)
    try:
        await ended.wait()
    finally:
        await server.stop()
