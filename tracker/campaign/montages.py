"""Decisions about montages: courses of action that the party takes in turns towards one goal."""

from __future__ import annotations

from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character, made_up, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.parts import Montage
from tracker.campaign.rolls import basis_of, settle_on
from tracker.campaign.rulings import decided_anew
from tracker.campaign.settling import RollSpec, asked_rolls, follow_up, roll
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question, close
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import AUTOMATIC, OPEN, MontageRules, MontageScore
from tracker.text import clean_name, fold, key_of

MONTAGE = "montage"  # the kind of its rolls
GIVEN_UP = "given_up"


def started(decision: Decision, command: cmd.StartMontage) -> None:
    """A montage begins."""
    rules = _rules(decision)
    name = clean_name(command.name, "montage")
    difficulty = key_of(command.difficulty)
    if difficulty not in rules.limits:
        raise Refused(
            _(
                "A montage is {limits}; “{difficulty}” is none.",
                limits=", ".join(rules.limits),
                difficulty=command.difficulty,
            ),
            code="bad_value",
            where="difficulty",
        )
    if any(fold(montage.name) == fold(name) for montage in open_montages(decision.state, rules).values()):
        raise Refused(_("A montage called “{name}” is open already.", name=name), code="name_taken", where="name")
    event = ev.MontageStarted(name=name, difficulty=difficulty, goal=rules.goal, limit=rules.limits[difficulty])
    decision.record(event)


def course_taken(decision: Decision, command: cmd.TakeCourse) -> None:
    """A course of action: a roll, or a success by itself. Nobody takes two turns in a row where others are there to take
    one, and no course is taken twice, unless the GM says why."""
    montage = find_montage(decision.state, _rules(decision), command.montage)
    course = clean_name(command.course, "course")
    side = command.by
    who = made_up(side.who) or find_character(decision.state, side.who).id
    if not command.reason:
        _check_turn(decision, montage, who, course)
    reason = clean_name(command.reason, "reason") if command.reason else ""
    if command.automatic:
        event = ev.CourseTaken(montage=montage, course=course, degree=AUTOMATIC, reason=reason)
        _decide(decision, montage, decision.record(event, subject=who, cause=montage))
        return
    subject, name, basis = basis_of(decision, side.who, side.what, side.base)
    spec = settle_on(decision, subject, MONTAGE, basis, side.modifiers, sort=basis.kind)
    spec = replace(spec, then={"montage": montage, "course": course, "reason": reason})
    roll(decision, spec, subject=subject, name=name, cause=montage, purpose=f", {course}")


def given_up(decision: Decision, command: cmd.GiveUpMontage) -> None:
    """End a montage that isn't decided."""
    rules = _rules(decision)
    montage = find_montage(decision.state, rules, command.name)
    _write_down(decision, montage, score_of(rules, decision.state, montage), GIVEN_UP, cause=montage)


def open_montages(state: CampaignState, rules: MontageRules) -> dict[int, Montage]:
    """The montages that are neither decided by their courses nor given up, oldest first."""
    return {
        position: state.montages[position]
        for position in sorted(state.underway)
        if score_of(rules, state, position).status == OPEN
    }


def find_montage(state: CampaignState, rules: MontageRules, name: str) -> int:
    """The position of the open montage of that name or whose name starts with it; of the only one when it is empty. Raises
    Refused."""
    known = open_montages(state, rules)
    wanted = fold(name)
    found = [at for at, montage in known.items() if fold(montage.name) == wanted]
    found = found or [at for at, montage in known.items() if fold(montage.name).startswith(wanted)]
    if len(found) == 1 or (found and len({fold(known[at].name) for at in found}) == 1):
        return max(found)  # of two with one name, where a reroll opened the first again, the newer one
    problem = _("Say which of the open montages is meant") if found else _("There is no such open montage")
    names = names_of(montage.name for montage in known.values())
    raise Refused(_("{problem}; open: {names}.", problem=problem, names=names), code="not_found", where="montage")


def score_of(rules: MontageRules, state: CampaignState, montage: int) -> MontageScore:
    """How a montage stands by its courses."""
    return rules.score(state.course_degrees(montage), state.montages[montage].limit)


def _rules(decision: Decision) -> MontageRules:
    if decision.ruleset.montages is None:
        raise Refused(_("{title} has no montages.", title=_(decision.ruleset.title)), code="no_rule", where="montage")
    return decision.ruleset.montages


def _check_turn(decision: Decision, montage: int, who: str, course: str) -> None:
    taken = [(one.turn, one.subject, one.course) for one in decision.state.courses.get(montage, ())]
    for position, asked in asked_rolls(decision).items():
        if asked.then.get("montage") == montage:  # it waits for its dice
            taken.append((position, decision.state.prompts[position].subject or "", asked.then["course"]))
    if fold(course) in {fold(name) for _, _, name in taken}:
        raise Refused(
            _("“{course}” was tried already: take another course, or say why it may be: “because REASON”.", course=course),
            code="course_taken",
            where="course",
        )
    others = {character.id for character in decision.state.present() if character.kind == "pc"} - {who}
    if taken and max(taken)[1] == who and others:
        raise Refused(
            _("{who} had the last turn: it is another's, or say why not: “because REASON”.", who=decision.name_of(who)),
            code="not_your_turn",
            where="who",
        )


@follow_up(MONTAGE)
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    montage: int = spec.then.get("montage", 0)
    if montage not in decision.state.montages:  # a roll made anew, or its beginning was taken back meanwhile
        return
    event = ev.CourseTaken(
        montage=montage,
        course=spec.then["course"],
        degree=made.degree,
        roll=position,
        reason=spec.then["reason"],
        turn=None if made.corrects is None else _turn_of(decision, made.corrects),
    )
    taken = decision.record(event, subject=question.subject, cause=position, procedure=question.procedure)
    if event.turn is None:
        _decide(decision, montage, taken)
    else:
        _anew(decision, event, taken, position, taken)


def _turn_of(decision: Decision, roll: int) -> int | None:
    """The turn of the course that a roll had decided; that course was taken back with it."""
    recorded = decision.event_at(roll)
    for one in decision.facts.action(recorded.envelope.action):
        if isinstance(one.event, ev.CourseTaken) and one.event.roll == roll:
            return one.position if one.event.turn is None else one.event.turn
    return None


@decided_anew(ev.CourseTaken)
def _anew(decision: Decision, verdict: ev.CourseTaken, position: int, roll: int, cause: int) -> None:
    """A course's roll counts otherwise: so may the montage."""
    decide_again(decision, verdict.montage, cause)


def decide_again(decision: Decision, montage: int, cause: int) -> None:
    """Write down how a montage stands by the courses that count now, where that was put down otherwise. One that was given
    up stays so."""
    if montage not in decision.state.montages:
        return
    score = score_of(_rules(decision), decision.state, montage)
    if _recorded(decision.state, montage) not in (score.status, GIVEN_UP):
        _write_down(decision, montage, score, score.status, cause=cause)


def _decide(decision: Decision, montage: int, cause: int) -> None:
    """Record that the last course has decided it, whatever was recorded before some of it was taken back. One that comes
    after the end changes nothing."""
    rules, state = _rules(decision), decision.state
    score = score_of(rules, state, montage)
    before = rules.score(state.course_degrees(montage)[:-1], state.montages[montage].limit)
    if before.status == OPEN != score.status and _recorded(state, montage) != GIVEN_UP:
        _write_down(decision, montage, score, score.status, cause=cause)


def _recorded(state: CampaignState, montage: int) -> str:
    """How a montage stood when that was last written down."""
    status = state.montage_status.get(montage)
    return status.get(OPEN) if status else OPEN


def _write_down(decision: Decision, montage: int, score: MontageScore, status: str, *, cause: int) -> None:
    """How the montage stands from here on; hidden where a hidden course counts. What still waits for its dice when it ends
    waits no longer."""
    courses = decision.state.courses.get(montage, ())
    rolls = [course.roll for course in courses if course.roll is not None]
    decision.record(
        ev.MontageDecided(montage=montage, status=status, successes=score.successes, failures=score.failures),
        cause=cause,
        about=(*(course.position for course in courses), *decision.behind(rolls)),
    )
    for prompt, asked in asked_rolls(decision).items() if status != OPEN else ():
        if asked.then.get("montage") == montage:
            close(decision, prompt, cause)
