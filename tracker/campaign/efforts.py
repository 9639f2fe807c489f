"""Decisions about extra effort, declared before the feat that it is for."""

from __future__ import annotations

import re

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_attribute, find_basis, find_character
from tracker.campaign.decision import Decision
from tracker.campaign.feats import find_feat
from tracker.campaign.pools import lose
from tracker.campaign.rolls import named
from tracker.campaign.settling import RollSpec, follow_up, judgement, roll, settle
from tracker.campaign.steps import Question
from tracker.errors import Refused
from tracker.text import clean_name, plain


def effort_declared(decision: Decision, command: cmd.ExtraEffort) -> None:
    """A roll for more than one's limits allow; it costs fatigue whatever comes of it."""
    rules = decision.ruleset.effort
    if rules is None:
        raise Refused(f"{decision.ruleset.title} has no extra effort.", code="no_rule", where="effort")
    character = find_character(decision.state, command.who)
    sheet = decision.sheet(character.id)
    if refusal := rules.refusal(command.increase, sheet.trait_levels()):
        raise Refused(refusal, code="effort_refused", where="effort")
    if rules.pool not in sheet.pools:
        raise Refused(f"{sheet.name} has no {rules.pool} to pay for extra effort.", code="no_pool", where="who")
    basis = find_basis(sheet, decision.ruleset, command.using or rules.attribute)
    motivated, event = _motive(decision, command.motivated)
    spec = settle(
        decision,
        subject=character.id,
        kind="effort",
        what=_feat(decision, command.feat, sheet),
        base=basis.level,
        automatic=[*basis.modifiers, *rules.modifiers(command.increase, motivated)],
        named=named(decision, command.modifiers, basis.what),
        increase=command.increase,
        motivation=motivated or "",
    )
    roll(decision, spec, subject=character.id, name=sheet.name, cause=event)


def _motive(decision: Decision, text: str) -> tuple[str | None, int | None]:
    """What drives the character, and the event behind it where one is named: ``#17 her brother fell``. Raises Refused."""
    if not text:
        return None, None
    match = re.fullmatch(r"#(\d{1,15})\b\s*(.*)", plain(text), re.DOTALL)
    if match is None:
        return clean_name(text, "motivation"), None
    position = decision.event_at(int(match[1])).position
    if position in decision.state.void_positions:
        raise Refused(f"Event {position} was taken back: it drives nobody.", code="voided", where="motivated")
    return clean_name(match[2] or f"event {position}", "motivation"), position


def _feat(decision: Decision, text: str, sheet: CharacterView) -> str:
    """The feat by the name that its own roll will have, or as the GM calls it when it is no physical feat, attribute or
    skill. Raises Refused for a feat that takes no extra effort."""
    if attribute := find_attribute(decision.ruleset, text):
        return attribute.name
    if feat := find_feat(decision.ruleset, text):
        if feat.effort is None:
            raise Refused(f"Extra effort is no help in {feat.title}.", code="effort_refused", where="feat")
        return feat.title
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
    costs = rules.costs(judgement(made))
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
