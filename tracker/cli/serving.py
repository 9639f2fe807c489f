"""The command that lets a browser be the screen."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from tracker.cli.context import Common, Port, Tabs
from tracker.errors import Refused
from tracker.language import _

_PORTS = 65_535


def serve(
    *,
    host: Annotated[str, Parameter(help="Where to listen; anything but this computer itself opens it to the network.")] = (
        "127.0.0.1"
    ),
    port: Annotated[Port, Parameter(help="The port to listen at; 0 for any that is free.")] = 8765,
    tabs: Annotated[Tabs, Parameter(help="How many tabs may be open at a time.")] = 4,
    as_: Annotated[str, Parameter(name="--as", help="gm, with everything, or player, who sees what everyone may.")] = "gm",
    context: Common,
) -> int:
    """Show the campaign in a browser, to whoever has the address that is printed, until Ctrl+C."""
    if context.serve is None:
        raise Refused(_("There is no screen here that could be served."), code="no_serve")
    if not 0 <= port <= _PORTS:
        raise Refused(_("“{port}” is no port: it is 0 to {last}.", port=port, last=_PORTS), code="bad_number", where="port")
    if tabs < 1:
        raise Refused(_("Let 1 tab or more be open."), code="bad_number", where="tabs")
    campaign = context.log.name
    context.store.close()  # each tab opens it for itself
    context.hand_on_language()

    def started(address: str, open_to_all: bool) -> None:
        found = {"campaign": campaign, "address": address, "view": as_, "tabs": tabs, "network": open_to_all}
        lines = [
            _("Rollbook is at {address}", address=address),
            _("Whoever has this address is let in. Ctrl+C ends it."),
        ]
        if open_to_all:
            lines.insert(
                0, _("Everyone on this network can come here, and what goes back and forth can be read on the way.")
            )
        context.out.show([found], lines)
        sys.stdout.flush()  # it goes on for hours

    return context.serve(
        context.location or "", campaign, context.author, host=host, port=port, tabs=tabs, view=as_, started=started
    )
