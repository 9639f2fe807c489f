"""Decisions that take recorded actions back, and that bring back what was taken back.

A void takes out the events of an action that count; a part of them only where the rest stays right. A void of a void turns
it round, and a void of an action that holds voids of its own (a correction) turns those round as well: each flips back
exactly what it flipped, and is refused while something else has flipped it since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision, Facts
from tracker.campaign.evolve import voided_fact
from tracker.campaign.groups import decide_without
from tracker.campaign.montages import decide_again
from tracker.campaign.records import named_by
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, fold

# Facts that everything later stands on: a campaign without them would not be one.
_KEPT = (ev.CampaignCreated,)


def voided(decision: Decision, command: cmd.Void) -> None:
    """Take back the whole action of an event, or, of a void, restore what it took back; before it what rests on it and was
    asked to go with it, the newest first."""
    recorded = decision.event_at(command.position)
    _check(decision, recorded)
    reason = clean_name(command.reason, "reason") if command.reason else ""
    take_back_resting(decision, command.resting, reason)
    take_back(decision, recorded.envelope.action, reason)
    _decide_without(decision)


def _decide_without(decision: Decision) -> None:
    """What stood on more than was taken back is decided without it: montages by their other courses, and group checks that
    waited for just somebody who isn't there any more."""
    taken = [one for fact in decision.made if isinstance(fact.event, ev.ActionVoided) for one in fact.event.events]
    courses = [voided_fact(one).event for one in taken if one.type == ev.CourseTaken.__name__]
    for montage in dict.fromkeys(course.montage for course in courses if isinstance(course, ev.CourseTaken)):
        decide_again(decision, montage, decision.made[-1].position)
    if any(one.type == ev.CharacterAdded.__name__ for one in taken):
        waited = [decision.state.prompts[position].procedure for position in decision.state.unanswered]
        procedures = {at for at in (*waited, *(one.procedure for one in taken)) if at is not None}
        decide_without(decision, procedures, decision.made[-1].position)


def counting(facts: Facts, state: CampaignState, position: int) -> list[int]:
    """The positions of what a void of the event at ``position`` would take back: what counts of its action, its voids apart.
    Nothing where there is no such event."""
    recorded = facts.recorded(position)
    action = facts.action(recorded.envelope.action) if recorded else ()
    return [one.position for one in action if not _is_void(one) and one.position not in state.void_positions]


def take_back_resting(decision: Decision, positions: Collection[int], reason: str) -> None:
    """Take back the events at these positions, action by action, the newest first."""
    by_action: dict[str, set[int]] = {}
    for position in sorted(positions, reverse=True):
        by_action.setdefault(decision.event_at(position).envelope.action, set()).add(position)
    for action, only in by_action.items():
        take_back(decision, action, reason, only=only)


def take_back(decision: Decision, action: str, reason: str, only: Collection[int] | None = None) -> None:
    """Record that what counts of an action is taken back, of it ``only`` some events if they are given; otherwise its own
    voids are turned round as well. Raises Refused when one of these was flipped again since, and when names would clash."""
    recorded = list(decision.facts.action(action))
    live = [one for one in recorded if not _is_void(one) and one.position not in decision.state.void_positions]
    taken = [one for one in live if only is None or one.position in only]
    if taken:
        carried = tuple(_carried(one) for one in taken)
        part = len(taken) < len(live)
        void = ev.ActionVoided(action=action, original=action, events=carried, reason=reason, part=part)
        _record(decision, void, taken[0].subject, taken[0].position)
    for one in reversed(recorded) if only is None else ():
        if isinstance(one.event, ev.ActionVoided):
            _turn_round(decision, one, one.event, reason)
    _check_names(decision)


def _check(decision: Decision, recorded: ev.Recorded) -> None:
    """Raises Refused for what can't be taken back, or is already."""
    position, action = recorded.position, recorded.envelope.action
    by = decision.state.void_positions.get(position)
    if by is not None:
        raise Refused(
            _("Event {position} is void already, by {by}; void that one to restore it.", position=position, by=by),
            code="already_void",
            where="position",
        )
    if isinstance(recorded.event, _KEPT):
        raise Refused(_("The campaign's first event can't be taken back."), code="kept", where="position")
    if original := _restored(decision, decision.facts.action(action)):
        raise Refused(
            _(
                "Event {position} restored an action: to take that back again, void {original}.",
                position=position,
                original=original,
            ),
            code="restoring",
            where="position",
        )


def _restored(decision: Decision, recorded: Sequence[ev.Recorded]) -> int | None:
    """The first event that a void of a void brought back; None when the action isn't one. To go on turning the same voids
    round would say nothing that a void of the original doesn't say."""
    first = recorded[0].event
    if not isinstance(first, ev.ActionVoided) or not all(map(_is_void, decision.facts.action(first.action))):
        return None
    back = [one.event for one in recorded if isinstance(one.event, ev.ActionVoided) and one.event.restores]
    return min((void.events[0].position for void in back), default=None)


def _turn_round(decision: Decision, recorded: ev.Recorded, void: ev.ActionVoided, reason: str) -> None:
    """Record the inverse of a void."""
    for one in void.events:
        by = decision.state.void_positions.get(one.position)
        if void.restores and by is not None:
            raise Refused(
                _("Void {by} first: it took {position} back since.", by=by, position=one.position),
                code="entangled",
                where="position",
            )
        if not void.restores and by is None:
            raise Refused(
                _("Event {position} counts again by now: void it first.", position=one.position),
                code="entangled",
                where="position",
            )
        if not void.restores and by != recorded.position and not _same(decision.known(by or 0), void):
            raise Refused(
                _("Void {by} first: it took {position} back since.", by=by, position=one.position),
                code="entangled",
                where="position",
            )
    first = decision.event_at(void.events[0].position)
    inverse = ev.ActionVoided(
        action=recorded.envelope.action,
        original=void.original,
        events=void.events,
        restores=not void.restores,
        reason=reason,
        part=void.part,
        turns=recorded.position,
        revives=void.turns,
    )
    if inverse.restores:
        _check_restoring(decision, void.events)
    _record(decision, inverse, first.subject, first.position)


def _same(by: ev.Event | None, void: ev.ActionVoided) -> bool:
    """Whether a void took back the very same: it is this one, brought back by a void of what had turned it round."""
    return isinstance(by, ev.ActionVoided) and (by.original, by.events) == (void.original, void.events)


def _check_restoring(decision: Decision, events: Iterable[ev.VoidedEvent]) -> None:
    running = decision.state.current_session
    for one in events:
        if one.type == "SessionStarted" and running:
            raise Refused(
                _(
                    "Session {number} is running: end it before the start of another one is restored.",
                    number=running[1].number,
                ),
                code="session_running",
                where="position",
            )
        reveal = decision.known(one.position)
        if isinstance(reveal, ev.Revealed) and (again := [at for at in reveal.positions if at in decision.state.revealed]):
            by = decision.state.revealed[min(again)][0]
            raise Refused(
                _("Event {again} was revealed anew by {by}: void that one first.", again=min(again), by=by),
                code="entangled",
                where="position",
            )


def _record(decision: Decision, void: ev.ActionVoided, subject: str | None, cause: int) -> None:
    """Record a void; one that carries something hidden is hidden, for it carries it whole, and so is one that takes a hidden
    void back, which it names."""
    shown = decision.visibility
    if any(map(decision.hidden, named_by(void))):
        decision.visibility = ev.GM_ONLY
    decision.record(void, subject=subject, cause=cause)
    decision.visibility = shown


def _check_names(decision: Decision) -> None:
    names = Counter(fold(character.name.get("")) for character in decision.state.roster())
    if twice := [character.name.get("") for character in decision.state.roster() if names[fold(character.name.get(""))] > 1]:
        raise Refused(
            _("Two characters would be called “{twice}”: rename one first.", twice=twice[0]),
            code="name_taken",
            where="position",
        )


def _is_void(recorded: ev.Recorded) -> bool:
    return isinstance(recorded.event, ev.ActionVoided)


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
