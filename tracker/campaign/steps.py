"""Throws and what follows from them. A throw whose dice are not at hand becomes a prompt, and the answer goes on from there.

Each step is a named function of its data and the dice, so that a resumed one runs the same code as one with dice at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tracker import events as ev
from tracker.campaign.characters import view
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


def ask(decision: Decision, question: Question, *, later: bool = False) -> None:
    """Go on with the dice of a question, or leave it as a prompt when they are still to be thrown by hand.

    ``later``: what the GM calls for when its moment has come (a recovery, a death check, the next round) stays a prompt
    unless dice were given for just this.
    """
    tray = decision.tray
    throw = (tray.given_for if later else tray.throw)(question.labels, question.notation)
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
    throw = decision.tray.throw(question.labels, question.notation)
    if throw is None:
        raise Refused(f"Give the dice: {question.text}.", code="missing", where="dice")
    decision.record(
        ev.PromptAnswered(prompt=position), subject=question.subject, cause=position, procedure=question.procedure
    )
    _STEPS[question.step](decision, question, throw)
    finish(decision, question.procedure)


def question_of(decision: Decision, position: int) -> Question:
    """What the open prompt at a position asks dice for. Raises Refused when it asks for something else."""
    prompt = open_prompt(decision, position)
    if prompt.kind != "dice":
        raise Refused(f"Prompt {position} asks for no dice: {prompt.text}.", code="wrong_answer", where="prompt")
    return msgspec.convert(prompt.ask, Question)


def open_prompt(decision: Decision, position: int) -> Prompt:
    """The open prompt at a position. Raises Refused naming those that are open."""
    waiting = decision.state.open_prompts()
    if position not in waiting:
        known = ", ".join(str(at) for at in waiting) or "none"
        raise Refused(f"There is no open prompt {position}; open: {known}.", code="not_found", where="prompt")
    return waiting[position]


def close(decision: Decision, position: int, cause: int) -> None:
    """Close an open prompt that nobody needs to answer any more, because of the event ``cause``."""
    prompt = decision.state.prompts[position]
    decision.record(
        ev.PromptAnswered(prompt=position), subject=prompt.subject, cause=cause, procedure=prompt.procedure, about=position
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


def asked_rolls(decision: Decision) -> dict[int, RollSpec]:
    """The settled rolls that open prompts ask dice for, by the prompt's position."""
    return {
        position: msgspec.convert(prompt.ask["data"], RollSpec)
        for position, prompt in decision.state.open_prompts().items()
        if prompt.kind == "dice" and prompt.ask["step"] == "roll"
    }


# -- rolls against a target -------------------------------------------------------------------------------------------


class Cost(Struct, frozen=True):
    """Points off a pool, and for what."""

    pool: str
    points: int
    label: str


class Named(Struct, frozen=True):
    """The modifiers that the GM named for a roll, and what they cost."""

    modifiers: tuple[ev.AppliedModifier, ...] = ()
    costs: tuple[Cost, ...] = ()


UNMODIFIED = Named()


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
    computed: int | None = None
    ruling: str = ""
    condition: int | None = None
    costs: tuple[Cost, ...] = ()  # whatever comes of it
    then: dict[str, Any] = {}  # what a follow-up needs to know


# Rolls of these kinds rest on the body or the table alone: what stays with a character for “all rolls” spares them.
_UNTOUCHED = frozenset({"fright", "recovery", "healing", "active_defense", "self_control", "damage"})


def settle(
    decision: Decision,
    *,
    subject: str,
    kind: str,
    what: str,
    base: int,
    automatic: Sequence[Modifier] = (),
    named: Named = UNMODIFIED,
    set_target: int | None = None,
    attempted: bool = True,
    **more: Any,
) -> RollSpec:
    """The target of a roll: its base, what the tracker adds by itself, what stays with the character, and what the GM
    named, which takes the place of an automatic modifier of that name. ``set_target`` is the GM's own number. Where the
    target isn't final (``attempted`` False) the caller asks ``attemptable`` once it is.

    Raises Refused when no roll may be made against the target, unless the GM set it, and when a character lacks the pool
    that a named modifier takes points from.
    """
    _check_costs(decision, subject, named.costs)
    standing = [] if kind in _UNTOUCHED else _standing(decision, subject, what)
    applied = _overruled([*automatic, *standing], named.modifiers)
    target = decision.ruleset.target(base, [Modifier(one.label, one.value, one.source) for one in applied], kind)
    ruled = set_target is not None and set_target != target.value
    spec = RollSpec(
        kind=kind,
        what=what,
        base=base,
        modifiers=applied,
        target=target.value if set_target is None else set_target,
        caps=target.caps,
        computed=target.value if ruled else None,
        costs=named.costs,
        **more,
    )
    if attempted and set_target is None:
        attemptable(decision, spec)
    return spec


def attemptable(decision: Decision, spec: RollSpec) -> None:
    """Raises Refused when no roll may be made against the target."""
    if refusal := decision.ruleset.refusal(spec.target, spec.kind):
        raise Refused(f"{spec.what}: {refusal}", code="not_attemptable", where="target")


def _check_costs(decision: Decision, subject: str, costs: Sequence[Cost]) -> None:
    """Nobody keeps the pools of someone made up on the fly: only a character must be able to pay."""
    character = decision.state.characters.get(subject)
    if not costs or character is None:
        return
    sheet = view(decision.state, character, decision.ruleset)
    for cost in costs:
        if cost.pool not in sheet.pools:
            raise Refused(f"{sheet.name} has no {cost.pool} to pay for {cost.label}.", code="no_pool", where="modifiers")


def _standing(decision: Decision, subject: str, what: str) -> list[Modifier]:
    """What stays with the character for rolls on ``what``. A roll under a hidden modifier would give it away: it is hidden
    as well."""
    character = decision.state.characters.get(subject)
    if character is None:
        return []
    wanted = fold(what)
    found = {
        position: Modifier(one.label, one.value, "standing")
        for position, one in sorted(character.modifiers.items())
        if position not in decision.state.ends and one.what in ("", wanted)
    }
    if any(decision.hidden(position) for position in found):
        decision.visibility = ev.GM_ONLY
    return [*found.values()]


def _overruled(automatic: Sequence[Modifier], named: Sequence[ev.AppliedModifier]) -> tuple[ev.AppliedModifier, ...]:
    """All modifiers, those first that the tracker adds, a retry penalty last. One that the GM names again, by its label or
    the words that it begins with, has the GM's value and keeps what was expected; a retry penalty is overruled where it
    is worked out."""
    left = list(named)
    found = []
    last = [ev.AppliedModifier(one.label, one.value, one.source) for one in automatic if one.source == "retry"]
    for modifier in (one for one in automatic if one.source != "retry"):
        label = fold(modifier.label)
        again = next((one for one in left if one.label and f"{label} ".startswith(f"{fold(one.label)} ")), None)
        if again is None:
            found.append(ev.AppliedModifier(modifier.label, modifier.value, modifier.source))
        else:
            left.remove(again)
            expected = modifier.value if again.value != modifier.value else None
            found.append(ev.AppliedModifier(modifier.label, again.value, "gm", expected))
    return (*found, *left, *last)


def roll(
    decision: Decision,
    spec: RollSpec,
    *,
    subject: str,
    name: str,
    cause: int | None = None,
    procedure: int | None = None,
    labels: tuple[str, ...] = (),
    purpose: str = "",
    later: bool = False,
) -> None:
    """Throw for a settled roll of ``name``, with all that follows from it; ``purpose`` says in the prompt what it is for.
    ``later`` as in ``ask``."""
    ask(
        decision,
        Question(
            step="roll",
            notation=decision.ruleset.notation,
            labels=(*labels, *labels_of(subject, name)),
            text=f"{name}: {ev.named_roll(spec.what, spec.default)}{purpose}, target {spec.target}",
            subject=subject,
            cause=cause,
            procedure=procedure,
            data=msgspec.to_builtins(spec),
        ),
        later=later,
    )


def call_for(
    decision: Decision,
    spec: RollSpec,
    *,
    subject: str,
    name: str,
    cause: int,
    labels: tuple[str, ...] = (),
    purpose: str = "",
) -> None:
    """Ask for a roll that the GM calls for when its moment has come, as a procedure of its own: it stays a prompt unless
    dice were given for just this."""
    procedure = decision.record(ev.ProcedureStarted(kind=spec.kind), cause=cause)
    roll(
        decision,
        spec,
        subject=subject,
        name=name,
        cause=cause,
        procedure=procedure,
        labels=labels,
        purpose=purpose,
        later=True,
    )
    finish(decision, procedure)


def labels_for(subject: str, name: str, what: str) -> tuple[str, ...]:
    """How dice given by hand may be labelled for one throw of a character: ``mira table``, then just ``table``."""
    return (*(f"{label} {fold(what)}" for label in labels_of(subject, name)), fold(what))


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


_ALWAYS: list[FollowUp] = []


def after_every_roll(function: FollowUp) -> FollowUp:
    """Register what any roll leads to, before what its kind does."""
    _ALWAYS.append(function)
    return function


@step("roll")
def _roll(decision: Decision, question: Question, throw: Throw) -> None:
    spec = msgspec.convert(question.data, RollSpec)
    judged = decision.ruleset.judge(spec.base, spec.target, throw.total, spec.kind)
    settled = {field: getattr(spec, field) for field in RollSpec.__struct_fields__ if field not in ("then", "costs")}
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
    for consequence in (*_ALWAYS, *([_FOLLOW_UPS[spec.kind]] if spec.kind in _FOLLOW_UPS else [])):
        consequence(decision, question, spec, made, position)


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
