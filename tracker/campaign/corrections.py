"""Decisions that take recorded actions back."""

from __future__ import annotations

from collections import Counter

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.errors import Refused
from tracker.text import clean_name, fold

# Facts that everything later stands on: a campaign without them would not be one.
_KEPT = (ev.CampaignCreated,)


def voided(decision: Decision, command: cmd.Void) -> None:
    """Take back the whole action of an event, or, of a void, restore what it took back."""
    action = decision.event_at(command.position).envelope.action
    recorded = list(decision.facts.action(action))
    first = recorded[0]
    if (by := decision.state.void_positions.get(first.position)) is not None:
        raise Refused(
            f"Event {command.position} is void already, by {by}; void that one to restore it.",
            code="already_void",
            where="position",
        )
    if isinstance(first.event, _KEPT):
        raise Refused("The campaign's first event can't be taken back.", code="kept", where="position")
    reason = clean_name(command.reason, "reason") if command.reason else ""
    if not isinstance(first.event, ev.ActionVoided):
        void = ev.ActionVoided(
            action=action, original=action, events=tuple(_carried(one) for one in recorded), reason=reason
        )
    elif first.event.restores:
        raise Refused(
            f"Event {command.position} restored an action: to take that back again, void {first.event.events[0].position}.",
            code="restoring",
            where="position",
        )
    else:
        void = ev.ActionVoided(
            action=action, original=first.event.original, events=first.event.events, restores=True, reason=reason
        )
    running = decision.state.current_session
    if void.restores and running and any(one.type == "SessionStarted" for one in void.events):
        raise Refused(
            f"Session {running[1].number} is running: end it before the start of another one is restored.",
            code="session_running",
            where="position",
        )
    if any(one.visibility == ev.GM_ONLY for one in void.events):
        decision.visibility = ev.GM_ONLY  # the void carries them whole
    decision.record(void, subject=first.subject, cause=first.position)
    names = Counter(fold(character.name.get("")) for character in decision.state.roster())
    if twice := [character.name.get("") for character in decision.state.roster() if names[fold(character.name.get(""))] > 1]:
        raise Refused(f"Two characters would be called “{twice[0]}”: rename one first.", code="name_taken", where="position")


def _carried(recorded: ev.Recorded) -> ev.VoidedEvent:
    envelope = recorded.envelope
    return ev.VoidedEvent(
        position=envelope.position,
        type=envelope.type,
        version=envelope.version,
        subject=envelope.subject,
        game_time=envelope.game_time,
        session=envelope.session,
        payload=recorded.payload_text,
        scene=envelope.scene,
        procedure=envelope.procedure,
        visibility=envelope.visibility,
    )
