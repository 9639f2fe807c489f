"""The success roll: 3d6 at or under the effective skill (seed 002, Summary of Crits). What the seed says of it is what the
Fourth Edition says, but for defenses and mental disadvantages."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.base import Judgement
from tracker.rulesets.gurps4e import success as fourth_edition

ACTIVE_DEFENSE = "active_defense"
MENTAL_DISADVANTAGE = "mental_disadvantage"  # resisting a phobia or another one

_UNRESISTED = 14  # from here on nobody resists a mental disadvantage
_FUMBLED_DEFENSE = 17


def may_attempt(target: int, kind: str) -> bool:
    """Whether a roll may be made: from 3 up, and always for an active defense or a roll that the character doesn't choose,
    such as one to resist a mental disadvantage."""
    return kind == MENTAL_DISADVANTAGE or fourth_edition.may_attempt(target, kind)


def success_roll(kind: str, effective_skill: int, roll: int) -> Judgement:
    """The outcome of a total of 3d6, whether or not it may be attempted by the rules (seed 002, Summary of Crits).

    The bounds and margins are those of ``gurps4e.success.judge``. Besides, a defense fails critically on 17 however high
    it is, and a mental disadvantage isn't resisted on 14 or more, however high the number: a failure by 1 then, and
    critical by the general bounds alone. Raises ValueError for a total that 3d6 can't show.
    """
    judged = fourth_edition.judge(effective_skill, roll)
    if kind == ACTIVE_DEFENSE and roll == _FUMBLED_DEFENSE:
        return replace(judged, critical=True, degree="critical_failure")
    if kind == MENTAL_DISADVANTAGE and judged.success and roll >= _UNRESISTED:
        return Judgement(success=False, critical=False, degree="failure", margin=1)
    return judged
