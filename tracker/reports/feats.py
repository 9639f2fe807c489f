"""What a feat, a sense roll or a day's work came to, as scripts get it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker import events as ev
from tracker.campaign.archive import Shelf
from tracker.reports.contests import contest_json
from tracker.reports.reading import Get
from tracker.reports.rolls import roll_json
from tracker.reports.roster import called


def feat_json(recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get) -> dict[str, Any] | None:
    """The feat that an action did or ended, None when it ended none; ``rolls`` are all that it took, in earlier actions
    too."""
    for one in recorded:
        if isinstance(event := one.event, ev.FeatPerformed):
            known = {other.position: other for other in recorded}
            known |= get([position for position in event.rolls if position not in known])
            return {
                "position": one.position,
                "character": called(names, one.subject),
                "feat": event.feat,
                "title": event.title,
                "given": event.given,
                "figures": {figure.name: {"value": figure.value, "unit": figure.unit} for figure in event.figures},
                "seconds": event.seconds,
                "outcome": event.outcome,
                "rolls": [_roll(known[position], names) for position in event.rolls],
                "effort": event.effort,
                "increase": event.increase,
            }
    return None


def sense_json(recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get) -> dict[str, Any] | None:
    """The sense roll of an action, or the contest with somebody who hides, None when it made neither. ``danger_sense`` is
    there only for who may see that roll, ``understood`` when something was to be made out."""
    started = {one.position: one.event for one in recorded}
    started |= {at: one.event for at, one in get(_procedures(recorded)).items()}
    secret, main = None, None
    for one in recorded:
        procedure = started.get(one.envelope.procedure or 0)
        kind = procedure.kind if isinstance(procedure, ev.ProcedureStarted) else ""
        if isinstance(one.event, ev.RollMade) and one.event.kind == "sense":
            secret, main = (one, main) if kind == "danger_sense" else (secret, main or one)
        elif isinstance(one.event, ev.ContestDecided) and isinstance(procedure, ev.ProcedureStarted):
            main = one if "sense" in procedure.plan else main
    first = main or secret
    if first is None:
        return None
    felt = secret is not None and isinstance(secret.event, ev.RollMade) and secret.event.success
    if isinstance(first.event, ev.ContestDecided):
        said = contest_json(recorded, names, get) or {}
        noticed = first.event.winner == first.event.sides[0]
    else:
        said = _roll(first, names)
        noticed = isinstance(first.event, ev.RollMade) and first.event.success
    second = next(
        (one for one in recorded if isinstance(one.event, ev.RollMade) and one.envelope.cause == first.position), None
    )
    return {
        **said,
        "noticed": noticed or felt,
        **({"understood": _roll(second, names)} if second else {}),
        **({"danger_sense": _roll(secret, names)} if secret else {}),
    }


def work_json(
    recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get, work: Shelf[int]
) -> dict[str, Any] | None:
    """The work that an action did for a long task, None when it did none; ``done`` are the man-hours by now, of which
    ``work`` knows those of every long task."""
    days = [one.event for one in recorded if isinstance(one.event, ev.WorkDone)]
    if not days:
        return None
    begun = get([days[0].long_task])[days[0].long_task].event
    return {
        "rolls": [_roll(one, names) for one in recorded if isinstance(one.event, ev.RollMade)],
        "hours": sum(day.hours for day in days),
        "destroyed": sum(day.destroyed for day in days),
        "done": work.get(days[0].long_task, 0),
        "of": begun.hours if isinstance(begun, ev.LongTaskStarted) else 0,
    }


def _procedures(recorded: Sequence[ev.Recorded]) -> list[int]:
    """The procedures that the events belong to and that began before them."""
    here = {one.position for one in recorded}
    return sorted({one.envelope.procedure for one in recorded if one.envelope.procedure is not None} - here)


def _roll(recorded: ev.Recorded, names: Mapping[str, str]) -> dict[str, Any]:
    return roll_json(recorded, names.get(recorded.subject or ""), voided=False)
