"""Decisions about influence rolls, and about reactions."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character, made_up
from tracker.campaign.contests import Bout, after_contest, begin, contest_rules
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import basis_of, named
from tracker.campaign.standing import add, check_length, roll_names
from tracker.campaign.steps import Question, ask, finish, labels_of, open_prompt, step
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import InfluenceRules, Verdict
from tracker.text import fold, spoken

# What a GM calls the modifiers that are the influencer's wherever they stand in the line; the first kind is that of an
# ordinary reaction roll too.
_REACTION, _UNSUITABLE = "reaction", "unsuitable"


def influenced(decision: Decision, command: cmd.Influence) -> None:
    """An influence roll: a contest with the subject, and what comes of it."""
    rules = _rules(decision)
    by, on = _owned(command.by, command.on)
    on = on if on.what else replace(on, what=rules.resists)
    influencer, subject = _subject(decision, by.who), _subject(decision, on.who)
    player = _is_player(decision, subject)
    if command.concerns and not player:
        raise Refused(
            _(
                "{subject} is no player character and reacts: leave out which rolls it concerns.",
                subject=decision.name_of(subject),
            ),
            code="bad_value",
            where="on",
        )
    check_length(command.seconds)
    concerned = roll_names(decision, decision.state.characters[subject], command.concerns) if player else []
    _who, _name, basis = basis_of(decision, by.who, by.what, by.base)
    skill = _skill(rules, basis.what)
    exempt = rules.exempt(skill, _traits(decision, subject, on), _traits(decision, influencer, by))
    if exempt:
        outcome, trait = exempt
        decision.record(
            ev.InfluenceDecided(
                influencer=influencer, skill=skill, outcome=outcome, trait=trait, modifier=0 if player else None
            ),
            subject=subject,
        )
        return
    data = {
        "skill": skill,
        "reaction": to_builtins(named(decision, [one for one in by.modifiers if _is(one, _REACTION)], skill).modifiers),
        "concerns": concerned,
        "bonus": command.bonus,
        "seconds": command.seconds,
    }
    begin(
        decision,
        contest_rules(decision).kinds[0],
        (replace(by, what=skill), on),
        ("influence", "resistance"),
        plan={"skill": skill},
        then="influence",
        data=data,
    )


def reacted(decision: Decision, command: cmd.Reaction) -> None:
    """A reaction roll by itself."""
    rules = _rules(decision)
    subject = _subject(decision, command.who)
    modifiers = named(decision, command.modifiers, _REACTION).modifiers
    _ask_reaction(decision, rules, subject, {"modifiers": to_builtins(modifiers)}, cause=None, procedure=None)


def concerns(decision: Decision, command: cmd.Concerns) -> None:
    """The GM says which rolls a modifier concerns, or that it concerns none."""
    prompt = open_prompt(decision, command.prompt)
    if prompt.kind != "modifier":
        raise Refused(
            _("Prompt {prompt} asks for no rolls: {text}.", prompt=command.prompt, text=phrases.asked(prompt.text)),
            code="wrong_answer",
            where="prompt",
        )
    check_length(command.seconds)
    subject = prompt.subject or ""
    answered = decision.record(
        ev.PromptAnswered(prompt=command.prompt), subject=subject, cause=command.prompt, procedure=prompt.procedure
    )
    character = decision.state.characters[subject]
    add(
        decision,
        character,
        prompt.ask["label"],
        prompt.ask["value"] if command.bonus else -prompt.ask["value"],
        roll_names(decision, character, command.rolls),
        command.seconds,
        cause=answered,
        procedure=prompt.procedure,
    )
    finish(decision, prompt.procedure)


def _rules(decision: Decision) -> InfluenceRules:
    if decision.ruleset.influence is None:
        raise Refused(
            _("{title} has no influence rolls.", title=_(decision.ruleset.title)), code="no_rule", where="influence"
        )
    return decision.ruleset.influence


def _owned(by: cmd.Side, on: cmd.Side) -> tuple[cmd.Side, cmd.Side]:
    """Both sides, with the influencer's modifiers on its own side."""
    moved = tuple(one for one in on.modifiers if _is(one, _REACTION) or _is(one, _UNSUITABLE))
    kept = tuple(one for one in on.modifiers if one not in moved)
    return replace(by, modifiers=(*by.modifiers, *moved)), replace(on, modifiers=kept)


def _is(modifier: cmd.GivenModifier, kind: str) -> bool:
    return f"{fold(modifier.label)} ".startswith(f"{kind} ")


def _subject(decision: Decision, who: str) -> str:
    return made_up(who) or find_character(decision.state, who).id


def _is_player(decision: Decision, subject: str) -> bool:
    character = decision.state.characters.get(subject)
    return character is not None and character.kind == "pc"


def _traits(decision: Decision, subject: str, side: cmd.Side) -> dict[str, int]:
    character = decision.state.characters.get(subject)
    own = decision.sheet(character.id).trait_levels() if character else {}
    return own | {fold(trait): 1 for trait in side.traits}


def _skill(rules: InfluenceRules, what: str) -> str:
    """The influence skill that a roll's name means, by the rules' spelling but with its specialty. Raises Refused."""
    for skill in rules.skills:
        if fold(what) == fold(skill):
            return skill
        if fold(what).startswith(f"{fold(skill)} ("):
            return what
    raise Refused(
        _("“{what}” is no influence skill; those are {skills}.", what=what, skills=", ".join(rules.skills)),
        code="not_found",
        where="what",
    )


# -- reactions --------------------------------------------------------------------------------------------------------


def _ask_reaction(
    decision: Decision,
    rules: InfluenceRules,
    subject: str,
    data: dict[str, Any],
    *,
    cause: int | None,
    procedure: int | None,
) -> None:
    name = decision.name_of(subject)
    total = sum(each["value"] for each in data["modifiers"])
    question = Question(
        step="reaction",
        notation=rules.notation,
        labels=(*(f"{label} reaction" for label in labels_of(subject, name)), "reaction", *labels_of(subject, name)),
        text=f"{name}: reaction roll{f', {total:+d}' if total else ''}",
        subject=subject,
        cause=cause,
        procedure=procedure,
        data=data,
    )
    ask(decision, question)


@step("reaction", ev.TableConsulted)
def _reaction(decision: Decision, question: Question, throw: Throw) -> None:
    modifiers = tuple(ev.AppliedModifier(**each) for each in question.data["modifiers"])
    points = sum(each.value for each in modifiers)
    reaction = _rules(decision).reaction_of(throw.total + points)
    position = decision.record(
        ev.TableConsulted(
            table="reaction",
            notation=throw.notation,
            dice=throw.faces,
            dice_source=throw.source,
            modifier=points,
            total=throw.total + points,
            row=reaction,
            modifiers=modifiers,
            text=spoken(reaction),
        ),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )
    if "influence" in question.data:
        _npc_reacts(decision, question, question.data["influence"], reaction, position)


# -- what an influence roll comes to ----------------------------------------------------------------------------------


@after_contest("influence")
def _after_contest(decision: Decision, question: Question, bout: Bout, verdict: Verdict, position: int) -> None:
    rules, (influencer, subject) = _rules(decision), bout.sides
    won = verdict.winner == "a"
    came = bout.data | {"influencer": influencer, "won": won, "margin": verdict.margin if won else None}
    asked = replace(question, subject=subject)
    if _is_player(decision, subject):
        _player_is_left_with(decision, asked, came, position)
    elif rules.takes_reaction_roll(came["skill"]):
        data = {"modifiers": came["reaction"], "influence": came}
        _ask_reaction(decision, rules, subject, data, cause=position, procedure=question.procedure)
    else:
        _npc_reacts(decision, asked, came, None, position)


def _npc_reacts(decision: Decision, question: Question, came: dict[str, Any], regular: str | None, cause: int) -> None:
    """``regular`` is the ordinary reaction, where the skill has one."""
    reaction = _rules(decision).reaction(came["skill"], came["won"], regular)
    _record(decision, question, came, cause, reaction=reaction)


def _player_is_left_with(decision: Decision, question: Question, came: dict[str, Any], cause: int) -> None:
    """A player decides how the character reacts; a success of the other side stays as a modifier to some rolls."""
    position = _record(decision, question, came, cause, modifier=came["margin"] or 0)
    if not came["won"]:
        return
    character = decision.state.characters[question.subject]
    label = phrases.INFLUENCE.format(known=came["skill"], name=decision.name_of(came["influencer"]))
    value = came["margin"] if came["bonus"] else -came["margin"]
    if came["concerns"]:
        add(
            decision,
            character,
            label,
            value,
            came["concerns"],
            came["seconds"],
            cause=position,
            procedure=question.procedure,
        )
        return
    decision.record(
        ev.PromptOpened(
            kind="modifier",
            text=f"{decision.name_of(question.subject)}: which rolls does {label} change by {came['margin']}",
            ask={"label": label, "value": came["margin"]},
        ),
        subject=question.subject,
        cause=position,
        procedure=question.procedure,
    )


def _record(
    decision: Decision,
    question: Question,
    came: dict[str, Any],
    cause: int,
    *,
    reaction: str | None = None,
    modifier: int | None = None,
) -> int:
    event = ev.InfluenceDecided(
        influencer=came["influencer"],
        skill=came["skill"],
        outcome="win" if came["won"] else "not_won",
        reaction=reaction,
        margin=came["margin"],
        modifier=modifier,
    )
    return decision.record(event, subject=question.subject, cause=cause, procedure=question.procedure)
