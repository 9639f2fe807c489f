"""Decisions about sense rolls: what somebody notices, makes out, or, unknown to the player, feels in the bones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.abilities import SheetAbilities, TraitsAlone, answers
from tracker.campaign.characters import CharacterView, find_attribute, find_character, made_up
from tracker.campaign.contests import Bout, after_contest, begin, contest_rules
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import basis_of, named, settle_on
from tracker.campaign.settling import RollSpec, follow_up, roll, settle
from tracker.campaign.steps import Question, finish, labels_for
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Abilities, Modifier, Ruleset, SenseRules, Verdict
from tracker.text import fold, key_of, spoken


def sensed(decision: Decision, command: cmd.Sense) -> None:
    """A sense roll, or the Quick Contest with somebody who hides."""
    rules = _rules(decision.ruleset)
    sense, title = find_sense(decision.ruleset, command.sense)
    unknown = made_up(command.who) is not None
    if unknown:
        subject, name, basis = basis_of(decision, command.who, rules.attribute, command.base)
        who: Abilities = TraitsAlone(name, {})
        base, beside = basis.level, list[Modifier]()
    elif command.base is not None:
        raise Refused(
            _(
                "{who} has a sheet: use a modifier, or set its {ruleset}.",
                who=command.who,
                ruleset=_attribute(decision.ruleset),
            ),
            code="known_skill",
            where="base",
        )
    else:
        sheet = decision.sheet(find_character(decision.state, command.who).id)
        who = SheetAbilities(sheet, decision.ruleset)
        subject, name, base = sheet.id, sheet.name, _perception(decision.ruleset, sheet, sense, title)
        beside = _beside_traits(decision, rules, sheet, sense, title)
    given = answers(rules.inputs(sense), command.given, title)
    spec = settle(
        decision,
        subject=subject,
        kind="sense" if command.against is None else "contest",
        what=title,
        base=base,
        given=unknown,
        automatic=[*_modifiers(rules, sense, who, given, name), *beside],
        named=named(decision, command.modifiers, title),
        attempted=command.against is None,
    )
    after = _after(decision, command, who)
    if command.against is None:
        roll(decision, replace(spec, then=after), subject=subject, name=name)
        return
    ordinary = contest_rules(decision).kinds[0]
    begin(
        decision,
        ordinary,
        ((subject, spec), command.against),
        ("contest", "contest"),
        plan={"contest": ordinary, "sense": title},
        then="sense",
        data=after,
    )


def find_sense(ruleset: Ruleset, text: str) -> tuple[str, str]:
    """The sense of that name, by its key and as people read it. Raises Refused."""
    titles = {}
    for sense in _rules(ruleset).senses:
        attribute = find_attribute(ruleset, sense)
        titles[sense] = attribute.name if attribute else spoken(sense).capitalize()
    meant = find_attribute(ruleset, text)
    sense = meant.key if meant else key_of(text)
    if sense not in titles:
        raise Refused(
            _("“{text}” is no sense; there are {names}.", text=text, names=_(", ").join(map(_, titles.values()))),
            code="not_found",
            where="sense",
        )
    return sense, titles[sense]


def _rules(ruleset: Ruleset) -> SenseRules:
    if ruleset.senses is None:
        raise Refused(_("{title} has no sense rolls.", title=_(ruleset.title)), code="no_rule", where="sense")
    return ruleset.senses


def _modifiers(rules: SenseRules, sense: str, who: Abilities, given: dict[str, Any], name: str) -> list[Modifier]:
    try:
        return rules.modifiers(sense, who, given)
    except ValueError as problem:
        raise Refused(_("{name}: {problem}", name=name, problem=problem), code="not_possible", where="sense") from None


def _perception(ruleset: Ruleset, sheet: CharacterView, sense: str, title: str) -> int:
    """What a sense is rolled against, with what helps or hinders it. Raises Refused."""
    for key in (_rules(ruleset).attribute, sense):
        if key in sheet.attributes:
            return int(sheet.attributes[key])
    lacking = _("neither {attribute} nor {sense}", attribute=_(_attribute(ruleset)), sense=_(title))
    raise Refused(
        _("{name} has {lacking} to roll against.", name=sheet.name, lacking=lacking), code="not_found", where="who"
    )


def _attribute(ruleset: Ruleset) -> str:
    """What the senses are rolled against, as people read it."""
    key = _rules(ruleset).attribute
    attribute = find_attribute(ruleset, key)
    return attribute.name if attribute else key


def _beside_traits(decision: Decision, rules: SenseRules, sheet: CharacterView, sense: str, title: str) -> list[Modifier]:
    """What a sheet's own number for the sense holds beside the attribute and the traits, which count by themselves. Some
    programs put all the traits into that number, some only those that have levels, and some none."""
    character = decision.state.characters[sheet.id]
    own = decision.state.sheet_of(character).attributes
    if f"attribute:{fold(sense)}" in character.values:
        own = sheet.attributes
    if sense not in own or rules.attribute not in sheet.attributes:
        return []
    levels = TraitsAlone(sheet.name, sheet.trait_levels())
    values = [modifier.value for modifier in rules.modifiers(sense, levels, {})]
    held = int(own[sense] - own.get(rules.attribute, sheet.attributes[rules.attribute]))
    rest = 0 if held in _sums(values) else held - sum(values)
    return [Modifier(phrases.SHEETS_OWN.format(word=title), rest, "sheet")] if rest else []


def _sums(values: list[int]) -> Iterable[int]:
    return {sum(some) for count in range(len(values) + 1) for some in combinations(values, count)}


# -- what follows -----------------------------------------------------------------------------------------------------


def _after(decision: Decision, command: cmd.Sense, who: Abilities) -> dict[str, Any]:
    """What the roll has to lead to: a second one to make out what was noticed, another chance at a danger."""
    after: dict[str, Any] = {}
    if command.understand:
        subject, _name, basis = basis_of(decision, command.who, command.understand, None)
        after["understand"] = to_builtins(settle_on(decision, subject, basis.kind, basis))
    rules = _rules(decision.ruleset)
    if command.danger and who.trait(rules.danger_trait):
        after["danger"] = int(who.unhurt(rules.attribute))
    return after


@follow_up("sense")
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    _go_on(decision, question, spec.then, noticed=made.success, cause=position)


@after_contest("sense")
def _decided(decision: Decision, question: Question, bout: Bout, verdict: Verdict, position: int) -> None:
    """A tie leaves the hidden one unseen."""
    seeker = replace(question, subject=bout.sides[0])
    _go_on(decision, seeker, bout.data, noticed=verdict.winner == "a", cause=position)


def _go_on(decision: Decision, question: Question, after: dict[str, Any], *, noticed: bool, cause: int) -> None:
    name = decision.name_of(question.subject)
    if noticed and "understand" in after:
        spec = convert(after["understand"], RollSpec)
        labels = labels_for(question.subject, name, "understand")
        roll(
            decision,
            spec,
            subject=question.subject,
            name=name,
            cause=cause,
            procedure=question.procedure,
            labels=labels,
            purpose=" to understand it",
        )
    if not noticed and "danger" in after:
        _danger_sense(decision, question.subject, name, after["danger"], cause)


def _danger_sense(decision: Decision, subject: str, name: str, per: int, cause: int) -> None:
    """Another roll on the plain attribute that the player mustn't even know of: a procedure for the GM alone holds it."""
    title = _rules(decision.ruleset).danger_trait.title()
    shown, decision.visibility = decision.visibility, ev.GM_ONLY
    procedure = decision.record(ev.ProcedureStarted(kind="danger_sense"), subject=subject, cause=cause)
    decision.visibility = shown
    spec = settle(decision, subject=subject, kind="sense", what=title, base=per, attempted=False)
    roll(
        decision,
        spec,
        subject=subject,
        name=name,
        cause=procedure,
        procedure=procedure,
        labels=labels_for(subject, name, "danger"),
    )
    finish(decision, procedure)
