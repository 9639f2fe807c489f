"""Getting HP back: by nature, and by first aid (B424)."""

from __future__ import annotations

from msgspec import Struct

from tracker.language import N_
from tracker.rulesets.base import Judgement

_BOTCHED_HP = -2


class FirstAid(Struct, frozen=True):
    """First aid at a tech level: ``minutes`` for each victim, and what one die is modified by for the HP restored."""

    minutes: int
    modifier: int

    @property
    def dice(self) -> str:
        """The HP restored, in dice notation: ``1d-2``."""
        return f"1d{self.modifier:+}" if self.modifier else "1d"

    def restores(self, judgement: Judgement) -> int | str:
        """The dice for the HP that a success gives back; as a number the most that they can show on a critical one,
        nothing on a failure, and 2 HP lost (-2) on a critical failure (B424)."""
        if judgement.success:
            return 6 + self.modifier if judgement.critical else self.dice
        return _BOTCHED_HP if judgement.critical else 0


# by the highest tech level that each row reaches
_FIRST_AID = (
    (1, FirstAid(30, -4)),
    (3, FirstAid(30, -3)),
    (4, FirstAid(30, -2)),
    (5, FirstAid(20, -2)),
    (7, FirstAid(20, -1)),
    (8, FirstAid(20, 0)),
)


def first_aid(tl: int) -> FirstAid | None:
    """First aid at tech level ``tl``, 0 to 8 (B424); None for later ones. Raises ValueError for one below 0."""
    if tl < 0:
        raise ValueError(f"a tech level is 0 or more, not {tl}")
    return next((aid for highest, aid in _FIRST_AID if tl <= highest), None)


class HealingChapter:
    """Healing as the tracker asks for it (``HealingRules``)."""

    pool = "HP"
    attribute = "ht"
    every = 86_400
    skill = N_("First Aid")
    least = 1
    bandage = 1

    def natural(self, judgement: Judgement) -> int:
        """HP that a day of rest gives back: 1 with a successful HT roll (B424)."""
        return 1 if judgement.success else 0

    def first_aid(self, tl: int) -> FirstAid | None:
        """First aid at a tech level; None where the rules here have none."""
        return first_aid(tl)


HEALING = HealingChapter()
