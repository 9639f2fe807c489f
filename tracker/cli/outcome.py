"""What a recorded command came to: the JSON of a play command, and short lines to read at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import view
from tracker.campaign.state import Prompt
from tracker.errors import Refused
from tracker.reports.dependants import dependants
from tracker.reports.lines import describe, dice_text
from tracker.reports.results import event_json, line_text, prompt_json, result, visible
from tracker.rulesets.base import RETRIED_KINDS
from tracker.service import Campaign, Outcome


def as_json(outcome: Outcome, campaign: Campaign) -> dict[str, Any]:
    """The JSON of a play command."""
    names = campaign.names()
    repeated = {"repeated": True} if outcome.repeated else {}
    return {
        "campaign": outcome.campaign,
        "action_id": outcome.action_id,
        "head": outcome.head,
        "result": result(outcome.events, names),
        "pending": [prompt_json(position, prompt, names) for position, prompt in outcome.pending.items()],
        "events": [event_json(recorded) for recorded in outcome.events],
        **repeated,
    }


def as_text(outcome: Outcome, campaign: Campaign) -> Iterator[str]:
    """The rolls, what followed from them, and what waits for an answer."""
    names = campaign.names()
    if outcome.repeated:
        yield "This action was recorded already; nothing is new."
    for recorded in visible(outcome.events):
        if isinstance(recorded.event, ev.RollMade):
            yield _roll(recorded, recorded.event, names) + _hint(recorded, campaign)
        elif not isinstance(recorded.event, ev.PromptOpened):
            yield f"{line_text(recorded, names)}{_left(recorded, campaign)}   [event {recorded.position}]"
        if isinstance(recorded.event, ev.ActionVoided) and not recorded.event.restores:
            yield from _resting_on(recorded.event, campaign)
    yield from waiting(outcome.pending)


def waiting(prompts: Mapping[int, Prompt]) -> Iterator[str]:
    """Each open prompt with the command that answers it."""
    for position, prompt in prompts.items():
        if prompt.kind == "trait":
            how = f'rollbook trait name {position} "NAME"'
        else:
            how = f"rollbook answer {position} --dice FACES   ({prompt.ask['notation']})"
        yield f"Waiting {position}: {prompt.text}   -> {how}"


def _roll(recorded: ev.Recorded, roll: ev.RollMade, names: Mapping[str, str]) -> str:
    line = describe(recorded, names, voided=False)
    modifiers = "".join(f" {each.value:+d} {each.label}".rstrip() for each in roll.modifiers)
    target = f" = {roll.target}" if modifiers or roll.target != roll.base else ""
    caps = f" ({'; '.join(roll.caps)})" if roll.caps else ""
    again = f", attempt {roll.attempt}" if roll.attempt > 1 else ""
    degree = f" ({line.degree})" if line.degree else ""
    return (
        f"{line.who}  {roll.named}{again} {roll.base}{modifiers}{target}{caps}; "
        f"rolled {dice_text(roll.dice, roll.total).replace('=', ' = ')}: {line.outcome} {line.by}{degree}"
        f"{'  [GM]' if line.secret else ''}   [event {recorded.position}]"
    )


def _hint(recorded: ev.Recorded, campaign: Campaign) -> str:
    """How a failed roll may be tried again, where its policy allows that."""
    roll = recorded.event
    if not isinstance(roll, ev.RollMade) or roll.success or roll.kind not in RETRIED_KINDS:
        return ""
    try:
        retry = campaign.preview(cmd.Retry(roll=recorded.position)).rolls[0]
    except Refused:
        return ""
    return f"   retry: rollbook retry (target {retry.target})"


def _resting_on(void: ev.ActionVoided, campaign: Campaign) -> Iterator[str]:
    """What was recorded on the strength of what is taken back now."""
    taken_back = [event.position for event in void.events]
    if found := dependants(campaign.log, taken_back, campaign.state.void_positions):
        yield f"Later events rest on this: {', '.join(map(str, found))}; look whether they still hold."


def _left(recorded: ev.Recorded, campaign: Campaign) -> str:
    """What is left in a pool that an event changed."""
    character = campaign.state.characters.get(recorded.subject or "")
    if not isinstance(recorded.event, ev.PoolChanged) or character is None:
        return ""
    pool = view(campaign.state, character, campaign.ruleset).pools.get(recorded.event.pool)
    return f", now {pool.current}/{pool.maximum}" if pool else ""
