"""Two sides against each other: the greater success wins (seed 001, Outcomes, sides that compete)."""

from __future__ import annotations

from typing import NamedTuple

from tracker.rulesets.base import Judgement, Verdict
from tracker.rulesets.brp.dice import die_named
from tracker.rulesets.brp.outcomes import DEGREES
from tracker.rulesets.plain import OPPOSED, OpposedRules

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


class GreaterDegree(OpposedRules):
    """Opposed rolls as the tracker asks for them (``ContestRules``)."""

    def compare(self, a: Judgement, b: Judgement) -> Verdict:
        """The greater degree of success wins, whatever the dice show, so there is no margin of victory. Equal degrees have
        no winner, nor has a contest in which nobody succeeds, even if only one of the failures is critical.
        """
        if a.degree == b.degree or not (a.success or b.success):
            return Verdict(None, None)
        return Verdict("a" if _rank(a) > _rank(b) else "b", None)


CONTESTS = GreaterDegree()


def opposed(a: Throw, b: Throw) -> OpposedRoll:
    """An opposed roll (seed 001, Outcomes, sides that compete). Raises ValueError for unknown dice, a chance outside 0..100
    and a total that the dice can't show."""
    judged_a, judged_b = (die_named(throw.die).judge(throw.percent, throw.roll) for throw in (a, b))
    return OpposedRoll(judged_a.degree, judged_b.degree, CONTESTS.verdict(OPPOSED, judged_a, judged_b).winner)


def _rank(judgement: Judgement) -> int:
    """How great a success is; all failures alike lie below."""
    return _SUCCESSES.index(judgement.degree) if judgement.success else -1
