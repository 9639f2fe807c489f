"""Another try at what failed. Seed 001 has no rule for it: the policies are those that a GM may wish for."""

from __future__ import annotations

from tracker.rulesets.base import RetryDecision

FREE, ONE_CHANCE = POLICIES = ("free", "one_chance")


def retry(policy: str, attempt: int) -> RetryDecision:
    """Whether attempt number ``attempt`` may be made, all earlier ones having failed; none costs a modifier.

    The first is always allowed. After it: at will (``free``, the usual one), or never (``one_chance``). Raises ValueError
    for an unknown policy or an attempt below 1.
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown retry policy {policy!r}; known are {', '.join(POLICIES)}")
    if attempt < 1:
        raise ValueError(f"attempts count from 1, not {attempt}")
    if attempt == 1 or policy == FREE:
        return RetryDecision(allowed=True, modifier=0)
    return RetryDecision(allowed=False, modifier=None, reason="This task allows one attempt only.")
