"""Decisions of the GM about rolls that were made: what they count as, and what a player was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign import criticals
from tracker.campaign.decision import Decision
from tracker.campaign.parts import Ruling
from tracker.campaign.settling import asked_rolls
from tracker.campaign.steps import close
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Ruleset
from tracker.text import clean_name, clean_text, fold, key_of, spoken


def outcomes_of(ruleset: Ruleset) -> dict[str, Ruling]:
    """What a roll may be ruled to count as, the best first, by the system's own words."""
    return {degree.name: Ruling(degree.name, degree.success, degree.critical) for degree in reversed(ruleset.degrees)}


def outcome_named(ruleset: Ruleset, text: str) -> Ruling:
    """The outcome that a person's words name: the system's own, or ``success``, ``critical failure`` and the like in any
    system, of several such degrees the one that is nearest to the other side. Raises Refused."""
    known = outcomes_of(ruleset)
    wanted = key_of(text)
    if wanted in known:
        return known[wanted]
    middling = [*reversed(known.values())] if wanted.endswith("success") else [*known.values()]
    for ruling in middling:
        if classify(ruling) == wanted:
            return ruling
    names = ", ".join(spoken(name) for name in known)
    raise Refused(_("“{text}” is no outcome; known: {names}.", text=text, names=names), code="not_found", where="outcome")


def _of_a_chance(text: str) -> Ruling:
    """What a random check may be ruled to count as, which no system has words of its own for. Raises Refused."""
    wanted = fold(text)
    if wanted not in ("success", "failure"):
        raise Refused(
            _("A random check is a success or a failure, not “{text}”.", text=text), code="not_found", where="outcome"
        )
    return Ruling(wanted, success=wanted == "success", critical=False)


def classify(ruling: Ruling) -> str:
    """``success``, ``critical_success``, ``failure`` or ``critical_failure``, whatever the system's own word is."""
    return f"{'critical_' * ruling.critical}{'success' if ruling.success else 'failure'}"


def outcome_ruled(decision: Decision, command: cmd.RuleOutcome) -> None:
    """The GM's word on how a roll came out. It ends a task as the dice would have; one that is over stays over. A roll that
    was made in place of another one has its say through that one, and so has a ruling on it."""
    recorded, made = decision.roll_at(command.roll)
    if made.reroll_of is not None:
        recorded, made = decision.roll_at(made.reroll_of)
    wanted = _of_a_chance(command.outcome) if made.kind == ev.CHANCE else outcome_named(decision.ruleset, command.outcome)
    now = decision.outcome(recorded.position, made)
    if now == wanted:
        raise Refused(
            _("The roll {position} counts as a {degree} already.", position=recorded.position, degree=_(spoken(now.degree))),
            code="nothing",
            where="outcome",
        )
    reason = clean_name(command.reason, "reason") if command.reason else ""
    count_as(decision, recorded, made, wanted, by="gm", reason=reason)


Anew = Callable[[Decision, Any, int, int, int], None]
_ANEW: dict[type[ev.Event], Anew] = {}


def decided_anew(kind: type[ev.Event]) -> Callable[[Anew], Anew]:
    """Register how such a verdict is decided anew when a roll that it rests on counts as another outcome, or another roll
    stands in for it. It gets the verdict, its position, the roll's, and that of the event which brought this about."""

    def register(function: Anew) -> Anew:
        _ANEW[kind] = function
        return function

    return register


def decide_anew(decision: Decision, roll: int, cause: int) -> None:
    """Decide anew what had been decided on a roll."""
    position = max(decision.state.verdicts.get(roll, (0,)))
    verdict = decision.known(position) if position else None
    if verdict is not None:
        _ANEW[type(verdict)](decision, verdict, position, roll, cause)


def count_as(
    decision: Decision, recorded: ev.Recorded, made: ev.RollMade, wanted: Ruling, *, by: str, reason: str = ""
) -> int:
    """Record that a roll counts as another outcome from here on, with what follows from that; returns the position."""
    before = decision.outcome(recorded.position, made)
    ruled = decision.record(
        ev.OutcomeRuled(
            roll=recorded.position,
            before=before.degree,
            degree=wanted.degree,
            success=wanted.success,
            critical=wanted.critical,
            by=by,
            reason=reason,
        ),
        subject=recorded.subject,
        cause=recorded.position,
    )
    task = _open_task(decision, recorded.position, made)
    if wanted.success and task is not None:
        decision.record(ev.TaskEnded(task=task, how="success"), subject=recorded.subject, cause=ruled)
        for prompt, asked in asked_rolls(decision).items():
            if asked.task == task:  # nobody tries again what is done
                close(decision, prompt, ruled)
    if made.kind == "fright" and wanted.success:
        _close_what_follows(decision, recorded.position, ruled)
    elif made.kind == "attack":
        _close_what_follows(decision, recorded.position, ruled)
        if wanted.critical:
            criticals.consult(decision, recorded.subject or "", hit=wanted.success, cause=ruled)
    decide_anew(decision, recorded.position, ruled)
    return ruled


def _open_task(decision: Decision, position: int, made: ev.RollMade) -> int | None:
    """The open task that a roll was an attempt at."""
    tasks = decision.state.open_tasks()
    return next((at for at, task in tasks.items() if position == task.first or at == made.task), None)


def _close_what_follows(decision: Decision, roll: int, ruled: int) -> None:
    """What still waits for an answer because of a roll (its table, a trait's name) waits no longer."""
    for prompt in list(decision.state.open_prompts()):
        if _led_to(decision, roll, prompt):
            close(decision, prompt, ruled)


def _led_to(decision: Decision, roll: int, position: int) -> bool:
    """Whether an event goes back to a roll, by its causes."""
    at: int | None = position
    while at is not None and at > roll:
        recorded = decision.facts.recorded(at)
        at = recorded.envelope.cause if recorded else None
    return at == roll


def player_told(decision: Decision, command: cmd.TellPlayer) -> None:
    """What the player heard about a roll that only the GM has seen."""
    found = decision.facts.recorded(command.roll)
    if found is None or not isinstance(found.event, ev.RollMade):
        raise Refused(
            _(
                'Event {roll} is no roll; words that begin with a number stand in quotes: told "3 riders".',
                roll=command.roll,
            ),
            code="not_a_roll",
            where="position",
        )
    recorded, _made = decision.roll_at(command.roll)
    if not decision.hidden(command.roll):
        raise Refused(
            _("The roll {roll} is no secret: its player has seen it. A “note” keeps words.", roll=command.roll),
            code="not_secret",
            where="position",
        )
    text = clean_text(command.text, "text").strip()
    if not text:
        raise Refused(_("Say what the player was told: “told nothing out of the ordinary”."), code="empty", where="text")
    decision.record(ev.PlayerTold(roll=command.roll, text=text), subject=recorded.subject, cause=command.roll)
