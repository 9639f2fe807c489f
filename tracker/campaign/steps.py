"""Throws and what follows from them. A throw whose dice are not at hand becomes a prompt, and the answer goes on from there.

Each step is a named function of its data and the dice, so that a resumed one runs the same code as one with dice at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from tracker import events as ev
from tracker.campaign.decision import Decision
from tracker.campaign.state import Prompt
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.rulesets.base import Modifier
from tracker.text import fold


class Question(Struct, frozen=True, kw_only=True):
    """Dice that are needed: ``step`` names what goes on with them, ``labels`` who or what they are for (most specific
    first), ``text`` asks for them in words, ``data`` is the step's own. ``cause`` is the event that led here."""

    step: str
    notation: str
    labels: tuple[str, ...]
    text: str
    subject: str
    cause: int | None = None
    procedure: int | None = None
    data: dict[str, Any] = {}


Step = Callable[[Decision, Question, Throw], None]
_STEPS: dict[str, Step] = {}


def step(name: str) -> Callable[[Step], Step]:
    """Register the function that goes on when a question's dice are there."""

    def register(function: Step) -> Step:
        _STEPS[name] = function
        return function

    return register


def ask(decision: Decision, question: Question) -> None:
    """Go on with the dice of a question, or leave it as a prompt when they are still to be thrown by hand."""
    throw = decision.tray.throw(question.labels, question.notation)
    if throw is not None:
        _STEPS[question.step](decision, question, throw)
        return
    if question.procedure is None:
        question = msgspec.structs.replace(question, procedure=decision.record(ev.ProcedureStarted(kind=question.step)))
    decision.record(
        ev.PromptOpened(kind="dice", text=question.text, ask=msgspec.to_builtins(question)),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )


def answer(decision: Decision, position: int) -> None:
    """Go on with an open prompt for dice. Raises Refused when it isn't one, or when no dice were given."""
    prompt = open_prompt(decision, position)
    if prompt.kind != "dice":
        raise Refused(
            f"Prompt {position} asks for a trait's name, not for dice: name it with “trait name {position} …”.",
            code="wrong_answer",
            where="prompt",
        )
    question = msgspec.convert(prompt.ask, Question)
    throw = decision.tray.throw(question.labels, question.notation)
    if throw is None:
        raise Refused(f"Give the dice: {prompt.text}.", code="missing", where="dice")
    decision.record(
        ev.PromptAnswered(prompt=position), subject=question.subject, cause=position, procedure=question.procedure
    )
    _STEPS[question.step](decision, question, throw)
    finish(decision, question.procedure)


def open_prompt(decision: Decision, position: int) -> Prompt:
    """The open prompt at a position. Raises Refused naming those that are open."""
    waiting = decision.state.open_prompts()
    if position not in waiting:
        known = ", ".join(str(at) for at in waiting) or "none"
        raise Refused(f"There is no open prompt {position}; open: {known}.", code="not_found", where="prompt")
    return waiting[position]


def finish(decision: Decision, procedure: int | None) -> None:
    """End a procedure when nothing of it waits any more."""
    if procedure is None or procedure in decision.state.ends:
        return
    if not any(prompt.procedure == procedure for prompt in decision.state.open_prompts().values()):
        decision.record(ev.ProcedureEnded(procedure=procedure), procedure=procedure)


def may_be_spare(decision: Decision, label: str) -> bool:
    """Whether dice with this label may be given and not needed: those for what only a failed Fright Check leads to, of all
    (``table``, ``fp``) or of one of those checked (``mira table``). Any other label would be a slip of the pen."""
    who, _, what = label.rpartition(" ")
    checked = {fact.subject or "" for fact in decision.made if fact.procedure is not None}
    names = {name for one in checked for name in labels_of(one, decision.name_of(one))}
    return what in {"table", "ht", *_USES} and bool(checked) and (not who or who in names)


def asked_rolls(decision: Decision) -> dict[int, RollSpec]:
    """The settled rolls that open prompts ask dice for, by the prompt's position."""
    return {
        position: msgspec.convert(prompt.ask["data"], RollSpec)
        for position, prompt in decision.state.open_prompts().items()
        if prompt.kind == "dice" and prompt.ask["step"] == "roll"
    }


# -- rolls against a target -------------------------------------------------------------------------------------------


class RollSpec(Struct, frozen=True, kw_only=True):
    """A roll that is settled but for its dice."""

    kind: str
    what: str
    default: str = ""
    base: int
    given: bool = False
    modifiers: tuple[ev.AppliedModifier, ...]
    target: int
    caps: tuple[str, ...] = ()
    task: int | None = None
    attempt: int = 1
    retry_penalty: int = 0
    threat: str | None = None
    effort: int | None = None
    increase: int | None = None
    motivation: str = ""
    then: dict[str, Any] = {}  # what a follow-up needs to know


def settle(decision: Decision, *, kind: str, what: str, base: int, modifiers: list[Modifier], **more: Any) -> RollSpec:
    """The target of a roll by the rules. Raises Refused when no roll may be made against it."""
    target = decision.ruleset.target(base, modifiers, kind)
    if refusal := decision.ruleset.refusal(target.value, kind):
        raise Refused(f"{what}: {refusal}", code="not_attemptable", where="target")
    return RollSpec(
        kind=kind,
        what=what,
        base=base,
        modifiers=tuple(ev.AppliedModifier(modifier.label, modifier.value, modifier.source) for modifier in modifiers),
        target=target.value,
        caps=target.caps,
        **more,
    )


def roll(
    decision: Decision,
    spec: RollSpec,
    *,
    subject: str,
    name: str,
    cause: int | None = None,
    procedure: int | None = None,
    labels: tuple[str, ...] = (),
) -> None:
    """Throw for a settled roll of ``name``, with all that follows from it."""
    ask(
        decision,
        Question(
            step="roll",
            notation=decision.ruleset.notation,
            labels=(*labels, *labels_of(subject, name)),
            text=f"{name}: {ev.named_roll(spec.what, spec.default)}, target {spec.target}",
            subject=subject,
            cause=cause,
            procedure=procedure,
            data=msgspec.to_builtins(spec),
        ),
    )


def labels_of(subject: str, name: str) -> tuple[str, ...]:
    """How dice given by hand may be labelled for a character: the whole name, its id, its first word."""
    return tuple(dict.fromkeys((fold(name), fold(subject.removeprefix("@")), fold(name).split(" ")[0])))


FollowUp = Callable[[Decision, Question, RollSpec, ev.RollMade, int], None]
_FOLLOW_UPS: dict[str, FollowUp] = {}


def follow_up(*kinds: str) -> Callable[[FollowUp], FollowUp]:
    """Register what a roll of this kind leads to; it gets the roll's event and position."""

    def register(function: FollowUp) -> FollowUp:
        for kind in kinds:
            _FOLLOW_UPS[kind] = function
        return function

    return register


@step("roll")
def _roll(decision: Decision, question: Question, throw: Throw) -> None:
    spec = msgspec.convert(question.data, RollSpec)
    judged = decision.ruleset.judge(spec.base, spec.target, throw.total, spec.kind)
    settled = {field: getattr(spec, field) for field in RollSpec.__struct_fields__ if field != "then"}
    made = ev.RollMade(
        **settled,
        notation=throw.notation,
        dice=throw.faces,
        dice_source=throw.source,
        total=throw.total,
        success=judged.success,
        critical=judged.critical,
        degree=judged.degree,
        margin=judged.margin,
        ruleset=decision.ruleset.id,
        ruleset_version=decision.ruleset.version,
    )
    position = decision.record(made, subject=question.subject, cause=question.cause, procedure=question.procedure)
    if spec.task is not None and made.success:
        decision.record(
            ev.TaskEnded(task=spec.task, how="success"),
            subject=question.subject,
            cause=position,
            procedure=question.procedure,
        )
    if spec.kind in _FOLLOW_UPS:
        _FOLLOW_UPS[spec.kind](decision, question, spec, made, position)


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


@step("amount")
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
