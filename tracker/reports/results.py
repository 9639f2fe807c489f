"""What an action came to, as scripts get it: the result at a glance, its events as stored, what waits for an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tracker import events as ev
from tracker.campaign.state import Prompt
from tracker.projections import classify
from tracker.reports.lines import describe
from tracker.reports.rolls import roll_json
from tracker.reports.roster import called

# The machinery of play in several steps: nothing that the GM would read out.
_MACHINERY = (ev.ProcedureStarted, ev.ProcedureEnded, ev.PromptAnswered)


def result(recorded: Sequence[ev.Recorded], names: Mapping[str, str]) -> dict[str, Any]:
    """What the GM sees of an action's events. ``names`` are the characters' names by id.

    Fright Checks give ``checks``, extra effort a roll with ``fp_spent`` and ``hp_lost`` (zero or positive), another roll
    its JSON form, and everything else ``lines`` of text.
    """
    if checks := _checks(recorded, names):
        return {"checks": checks}
    tables = {one.position for one in recorded if isinstance(one.event, ev.TableConsulted)}
    for one in recorded:
        if isinstance(one.event, ev.RollMade) and one.envelope.cause not in tables:
            costs = _costs(recorded) if one.event.kind == "effort" else {}
            return _roll(one, names) | costs
    return {"lines": [line_text(one, names) for one in visible(recorded)]}


def visible(recorded: Sequence[ev.Recorded]) -> list[ev.Recorded]:
    """The events that are worth a line: those of the log, without the machinery of procedures and prompts. An action that
    has none of them (a bookmark) is told by what it has."""
    told = [one for one in recorded if not isinstance(one.event, _MACHINERY)]
    return [one for one in told if classify.visible(one.event)] or told


def line_text(recorded: ev.Recorded, names: Mapping[str, str]) -> str:
    """An event in one line without position and time: ``Mira: FP -1 extra effort``."""
    line = describe(recorded, names, voided=False)
    rolled = "" if line.need is None else f"; need {line.need}, rolled {line.rolled}: {line.outcome} {line.by}"
    named = not line.text.startswith(line.who)
    return f"{line.who}: {line.text}{rolled}" if named else line.text + rolled


def event_json(recorded: ev.Recorded) -> dict[str, Any]:
    """An event as it is stored."""
    envelope = recorded.envelope
    return {
        "position": envelope.position,
        "type": envelope.type,
        "version": envelope.version,
        "action": envelope.action,
        "ordinal": envelope.ordinal,
        "cause": envelope.cause,
        "procedure": envelope.procedure,
        "session": envelope.session,
        "scene": envelope.scene,
        "subject": envelope.subject,
        "author": envelope.author,
        "recorded_at": envelope.recorded_at,
        "game_time": envelope.game_time,
        "visibility": envelope.visibility,
        "payload": json.loads(recorded.payload_text),
        "hash": recorded.hash,
    }


def prompt_json(position: int, prompt: Prompt, names: Mapping[str, str]) -> dict[str, Any]:
    """Something that waits for an answer; ``prompt`` is what to answer it by."""
    return {
        "prompt": position,
        "kind": prompt.kind,
        "text": prompt.text,
        "character": called(names, prompt.subject),
        "procedure": prompt.procedure,
        "ask": prompt.ask,
    }


def _roll(recorded: ev.Recorded, names: Mapping[str, str]) -> dict[str, Any]:
    return roll_json(recorded, names.get(recorded.subject or ""), voided=False)


def _checks(recorded: Sequence[ev.Recorded], names: Mapping[str, str]) -> list[dict[str, Any]]:
    exposures = {one.position: one.event for one in recorded if isinstance(one.event, ev.FrightExposed)}
    tables = {one.envelope.cause: one.event for one in recorded if isinstance(one.event, ev.TableConsulted)}
    checks: list[dict[str, Any]] = []
    for one in recorded:
        event = one.event
        if isinstance(event, ev.FrightExposed) and event.waived_by:
            waived = {"needed": False, "waived_by": event.waived_by, "exposures": event.earlier}
            checks.append({"position": one.position, "character": called(names, one.subject), **waived})
        elif isinstance(event, ev.RollMade) and event.kind == "fright":
            exposed = exposures.get(one.envelope.cause or 0)
            # Dice by hand come in a later action than the exposure: then the roll's own modifier says how many counted.
            earlier = exposed.earlier if exposed else sum(each.value for each in event.modifiers if each.source == "fright")
            uncertain = {"uncertain": exposed.uncertain} if exposed and exposed.uncertain else {}
            table = _table(tables.get(one.position))
            checks.append(_roll(one, names) | {"exposures": earlier, **uncertain, "table": table})
    return checks


def _table(read: ev.TableConsulted | None) -> dict[str, Any] | None:
    if read is None:
        return None
    return {
        "notation": read.notation,
        "dice": list(read.dice),
        "dice_source": read.dice_source,
        "total": read.total,
        "row": read.row,
        "effects": list(read.effects),
    }


def _costs(recorded: Sequence[ev.Recorded]) -> dict[str, int]:
    lost = {"FP": 0, "HP": 0}
    for one in recorded:
        if isinstance(one.event, ev.PoolChanged) and one.event.pool in lost:
            lost[one.event.pool] -= one.event.change
    return {"fp_spent": lost["FP"], "hp_lost": lost["HP"]}
