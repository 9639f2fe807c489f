"""Decisions about rest, and about getting points back by nature, by first aid and by a bandage."""

from __future__ import annotations

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, Pool, find_all, find_basis, find_character
from tracker.campaign.clock import pass_time
from tracker.campaign.decision import Decision
from tracker.campaign.injury import POOL, is_beyond_help
from tracker.campaign.options import TECH_LEVEL
from tracker.campaign.parts import Character
from tracker.campaign.pools import gain, lose
from tracker.campaign.rolls import settle_on
from tracker.campaign.settling import RollSpec, asked_rolls, follow_up, judgement, roll
from tracker.campaign.steps import Question, amount, finish, labels_for, use
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import HealingRules
from tracker.text import clean_name

_PROMPTS = 7  # for one rest: more of them would bury everything else that waits


def rested(decision: Decision, command: cmd.Rest) -> None:
    """In-game time passes, and those who rest get back what the rules give for it, or may roll for it."""
    if command.seconds <= 0:
        raise Refused(_("Rest takes some time: “rest 30m”."), code="bad_duration", where="time")
    characters = find_all(decision.state, command.who or ("all",))
    position = pass_time(decision, command.seconds, "rest")
    for pool, points in decision.ruleset.recovered(command.seconds).items():
        for character in characters:
            gain(decision, character, pool, points, reason="rest", cause=position)
    if rules := decision.ruleset.healing:
        for character in characters:
            _call_for_days(decision, rules, character, command.seconds // rules.every, position)


def _call_for_days(decision: Decision, rules: HealingRules, character: Character, days: int, cause: int) -> None:
    """One roll for each whole day of rest, while there is something to heal."""
    sheet = decision.sheet(character.id)
    if not days or rules.attribute not in sheet.attributes or not _hurt(sheet, rules) or is_beyond_help(decision, sheet.id):
        return
    procedure = decision.record(ev.ProcedureStarted(kind="healing"), cause=cause)
    for day in range(1, min(days, _PROMPTS) + 1):
        if not _hurt(decision.sheet(character.id), rules):
            break
        roll(
            decision,
            _natural(decision, rules, sheet),
            subject=sheet.id,
            name=sheet.name,
            cause=cause,
            procedure=procedure,
            labels=labels_for(sheet.id, sheet.name, "healing"),
            purpose=f" to heal, day {day} of {days}",
            later=True,
        )
    if days > _PROMPTS:
        more = days - _PROMPTS
        text = phrases.MORE_DAYS.format(asked=_PROMPTS, days=days, name=sheet.name, more=more)
        decision.record(ev.NoteAdded(text=text), subject=sheet.id, cause=procedure, procedure=procedure)
    finish(decision, procedure)


def healed(decision: Decision, command: cmd.Heal) -> None:
    """The roll of one who has rested for a day."""
    rules = _rules(decision)
    sheet = decision.sheet(find_character(decision.state, command.who).id)
    _refuse_whole(sheet, rules)
    prompts = decision.state.prompts
    for waiting, asked in asked_rolls(decision).items():
        if asked.kind == "healing" and prompts[waiting].subject == sheet.id:
            raise Refused(
                _("{name}'s roll to heal waits for its dice: answer {waiting}.", name=sheet.name, waiting=waiting),
                code="waiting",
                where="who",
            )
    spec = _natural(decision, rules, sheet, command.modifiers)
    labels = labels_for(sheet.id, sheet.name, "healing")
    roll(decision, spec, subject=sheet.id, name=sheet.name, labels=labels, purpose=" to heal")


def _natural(
    decision: Decision, rules: HealingRules, sheet: CharacterView, given: tuple[cmd.GivenModifier, ...] = ()
) -> RollSpec:
    basis = find_basis(sheet, decision.ruleset, rules.attribute)
    return settle_on(decision, sheet.id, "healing", basis, given, then={POOL: rules.pool})


@follow_up("healing")
def _after_a_day(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    rules = _rules(decision)
    points = rules.natural(judgement(made))
    character = decision.state.characters[question.subject]
    gain(decision, character, rules.pool, points, reason="healing", cause=position, procedure=question.procedure)


# -- first aid --------------------------------------------------------------------------------------------------------


def first_aid_given(decision: Decision, command: cmd.FirstAid) -> None:
    """A healer's roll, and what it gives back to the patient."""
    rules = _rules(decision)
    healer = decision.sheet(find_character(decision.state, command.healer, "healer").id)
    patient = decision.sheet(find_character(decision.state, command.patient, "patient").id)
    _refuse_whole(patient, rules)
    tl = int(TECH_LEVEL.value(decision.state, decision.ruleset)) if command.tl is None else command.tl
    aid = rules.first_aid(tl) if tl >= 0 else None
    if aid is None:
        raise Refused(
            _("There are no figures for first aid at TL {tl}: say another, such as “tl 8”.", tl=tl),
            code="no_rule",
            where="tl",
        )
    basis = find_basis(healer, decision.ruleset, rules.skill)
    spec = settle_on(
        decision,
        healer.id,
        "first_aid",
        basis,
        command.modifiers,
        then={
            "patient": patient.id,
            "tl": tl,
            "note": phrases.BY_HEALER.format(name=healer.name, tl=tl, minutes=aid.minutes),
        },
    )
    procedure = decision.record(ev.ProcedureStarted(kind="first_aid"))
    roll(
        decision,
        spec,
        subject=healer.id,
        name=healer.name,
        procedure=procedure,
        purpose=f" for {patient.name}",
    )
    finish(decision, procedure)


@follow_up("first_aid")
def _after_first_aid(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    rules = _rules(decision)
    aid = rules.first_aid(spec.then["tl"])
    restores = aid.restores(judgement(made)) if aid else 0
    patient = decision.state.characters[spec.then["patient"]]
    if isinstance(restores, int) and restores < 0:
        lose(
            decision,
            patient,
            rules.pool,
            -restores,
            reason="first_aid",
            note=spec.then["note"],
            cause=position,
            procedure=question.procedure,
        )
    elif restores:
        name = decision.name_of(question.subject)
        then = Question(
            step="amount",
            notation="",
            labels=labels_for(question.subject, name, "healed"),
            text=f"{name}: {restores} {rules.pool} for {patient.name.get('')}",
            subject=patient.id,
            cause=position,
            procedure=question.procedure,
            data={"use": "healed", "note": spec.then["note"]},
        )
        amount(decision, then, restores, rules.pool)


@use("healed")
def _restore(decision: Decision, question: Question, points: int, dice: int | None) -> None:
    rules = _rules(decision)
    gain(
        decision,
        decision.state.characters[question.subject],
        rules.pool,
        max(points, rules.least),
        reason="first_aid",
        note=question.data["note"],
        cause=question.cause if dice is None else dice,
        procedure=question.procedure,
    )


def bandaged(decision: Decision, command: cmd.Bandage) -> None:
    """A bandage gives a little back at once."""
    rules = _rules(decision)
    patient = find_character(decision.state, command.who)
    _refuse_whole(decision.sheet(patient.id), rules)
    note = clean_name(command.reason, "reason") if command.reason else ""
    gain(decision, patient, rules.pool, rules.bandage, reason="bandage", note=note)


def _rules(decision: Decision) -> HealingRules:
    if decision.ruleset.healing is None:
        raise Refused(
            _("{title} has no rules for healing here.", title=_(decision.ruleset.title)), code="no_rule", where="healing"
        )
    return decision.ruleset.healing


def _hurt(sheet: CharacterView, rules: HealingRules) -> bool:
    pool = sheet.pools.get(rules.pool, Pool(0, 0))
    return pool.current < pool.maximum


def _refuse_whole(sheet: CharacterView, rules: HealingRules) -> None:
    """Raises Refused for somebody who has nothing to heal."""
    if rules.pool not in sheet.pools:
        raise Refused(_("{name} has no {pool}.", name=sheet.name, pool=rules.pool), code="no_pool", where="who")
    if not _hurt(sheet, rules):
        raise Refused(_("{name}'s {pool} is full already.", name=sheet.name, pool=rules.pool), code="full", where="who")
