"""What simple systems have in common: contests in which both sides roll once, and retries that cost nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tracker.language import _
from tracker.rulesets.base import Judgement, RetryDecision, Target, Verdict

OPPOSED = "opposed"
CHANGED, FREE, ONE_CHANCE = "changed", "free", "one_chance"


class OpposedRules(ABC):
    """Opposed rolls as the tracker asks for them (``ContestRules``). Every method raises ValueError for an unknown kind.

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
        """Who won. Raises ValueError when ``b`` hasn't rolled."""
        _check(kind)
        if b is None:
            raise ValueError("b rolls in this contest and hasn't yet")
        return self.compare(a, b)

    @abstractmethod
    def compare(self, a: Judgement, b: Judgement) -> Verdict:
        """Who won by these rolls."""


def retry(policies: Sequence[str], policy: str, attempt: int, *, changed: bool) -> RetryDecision:
    """Whether attempt number ``attempt`` may be made, all earlier ones having failed; none costs a modifier.

    The first is always allowed. After it: at will (``free``), only once the situation is another (``changed``), or never
    (``one_chance``). Raises ValueError for a policy that isn't among ``policies`` and for an attempt below 1.
    """
    if policy not in policies:
        raise ValueError(f"unknown retry policy {policy!r}; known are {', '.join(policies)}")
    if attempt < 1:
        raise ValueError(f"attempts count from 1, not {attempt}")
    if attempt == 1 or policy == FREE or (policy == CHANGED and changed):
        return RetryDecision(allowed=True, modifier=0)
    reason = (
        _("This task allows one attempt only.")
        if policy == ONE_CHANCE
        else _("Another try needs a change in the situation.")
    )
    return RetryDecision(allowed=False, modifier=None, reason=reason)


def _check(kind: str) -> None:
    if kind != OPPOSED:
        raise ValueError(f"unknown contest {kind!r}; known is {OPPOSED}")
