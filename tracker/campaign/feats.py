"""Decisions about physical feats: what they come to, the rolls that they take one after the other, what those lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.abilities import SheetAbilities, answers, recorded
from tracker.campaign.characters import CharacterView, find_character, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.pools import lose
from tracker.campaign.rolls import named, waiting_effort
from tracker.campaign.settling import RollSpec, follow_up, judgement, roll, settle
from tracker.campaign.steps import Question, finish, in_turn
from tracker.durations import format_duration
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import FeatEffect, FeatRoll, FeatRules, Ruleset
from tracker.text import fold

FEAT = "feat"  # the kind of its procedure and of its rolls
MOST_ROLLS = 1000


class _Feat(Struct, frozen=True, kw_only=True):
    """A feat under way: what was asked for, what it comes to, and how far its rolls are. ``number`` counts those of the
    plan from 1, ``gained`` adds up the percents that they brought, ``rolls`` are the positions of all that were made."""

    name: str
    given: dict[str, Any]
    figures: tuple[ev.Figure, ...]
    seconds: int | None
    effort: int | None
    increase: int
    count: int = 0
    every: int | None = None
    number: int = 1
    gained: int = 0
    rolls: tuple[int, ...] = ()


def performed(decision: Decision, command: cmd.Feat) -> None:
    """A feat by the character's own abilities, farther, faster or heavier by an extra effort that waits for it."""
    rules = the_feat(decision.ruleset, command.feat)
    character = find_character(decision.state, command.who)
    given = answers(rules.inputs, command.given, rules.title)
    _perform(decision, character.id, rules, given, command.modifiers)


def performed_instead(
    decision: Decision, made: ev.RollMade, position: int, who: str, modifiers: Sequence[cmd.GivenModifier]
) -> None:
    """The feat that began with a roll, at its position, as somebody else's (by id). Raises Refused where that one needs no
    roll."""
    feat = convert(made.then, _Feat)
    _perform(decision, who, the_feat(decision.ruleset, feat.name), feat.given, modifiers, corrects=position)


def first_roll(made: ev.RollMade, position: int) -> int:
    """The first roll of the feat that a roll belongs to."""
    return next(iter(convert(made.then, _Feat).rolls), position)


def _perform(
    decision: Decision,
    who: str,
    rules: FeatRules,
    given: dict[str, Any],
    modifiers: Sequence[cmd.GivenModifier],
    *,
    corrects: int | None = None,
) -> None:
    effort = waiting_effort(decision, who, rules.title) if rules.effort else None
    increase = decision.state.characters[who].efforts[effort].percent if effort is not None else 0
    sheet = decision.sheet(who)
    try:
        plan = rules.plan(SheetAbilities(sheet, decision.ruleset), given, increase)
    except ValueError as problem:
        raise Refused(
            _("{name}, {title}: {problem}", name=sheet.name, title=_(rules.title), problem=problem),
            code="not_possible",
            where="feat",
        ) from None
    feat = _Feat(
        name=rules.name,
        given=given,
        figures=tuple(ev.Figure(one.name, one.value, one.unit) for one in plan.figures),
        seconds=plan.seconds,
        effort=effort,
        increase=increase,
    )
    if plan.roll is not None:
        _begin(decision, sheet, rules, feat, plan.roll, plan.effects, modifiers, corrects)
        return
    if corrects is not None:
        raise Refused(
            _(
                "{name} needs no roll for {feat}: “void {position}” takes it back, then do it for the right one.",
                name=sheet.name,
                feat=rules.title,
                position=corrects,
            ),
            code="no_roll",
            where="who",
        )
    if modifiers:
        raise Refused(
            _("{title} takes no roll here: leave the modifiers out.", title=_(rules.title)),
            code="no_roll",
            where="modifiers",
        )
    position = _done(decision, who, feat, "done", cause=effort, procedure=None)
    _take_effect(decision, sheet, rules, plan.effects, cause=position, procedure=None)


def find_feat(ruleset: Ruleset, text: str) -> FeatRules | None:
    """The feat of this name or title, None when there is none."""
    return next((rules for rules in ruleset.feats.values() if fold(text) in (fold(rules.name), fold(rules.title))), None)


def the_feat(ruleset: Ruleset, text: str) -> FeatRules:
    """The feat of this name or title. Raises Refused, naming those that there are."""
    if not ruleset.feats:
        raise Refused(_("{title} has no physical feats.", title=_(ruleset.title)), code="no_rule", where="feat")
    rules = find_feat(ruleset, text)
    if rules is None:
        known = names_of(ruleset.feats, limit=len(ruleset.feats))
        raise Refused(
            _("No feat is called “{text}”; known: {known}.", text=text, known=known), code="not_found", where="feat"
        )
    return rules


def _begin(
    decision: Decision,
    sheet: CharacterView,
    rules: FeatRules,
    feat: _Feat,
    asked: FeatRoll,
    effects: Sequence[FeatEffect],
    modifiers: Sequence[cmd.GivenModifier],
    corrects: int | None,
) -> None:
    if asked.count > MOST_ROLLS:
        raise Refused(
            _(
                "{title} takes {count:,} rolls for that; one feat may take {MOST_ROLLS:,}: make it shorter.",
                title=_(rules.title),
                count=asked.count,
                MOST_ROLLS=MOST_ROLLS,
            ),
            code="too_many",
            where="feat",
        )
    spec = settle(
        decision,
        subject=sheet.id,
        kind=FEAT,
        what=asked.what,
        default=asked.default,
        base=asked.base,
        automatic=asked.modifiers,
        named=named(decision, modifiers, asked.what),
        effort=feat.effort,
        corrects=corrects,
    )
    noted = {"feat": rules.name, "title": rules.title, "given": recorded(rules.inputs, feat.given)}
    procedure = decision.record(ev.ProcedureStarted(kind=FEAT, plan=noted), subject=sheet.id, cause=feat.effort)
    _take_effect(decision, sheet, rules, effects, cause=procedure, procedure=procedure)
    feat = replace(feat, count=asked.count, every=asked.every)
    _next_roll(decision, spec, feat, sheet.id, cause=procedure, procedure=procedure)
    finish(decision, procedure)


def _next_roll(
    decision: Decision,
    spec: RollSpec,
    feat: _Feat,
    subject: str,
    *,
    cause: int,
    procedure: int | None,
    again: int | None = None,
) -> None:
    """The roll that comes next; one that is made ``again`` so many seconds later waits for the GM to call for it."""
    many = f", roll {feat.number} of {feat.count}" if feat.count > 1 else ""
    roll(
        decision,
        replace(spec, then=to_builtins(feat)),
        subject=subject,
        name=decision.name_of(subject),
        cause=cause,
        procedure=procedure,
        purpose=many if again is None else f"{many}, again after {format_duration(again)}",
        later=again is not None,
    )


@follow_up(FEAT)
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """What a roll leads to, and the next one, or the end of the feat."""
    feat = convert(spec.then, _Feat)
    feat = replace(feat, rolls=(*feat.rolls, position))
    subject, procedure = question.subject, question.procedure
    rules = the_feat(decision.ruleset, feat.name)
    judged = judgement(made)
    effects = rules.effects(judged, feat.given)
    sheet = decision.sheet(subject)
    _take_effect(decision, sheet, rules, effects, cause=position, procedure=procedure)
    feat = replace(feat, gained=feat.gained + sum(one.gain for one in effects))
    spec = replace(spec, costs=(), corrects=None)  # paid with the first roll
    again = next((one.again for one in effects if one.again is not None), None)
    if over := next((one.text for one in effects if one.over), None):
        elapsed = (feat.number - 1) * (feat.every or 0)
        outcome = f"{over} after {format_duration(elapsed)}" if elapsed else over
        _done(decision, subject, feat, outcome, cause=position, procedure=procedure)
    elif again is not None:
        _next_roll(decision, spec, feat, subject, cause=position, procedure=procedure, again=again)
    elif feat.number < feat.count:
        further = replace(feat, number=feat.number + 1)
        in_turn(decision, lambda: _next_roll(decision, spec, further, subject, cause=position, procedure=procedure))
    else:
        _done(decision, subject, feat, "done", cause=position, procedure=procedure)


def _done(decision: Decision, subject: str, feat: _Feat, outcome: str, *, cause: int | None, procedure: int | None) -> int:
    rules = the_feat(decision.ruleset, feat.name)
    return decision.record(
        ev.FeatPerformed(
            feat=rules.name,
            title=rules.title,
            given=recorded(rules.inputs, feat.given),
            figures=_grown(feat),
            seconds=feat.seconds,
            outcome=outcome,
            rolls=feat.rolls,
            effort=feat.effort,
            increase=feat.increase,
        ),
        subject=subject,
        cause=cause,
        procedure=procedure,
    )


def _grown(feat: _Feat) -> tuple[ev.Figure, ...]:
    """The figures with what the rolls gained, each for its share of the first one."""
    if not feat.gained:
        return feat.figures
    first, *others = feat.figures
    value = round(first.value * (100 * feat.count + feat.gained) / (100 * feat.count), 2)
    return (replace(first, value=value), *others)


def _take_effect(
    decision: Decision,
    sheet: CharacterView,
    rules: FeatRules,
    effects: Sequence[FeatEffect],
    *,
    cause: int,
    procedure: int | None,
) -> None:
    """Take the points that effects cost, and note the others; how a feat ended is told by the feat itself."""
    for effect in effects:
        note = f"{rules.title}: {effect.text}"
        if effect.pool in sheet.pools:
            character = decision.state.characters[sheet.id]
            lose(decision, character, effect.pool, effect.points, reason="feat", note=note, cause=cause, procedure=procedure)
        elif not effect.over:
            lost = f" (no {effect.pool} to lose)" if effect.pool else ""
            decision.record(ev.NoteAdded(text=note + lost), subject=sheet.id, cause=cause, procedure=procedure)
