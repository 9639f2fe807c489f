"""Opposed checks: both sides roll, and the success with the greater margin wins (seed 003, Opposed Checks)."""

from __future__ import annotations

from msgspec import Struct

from tracker.rulesets.base import Judgement, Verdict
from tracker.rulesets.d20under.check import Throw, check
from tracker.rulesets.plain import OPPOSED, OpposedRules


class OpposedCheck(Struct, frozen=True):
    """An opposed check as it came out: each side's margin of success in points, None for a failure."""

    a_margin: int | None
    b_margin: int | None
    verdict: Verdict

    @property
    def winner(self) -> str | None:
        """``a``, ``b``, or None where things stay as they are."""
        return self.verdict.winner


class OpposedCheckRules(OpposedRules):
    """Opposed checks as the tracker asks for them (``ContestRules``)."""

    def compare(self, a: Judgement, b: Judgement) -> Verdict:
        """A lone success wins by its own margin, the better of two by the difference. Equal successes have no winner, at
        margin 0, nor have two failures, without a margin; whether to roll anew is the GM's call.
        """
        if not b.success:
            return Verdict("a", a.margin) if a.success else Verdict(None, None)
        if not a.success:
            return Verdict("b", b.margin)
        if a.margin == b.margin:
            return Verdict(None, 0)
        return Verdict("a" if a.margin > b.margin else "b", abs(a.margin - b.margin))


CONTESTS = OpposedCheckRules()


def opposed(a: Throw, b: Throw) -> OpposedCheck:
    """An opposed check (seed 003, Opposed Checks). Raises ValueError for rolls outside 1..20."""
    judged_a, judged_b = (check(throw.target, throw.target, throw.roll) for throw in (a, b))
    a_margin, b_margin = (judged.margin if judged.success else None for judged in (judged_a, judged_b))
    return OpposedCheck(a_margin, b_margin, CONTESTS.verdict(OPPOSED, judged_a, judged_b))
