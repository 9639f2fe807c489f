"""Contests of two sides: Quick Contests, Resistance Rolls and Regular Contests (seed 000, Contests; B348-349)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from tracker import phrases
from tracker.rulesets.base import Judgement, Target, Verdict
from tracker.rulesets.gurps4e.success import judge

QUICK, RESIST, REGULAR = KINDS = ("quick", "resist", "regular")

RULE_OF_16 = 16
LOW_SCORE = 6  # both this or less: a Regular Contest would take forever
HIGH_SCORE = 14  # and so would one with both this or more
MIDDLE_SCORE = 10  # what the lower of two extreme scores becomes


class Throw(NamedTuple):
    """One side's roll: the number to roll against and the total of 3d6."""

    target: int
    roll: int


class Resistance(Struct, frozen=True):
    """A Resistance Roll as it came out; the attacker is ``a`` of the verdict, the subject ``b``."""

    attacker_target: int
    subject_rolls: bool
    verdict: Verdict


class RegularContest(Struct, frozen=True):
    """A Regular Contest so far: both targets, the winner (``a``, ``b`` or None while undecided), and rounds played."""

    a_target: int
    b_target: int
    winner: str | None
    rounds_played: int


class RolledContestRules:
    """Contests as the tracker asks for them (``ContestRules``). In a Resistance Roll (``resist``) ``a`` attacks and ``b``
    is the subject. Every method raises ValueError for an unknown kind."""

    kinds: tuple[str, ...] = KINDS
    resists = "will"

    def targets(self, kind: str, a: int, b: int, *, supernatural: bool) -> tuple[Target, Target]:
        """Both numbers after the Rule of 16 and the rule for extreme scores.

        ``supernatural`` is an attack by spell, psi or the like on something living or sapient. It matters for a
        Resistance Roll alone: the attacker has 16 at most, or as much as the subject resists with if that is more.
        """
        _check(kind)
        if kind == RESIST and supernatural:
            return _under_rule_of_16(a, b), Target(b)
        shift = _extreme_shift(a, b) if kind == REGULAR else 0
        if shift == 0:
            return Target(a), Target(b)
        moved = phrases.EXTREME_RAISED if shift > 0 else phrases.EXTREME_LOWERED
        caps = (moved.format(points=abs(shift)),)
        return Target(a + shift, caps), Target(b + shift, caps)

    def answers(self, kind: str, a: Judgement) -> bool:
        """Whether ``b`` rolls: always, but against an attack only when that succeeded."""
        _check(kind)
        return kind != RESIST or a.success

    def forced(self, kind: str) -> bool:
        """A subject resists whatever its number; in other contests both chose to roll."""
        _check(kind)
        return kind == RESIST

    def verdict(self, kind: str, a: Judgement, b: Judgement | None) -> Verdict:
        """Who won. Raises ValueError when ``b`` should have rolled and didn't.

        Quick: the better margin wins, by the difference; equal ones tie at margin 0. Resist: a failed attack loses
        without a margin, and a tie is ``b``'s at margin 0. Regular: whoever succeeds while the other fails, without a
        margin; until then another round follows. Critical results count no further.
        """
        if not self.answers(kind, a):
            return Verdict("b", None)
        if b is None:
            raise ValueError("b rolls in this contest and hasn't yet")
        if kind == REGULAR:
            if a.success == b.success:
                return Verdict(None, None, over=False)
            return Verdict("a" if a.success else "b", None)
        lead = _signed(a) - _signed(b)
        if lead == 0:
            return Verdict("b" if kind == RESIST else None, 0)
        return Verdict("a" if lead > 0 else "b", abs(lead))


CONTESTS = RolledContestRules()


def quick_contest(a: Throw, b: Throw) -> Verdict:
    """A Quick Contest (seed 000, Quick Contests). Raises ValueError for totals that 3d6 can't show."""
    return CONTESTS.verdict(QUICK, judge(*a), judge(*b))


def resistance_roll(
    attacker: Throw, resistance: int, roll: int | None, *, supernatural: bool, living_or_sapient: bool
) -> Resistance:
    """A Resistance Roll of a subject with ``resistance`` (seed 000, Quick Contests). ``roll`` is the subject's, a forced
    one, None where it makes none. Raises ValueError when it is missing although the attacker succeeded."""
    target, _ = CONTESTS.targets(RESIST, attacker.target, resistance, supernatural=supernatural and living_or_sapient)
    attack = judge(target.value, attacker.roll)
    answer = None if roll is None else judge(resistance, roll)
    return Resistance(target.value, CONTESTS.answers(RESIST, attack), CONTESTS.verdict(RESIST, attack, answer))


def regular_contest(a: int, b: int, rounds: Sequence[tuple[int, int]]) -> RegularContest:
    """A Regular Contest of two scores (seed 000, Regular Contests), ``rounds`` being both sides' totals of 3d6. What comes
    after the deciding round is not played."""
    a_target, b_target = (target.value for target in CONTESTS.targets(REGULAR, a, b, supernatural=False))
    for number, (a_roll, b_roll) in enumerate(rounds, start=1):
        verdict = CONTESTS.verdict(REGULAR, judge(a_target, a_roll), judge(b_target, b_roll))
        if verdict.over:
            return RegularContest(a_target, b_target, verdict.winner, number)
    return RegularContest(a_target, b_target, None, len(rounds))


def _check(kind: str) -> None:
    if kind not in KINDS:
        raise ValueError(f"unknown contest {kind!r}; known are {', '.join(KINDS)}")


def _signed(judgement: Judgement) -> int:
    """A margin on one scale: a failure's below 0. A failure's margin is 1 or more, so no failure equals a success."""
    return judgement.margin if judgement.success else -judgement.margin


def _under_rule_of_16(attack: int, resistance: int) -> Target:
    limit = max(RULE_OF_16, resistance)
    return Target(limit, (phrases.RULE_OF_16.format(points=limit),)) if attack > limit else Target(attack)


def _extreme_shift(a: int, b: int) -> int:
    """What brings the lower of two scores that are both very low or both very high to 10, else 0."""
    if max(a, b) <= LOW_SCORE or min(a, b) >= HIGH_SCORE:
        return MIDDLE_SCORE - min(a, b)
    return 0
