"""Getting HP back: by nature, and by first aid (B424)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.rulesets.base import Judgement

BANDAGING_HP = 1  # what a bandage gives back at once
SECONDS_PER_NATURAL_ROLL = 86_400

_BOTCHED_HP = -2


@dataclass(frozen=True, slots=True)
class FirstAid:
    """First aid at a tech level: ``minutes`` for each victim, and what one die is modified by for the HP restored."""

    minutes: int
    modifier: int

    @property
    def dice(self) -> str:
        """The HP restored, in dice notation: ``1d-2``."""
        return f"1d{self.modifier:+}" if self.modifier else "1d"

    def restored(self, judgement: Judgement, die: int) -> int:
        """HP that the attempt gives back: the die as modified and 1 at least on a success, the most that it can show on
        a critical one, nothing on a failure, and 2 HP lost (-2) on a critical failure (B424). Raises ValueError for a
        number that a die can't show."""
        if not 1 <= die <= 6:
            raise ValueError(f"a die shows 1 to 6, not {die}")
        if judgement.success:
            return max((6 if judgement.critical else die) + self.modifier, 1)
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


def natural_healing(judgement: Judgement) -> int:
    """HP that a day of rest gives back: 1 with a successful HT roll (B424)."""
    return 1 if judgement.success else 0
