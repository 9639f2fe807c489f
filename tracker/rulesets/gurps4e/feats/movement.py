"""Ground speed under a load (B17)."""

from __future__ import annotations

MOST_LOAD = 4


def encumbered(move: float, load: int) -> int:
    """Move in yards a second with encumbrance level ``load``, 0 to 4: a fifth less for each level, rounded down, and
    never below 1 because of it (B17). Raises ValueError for another level."""
    if not 0 <= load <= MOST_LOAD:
        raise ValueError(f"encumbrance is 0 to {MOST_LOAD}, not {load}")
    unburdened = int(move)
    return max(unburdened * (5 - load) // 5, min(unburdened, 1))
