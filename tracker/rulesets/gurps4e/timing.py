"""Taking more or less time than usual (seed 000, Time Modifiers; B346)."""

from __future__ import annotations

PERCENT_PER_POINT = 10
MOST_PERCENT_LESS = 90  # a tenth of the usual time

# Times the usual time, and the points that it is worth; what lies between two steps earns the lower one.
EXTRA_TIME = {1: 0, 2: 1, 4: 2, 8: 3, 15: 4, 30: 5}


def time_modifier(extra_multiple: float | None, percent_less: int | None) -> int | None:
    """The modifier, in points, for ``extra_multiple`` times the usual time or for ``percent_less`` percent off it; None
    for a haste of more than 90 percent, which isn't allowed.

    Raises ValueError unless just one of the two is given, for a multiple below 1, and for a haste that isn't a full ten.
    """
    if extra_multiple is not None and percent_less is None:
        if not extra_multiple >= 1:
            raise ValueError(f"extra time is the usual time or a multiple of it, not {extra_multiple:g} times")
        return max(points for multiple, points in EXTRA_TIME.items() if multiple <= extra_multiple)
    if percent_less is None or extra_multiple is not None:
        raise ValueError("a task takes either more or less than the usual time")
    if percent_less > MOST_PERCENT_LESS:
        return None
    if percent_less <= 0 or percent_less % PERCENT_PER_POINT:
        raise ValueError(f"haste goes in full tens of percent, not {percent_less}")
    return -(percent_less // PERCENT_PER_POINT)
