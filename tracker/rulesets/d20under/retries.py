"""Another try at a check that failed (seed 003, Retries)."""

from __future__ import annotations

from tracker.rulesets.base import RetryDecision

CHANGED, FREE, ONE_CHANCE = POLICIES = ("changed", "free", "one_chance")


def retry(policy: str, attempt: int, *, changed: bool) -> RetryDecision:
    """Whether attempt number ``attempt`` may be made, all earlier ones having failed; none costs a modifier.

    The first is always allowed. After it: only once the situation is another (``changed``, the usual one), at will
    (``free``: a door that grows weaker with each try), or never (``one_chance``). Raises ValueError for an unknown policy
    or an attempt below 1.
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown retry policy {policy!r}; known are {', '.join(POLICIES)}")
    if attempt < 1:
        raise ValueError(f"attempts count from 1, not {attempt}")
    if attempt == 1 or policy == FREE or (policy == CHANGED and changed):
        return RetryDecision(allowed=True, modifier=0)
    reason = "This task allows one attempt only." if policy == ONE_CHANCE else "Another try needs a change in the situation."
    return RetryDecision(allowed=False, modifier=None, reason=reason)
