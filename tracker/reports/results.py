"""What an action came to, as scripts get it: the result at a glance, its events as stored, what waits for an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from tracker import events as ev
from tracker.campaign.archive import Shelf
from tracker.campaign.parts import Prompt
from tracker.language import _
from tracker.projections import classify
from tracker.reports.contests import contest_json, reaction_json
from tracker.reports.feats import feat_json, sense_json, work_json
from tracker.reports.lines import describe
from tracker.reports.party import course_json, group_json
from tracker.reports.reading import Get
from tracker.reports.rolls import roll_json
from tracker.reports.roster import called
from tracker.reports.words import how_it_fell

# The machinery of play in several steps: nothing that the GM would read out.
_MACHINERY = (ev.ProcedureStarted, ev.ProcedureEnded, ev.PromptAnswered)


def result(recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get, work: Shelf[int]) -> dict[str, Any]:
    """What the GM sees of an action's events. ``names`` are the characters' names by id; ``get`` fetches earlier events;
    ``work`` are the man-hours done for each long task.

    Fright Checks give ``checks``, extra effort a roll with ``fp_spent`` and ``hp_lost`` (zero or positive), healing one with
    ``restored`` (negative where it did harm), a critical attack one with its ``table``, another roll its JSON form, a bought
    or ruled outcome a ``ruling`` beside its ``lines`` of text, and everything else just these.
    """
    if checks := _checks(recorded, names):
        return {"checks": checks}
    if said := feat_json(recorded, names, get) or sense_json(recorded, names, get) or work_json(recorded, names, get, work):
        return said
    if said := contest_json(recorded, names, get) or reaction_json(recorded):
        return said
    if said := course_json(recorded, names) or group_json(recorded, names, get):
        return said
    tables = {one.position for one in recorded if isinstance(one.event, ev.TableConsulted)}
    for one in recorded:
        if isinstance(one.event, ev.RollMade) and one.envelope.cause not in tables:
            return _roll(one, names) | _led_to(one, recorded) | _restored(recorded, one.event.kind)
    return _ruling(recorded) | {"lines": [line_text(one, names) for one in visible(recorded)]}


def visible(recorded: Sequence[ev.Recorded]) -> list[ev.Recorded]:
    """The events that are worth a line: those of the log, without the machinery of procedures and prompts. An action that
    has none of them (a bookmark) is told by what it has."""
    told = [one for one in recorded if not isinstance(one.event, _MACHINERY)]
    return [one for one in told if classify.visible(one.event)] or told


def line_text(recorded: ev.Recorded, names: Mapping[str, str]) -> str:
    """An event in one line without position and time: ``Mira: FP -1 extra effort``."""
    line = describe(recorded, names, voided=False)
    rolled = how_it_fell(line.need, line.rolled, f"{_(line.outcome)} {line.by}") if line.need else ""
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
            read = tables.get(one.position)
            table = _table(read) | {"effects": list(read.effects)} if read else None
            checks.append(_roll(one, names) | {"exposures": earlier, **uncertain, "table": table})
    return checks


def _table(read: ev.TableConsulted) -> dict[str, Any]:
    return {
        "notation": read.notation,
        "dice": list(read.dice),
        "dice_source": read.dice_source,
        "total": read.total,
        "row": read.row,
    }


def _restored(recorded: Sequence[ev.Recorded], kind: str) -> dict[str, int]:
    """The points that a roll to heal gave back."""
    if kind not in ("healing", "first_aid"):
        return {}
    changes = (one.event for one in recorded if isinstance(one.event, ev.PoolChanged))
    return {"restored": sum(change.change for change in changes if change.reason == kind)}


def _led_to(roll: ev.Recorded, recorded: Sequence[ev.Recorded]) -> dict[str, Any]:
    """What extra effort took, and what a table said, where the roll has such consequences."""
    after = [one.event for one in recorded if one.envelope.cause == roll.position]
    tables = [event for event in after if isinstance(event, ev.TableConsulted)]
    found: dict[str, Any] = {}
    for read in tables[:1]:
        found["table"] = {"table": read.table, **_table(read), "text": read.text}
    effort = isinstance(roll.event, ev.RollMade) and roll.event.kind == "effort"
    paid = any(isinstance(one.event, ev.PoolChanged) and one.event.reason == "extra_effort" for one in recorded)
    return found | (_costs(recorded) if effort or paid else {})


def _ruling(recorded: Sequence[ev.Recorded]) -> dict[str, Any]:
    """What a roll counts as from here on, and the character points paid for it."""
    rulings = [one.event for one in recorded if isinstance(one.event, ev.OutcomeRuled)]
    if not rulings:
        return {}
    points = sum(one.event.spent for one in recorded if isinstance(one.event, ev.PointsChanged))
    return {"ruling": to_builtins(rulings[0]) | {"points": points}}


def _costs(recorded: Sequence[ev.Recorded]) -> dict[str, int]:
    lost = {"FP": 0, "HP": 0}
    for one in recorded:
        if isinstance(one.event, ev.PoolChanged) and one.event.pool in lost:
            lost[one.event.pool] -= one.event.change
    return {"fp_spent": lost["FP"], "hp_lost": lost["HP"]}
