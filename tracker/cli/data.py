"""Commands about the data: copies, checks, and a campaign to try things on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tracker.cli.context import Common
from tracker.cli.progress import progress
from tracker.errors import Refused
from tracker.language import _
from tracker.text import plain

_HASH = re.compile("[0-9a-f]{64}")  # SHA-256


def backup(to: str | None = None, /, *, context: Common) -> int:
    """Copy the campaign's file, also while it is in use.

    Parameters
    ----------
    to
        A new file or a folder; else the backups folder beside the campaign, where the last five stay.
    """
    copy = context.log.backup(None if to is None else Path(to))
    context.out.show(
        [{"campaign": context.log.name, "path": str(copy)}],
        [_("{campaign} copied to {path}", campaign=context.log.name, path=copy)],
    )
    return 0


def verify(
    *,
    expect: Annotated[str | None, Parameter(help="A hash that you noted earlier: it must occur in the log.")] = None,
    context: Common,
) -> int:
    """Check that the log is still what was recorded."""
    if expect is not None and not _HASH.fullmatch(expect := plain(expect).lower()):
        raise Refused(
            _("“{typed}” is no whole hash: that has 64 of the characters 0 to 9 and a to f.", typed=expect),
            code="bad_value",
            where="expect",
        )
    log = context.log
    problems = log.verify(expect)
    head = log.head()
    found = {
        "campaign": log.name,
        "head": head.position,
        "hash": head.hash,
        "problems": [{"position": problem.position, "message": problem.message} for problem in problems],
    }
    lines = [
        _("event {position}: {message}", position=problem.position, message=problem.message) for problem in problems
    ] or [
        _(
            "{campaign}: all {head} events are as they were recorded; {hash}",
            campaign=log.name,
            head=head.position,
            hash=head.hash,
        )
    ]
    context.out.show([found], lines)
    return 1 if problems else 0


def rebuild(*, context: Common) -> int:
    """Throw away all that is derived from the log, and derive it anew."""
    from tracker.service import rebuild as rebuilt

    with progress(_("Rebuilding"), as_json=context.out.as_json) as came:
        rebuilt(context.log, came)
    name, head = context.log.name, context.log.head().position
    sentence = _("{campaign}: rebuilt from {head} events", campaign=name, head=head)
    context.out.show([{"campaign": name, "head": head}], [sentence])
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
        context.hand_on_language()
        return context.open_screen(location, campaign, context.author)
    context.out.show(
        [{"store": location, "campaign": campaign}],
        [
            _("The campaign {campaign} is in {location}.", campaign=campaign, location=location),
            _('On a terminal "rollbook --store {location}" opens it; without one try', location=location),
            f'  rollbook --store {location} --campaign "{campaign}" history',
            f'  rollbook --store {location} --campaign "{campaign}" audit frights',
        ],
    )
    return 0
