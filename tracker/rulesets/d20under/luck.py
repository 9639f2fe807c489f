"""Luck, which is an attribute and a pool in one. Seed 003 refers to its own chapter for it, which isn't part of the seed:
all of this is beyond the seed, and a campaign chooses how Luck wanes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tracker.language import N_
from tracker.rulesets.base import Judgement, PoolLoss, RuleOption
from tracker.rulesets.common import plain_loss

LUCK = "Luck"  # the pool
KIND = "luck"  # of a roll

START = RuleOption(
    "luck_start",
    N_("the Luck of a character whose sheet states none"),
    ("10", *(str(points) for points in range(5, 19) if points != 10)),
)
FALLS = RuleOption("luck_falls", N_("when a Luck roll takes a point of Luck"), ("success", "always", "never"))
FLOOR = RuleOption(
    "luck_floor", N_("the score that Luck doesn't fall below"), ("1", *(str(points) for points in range(11) if points != 1))
)
OPTIONS = (START, FALLS, FLOOR)


class Luck(Struct, frozen=True):
    """How a campaign plays Luck: the score at the start, which rolls take a point of it, and the score that it doesn't
    fall below (beyond the seed)."""

    start: int
    falls: str
    floor: int

    def spent(self, judgement: Judgement) -> Mapping[str, int]:
        """What a Luck roll that came out so takes: a point, or nothing."""
        falls = self.falls == "always" or (self.falls == "success" and judgement.success)
        return {LUCK: 1} if falls else {}

    def loss(self, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
        """A loss of Luck, which stops at the floor; from below it nothing is lost, or given back. Raises ValueError as
        ``plain_loss``."""
        plain = plain_loss(LUCK, amount, current, maximum)
        above = max(current[LUCK] - self.floor, 0)
        return PoolLoss({pool: min(points, above) for pool, points in plain.changes.items() if above})


def chosen_luck(chosen: Mapping[str, str]) -> Luck:
    """Luck as a campaign has chosen it, by the names of the options; what isn't named is as at first. Raises ValueError for
    a value that an option doesn't have."""
    return Luck(start=int(START.value(chosen)), falls=FALLS.value(chosen), floor=int(FLOOR.value(chosen)))
