"""Decisions about conditions that end: recovery rolls as their time comes, and what stays once a condition is over."""

from __future__ import annotations

from collections.abc import Sequence

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_attribute, find_basis, find_character, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.injury import is_beyond_help
from tracker.campaign.parts import Character, Condition
from tracker.campaign.rolls import settle_on
from tracker.campaign.settling import RollSpec, after_every_roll, asked_rolls, call_for, roll
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question, labels_for
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.rulesets.base import Modifier
from tracker.text import fold


def next_roll(state: CampaignState, position: int, condition: Condition) -> int | None:
    """The in-game second at which a condition's next recovery roll is due, None when none is."""
    if not condition.recover or condition.recover_from is None:
        return None
    failed = len(state.recoveries.get(position, ()))
    if condition.every is None:
        return None if failed else condition.recover_from
    return condition.recover_from + condition.every * failed


def call_due(decision: Decision) -> None:
    """Ask for the recovery rolls whose time has come and that nobody was asked for yet."""
    for character in decision.state.roster():
        for position in sorted(character.conditions):
            call_if_due(decision, character.id, position)


def call_if_due(decision: Decision, subject: str, position: int) -> None:
    """Ask for a condition's recovery roll when its time has come. Where the character lacks the attribute for it, the GM
    ends the condition."""
    character = decision.state.characters[subject]
    condition = character.conditions.get(position)
    due = None if condition is None else next_roll(decision.state, position, condition)
    if (
        condition is None
        or due is None
        or due > decision.state.clock
        or is_beyond_help(decision, subject)
        or _asked(decision, position)
    ):
        return
    attribute = find_attribute(decision.ruleset, condition.recover)
    sheet = decision.sheet(character.id)
    if attribute is None or attribute.key not in sheet.attributes:
        return
    spec = _settled(decision, character, position)
    call_for(
        decision,
        spec,
        subject=subject,
        name=sheet.name,
        cause=position,
        labels=labels_for(subject, sheet.name, "recovery"),
        purpose=_purpose(condition),
    )


def recovery_tried(decision: Decision, command: cmd.Recover) -> None:
    """A recovery roll now, whether or not its time has come."""
    character = find_character(decision.state, command.who)
    name = character.name.get("")
    lasting = decision.sheet(character.id).conditions
    wanted = fold(command.condition)
    found = {at: one for at, one in lasting.items() if one.recover and fold(one.name).startswith(wanted)}
    if len({fold(one.name) for one in found.values()}) != 1:
        problem = (
            _("has several conditions that a roll ends, say which") if found else _("has no such condition that a roll ends")
        )
        present = names_of(one.name for one in (found or lasting).values())
        raise Refused(
            _("{name} {problem}; present: {present}.", name=name, problem=problem, present=present),
            code="not_found",
            where="what",
        )
    position = max(found)
    if waiting := _asked(decision, position):
        raise Refused(
            _("{name}'s recovery roll waits for its dice: answer {waiting}.", name=name, waiting=waiting),
            code="waiting",
            where="what",
        )
    condition = found[position]
    spec = _settled(decision, character, position, command.modifiers)
    roll(
        decision,
        spec,
        subject=character.id,
        name=name,
        cause=position,
        labels=labels_for(character.id, name, "recovery"),
        purpose=_purpose(condition),
    )


def end_condition(
    decision: Decision,
    subject: str,
    position: int,
    *,
    by: str,
    cause: int,
    procedure: int | None = None,
) -> None:
    """End a condition; what it leaves behind stays for its time."""
    condition = decision.state.characters[subject].conditions[position]
    ended = decision.record(
        ev.ConditionEnded(condition=position, name=condition.name, by=by),
        subject=subject,
        cause=cause,
        procedure=procedure,
        about=(position,),
    )
    if after := condition.aftermath:
        decision.record(
            ev.ModifierAdded(label=after.label, value=after.value, until=decision.state.clock + after.seconds),
            subject=subject,
            cause=ended,
            procedure=procedure,
        )


@after_every_roll
def _shaken_off(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    if spec.condition is None:
        return
    if made.success:
        end_condition(decision, question.subject, spec.condition, by="roll", cause=position, procedure=question.procedure)
    else:
        call_if_due(decision, question.subject, spec.condition)


def _settled(decision: Decision, character: Character, position: int, given: Sequence[cmd.GivenModifier] = ()) -> RollSpec:
    condition = character.conditions[position]
    basis = find_basis(decision.sheet(character.id), decision.ruleset, condition.recover)
    carried = [Modifier(one.label or N_("carried over"), one.value, one.source) for one in condition.recover_modifiers]
    return settle_on(decision, character.id, "recovery", basis, given, beside=carried, condition=position)


def _purpose(condition: Condition) -> str:
    return f" to recover from {condition.name}"


def _asked(decision: Decision, position: int) -> int | None:
    """The open prompt for a condition's recovery roll."""
    return next((prompt for prompt, asked in asked_rolls(decision).items() if asked.condition == position), None)
