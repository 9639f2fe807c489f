"""Repeated attempts at a task that failed (seed 000, Repeated Attempts; B348)."""

from __future__ import annotations

from tracker.language import _
from tracker.rulesets.base import RetryDecision

POLICIES = ("one_chance", "after_damage", "penalty", "free")


def retry(policy: str, attempt: int, *, damage_assessed: bool, waited: bool) -> RetryDecision:
    """Whether attempt number ``attempt`` may be made, all earlier ones having failed, and at which modifier.

    The first is always allowed. After it: never (``one_chance``), once the failure's damage is dealt out and a
    reasonable time has passed (``after_damage``), at one point more off each time (``penalty``), or at will (``free``).
    Raises ValueError for an unknown policy or an attempt below 1.
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown retry policy {policy!r}; known are {', '.join(POLICIES)}")
    if attempt < 1:
        raise ValueError(f"attempts count from 1, not {attempt}")
    if attempt == 1 or policy == "free":
        return RetryDecision(allowed=True, modifier=0)
    if policy == "penalty":
        return RetryDecision(allowed=True, modifier=1 - attempt)
    if policy == "one_chance":
        return RetryDecision(allowed=False, modifier=None, reason=_("This task allows one attempt only."))
    if not damage_assessed:
        return RetryDecision(allowed=False, modifier=None, reason=_("The damage of the last failure comes first."))
    if not waited:
        return RetryDecision(allowed=False, modifier=None, reason=_("A reasonable wait comes first."))
    return RetryDecision(allowed=True, modifier=0)
