"""Decisions about long tasks: work of many days, a roll for each worker at the end of each."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import names_of
from tracker.campaign.decision import Decision
from tracker.campaign.parts import LongTask
from tracker.campaign.rolls import basis_of, settle_on
from tracker.campaign.settling import RollSpec, follow_up, judgement, roll
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question, amount, finish, in_turn, labels_for, use
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.rulesets.base import LongTaskRules, Modifier
from tracker.text import clean_name, fold

MOST_HOURS = 10_000_000
MOST_WORKERS = 100


class _Worker(Struct, frozen=True):
    """Who works, and the roll."""

    subject: str
    spec: RollSpec


class _Day(Struct, frozen=True, kw_only=True):
    """A day's work under way: those who still have to roll, and what a supervisor's success gives them. ``leads`` while it
    is the supervisor who rolls."""

    task: int
    workers: tuple[_Worker, ...]
    bonus: int
    leads: bool = False


def started(decision: Decision, command: cmd.StartLongTask) -> None:
    """Work of so many man-hours begins."""
    _rules(decision)
    name = clean_name(command.name, "long task")
    if not 1 <= command.hours <= MOST_HOURS:
        raise Refused(
            _("A long task takes 1 to {MOST_HOURS:,} man-hours.", MOST_HOURS=MOST_HOURS), code="bad_number", where="hours"
        )
    if any(fold(task.name) == fold(name) for task in open_long_tasks(decision.state).values()):
        raise Refused(_("A long task called “{name}” is open already.", name=name), code="name_taken", where="name")
    decision.record(ev.LongTaskStarted(name=name, hours=command.hours))


def given_up(decision: Decision, command: cmd.GiveUpLongTask) -> None:
    """End a long task that isn't done."""
    task = find_long_task(decision.state, command.name)
    decision.record(ev.LongTaskEnded(long_task=task, how="given_up"), cause=task)


def worked(decision: Decision, command: cmd.WorkDay) -> None:
    """A day's work: the supervisor rolls first, then each worker; the task ends when its hours are done."""
    rules = _rules(decision)
    task = find_long_task(decision.state, command.name)
    if not command.workers:
        raise Refused(_("Say who works, such as “mira carpentry”."), code="missing", where="workers")
    if len(command.workers) > MOST_WORKERS:
        raise Refused(
            _("{MOST_WORKERS} may work on it in a day.", MOST_WORKERS=MOST_WORKERS), code="too_many", where="workers"
        )
    workers = tuple(_worker(decision, side) for side in command.workers)
    leader = None if command.supervisor is None else _leader(decision, rules, command.supervisor)
    subjects = [worker.subject for worker in (*workers, *([leader] if leader else []))]
    if twice := next((one for one in subjects if subjects.count(one) > 1), None):
        raise Refused(_("{twice} is named twice for that day.", twice=decision.name_of(twice)), code="same", where="workers")
    bonus = _bonus(rules, command.bonus, leads=leader is not None)
    plan = {"long_task": task, "name": decision.state.long_tasks[task].name, "who": subjects}
    procedure = decision.record(ev.ProcedureStarted(kind="long_task", plan=plan), cause=task)
    day = _Day(task=task, workers=workers, bonus=0)
    if leader is None:
        _next(decision, day, cause=procedure, procedure=procedure)
    else:
        day = replace(day, bonus=bonus, leads=True)
        _roll(decision, leader, day, cause=procedure, procedure=procedure)
    finish(decision, procedure)


def open_long_tasks(state: CampaignState) -> dict[int, LongTask]:
    """The long tasks that may be worked on, by position, oldest first."""
    return {position: state.long_tasks[position] for position in sorted(state.in_work)}


def find_long_task(state: CampaignState, name: str) -> int:
    """The position of the open long task of that name, or of the one whose name starts with it or has it as a word.
    Raises Refused."""
    wanted = fold(name)
    tasks = open_long_tasks(state)
    found = [at for at, task in tasks.items() if fold(task.name) == wanted]
    found = found or [at for at, task in tasks.items() if wanted and fold(task.name).startswith(wanted)]
    found = found or [at for at, task in tasks.items() if wanted and wanted in fold(task.name).split()]
    if len(found) != 1:
        problem = _("Several open long tasks could be") if found else _("No open long task is called")
        known = names_of(task.name for task in tasks.values())
        raise Refused(
            _("{problem} “{name}”; open: {known}.", problem=problem, name=name, known=known), code="not_found", where="name"
        )
    return found[0]


def _rules(decision: Decision) -> LongTaskRules:
    if decision.ruleset.long_tasks is None:
        raise Refused(_("{title} has no long tasks.", title=_(decision.ruleset.title)), code="no_rule", where="longtask")
    return decision.ruleset.long_tasks


def _worker(decision: Decision, side: cmd.Side) -> _Worker:
    subject, _name, basis = basis_of(decision, side.who, side.what, side.base)
    return _Worker(subject, settle_on(decision, subject, "long_task", basis, side.modifiers))


def _leader(decision: Decision, rules: LongTaskRules, side: cmd.Side) -> _Worker:
    leader = _worker(decision, side)
    if fold(leader.spec.what) not in map(fold, rules.supervisor_skills):
        known = _(" or ").join(rules.supervisor_skills)
        raise Refused(
            _("A supervisor uses {known}, not {what}.", known=known, what=leader.spec.what),
            code="bad_skill",
            where="supervisor",
        )
    return leader


def _bonus(rules: LongTaskRules, bonus: int | None, *, leads: bool) -> int:
    """What a supervisor's success gives. Raises Refused."""
    if bonus is None:
        return rules.supervisor_bonus[0]
    if not leads:
        raise Refused(_("A bonus comes from a supervisor: name one."), code="missing", where="supervisor")
    if bonus not in rules.supervisor_bonus:
        known = _(" or ").join(map(str, rules.supervisor_bonus))
        raise Refused(
            _("A supervisor's success gives {known}, not {bonus}.", known=known, bonus=bonus),
            code="bad_number",
            where="bonus",
        )
    return bonus


def _roll(decision: Decision, worker: _Worker, day: _Day, *, cause: int, procedure: int | None) -> None:
    task = decision.state.long_tasks.get(day.task)  # its beginning may have been taken back since
    roll(
        decision,
        replace(worker.spec, then={"day": to_builtins(day)}),
        subject=worker.subject,
        name=decision.name_of(worker.subject),
        cause=cause,
        procedure=procedure,
        purpose=f" for {task.name}" if task else "",
    )


def _next(decision: Decision, day: _Day, *, cause: int, procedure: int | None) -> None:
    """The next worker rolls; behind the last one stands whether the task is done."""
    if day.workers:
        worker, day = day.workers[0], replace(day, workers=day.workers[1:])
        worker = replace(worker, spec=_led(decision, worker.spec, day.bonus))
        in_turn(decision, lambda: _roll(decision, worker, day, cause=cause, procedure=procedure))
        return
    task = open_long_tasks(decision.state).get(day.task)
    if task is not None and decision.state.work.get(day.task, 0) >= task.hours:
        decision.record(ev.LongTaskEnded(long_task=day.task, how="done"), cause=cause, procedure=procedure)


def _led(decision: Decision, spec: RollSpec, bonus: int) -> RollSpec:
    """The roll with what a good supervisor adds to it."""
    if not bonus:
        return spec
    applied = (*spec.modifiers, ev.AppliedModifier(N_("supervisor"), bonus, "supervisor"))
    target = decision.ruleset.target(spec.base, [Modifier(one.label, one.value, one.source) for one in applied], spec.kind)
    return replace(spec, modifiers=applied, target=target.value, caps=target.caps)


@follow_up("long_task")
def _rolled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """What a roll adds to the task, or takes from it; a supervisor's helps the others."""
    day = convert(spec.then["day"], _Day)
    if day.leads:
        led = replace(day, leads=False, bonus=day.bonus if made.success else 0)
        _next(decision, led, cause=position, procedure=question.procedure)
        return
    rules = _rules(decision)
    judged = judgement(made)
    data: dict[str, Any] = {"use": "destroyed", "hours": rules.hours(judged), "roll": position, "day": to_builtins(day)}
    name = decision.name_of(question.subject)
    ruin = Question(
        step="amount",
        notation="",
        labels=labels_for(question.subject, name, "destroyed"),
        text=f"{name}: {rules.destroyed_notation} man-hours of work destroyed",
        subject=question.subject,
        cause=position,
        procedure=question.procedure,
        data=data,
    )
    amount(decision, ruin, rules.destroyed_notation if rules.destroys(judged) else 0, "man-hours")


@use("destroyed")
def _day_done(decision: Decision, question: Question, destroyed: int, dice: int | None) -> None:
    """One worker's day. No more is destroyed than was done."""
    day = convert(question.data["day"], _Day)
    event = ev.WorkDone(
        long_task=day.task,
        hours=question.data["hours"],
        destroyed=min(destroyed, max(decision.state.work.get(day.task, 0), 0)),
    )
    cause = question.data["roll"] if dice is None else dice
    position = decision.record(event, subject=question.subject, cause=cause, procedure=question.procedure)
    _next(decision, day, cause=position, procedure=question.procedure)
