"""Decisions about extra effort, declared before the feat that it is for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_attribute, find_basis, find_character
from tracker.campaign.decision import Decision
from tracker.campaign.feats import find_feat
from tracker.campaign.pools import lose
from tracker.campaign.rolls import named
from tracker.campaign.settling import RollSpec, follow_up, judgement, roll, settle
from tracker.campaign.steps import Question
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, plain

EFFORT = "effort"  # the kind of its rolls
USING = "using"  # under this name a roll notes what it was made on instead of the rules' attribute


def effort_declared(decision: Decision, command: cmd.ExtraEffort) -> None:
    """A roll for more than one's limits allow; it costs fatigue whatever comes of it."""
    character = find_character(decision.state, command.who)
    motivated, event = _motive(decision, command.motivated)
    feat = _feat(decision, command.feat, decision.sheet(character.id))
    spec = settled(
        decision,
        character.id,
        feat,
        command.increase,
        using=command.using,
        motivated=motivated,
        modifiers=command.modifiers,
    )
    roll(decision, spec, subject=character.id, name=decision.name_of(character.id), cause=event)


def settled(
    decision: Decision,
    who: str,
    feat: str,
    increase: int,
    *,
    using: str,
    motivated: str | None,
    modifiers: Sequence[cmd.GivenModifier],
) -> RollSpec:
    """The roll of a character (by id) for so many percent more in a feat. Raises Refused."""
    rules = decision.ruleset.effort
    if rules is None:
        raise Refused(_("{title} has no extra effort.", title=_(decision.ruleset.title)), code="no_rule", where="effort")
    sheet = decision.sheet(who)
    if refusal := rules.refusal(increase, sheet.trait_levels()):
        raise Refused(refusal, code="effort_refused", where="effort")
    if rules.pool not in sheet.pools:
        raise Refused(
            _("{name} has no {pool} to pay for extra effort.", name=sheet.name, pool=rules.pool), code="no_pool", where="who"
        )
    basis = find_basis(sheet, decision.ruleset, using or rules.attribute)
    return settle(
        decision,
        subject=who,
        kind=EFFORT,
        what=feat,
        base=basis.level,
        automatic=[*basis.modifiers, *rules.modifiers(increase, motivated)],
        named=named(decision, modifiers, basis.what),
        increase=increase,
        motivation=motivated or "",
        then={USING: using} if using else {},
    )


def _motive(decision: Decision, text: str) -> tuple[str | None, int | None]:
    """What drives the character, and the event behind it where one is named: ``#17 her brother fell``. Raises Refused."""
    if not text:
        return None, None
    match = re.fullmatch(r"#(\d{1,15})\b\s*(.*)", plain(text), re.DOTALL)
    if match is None:
        return clean_name(text, "motivation"), None
    position = decision.event_at(int(match[1])).position
    if position in decision.state.void_positions:
        raise Refused(
            _("Event {position} was taken back: it drives nobody.", position=position), code="voided", where="motivated"
        )
    return clean_name(match[2] or phrases.EVENT.format(position=position), "motivation"), position


def _feat(decision: Decision, text: str, sheet: CharacterView) -> str:
    """The feat by the name that its own roll will have, or as the GM calls it when it is no physical feat, attribute or
    skill. Raises Refused for a feat that takes no extra effort."""
    if attribute := find_attribute(decision.ruleset, text):
        return attribute.name
    if feat := find_feat(decision.ruleset, text):
        if feat.effort is None:
            raise Refused(_("Extra effort is no help in {title}.", title=_(feat.title)), code="effort_refused", where="feat")
        return feat.title
    try:
        return find_basis(sheet, decision.ruleset, text).what
    except Refused as problem:
        if problem.code == "ambiguous":
            raise
        return clean_name(text, "feat")


@follow_up(EFFORT)
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
