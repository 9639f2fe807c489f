"""Commands about the data: copies, checks, and a campaign to try things on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tracker.cli.context import Common


def backup(to: str | None = None, /, *, context: Common) -> int:
    """Copy the campaign's file, also while it is in use.

    Parameters
    ----------
    to
        A new file or a folder; else the backups folder beside the campaign, where the last five stay.
    """
    copy = context.log.backup(None if to is None else Path(to))
    context.out.show([{"campaign": context.log.name, "path": str(copy)}], [f"{context.log.name} copied to {copy}"])
    return 0


def verify(
    *,
    expect: Annotated[str | None, Parameter(help="A hash that you noted earlier: it must occur in the log.")] = None,
    context: Common,
) -> int:
    """Check that the log is still what was recorded."""
    log = context.log
    problems = log.verify(expect)
    head = log.head()
    found = {
        "campaign": log.name,
        "head": head.position,
        "hash": head.hash,
        "problems": [{"position": problem.position, "message": problem.message} for problem in problems],
    }
    lines = [f"event {problem.position}: {problem.message}" for problem in problems]
    context.out.show([found], lines or [f"{log.name}: all {head.position} events are as they were recorded; {head.hash}"])
    return 1 if problems else 0


def rebuild(*, context: Common) -> int:
    """Throw away all that is derived from the log, and derive it anew."""
    from tracker.service import rebuild as rebuilt

    rebuilt(context.log)
    head = context.log.head().position
    context.out.show([{"campaign": context.log.name, "head": head}], [f"{context.log.name}: rebuilt from {head} events"])
    return 0


def demo(
    *,
    no_screen: Annotated[bool, Parameter(help="Make the campaign and leave the screen closed.")] = False,
    context: Common,
) -> int:
    """Make a campaign to try things on, and open it."""
    from tracker.demo import make

    location, campaign = make(context.location)
    if context.open_screen and not no_screen:
        return context.open_screen(location, campaign, context.author)
    context.out.show(
        [{"store": location, "campaign": campaign}],
        [
            f"The campaign {campaign} is in {location}.",
            f'On a terminal "rollbook --store {location}" opens it; without one try',
            f'  rollbook --store {location} --campaign "{campaign}" history',
            f'  rollbook --store {location} --campaign "{campaign}" audit frights',
        ],
    )
    return 0
