"""``rollbook serve``: the web server until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.errors import Refused
from tracker.language import _
from tui.serve import tab

if TYPE_CHECKING:
    from tui.serve.server import Server


def serve(
    store: str,
    campaign: str,
    author: str,
    *,
    host: str,
    port: int,
    tabs: int,
    view: str,
    started: Callable[[str, bool], None],
) -> int:
    """Serve a campaign to at most so many tabs until the program is interrupted; returns the exit code. ``started`` is told
    the address once it is served, and whether the whole network can come there.

    Raises Refused: ``no_serve`` without the packages that it needs, ``bad_value`` for a view that there is none of,
    ``port`` when the port can't be listened at.
    """
    if view not in tab.VIEWS:
        raise Refused(_("There is no view for “{view}”; known: gm, player.", view=view), code="bad_value", where="as")
    try:
        from tui.serve.server import LOOPBACK, Server
    except ImportError:
        sentence = _('The browser needs two more packages: install them with pip install "rollbook[serve]".')
        raise Refused(sentence, code="no_serve") from None
    server = Server(tab.command(view), tab.environment(store, campaign, author), host=host, port=port, limit=tabs)
    try:
        asyncio.run(_until_interrupted(server, lambda: started(server.address, host not in LOOPBACK)))
    except OSError as problem:
        sentence = _(
            "Nothing can be served at {host}, port {port}: {reason}.",
            host=host,
            port=port,
            reason=problem.strerror or problem,
        )
        raise Refused(sentence, code="port", where="port") from problem
    return 0


async def _until_interrupted(server: Server, started: Callable[[], None]) -> None:
    await server.start()
    started()
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
