"""Rolls against a target: settled but for their dice, then thrown for, with all that follows from how they came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tracker import events as ev
from tracker import phrases
from tracker.campaign.decision import Decision
from tracker.campaign.options import chosen
from tracker.campaign.steps import Question, ask, finish, labels_of, step
from tracker.campaign.throws import Thrown, most_throws, read
from tracker.dice import BY_HAND, Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Judgement, Modifier
from tracker.text import fold


class Cost(Struct, frozen=True):
    """Points off a pool, and for what."""

    pool: str
    points: int
    label: str


class Named(Struct, frozen=True):
    """The modifiers that the GM named for a roll, what they cost, and whether it is rolled twice."""

    modifiers: tuple[ev.AppliedModifier, ...] = ()
    costs: tuple[Cost, ...] = ()
    mode: str = ""


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
    mode: str = ""
    reroll_of: int | None = None
    represents: str = ""
    corrects: int | None = None
    sort: str = ""  # what kind of roll it would be by itself, where ``kind`` is that of a contest or the like
    rules: dict[str, str] = {}  # the system's options in force, so that dice thrown later are judged by them
    throws: tuple[Thrown, ...] = ()  # those made so far
    costs: tuple[Cost, ...] = ()  # whatever comes of it
    then: dict[str, Any] = {}  # what a follow-up needs to know


_IN_COMMON = tuple(field for field in RollSpec.__struct_fields__ if field in ev.RollMade.__struct_fields__)


def in_common(roll: RollSpec | ev.RollMade) -> dict[str, Any]:
    """What a roll that was made keeps of how it was settled, and a settled one takes over from one that was made."""
    return {field: getattr(roll, field) for field in _IN_COMMON}


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

    Raises Refused when no roll may be made against the target, unless the GM set it, for one that the system can't judge
    against, and when a character lacks the pool that a named modifier takes points from.
    """
    _check_costs(decision, subject, named.costs)
    if set_target is not None and (bounds := decision.ruleset.targets) and not bounds[0] <= set_target <= bounds[1]:
        raise Refused(
            _(
                "A target is {lowest} to {highest} here, not {target}.",
                lowest=bounds[0],
                highest=bounds[1],
                target=set_target,
            ),
            code="bad_number",
            where="target",
        )
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
        mode=named.mode,
        rules=chosen(decision.ruleset, decision.state),
        costs=named.costs,
        **more,
    )
    if attempted and set_target is None:
        attemptable(decision, spec)
    return spec


def resettled(decision: Decision, spec: RollSpec) -> RollSpec:
    """A roll with the target that its base and modifiers come to by themselves, unless the GM set one."""
    modifiers = [Modifier(one.label, one.value, one.source) for one in spec.modifiers]
    target = decision.ruleset.target(spec.base, modifiers, spec.kind)
    if spec.computed is not None:
        return msgspec.structs.replace(spec, computed=target.value, caps=target.caps)
    return msgspec.structs.replace(spec, target=target.value, caps=target.caps)


def attemptable(decision: Decision, spec: RollSpec) -> None:
    """Raises Refused when no roll may be made against the target."""
    if refusal := decision.ruleset.refusal(spec.target, spec.kind):
        raise Refused(
            _("{what}: {refusal}", what=phrases.said(spec.what), refusal=refusal), code="not_attemptable", where="target"
        )


def _check_costs(decision: Decision, subject: str, costs: Sequence[Cost]) -> None:
    """Nobody keeps the pools of someone made up on the fly: only a character must be able to pay."""
    character = decision.state.characters.get(subject)
    if not costs or character is None:
        return
    sheet = decision.sheet(character.id)
    for cost in costs:
        if cost.pool not in sheet.pools:
            raise Refused(
                _(
                    "{name} has no {pool} to pay for {label}.",
                    name=sheet.name,
                    pool=cost.pool,
                    label=phrases.said(cost.label),
                ),
                code="no_pool",
                where="modifiers",
            )


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
        if one.what in ("", wanted)
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
        if again is not None:
            left.remove(again)
        if again is None or (again.value, again.source) == (modifier.value, modifier.source):  # just what the rules say
            found.append(ev.AppliedModifier(modifier.label, modifier.value, modifier.source))
        else:
            expected = modifier.value if again.value != modifier.value else None
            found.append(ev.AppliedModifier(modifier.label, again.value, "gm", expected))
    return (*found, *left, *last)


def replaced(modifiers: Sequence[ev.AppliedModifier], named: Sequence[ev.AppliedModifier]) -> tuple[ev.AppliedModifier, ...]:
    """The modifiers with those that the GM names now, which take the place of others of the same label; a retry penalty
    stays last. What the rules had given stays noted where the GM says otherwise."""
    found = [one for one in modifiers if one.source != "retry"]
    for one in named:
        at = next((at for at, old in enumerate(found) if one.label and fold(old.label) == fold(one.label)), None)
        if at is None:
            found.append(one)
            continue
        old = found[at]
        by_rules = old.expected if old.source == "gm" else old.value
        expected = by_rules if one.source == "gm" and by_rules not in (None, one.value) else one.expected
        found[at] = msgspec.structs.replace(one, label=old.label, expected=expected)
    return (*found, *(one for one in modifiers if one.source == "retry"))


def asked_rolls(decision: Decision) -> dict[int, RollSpec]:
    """The settled rolls that open prompts ask dice for, by the prompt's position."""
    return {
        position: msgspec.convert(prompt.ask["data"], RollSpec)
        for position, prompt in decision.state.open_prompts().items()
        if prompt.kind == "dice" and prompt.ask["step"] == "roll"
    }


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
    rules = decision.ruleset.under(spec.rules)
    needed = rules.needed(spec.target)
    ask(
        decision,
        Question(
            step="roll",
            notation=rules.notation,
            labels=(*labels, *labels_of(subject, name)),
            text=f"{name}: {ev.named_roll(spec.what, spec.default)}{purpose}, target {spec.target}"
            + (f", {needed} or more" if needed is not None else "")
            + (f", {spec.mode}" if spec.mode else ""),
            subject=subject,
            cause=cause,
            procedure=procedure,
            data=msgspec.to_builtins(spec),
            times=most_throws(rules, spec.mode),
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


def judgement(made: ev.RollMade) -> Judgement:
    """How a roll came out, as the rules ask about it."""
    return Judgement(made.success, made.critical, made.degree, made.margin)


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


def _once_more(question: Question, throws: tuple[Thrown, ...]) -> Question:
    """The question for the next throw of a roll."""
    text = question.text if len(throws) > 1 else f"{question.text}; once more"
    return msgspec.structs.replace(
        question,
        text=text,
        data=question.data | {"throws": msgspec.to_builtins(throws)},
        times=question.times - 1,
    )


@step("roll", ev.RollMade, "what")
def _roll(decision: Decision, question: Question, throw: Throw) -> None:
    spec = msgspec.convert(question.data, RollSpec)
    rules = decision.ruleset.under(spec.rules)
    throws = (*spec.throws, Thrown(throw.faces, throw.source, throw.total))
    reading = read(rules, spec.base, spec.target, spec.kind, spec.mode, throws)
    if reading is None:
        ask(decision, _once_more(question, throws), by_hand=throw.source == BY_HAND)
        return
    made = ev.RollMade(
        **in_common(spec),
        notation=throw.notation,
        dice=reading.counts.dice,
        dice_source=reading.counts.source,
        total=reading.counts.total,
        success=reading.judged.success,
        critical=reading.judged.critical,
        degree=reading.judged.degree,
        margin=reading.judged.margin,
        ruleset=rules.id,
        ruleset_version=rules.version,
        needed=rules.needed(spec.target),
        dropped=reading.dropped,
    )
    position = decision.record(made, subject=question.subject, cause=question.cause, procedure=question.procedure)
    if spec.task is not None and made.success:
        decision.record(
            ev.TaskEnded(task=spec.task, how="success"),
            subject=question.subject,
            cause=position,
            procedure=question.procedure,
        )
    # One that stands in for another leads to what is decided anew, and to nothing a second time.
    own = [_FOLLOW_UPS[spec.kind]] if spec.kind in _FOLLOW_UPS and spec.reroll_of is None else []
    for consequence in (*_ALWAYS, *own):
        consequence(decision, question, spec, made, position)
