"""What a fall of HP or FP asks for: rolls to stay awake, to stay alive, to go on (B419, B426)."""

from __future__ import annotations

from tracker.rulesets.base import Demand

UNCONSCIOUS = "unconscious"
DEAD = "dead"
COLLAPSED = "collapsed"

_LAST_DEATH_CHECK = 4  # multiples of maximum HP below 0 that take a roll; the next one kills


def demands(pool: str, before: int, after: int, maximum: int) -> tuple[Demand, ...]:
    """What a fall of ``pool`` from ``before`` to ``after`` points asks for; nothing where it didn't fall.

    The most pressing comes first. A multiple of the maximum counts in the fall that reaches it and in no later one.
    """
    if after >= before or maximum <= 0:
        return ()
    match pool:
        case "HP":
            return _injury(before, after, maximum)
        case "FP":
            return _exhaustion(before, after, maximum)
    return ()


def _injury(before: int, after: int, maximum: int) -> tuple[Demand, ...]:
    """A death check at each full multiple of maximum HP below 0, certain death at the fifth, and from 0 HP down a roll
    to stay conscious at -1 for each of these multiples (B419)."""
    if after > 0:
        return ()
    lethal = -(_LAST_DEATH_CHECK + 1) * maximum
    if after <= lethal:
        return (Demand("death", DEAD, note=f"no one survives {lethal} HP"),) if before > lethal else ()
    reached = -after // maximum
    checks = tuple(
        Demand("death check", DEAD, "ht", note=f"at {-multiple * maximum} HP; failing by 1 or 2 is a mortal wound")
        for multiple in range(1, reached + 1)
        if before > -multiple * maximum
    )
    return (*checks, Demand("consciousness", UNCONSCIOUS, "ht", -reached, "each turn that the character acts"))


def _exhaustion(before: int, after: int, maximum: int) -> tuple[Demand, ...]:
    """From 0 FP down a Will roll to go on; at minus the maximum the character passes out (B426)."""
    if after > 0:
        return ()
    if after <= -maximum:
        return (Demand("exhaustion", UNCONSCIOUS, note=f"{-maximum} FP"),) if before > -maximum else ()
    return (Demand("exhaustion", COLLAPSED, "will", note="to do more than talk or rest"),)
