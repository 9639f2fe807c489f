"""What a fall of HP or FP asks for: rolls to stay awake, to stay alive, to go on (B419, B426)."""

from __future__ import annotations

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.base import Demand, Waking

COLLAPSED = N_("collapsed")
UNCONSCIOUS = N_("unconscious")
DEAD = N_("dead")
MORTALLY_WOUNDED = N_("mortally wounded")
INCAPACITIES = (COLLAPSED, UNCONSCIOUS, DEAD)

_HARD_TO_KILL = "hard to kill"  # B58
_HARD_TO_SUBDUE = "hard to subdue"  # B59
_FITNESS = {"fit": 1, "very fit": 2}  # on HT rolls to stay conscious and to avoid death alike (B55)
INJURY_TRAITS = (_HARD_TO_KILL, _HARD_TO_SUBDUE, *_FITNESS)
INJURY_ALIASES = (("fit (very)", "very fit"),)

_LAST_DEATH_CHECK = 4  # multiples of maximum HP below 0 that take a roll; the next one kills
_MORTAL_WOUND = 2  # points of failure at a death check that don't kill at once (B423)
_HOUR = 3600


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
        return (Demand(N_("death"), DEAD, outcome=phrases.FATAL.format(points=lethal)),) if before > lethal else ()
    reached = -after // maximum
    checks = tuple(
        Demand(
            N_("death check"),
            DEAD,
            "ht",
            note=phrases.MORTAL.format(points=-multiple * maximum),
            traits={_HARD_TO_KILL: 1} | _FITNESS,
            near=MORTALLY_WOUNDED,
            near_margin=_MORTAL_WOUND,
        )
        for multiple in range(1, reached + 1)
        if before > -multiple * maximum
    )
    awake = Demand(
        N_("consciousness"),
        UNCONSCIOUS,
        "ht",
        -reached,
        note=N_("each turn that the character acts"),
        reason=phrases.LOW_HP.format(multiple=reached) if reached else "",
        traits={_HARD_TO_SUBDUE: 1} | _FITNESS,
        again=True,
        outcome=N_("one roll to wake up, after 12 hours; then it takes medical care") if reached else "",
        waking=_waking(reached),
    )
    return (*checks, awake)


def _waking(reached: int) -> Waking:
    """An HT roll every hour above -1xHP; from there down just one, after twelve hours (B423)."""
    return Waking("ht", 12 * _HOUR, None) if reached else Waking("ht", _HOUR, _HOUR)


def _exhaustion(before: int, after: int, maximum: int) -> tuple[Demand, ...]:
    """From 0 FP down a Will roll to go on; at minus the maximum the character passes out (B426)."""
    if after > 0:
        return ()
    if after <= -maximum:
        out = Demand(N_("exhaustion"), UNCONSCIOUS, outcome=phrases.LOW_FP.format(points=-maximum))
        return (out,) if before > -maximum else ()
    note = N_("to do more than talk or rest")
    return (Demand("exhaustion", COLLAPSED, "will", note=note, again=True, outcome=N_("until FP are above 0")),)
