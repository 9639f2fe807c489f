"""Decisions about montages: courses of action that the party takes in turns towards one goal."""

from __future__ import annotations

from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character, made_up, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import basis_of, settle_on
from tracker.campaign.rulings import decided_anew
from tracker.campaign.settling import RollSpec, asked_rolls, follow_up, roll
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question
from tracker.errors import Refused
from tracker.rulesets.base import AUTOMATIC, MontageRules, MontageScore
from tracker.text import clean_name, fold

MONTAGE = "montage"  # the kind of its rolls
GIVEN_UP = "given_up"


def started(decision: Decision, command: cmd.StartMontage) -> None:
    """A montage begins."""
    rules = _rules(decision)
    name = clean_name(command.name, "montage")
    difficulty = fold(command.difficulty).replace(" ", "_")
    if difficulty not in rules.limits:
        raise Refused(
            f"A montage is {', '.join(rules.limits)}; “{command.difficulty}” is none.", code="bad_value", where="difficulty"
        )
    if any(fold(montage.name) == fold(name) for montage in decision.state.open_montages().values()):
        raise Refused(f"A montage called “{name}” is open already.", code="name_taken", where="name")
    event = ev.MontageStarted(name=name, difficulty=difficulty, goal=rules.goal, limit=rules.limits[difficulty])
    decision.record(event)


def course_taken(decision: Decision, command: cmd.TakeCourse) -> None:
    """A course of action: a roll, or a success by itself. Nobody takes two turns in a row where others are there to take
    one, and no course is taken twice, unless the GM says why."""
    _rules(decision)
    montage = find_montage(decision.state, command.montage)
    course = clean_name(command.course, "course")
    side = command.by
    who = made_up(side.who) or find_character(decision.state, side.who).id
    if not command.reason:
        _check_turn(decision, montage, who, course)
    reason = clean_name(command.reason, "reason") if command.reason else ""
    if command.automatic:
        event = ev.CourseTaken(montage=montage, course=course, degree=AUTOMATIC, reason=reason)
        _count(decision, montage, decision.record(event, subject=who, cause=montage))
        return
    subject, name, basis = basis_of(decision, side.who, side.what, side.base)
    spec = settle_on(decision, subject, MONTAGE, basis, side.modifiers)
    spec = replace(spec, then={"montage": montage, "course": course, "reason": reason})
    roll(decision, spec, subject=subject, name=name, cause=montage, purpose=f", {course}")


def given_up(decision: Decision, command: cmd.GiveUpMontage) -> None:
    """End a montage that isn't decided."""
    montage = find_montage(decision.state, command.name)
    score = score_of(_rules(decision), decision.state, montage)
    decision.record(_decided(montage, score, GIVEN_UP), cause=montage)


def find_montage(state: CampaignState, name: str) -> int:
    """The position of the open montage of that name or whose name starts with it; of the only one when it is empty. Raises
    Refused."""
    known = state.open_montages()
    wanted = fold(name)
    found = [at for at, montage in known.items() if fold(montage.name) == wanted]
    found = found or [at for at, montage in known.items() if fold(montage.name).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    problem = "Say which of the open montages is meant" if found else "There is no such open montage"
    names = names_of(montage.name for montage in known.values())
    raise Refused(f"{problem}; open: {names}.", code="not_found", where="montage")


def score_of(rules: MontageRules, state: CampaignState, montage: int) -> MontageScore:
    """How a montage stands by its courses."""
    return rules.score(state.course_degrees(montage), state.montages[montage].limit)


def _rules(decision: Decision) -> MontageRules:
    if decision.ruleset.montages is None:
        raise Refused(f"{decision.ruleset.title} has no montages.", code="no_rule", where="montage")
    return decision.ruleset.montages


def _check_turn(decision: Decision, montage: int, who: str, course: str) -> None:
    waiting = [asked.then for asked in asked_rolls(decision).values() if asked.then.get("montage") == montage]
    taken = decision.state.courses.get(montage, ())
    if fold(course) in {fold(one.course) for one in taken} | {fold(then["course"]) for then in waiting}:
        raise Refused(
            f"“{course}” was tried already: take another course, or say why it may be: “because REASON”.",
            code="course_taken",
            where="course",
        )
    others = {character.id for character in decision.state.present() if character.kind == "pc"} - {who}
    if taken and taken[-1].subject == who and others:
        raise Refused(
            f"{decision.name_of(who)} had the last turn: it is another's, or say why not: “because REASON”.",
            code="not_your_turn",
            where="who",
        )


@follow_up(MONTAGE)
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    montage = spec.then.get("montage")
    if montage not in decision.state.montages:  # a roll made anew, or its beginning was taken back meanwhile
        return
    event = ev.CourseTaken(
        montage=montage, course=spec.then["course"], degree=made.degree, roll=position, reason=spec.then["reason"]
    )
    taken = decision.record(event, subject=question.subject, cause=position, procedure=question.procedure)
    _count(decision, montage, taken)


@decided_anew(ev.CourseTaken)
def _anew(decision: Decision, verdict: ev.CourseTaken, position: int, roll: int, cause: int) -> None:
    """A course's roll counts otherwise: so may the montage."""
    if verdict.montage in decision.state.montages:
        _count(decision, verdict.montage, cause)


def _count(decision: Decision, montage: int, cause: int) -> None:
    """Record how the montage stands when that has changed. One that was given up stays so."""
    score = score_of(_rules(decision), decision.state, montage)
    status = decision.state.montage_status.get(montage)
    now = status.get("open") if status else "open"
    if now not in (score.status, GIVEN_UP):
        decision.record(_decided(montage, score, score.status), cause=cause)


def _decided(montage: int, score: MontageScore, status: str) -> ev.MontageDecided:
    return ev.MontageDecided(montage=montage, status=status, successes=score.successes, failures=score.failures)
