"""The longest runs of successes and of failures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from tracker.reports.statistics.sample import Sampled


class Streak(Struct, frozen=True):
    """Rolls in a row that all succeeded, or all failed: how many, and the positions of the first and the last."""

    length: int
    first: int
    last: int


def longest(rolls: Sequence[Sampled], *, success: bool) -> Streak | None:
    """The longest run of successes, or failures, in the order given; of several as long the first. None without any."""
    counted = [roll for roll in rolls if roll.outcome]
    runs = [[*run] for came, run in groupby(counted, key=lambda roll: roll.success) if came is success]
    run = max(runs, key=len, default=None)
    return None if run is None else Streak(len(run), run[0].position, run[-1].position)
