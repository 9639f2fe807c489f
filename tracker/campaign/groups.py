"""Decisions about group checks: all roll, and the group passes or fails as a whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import Basis, CharacterView, find_all, find_attribute, find_basis
from tracker.campaign.decision import Decision
from tracker.campaign.effects import EFFECT, ask_the_gm
from tracker.campaign.evolve import GROUP
from tracker.campaign.parts import Group
from tracker.campaign.rolls import settle_on
from tracker.campaign.rulings import decided_anew
from tracker.campaign.settling import RollSpec, follow_up, roll
from tracker.campaign.steps import Question, close, finish
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import SPECIAL, GroupRules, Ruleset

GROUP_DECISION = "group_decision"  # the kind of the procedure in which a GM settles what half of a group passed


def group_checked(decision: Decision, command: cmd.GroupCheck) -> None:
    """A check of everyone who is named, as one procedure."""
    _rules(decision)
    members = find_all(decision.state, command.who)
    if len(members) < 2:
        raise Refused(_("A group is two or more: name others, or roll for the one."), code="too_few", where="who")
    sheets = [decision.sheet(member.id) for member in members]
    bases = _bases(sheets, decision.ruleset, command.what)
    specs = [
        (sheet, settle_on(decision, sheet.id, GROUP, basis, command.modifiers, sort=basis.kind))
        for sheet, basis in zip(sheets, bases, strict=True)
    ]
    skilled = [basis.what for basis in bases if basis.attribute]
    plan = {"what": (skilled or [bases[0].what])[0], "members": [sheet.id for sheet in sheets]}
    procedure = decision.record(ev.ProcedureStarted(kind=GROUP, plan=plan))
    for sheet, spec in specs:
        roll(decision, spec, subject=sheet.id, name=sheet.name, cause=procedure, procedure=procedure)
    finish(decision, procedure)


def _bases(sheets: Sequence[CharacterView], ruleset: Ruleset, what: str) -> list[Basis]:
    """What each of a group rolls against. Where a skill adds to an attribute, all use the one that it goes with for the
    first who has it: with the skill, or those who lack it without. Raises Refused when nobody has what is named."""
    found: list[Basis | Refused] = []
    for sheet in sheets:
        try:
            found.append(find_basis(sheet, ruleset, what))
        except Refused as problem:
            found.append(problem)
    attribute = next((basis.attribute for basis in found if isinstance(basis, Basis) and basis.attribute), "")
    return [
        basis if isinstance(basis, Basis) else _with_the_others(sheet, ruleset, what, attribute, basis)
        for sheet, basis in zip(sheets, found, strict=True)
    ]


def basis_beside(sheet: CharacterView, ruleset: Ruleset, what: str, other: str) -> Basis:
    """What somebody rolls in a check on ``what`` in place of one who rolled ``other``. Raises Refused."""
    try:
        return find_basis(sheet, ruleset, what)
    except Refused as problem:
        attribute = find_attribute(ruleset, other.partition(" ")[0])
        return _with_the_others(sheet, ruleset, what, attribute.key if attribute else "", problem)


def _with_the_others(sheet: CharacterView, ruleset: Ruleset, what: str, attribute: str, problem: Refused) -> Basis:
    """What somebody rolls whom the name alone says nothing, beside others who use an attribute. Raises Refused."""
    if not attribute:
        raise problem
    if problem.code == "not_found":
        return find_basis(sheet, ruleset, attribute)
    return find_basis(sheet, ruleset, f"{attribute} {what}")


def _rules(decision: Decision) -> GroupRules:
    if decision.ruleset.groups is None:
        raise Refused(_("{title} has no group checks.", title=_(decision.ruleset.title)), code="no_rule", where="group")
    return decision.ruleset.groups


@follow_up(GROUP)
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """The last one's roll decides the check."""
    group = decision.state.groups.get(question.procedure or 0)
    if group is None or question.procedure is None:
        return
    rolls = decision.state.group_rolls.get(question.procedure, ())
    if _complete(decision, group, rolls):
        _decide(decision, _verdict(decision, group.what, rolls), cause=position, procedure=question.procedure)


def decide_without(decision: Decision, procedures: Collection[int], cause: int) -> None:
    """Decide the checks of these procedures that wait for nobody any more: who was still to roll has been taken back."""
    state = decision.state
    for procedure in sorted(procedures):
        group, rolls = state.groups.get(procedure), state.group_rolls.get(procedure, ())
        decided = procedure in state.ends or any(roll in state.verdicts for roll in rolls)
        if group is not None and rolls and not decided and _complete(decision, group, rolls):
            _decide(decision, _verdict(decision, group.what, rolls), cause=cause, procedure=procedure)
            finish(decision, procedure)


def _complete(decision: Decision, group: Group, rolls: Collection[int]) -> bool:
    """Whether nobody is to roll any more: all members did, but for those whose characters were taken back before."""
    rolled = {decision.subject_at(roll) for roll in rolls}
    characters = decision.state.characters
    gone = sum(member not in rolled and characters[member].removed for member in group.members)
    return len(rolls) + gone >= len(group.members)


@decided_anew(ev.GroupDecided)
def _anew(decision: Decision, verdict: ev.GroupDecided, position: int, roll: int, cause: int) -> None:
    """A member's roll counts otherwise: so may the whole check."""
    decided = _verdict(decision, verdict.what, verdict.rolls)
    if decided == verdict:
        return
    _decide(decision, decided, cause=cause, procedure=None)


def _verdict(decision: Decision, what: str, rolls: tuple[int, ...]) -> ev.GroupDecided:
    """How the group did by its members' ``rolls``, whatever counts in their place by now."""
    successes = sum(decision.outcome(roll, decision.roll_that_stands(roll)).success for roll in rolls)
    outcome = _rules(decision).outcome(successes, len(rolls))
    return ev.GroupDecided(what=what, rolls=rolls, successes=successes, outcome=outcome)


def _decide(decision: Decision, decided: ev.GroupDecided, *, cause: int, procedure: int | None) -> None:
    # What waits for the GM since an earlier decision on these rolls waits no longer: this one takes its place.
    earlier = {verdict for roll in decided.rolls for verdict in decision.state.verdicts.get(roll, ())}
    for prompt, asked in decision.state.open_prompts().items():
        if asked.kind == EFFECT and asked.ask["table"] in earlier:
            close(decision, prompt, cause)
    position = decision.record(decided, cause=cause, procedure=procedure, about=decision.behind(decided.rolls))
    if decided.outcome == SPECIAL:
        text = f"{decided.what}: half of the group succeeds. What comes of it?"
        ask_the_gm(decision, text, about=position, kind=GROUP_DECISION, procedure=procedure)
