"""Two sides against each other: the greater success wins (seed 001, Outcomes, sides that compete)."""

from __future__ import annotations

from typing import NamedTuple

from tracker.rulesets.base import Judgement, Target, Verdict
from tracker.rulesets.brp.dice import die_named
from tracker.rulesets.brp.outcomes import DEGREES

OPPOSED = "opposed"

_SUCCESSES = [degree.name for degree in DEGREES if degree.success]  # the least first


class Throw(NamedTuple):
    """One side's roll: the dice by name, the chance in percent, and the total that counts."""

    die: str
    percent: int
    roll: int


class OpposedRoll(NamedTuple):
    """An opposed roll as it came out: both sides' degrees, and the winner (``a``, ``b`` or None)."""

    a_outcome: str
    b_outcome: str
    winner: str | None


class OpposedRules:
    """Opposed rolls as the tracker asks for them (``ContestRules``). Every method raises ValueError for an unknown kind.

    Nothing here is resisted, and neither side's chance depends on the other's.
    """

    kinds: tuple[str, ...] = (OPPOSED,)
    resists = ""

    def targets(self, kind: str, a: int, b: int, *, supernatural: bool) -> tuple[Target, Target]:
        """Both chances as they are."""
        _check(kind)
        return Target(a), Target(b)

    def answers(self, kind: str, a: Judgement) -> bool:
        """Both sides always roll."""
        _check(kind)
        return True

    def forced(self, kind: str) -> bool:
        """Both sides chose to roll."""
        _check(kind)
        return False

    def verdict(self, kind: str, a: Judgement, b: Judgement | None) -> Verdict:
        """Who won. Raises ValueError when ``b`` hasn't rolled.

        The greater degree of success wins, whatever the dice show, so there is no margin of victory. Equal degrees have
        no winner, nor has a contest in which nobody succeeds, even if only one of the failures is critical.
        """
        _check(kind)
        if b is None:
            raise ValueError("b rolls in this contest and hasn't yet")
        if a.degree == b.degree or not (a.success or b.success):
            return Verdict(None, None)
        return Verdict("a" if _rank(a) > _rank(b) else "b", None)


CONTESTS = OpposedRules()


def opposed(a: Throw, b: Throw) -> OpposedRoll:
    """An opposed roll (seed 001, Outcomes, sides that compete). Raises ValueError for unknown dice, a chance outside 0..100
    and a total that the dice can't show."""
    judged_a, judged_b = (die_named(throw.die).judge(throw.percent, throw.roll) for throw in (a, b))
    return OpposedRoll(judged_a.degree, judged_b.degree, CONTESTS.verdict(OPPOSED, judged_a, judged_b).winner)


def _rank(judgement: Judgement) -> int:
    """How great a success is; all failures alike lie below."""
    return _SUCCESSES.index(judgement.degree) if judgement.success else -1


def _check(kind: str) -> None:
    if kind != OPPOSED:
        raise ValueError(f"unknown contest {kind!r}; known is {OPPOSED}")
