"""Opposed checks: both sides roll, and the success with the greater margin wins (seed 003, Opposed Checks)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.rulesets.base import Judgement, Target, Verdict
from tracker.rulesets.d20under.check import Throw, check

OPPOSED = "opposed"


@dataclass(frozen=True, slots=True)
class OpposedCheck:
    """An opposed check as it came out: each side's margin of success in points, None for a failure."""

    a_margin: int | None
    b_margin: int | None
    verdict: Verdict

    @property
    def winner(self) -> str | None:
        """``a``, ``b``, or None where things stay as they are."""
        return self.verdict.winner


class OpposedCheckRules:
    """Opposed checks as the tracker asks for them (``ContestRules``). Every method raises ValueError for an unknown kind.

    Nothing here is resisted, and neither side's number depends on the other's.
    """

    kinds: tuple[str, ...] = (OPPOSED,)
    resists = ""

    def targets(self, kind: str, a: int, b: int, *, supernatural: bool) -> tuple[Target, Target]:
        """Both numbers as they are."""
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

        A lone success wins by its own margin, the better of two by the difference. Equal successes have no winner, at
        margin 0, nor have two failures, without a margin; whether to roll anew is the GM's call.
        """
        _check(kind)
        if b is None:
            raise ValueError("b rolls in this contest and hasn't yet")
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


def _check(kind: str) -> None:
    if kind != OPPOSED:
        raise ValueError(f"unknown contest {kind!r}; known is {OPPOSED}")
