"""How rolls came out: by degree, with what margins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from tracker.reports.statistics.sample import Sampled
from tracker.rulesets.base import Ruleset


class Outcomes(Struct, frozen=True):
    """Rolls by how they count in the end. ``degrees`` are all of the system's words, the best first; the margins are means
    in points, of the rolls whose outcome is that of the dice, None where there are none."""

    rolls: int
    successes: int
    degrees: dict[str, int]
    margin_of_success: float | None
    margin_of_failure: float | None


def outcomes(rolls: Sequence[Sampled], ruleset: Ruleset) -> Outcomes:
    """The outcomes of rolls; one that was rolled anew counts once."""
    counted = [roll for roll in rolls if roll.outcome]
    degrees = Counter(roll.degree for roll in counted)
    words = [degree.name for degree in reversed(ruleset.degrees)]
    return Outcomes(
        rolls=len(counted),
        successes=sum(roll.success for roll in counted),
        degrees={word: degrees[word] for word in [*words, *(word for word in degrees if word not in words)]},
        margin_of_success=_mean(counted, success=True),
        margin_of_failure=_mean(counted, success=False),
    )


def _mean(rolls: Sequence[Sampled], *, success: bool) -> float | None:
    margins = [roll.margin for roll in rolls if roll.success is success and roll.margin is not None]
    return fmean(margins) if margins else None
