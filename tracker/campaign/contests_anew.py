"""Contests that are played anew because a roll of theirs was put down wrongly: it has another target, may be somebody
else's, and what was corrected about the other rolls before stays so."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import convert, to_builtins
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.contests import Bout, Change, facing_each_other, side_of
from tracker.campaign.decision import Decision
from tracker.campaign.settling import RollSpec, attemptable
from tracker.errors import Refused
from tracker.language import _


def with_other_numbers(decision: Decision, spec: RollSpec) -> RollSpec:
    """A roll whose numbers were corrected, with the target that it has where it is one of a contest, for the rounds to
    come as well. Raises Refused when it can't be made."""
    if "contest" not in spec.then:
        attemptable(decision, spec)
        return spec
    bout = convert(spec.then["contest"], Bout)
    side = side_of(bout)
    return _facing(decision, replace(spec, then={}, corrects=None, costs=bout.specs[side].costs), bout, spec)


def of_another(decision: Decision, bout: Bout, who: str, spec: RollSpec) -> RollSpec:
    """The next roll of a contest as ``who`` makes it, in place of whoever stood on that side. Raises Refused."""
    side = side_of(bout)
    if bout.sides[1 - side] == who:
        raise Refused(
            _("{name} can't be both sides of a contest: name another.", name=decision.name_of(who)), code="same", where="who"
        )
    sides = (who, bout.sides[1]) if side == 0 else (bout.sides[0], who)
    return _facing(decision, replace(spec, then={}, corrects=None), replace(bout, sides=sides), spec)


def as_played(made: ev.RollMade, later: Iterable[ev.RollMade]) -> ev.RollMade:
    """The roll of a contest with what is known by the ``later`` ones, in their order, of what it goes on with: the other
    side as it answered in the end, perhaps corrected since, in its numbers or to somebody else's; and what was corrected
    about either side in rounds to come."""
    if "contest" not in made.then:
        return made
    bout = convert(made.then["contest"], Bout)
    last, specs, changes = bout, bout.specs, list[Change]()
    for roll in later:
        if "contest" not in roll.then:
            continue
        last = convert(roll.then["contest"], Bout)
        if last.round == bout.round:
            specs = bout.specs[0], last.specs[1]
            bout = replace(bout, sides=(bout.sides[0], last.sides[1]), specs=specs)
        else:
            changes += filter(None, (_change(last.round, side, specs[side], last.specs[side]) for side in (0, 1)))
            specs = last.specs
    # Of rounds that it didn't come to the last roll knows.
    changes += (one for one in last.changes if (one.round, one.side) > (last.round, side_of(last)))
    return replace(made, then={"contest": to_builtins(replace(bout, changes=tuple(changes)))})


def _change(round: int, side: int, before: RollSpec, after: RollSpec) -> Change | None:
    if (before.base, before.modifiers) == (after.base, after.modifiers):
        return None
    without = tuple(one for one in before.modifiers if one not in after.modifiers)
    added = tuple(one for one in after.modifiers if one not in before.modifiers)
    return Change(round, side, after.base - before.base, without, added)


def first_again(decision: Decision, answer: RollSpec) -> RollSpec | None:
    """The roll of a contest's first side, to be made anew before its corrected ``answer``, where it has another target
    against that; None where it stands."""
    bout = convert(answer.then["contest"], Bout) if "contest" in answer.then else None
    if bout is None or side_of(bout) == 0 or bout.rolls[-1] in decision.state.void_positions:
        return None
    made, first = decision.known(bout.rolls[-1]), bout.specs[0]
    if not isinstance(made, ev.RollMade) or (made.target, made.caps) == (first.target, first.caps):
        return None
    again = replace(bout, specs=(first, replace(bout.specs[1], costs=answer.costs)), rolls=bout.rolls[:-1], first=None)
    return replace(first, corrects=bout.rolls[-1], then={"contest": to_builtins(again)})


def _facing(decision: Decision, mine: RollSpec, bout: Bout, spec: RollSpec) -> RollSpec:
    """``spec``, the next roll of a contest, with the target that it has as ``mine`` against the other side."""
    side = side_of(bout)
    a, b = (mine, bout.specs[1]) if side == 0 else (bout.specs[0], mine)
    bout = facing_each_other(decision, bout, a, b)
    own = bout.specs[side]
    return replace(spec, target=own.target, caps=own.caps, then={"contest": to_builtins(bout)})
