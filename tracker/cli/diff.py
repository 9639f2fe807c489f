"""The difference between two moments."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from tracker.campaign.changes import Change
from tracker.campaign.difference import difference
from tracker.cli.context import Common, subject_of
from tracker.cli.output import plain
from tracker.language import _
from tracker.lookback.timeline import Moment, place_of
from tracker.reports.render import place


def diff(
    before: str,
    after: str,
    /,
    *who: str,
    corrected: Annotated[bool, Parameter(help="Without what was taken back since, instead of as it stood.")] = False,
    context: Common,
) -> int:
    """Tell what changed between two moments: about the characters, their tasks and the campaign.

    Parameters
    ----------
    before
        An event such as 120, session:12 (its end), a date, "day 3 14:05", or now.
    after
        The other moment.
    who
        Characters to tell of, alone; all of them, and the campaign, unless you name some.
    """
    campaign = context.campaign
    first, last = (
        Moment(place_of(campaign.log, campaign.state, typed, where), corrected)
        for typed, where in ((before, "before"), (after, "after"))
    )
    subjects = [subject_of(campaign.state, name) for name in who] if who else None
    found = difference(first.state(campaign.log), last.state(campaign.log), campaign.ruleset, subjects)
    bounds = {"first": place(first.position), "last": place(last.position)}
    if corrected:
        head = _("From {first} to {last}, as corrected:", **bounds)
    else:
        head = _("From {first} to {last}, as it stood:", **bounds)
    lines = [head, *(f"  {change}" for change in found)] if found else [_("{head} nothing changed.", head=head)]
    context.out.show(map(_json, found), lines)
    return 0


def _json(change: Change) -> dict[str, Any]:
    return {
        "type": change.sort,
        "character": change.character or None,
        "what": change.what,
        "before": _value(change.before),
        "after": _value(change.after),
    }


def _value(value: float | str | None) -> float | str | None:
    return plain(value) if isinstance(value, float) else value
