"""What a contest, and an influence roll that is one, came to so far, as scripts get it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker import events as ev
from tracker.reports.reading import Get
from tracker.reports.rolls import roll_json
from tracker.reports.roster import called


def contest_json(recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get) -> dict[str, Any] | None:
    """The contest that an action played or went on with, None when there is none. ``rolls`` are all that it has taken, in
    earlier actions too; ``pending`` is there while something of it waits, and is what to answer it by."""
    found = _decided(recorded, get) or _under_way(recorded)
    came = next((one.event for one in recorded if isinstance(one.event, ev.InfluenceDecided)), None)
    if found is None and came is None:
        return None
    known = {one.position: one for one in recorded}
    positions = found.pop("rolls") if found else []
    known |= get([position for position in positions if position not in known])
    asked = [one.position for one in recorded if isinstance(one.event, ev.PromptOpened)]
    rolls = [known[position] for position in positions]
    winner = found.pop("winner") if found else None
    return {
        "rolls": [roll_json(one, names.get(one.subject or ""), voided=False) for one in rolls],
        "winner": called(names, winner) or None,
        **(found or {"margin_of_victory": None, "kind": None, "rounds": 0}),
        **(_influence(came) if came else {}),
        **({"pending": asked[-1]} if asked else {}),
    }


def reaction_json(recorded: Sequence[ev.Recorded]) -> dict[str, Any] | None:
    """The reaction roll of an action, None when it made none."""
    for one in recorded:
        if isinstance(one.event, ev.RollMade):  # a table of an attack may be called anything
            return None
        if isinstance(one.event, ev.TableConsulted) and one.event.table == "reaction":
            return {
                "reaction": one.event.row,
                "total": one.event.total,
                "notation": one.event.notation,
                "dice": list(one.event.dice),
                "dice_source": one.event.dice_source,
                "modifiers": [
                    {"label": each.label, "value": each.value, "source": each.source} for each in one.event.modifiers
                ],
            }
    return None


def _decided(recorded: Sequence[ev.Recorded], get: Get) -> dict[str, Any] | None:
    """The contest that the action decided, or that what it decided rests on."""
    for one in (*recorded, *_causes(recorded, get)):
        if isinstance(one.event, ev.ContestDecided):
            event = one.event
            return {
                "rolls": event.rolls,
                "winner": event.winner,
                "margin_of_victory": event.margin,
                "kind": event.kind,
                "rounds": event.rounds,
            }
    return None


def _causes(recorded: Sequence[ev.Recorded], get: Get) -> Iterator[ev.Recorded]:
    """What led to the influence decided here, back to the contest's last roll."""
    known = {one.position: one for one in recorded}
    cause = next((one.envelope.cause for one in recorded if isinstance(one.event, ev.InfluenceDecided)), None)
    while cause is not None:
        one = known.get(cause) or get([cause])[cause]
        if isinstance(one.event, ev.RollMade):
            return
        yield one
        cause = one.envelope.cause


def _under_way(recorded: Sequence[ev.Recorded]) -> dict[str, Any] | None:
    """The contest whose next roll the action left waiting."""
    for one in recorded:
        if isinstance(one.event, ev.PromptOpened) and one.event.ask.get("step") == "roll":
            bout = one.event.ask["data"]["then"].get("contest")
            if bout is not None:
                return {
                    "rolls": bout["rolls"],
                    "winner": None,
                    "margin_of_victory": None,
                    "kind": bout["kind"],
                    "rounds": bout["round"] - 1,
                }
    return None


def _influence(came: ev.InfluenceDecided) -> dict[str, Any]:
    return {
        "skill": came.skill,
        "outcome": came.outcome,
        "trait": came.trait or None,
        "reaction": came.reaction,
        "modifier": came.modifier,
    }
