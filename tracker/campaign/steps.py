"""Throws and what follows from them. A throw whose dice are not at hand becomes a prompt, and the answer goes on from there.

Each step is a named function of its data and the dice, so that a resumed one runs the same code as one with dice at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from tracker import events as ev
from tracker import phrases
from tracker.campaign.decision import Decision
from tracker.campaign.parts import Prompt
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.text import fold


class Question(Struct, frozen=True, kw_only=True):
    """Dice that are needed: ``step`` names what goes on with them, ``labels`` who or what they are for (most specific
    first), ``text`` asks for them in words, ``data`` is the step's own. ``cause`` is the event that led here; up to so many
    ``times`` may be thrown."""

    step: str
    notation: str
    labels: tuple[str, ...]
    text: str
    subject: str
    cause: int | None = None
    procedure: int | None = None
    data: dict[str, Any] = {}
    times: int = 1


Step = Callable[[Decision, Question, Throw], None]
_STEPS: dict[str, Step] = {}
_RECORDED_BY: dict[str, tuple[type[ev.Event], str]] = {}


def step(name: str, records: type[ev.Event], what: str = "") -> Callable[[Step], Step]:
    """Register the function that goes on when a question's dice are there, and ``records`` them in an event of this type;
    ``what`` they are for stands under that name in the question's data."""

    def register(function: Step) -> Step:
        _STEPS[name] = function
        _RECORDED_BY[name] = records, what
        return function

    return register


def ask(decision: Decision, question: Question, *, later: bool = False, by_hand: bool = False) -> None:
    """Go on with the dice of a question, or leave it as a prompt when they are still to be thrown by hand: those of a throw
    that was begun ``by_hand`` always are.

    ``later``: what the GM calls for when its moment has come (a recovery, a death check, the next round) stays a prompt
    unless dice were given for just this.
    """
    tray = decision.tray
    labels = (*question.labels, "") if by_hand and not later else question.labels
    records, what = _RECORDED_BY[question.step]
    kept = decision.kept_throw(records, question.subject, question.data.get(what, ""), question.notation)
    if kept is not None and records is ev.RollMade:
        question = msgspec.structs.replace(question, data=question.data | {"corrects": kept.position})
    throw = tray.given_for(labels if later or by_hand else (*labels, ""), question.notation, question.times)
    if throw is None and kept is not None:
        throw = kept.throw
    elif throw is None and not (later or by_hand):
        throw = tray.thrown(question.notation)
    if throw is not None:
        _STEPS[question.step](decision, question, throw)
        return
    if question.procedure is None:
        started = decision.record(ev.ProcedureStarted(kind=question.step), cause=question.cause)
        question = msgspec.structs.replace(question, procedure=started)
    decision.record(
        ev.PromptOpened(kind="dice", text=question.text, ask=msgspec.to_builtins(question)),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )


def answer(decision: Decision, position: int) -> None:
    """Go on with an open prompt, with dice given or thrown here. Raises Refused when it asks for no dice, and when they are
    thrown by hand and none were given."""
    question = question_of(decision, position)
    throw = decision.tray.throw(question.labels, question.notation, question.times)
    if throw is None:
        raise Refused(_("Give the dice: {text}.", text=phrases.asked(question.text)), code="missing", where="dice")
    decision.record(
        ev.PromptAnswered(prompt=position), subject=question.subject, cause=position, procedure=question.procedure
    )
    _STEPS[question.step](decision, question, throw)
    finish(decision, question.procedure)


def question_of(decision: Decision, position: int) -> Question:
    """What the open prompt at a position asks dice for. Raises Refused when it asks for something else."""
    prompt = open_prompt(decision, position)
    if prompt.kind != "dice":
        raise Refused(
            _("Prompt {position} asks for no dice: {text}.", position=position, text=phrases.asked(prompt.text)),
            code="wrong_answer",
            where="prompt",
        )
    return msgspec.convert(prompt.ask, Question)


def open_prompt(decision: Decision, position: int) -> Prompt:
    """The open prompt at a position. Raises Refused naming those that are open."""
    waiting = decision.state.open_prompts()
    if position not in waiting:
        known = ", ".join(str(at) for at in waiting) or "none"
        raise Refused(
            _("There is no open prompt {position}; open: {known}.", position=position, known=known),
            code="not_found",
            where="prompt",
        )
    return waiting[position]


def close(decision: Decision, position: int, cause: int) -> None:
    """Close an open prompt that nobody needs to answer any more, because of the event ``cause``."""
    prompt = decision.state.prompts[position]
    decision.record(
        ev.PromptAnswered(prompt=position),
        subject=prompt.subject,
        cause=cause,
        procedure=prompt.procedure,
        about=(position,),
    )
    finish(decision, prompt.procedure)


def in_turn(decision: Decision, go_on: Callable[[], None]) -> None:
    """Go on with the next of many throws of a procedure once this one is through, before ``finish`` ends it: each within
    the one before, a few hundred would be too deep for Python."""
    decision.turns.append(go_on)


def finish(decision: Decision, procedure: int | None) -> None:
    """End a procedure when nothing of it waits any more."""
    while decision.turns:
        decision.turns.pop(0)()
    if procedure is None or procedure in decision.state.ends:
        return
    if not any(prompt.procedure == procedure for prompt in decision.state.open_prompts().values()):
        decision.record(ev.ProcedureEnded(procedure=procedure), procedure=procedure)


def may_be_spare(decision: Decision, label: str) -> bool:
    """Whether dice with this label may be given and not needed: those for what only a failed Fright Check or a critical
    attack leads to, of all (``table``, ``fp``) or of one of those who roll (``mira table``). Any other label would be a
    slip of the pen."""
    who, _, what = label.rpartition(" ")
    for fact in decision.made:
        if isinstance(fact.event, ev.ContestDecided) and len(fact.event.rolls) == 1:  # the other side needn't roll
            other = fact.event.sides[1]
            return label in ("", *labels_of(other, decision.name_of(other)))
    if what == "critical":
        attackers = {f.subject or "" for f in decision.made if isinstance(f.event, ev.RollMade) and f.event.kind == "attack"}
        names = {name for one in attackers for name in labels_of(one, decision.name_of(one))}
        return bool(attackers) and (not who or who in names)
    checked = {fact.subject or "" for fact in decision.made if fact.procedure is not None}
    names = {name for one in checked for name in labels_of(one, decision.name_of(one))}
    return what in {"table", "ht", *_USES} and bool(checked) and (not who or who in names)


def labels_for(subject: str, name: str, what: str) -> tuple[str, ...]:
    """How dice given by hand may be labelled for one throw of a character: ``mira table``, then just ``table``."""
    return (*(f"{label} {fold(what)}" for label in labels_of(subject, name)), fold(what))


def labels_of(subject: str, name: str) -> tuple[str, ...]:
    """How dice given by hand may be labelled for a character: the whole name, its id, its first word."""
    return tuple(dict.fromkeys((fold(name), fold(subject.removeprefix("@")), fold(name).split(" ")[0])))


# -- amounts ----------------------------------------------------------------------------------------------------------


Use = Callable[[Decision, Question, int, int | None], None]
_USES: dict[str, Use] = {}


def use(name: str) -> Callable[[Use], Use]:
    """Register what is done with an amount; it gets the question, the amount, and the position of its dice, if any."""

    def register(function: Use) -> Use:
        _USES[name] = function
        return function

    return register


def amount(decision: Decision, question: Question, value: int | str, unit: str) -> None:
    """Do the question's ``data["use"]`` with an amount: a number, or dice as text (``"1d"``) that are thrown first."""
    if isinstance(value, int):
        _USES[question.data["use"]](decision, question, value, None)
    else:
        ask(decision, msgspec.structs.replace(question, step="amount", notation=value, data=question.data | {"unit": unit}))


@step("amount", ev.AmountRolled, "use")
def _amount(decision: Decision, question: Question, throw: Throw) -> None:
    position = decision.record(
        ev.AmountRolled(
            what=question.data["use"],
            notation=throw.notation,
            dice=throw.faces,
            dice_source=throw.source,
            total=throw.total,
            unit=question.data["unit"],
        ),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )
    _USES[question.data["use"]](decision, question, throw.total, position)
