"""Decisions about contests of two sides. A contest is played roll by roll: each one carries on what the next needs to know,
so that dice thrown later, or the next rounds of a long contest, go on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import basis_of, settle_on
from tracker.campaign.rulings import decided_anew
from tracker.campaign.settling import RollSpec, attemptable, follow_up, judgement, replaced, resettled, roll
from tracker.campaign.steps import Question, finish
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import ContestRules, Judgement, Verdict

# Rounds of one action: a round takes some ten calls within each other, and Python allows about a thousand. Hardly a contest
# lasts that long, and one that does goes on with the next answer.
MOST_ROUNDS = 40


class Change(Struct, frozen=True):
    """What was corrected about the numbers of a ``side`` (0 or 1) in a ``round``, and holds from then on: how much more its
    ``base`` is, the modifiers that it is ``without``, and those that were ``added``."""

    round: int
    side: int
    base: int
    without: tuple[ev.AppliedModifier, ...]
    added: tuple[ev.AppliedModifier, ...]


class Bout(Struct, frozen=True, kw_only=True):
    """A contest under way: what both sides roll against, the ``rolls`` so far (positions) and, once ``a`` has rolled in this
    round, how that came out. It pauses when ``left`` more rounds are over, and goes on for ``pause`` more when the GM calls
    for them. One that is played anew knows the ``changes`` of rounds to come. ``then`` names what the contest is for, with
    ``data`` of its own."""

    kind: str
    sides: tuple[str, str]
    specs: tuple[RollSpec, RollSpec]
    pause: int
    left: int
    round: int = 1
    rolls: tuple[int, ...] = ()
    first: Judgement | None = None
    supernatural: bool = False
    changes: tuple[Change, ...] = ()
    then: str = ""
    data: dict[str, Any] = {}


Settled = tuple[str, RollSpec]
"""A side whose roll a rule of its own has settled."""

AfterContest = Callable[[Decision, Question, Bout, Verdict, int], None]
_AFTER: dict[str, AfterContest] = {}


def after_contest(name: str) -> Callable[[AfterContest], AfterContest]:
    """Register what a contest with this ``then`` leads to; it gets the last roll's question, the verdict and the position of
    the decision."""

    def register(function: AfterContest) -> AfterContest:
        _AFTER[name] = function
        return function

    return register


def contested(decision: Decision, command: cmd.Contest) -> None:
    """A contest of two sides, as one procedure."""
    rules = contest_rules(decision)
    kind = command.kind or rules.kinds[0]
    if kind not in rules.kinds:
        raise Refused(
            _("A contest is {kinds}; “{kind}” is none.", kinds=", ".join(rules.kinds), kind=kind),
            code="bad_kind",
            where="kind",
        )
    resisted = rules.forced(kind)
    if command.supernatural and not resisted:
        raise Refused(
            _("A {kind} contest isn't resisted: leave “supernatural” out.", kind=kind),
            code="bad_value",
            where="supernatural",
        )
    if command.rounds is not None and _ends_at_once(decision, rules, kind):
        raise Refused(_("A {kind} contest has one round: leave “rounds” out.", kind=kind), code="bad_value", where="rounds")
    if command.rounds is not None and not 1 <= command.rounds <= MOST_ROUNDS:
        raise Refused(
            _("A contest pauses after 1 to {MOST_ROUNDS} rounds.", MOST_ROUNDS=MOST_ROUNDS),
            code="bad_number",
            where="rounds",
        )
    b = replace(command.b, what=rules.resists) if resisted and not command.b.what else command.b
    begin(
        decision,
        kind,
        (command.a, b),
        ("contest", "resistance" if resisted else "contest"),
        plan={"contest": kind},
        supernatural=command.supernatural,
        rounds=command.rounds or MOST_ROUNDS,
    )


def contest_rules(decision: Decision) -> ContestRules:
    """The system's contests. Raises Refused when it has none."""
    if decision.ruleset.contests is None:
        raise Refused(_("{title} has no contests.", title=_(decision.ruleset.title)), code="no_rule", where="contest")
    return decision.ruleset.contests


def begin(
    decision: Decision,
    kind: str,
    sides: tuple[cmd.Side | Settled, cmd.Side],
    rolls: tuple[str, str],
    *,
    plan: dict[str, Any],
    supernatural: bool = False,
    rounds: int = MOST_ROUNDS,
    then: str = "",
    data: dict[str, Any] | None = None,
) -> None:
    """Begin a contest of a kind that the rules have and play it as far as there are dice. ``rolls`` are the kinds of both
    sides' rolls, ``plan`` what the procedure is noted under, ``then`` as in ``Bout``. Raises Refused."""
    (a, first), (b, second) = (_side(decision, side, roll) for side, roll in zip(sides, rolls, strict=True))
    if a == b:
        raise Refused(
            _("{a} can't be both sides of a contest: name another.", a=decision.name_of(a)), code="same", where="who"
        )
    specs = _against(decision, kind, first, second, supernatural=supernatural)
    procedure = decision.record(ev.ProcedureStarted(kind=rolls[0], plan=plan | {"sides": [a, b]}))
    bout = Bout(
        kind=kind,
        sides=(a, b),
        specs=specs,
        pause=rounds,
        left=rounds,
        supernatural=supernatural,
        then=then,
        data=data or {},
    )
    _next_roll(decision, bout, cause=procedure, procedure=procedure)
    finish(decision, procedure)


def _against(
    decision: Decision, kind: str, first: RollSpec, second: RollSpec, *, supernatural: bool
) -> tuple[RollSpec, RollSpec]:
    """Both sides' rolls with the targets that they have against each other. Raises Refused for one that can't be made."""
    targets = contest_rules(decision).targets(kind, first.target, second.target, supernatural=supernatural)
    a, b = (
        replace(spec, target=target.value, caps=(*spec.caps, *target.caps))
        for spec, target in zip((first, second), targets, strict=True)
    )
    attemptable(decision, a)
    attemptable(decision, b)
    return a, b


def side_of(bout: Bout) -> int:
    """Which side rolls next, 0 or 1."""
    return 0 if bout.first is None else 1


def facing_each_other(decision: Decision, bout: Bout, a: RollSpec, b: RollSpec) -> Bout:
    """A contest with these rolls of both sides, with the targets that they have against each other. Raises Refused for one
    that can't be made."""
    a, b = resettled(decision, a), resettled(decision, b)
    return replace(bout, specs=_against(decision, bout.kind, a, b, supernatural=bout.supernatural))


def _with_changes(decision: Decision, bout: Bout) -> Bout:
    """A round as it begins, with what was corrected about it before the contest was played anew."""
    specs = list(bout.specs)
    changes = [one for one in bout.changes if one.round == bout.round]
    for one in changes:
        spec = specs[one.side]
        left = [modifier for modifier in spec.modifiers if modifier not in one.without]
        specs[one.side] = replace(spec, base=spec.base + one.base, modifiers=replaced(left, one.added))
    return facing_each_other(decision, bout, *specs) if changes else bout


def other_side(question: Question) -> list[Question]:
    """The roll that answers the one that a question asks dice for, where that begins a round of a contest."""
    bout = question.data["then"].get("contest")
    if bout is None or bout["first"] is not None:
        return []
    return [replace(question, subject=bout["sides"][1], data=bout["specs"][1])]


def _side(decision: Decision, side: cmd.Side | Settled, kind: str) -> Settled:
    """Who stands on a side, and the roll, whose target the other side's may still change."""
    if isinstance(side, tuple):
        return side
    subject, _name, basis = basis_of(decision, side.who, side.what, side.base)
    return subject, settle_on(decision, subject, kind, basis, side.modifiers, attempted=False, sort=basis.kind)


def _ends_at_once(decision: Decision, rules: ContestRules, kind: str) -> bool:
    """Whether even equal rolls settle it."""
    degree = next(degree for degree in decision.ruleset.degrees if degree.success)
    even = Judgement(degree.success, degree.critical, degree.name, margin=0)
    return rules.verdict(kind, even, even).over


def _next_roll(decision: Decision, bout: Bout, *, cause: int, procedure: int | None, later: bool = False) -> None:
    side = side_of(bout)
    purpose = f" against {decision.name_of(bout.sides[1 - side])}"
    roll(
        decision,
        replace(bout.specs[side], then={"contest": to_builtins(bout)}),
        subject=bout.sides[side],
        name=decision.name_of(bout.sides[side]),
        cause=cause,
        procedure=procedure,
        purpose=purpose,
        later=later,
    )


@follow_up("contest", "resistance", "influence")
def _goes_on(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """The other side rolls, or the round is decided, and with it the contest or not yet."""
    if "contest" not in spec.then:
        return
    bout = convert(spec.then["contest"], Bout)
    judged = judgement(made)
    rules = contest_rules(decision)
    if bout.first is not None:
        first = decision.roll_that_stands(bout.rolls[-1])  # it may have been rolled anew while this one waited
        bout = replace(bout, rolls=(*bout.rolls, position))
        verdict = rules.verdict(bout.kind, judgement(first), judged)
    elif rules.answers(bout.kind, judged):
        bout = replace(bout, first=judged, rolls=(*bout.rolls, position))
        _next_roll(decision, bout, cause=position, procedure=question.procedure)
        return
    else:
        bout = replace(bout, rolls=(*bout.rolls, position))
        verdict = rules.verdict(bout.kind, judged, None)
    if verdict.over:
        _settled(decision, question, bout, verdict, position)
    else:
        _next_round(decision, bout, cause=position, procedure=question.procedure)


def _next_round(decision: Decision, bout: Bout, *, cause: int, procedure: int | None) -> None:
    """Another round, at once or when the GM calls for it."""
    pauses = bout.left == 1
    bout = replace(
        bout,
        specs=(replace(bout.specs[0], costs=()), replace(bout.specs[1], costs=())),  # paid in the first round
        left=bout.pause if pauses else bout.left - 1,
        round=bout.round + 1,
        first=None,
    )
    _next_roll(decision, _with_changes(decision, bout), cause=cause, procedure=procedure, later=pauses)


def _settled(decision: Decision, question: Question, bout: Bout, verdict: Verdict, last: int) -> None:
    a, b = bout.sides
    position = decision.record(
        ev.ContestDecided(
            kind=bout.kind,
            sides=bout.sides,
            rolls=bout.rolls,
            winner={"a": a, "b": b}.get(verdict.winner or ""),
            margin=verdict.margin,
            rounds=bout.round,
        ),
        subject=a,
        cause=last,
        procedure=question.procedure,
        about=decision.behind(bout.rolls),
    )
    if bout.then:
        _AFTER[bout.then](decision, question, bout, verdict, position)


@decided_anew(ev.ContestDecided)
def _anew(decision: Decision, verdict: ev.ContestDecided, position: int, roll: int, cause: int) -> None:
    """The contest of one round is decided on the roll that was made in place of another. A ruling alone has no margin to
    decide by."""
    if roll not in decision.state.rerolls or len(verdict.rolls) != len(verdict.sides):
        return
    a, b = (judgement(decision.roll_that_stands(made)) for made in verdict.rolls)
    found = contest_rules(decision).verdict(verdict.kind, a, b)
    winner = dict(zip("ab", verdict.sides, strict=True)).get(found.winner or "")
    decided = replace(verdict, winner=winner, margin=found.margin)
    if decided != verdict:
        decision.record(decided, subject=verdict.sides[0], cause=cause, about=decision.behind(verdict.rolls))
