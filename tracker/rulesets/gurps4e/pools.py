"""Fatigue and injury: what a loss really takes, what low points halve, what rest gives back (B418-427)."""

from __future__ import annotations

from collections.abc import Mapping

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.base import PoolLoss
from tracker.rulesets.common import plain_loss

POOLS = (N_("HP"), N_("FP"))
SECONDS_PER_FP = 600

_HALVED = {"FP": ("move", "dodge", "st"), "HP": ("move", "dodge")}


def pool_loss(pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
    """What losing ``amount`` points takes, by pool; pools that lose nothing are left out.

    Every point of FP lost below 0 costs a point of HP as well. FP end at minus their maximum; from there on a loss
    is one of HP alone (B426). HP have no floor. Raises ValueError for a pool that the character lacks and for a
    negative amount.
    """
    loss = plain_loss(pool, amount, current, maximum)
    if pool != "FP":
        return loss
    fatigue = min(amount, max(current["FP"] + maximum["FP"], 0))
    injury = amount - min(amount, max(current["FP"], 0)) if "HP" in current else 0
    return PoolLoss({name: points for name, points in (("FP", fatigue), ("HP", injury)) if points})


def recovered(seconds: int) -> dict[str, int]:
    """FP that a quiet rest gives back: 1 for every full ten minutes (B427). HP take medical care or days (B424)."""
    if seconds < 0:
        raise ValueError(f"a rest can't be negative: {seconds}")
    return {"FP": seconds // SECONDS_PER_FP}


def hindrances(current: Mapping[str, int], maximum: Mapping[str, int]) -> dict[str, list[str]]:
    """What low pools halve: from attribute to the reasons, one for each halving. Below a third of the maximum HP halve
    Move and Dodge (B419), FP these and ST (B426; not what rests on ST, such as HP)."""
    halved: dict[str, list[str]] = {}
    for pool in POOLS:
        if pool in current and pool in maximum and 3 * current[pool] < maximum[pool]:
            for attribute in _HALVED[pool]:
                halved.setdefault(attribute, []).append(phrases.LOW.format(pool=pool))
    return halved


def halved(value: int) -> int:
    """An attribute after one halving, rounded up (B419, B426)."""
    return -(-value // 2)
