"""Decisions about extra effort, declared before the feat that it is for."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_attribute, find_basis, find_character, view
from tracker.campaign.decision import Decision
from tracker.campaign.pools import lose
from tracker.campaign.rolls import named
from tracker.campaign.steps import Question, RollSpec, follow_up, roll, settle
from tracker.errors import Refused
from tracker.rulesets.base import Judgement
from tracker.text import clean_name


def effort_declared(decision: Decision, command: cmd.ExtraEffort) -> None:
    """A roll for more than one's limits allow; it costs fatigue whatever comes of it."""
    rules = decision.ruleset.effort
    if rules is None:
        raise Refused(f"{decision.ruleset.title} has no extra effort.", code="no_rule", where="effort")
    character = find_character(decision.state, command.who)
    sheet = view(decision.state, character, decision.ruleset)
    if refusal := rules.refusal(command.increase, sheet.trait_levels()):
        raise Refused(refusal, code="effort_refused", where="effort")
    if rules.pool not in sheet.pools:
        raise Refused(f"{sheet.name} has no {rules.pool} to pay for extra effort.", code="no_pool", where="who")
    basis = find_basis(sheet, decision.ruleset, command.using or rules.attribute)
    motivated = clean_name(command.motivated, "motivation") if command.motivated else None
    spec = settle(
        decision,
        subject=character.id,
        kind="effort",
        what=_feat(decision, command.feat, command.who),
        base=basis.level,
        automatic=[*basis.modifiers, *rules.modifiers(command.increase, motivated)],
        named=named(decision, command.modifiers, basis.what),
        increase=command.increase,
        motivation=motivated or "",
    )
    roll(decision, spec, subject=character.id, name=sheet.name)


def _feat(decision: Decision, text: str, who: str) -> str:
    """The feat by the name that its own roll will have, or as the GM calls it when it is neither attribute nor skill."""
    if attribute := find_attribute(decision.ruleset, text):
        return attribute.name
    sheet = view(decision.state, find_character(decision.state, who), decision.ruleset)
    try:
        return find_basis(sheet, decision.ruleset, text).what
    except Refused as problem:
        if problem.code == "ambiguous":
            raise
        return clean_name(text, "feat")


@follow_up("effort")
def _costs(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    rules = decision.ruleset.effort
    if rules is None:
        return
    character = decision.state.characters[question.subject]
    costs = rules.costs(Judgement(made.success, made.critical, made.degree, made.margin))
    for pool, points in sorted(costs.items(), key=lambda cost: cost[0] != rules.pool):
        lose(
            decision,
            character,
            pool,
            points,
            reason="extra_effort",
            note=made.what,
            cause=position,
            procedure=question.procedure,
        )
