"""The replay: the log once more, event by event, with what each one changed in the party."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec import Struct

from tracker import events as ev
from tracker import moments
from tracker.campaign.changes import Change, differences, snapshot, touched
from tracker.campaign.evolve import evolve, fact_of
from tracker.cli.context import Common, Position, SessionNumber
from tracker.errors import Refused
from tracker.language import _
from tracker.lookback.timeline import session_bounds
from tracker.reports.results import line_text
from tracker.service import Campaign


class Step(Struct, frozen=True):
    """One event and what it changed."""

    recorded: ev.Recorded
    line: str
    changes: tuple[Change, ...]


def replay(
    *,
    from_: Annotated[Position | None, Parameter(name="--from", help="Begin with this event.")] = None,
    to: Annotated[Position | None, Parameter(help="End with this event.")] = None,
    session: Annotated[SessionNumber | None, Parameter(help="This session only.")] = None,
    context: Common,
) -> int:
    """Step through what happened: each event, and what it changed in pools, conditions, traits and points."""
    campaign = context.campaign
    first, last = (1, campaign.state.head) if session is None else session_bounds(campaign.log, campaign.state, session)
    first = first if from_ is None else max(first, from_)
    last = last if to is None else min(last, to)
    if first > last:
        raise Refused(_("There is nothing from {first} to {last}.", first=first, last=last), code="not_found", where="from")
    steps = _steps(campaign, first, last)
    context.out.show(map(_json, steps), _text(steps))
    return 0


def _steps(campaign: Campaign, first: int, last: int) -> Iterator[Step]:
    state = moments.state_at(campaign.log, first - 1)
    known = {key: snapshot(state, key, campaign.ruleset) for key in state.characters}
    for recorded in campaign.log.read(first - 1, last):
        evolve(state, fact_of(recorded))
        names = {key: character.name.get(key) for key, character in state.characters.items()}
        changes: list[Change] = []
        for key in touched(recorded, state):
            if key in state.characters:
                after = snapshot(state, key, campaign.ruleset)
                changes += differences(names[key], known.get(key), after)
                known[key] = after
        yield Step(recorded, line_text(recorded, names), tuple(changes))


def _json(step: Step) -> dict[str, Any]:
    return {
        "position": step.recorded.position,
        "type": step.recorded.envelope.type,
        "line": step.line,
        "changes": [
            {
                "character": change.character,
                "what": change.what,
                "before": _plain(change.before),
                "after": _plain(change.after),
            }
            for change in step.changes
        ],
    }


def _text(steps: Iterator[Step]) -> Iterator[str]:
    for step in steps:
        yield f"{step.recorded.position:>6}  {step.line}"
        yield from (f"        {change}" for change in step.changes)


def _plain(value: float | str | None) -> float | str | None:
    return int(value) if isinstance(value, float) and value.is_integer() else value
