"""How lucky rolls were, each measured by its own exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

from msgspec import Struct

from tracker.reports.statistics.sample import Sampled
from tracker.reports.statistics.sums import Spread, Sums
from tracker.rulesets.base import Ruleset
from tracker.rulesets.common import exact_totals


class RollLuck(Struct, frozen=True, tag_field="type", tag="roll", gc=False):
    """How lucky a roll was: ``mid_p`` is the chance of a better result plus half of that of an equal one, 0 to 1, so small
    is lucky, and it is 0.5 on average whatever the target. ``percentile`` turns it round: luckier than so many percent of
    such rolls."""

    position: int
    mid_p: float

    @property
    def percentile(self) -> float:
        return 100 * (1 - self.mid_p)


class Luck(Struct, frozen=True):
    """The luck of many throws: ``successes`` as the dice fell, and how many were ``expected`` by the exact chances.
    ``percentile``: luckier than so many percent of as many fair rolls against the same targets, by the sum of their mid-p:
    exactly where all have the same dice and there are some hundreds at most, else by the normal approximation; None without
    rolls, and where they were chosen by their outcome."""

    throws: int
    successes: int
    expected: float
    percentile: float | None
    luckiest: RollLuck | None
    unluckiest: RollLuck | None


class Chance(Struct, frozen=True):
    """What can be known of a roll before it is made: its chance of success, the mid-p of each total, the variance of that
    mid-p under fair dice, and how it spreads, with the whole number that stands for each total's."""

    success: float
    mid_p: dict[int, float]
    variance: float
    spread: Spread
    numbers: dict[int, int]


class Chances:
    """The chances of rolls, each worked out once."""

    def __init__(self) -> None:
        self.sums = Sums()
        self._known: dict[tuple[Ruleset, int, int, str, str], Chance] = {}

    def of(self, rules: Ruleset, roll: Sampled) -> Chance:
        """The chances of a roll by its rules."""
        key = (rules, roll.base, roll.target, roll.kind, roll.mode)
        if key not in self._known:
            self._known[key] = chance(*key)
        return self._known[key]


def chance(rules: Ruleset, base: int, target: int, kind: str, mode: str) -> Chance:
    """The chances of a roll with the dice of its rules."""
    totals, of = exact_totals(rules, base, target, kind, mode)
    numbers, worse = dict[int, int](), 0
    for total, times in totals.items():
        numbers[total] = 2 * (of - worse) - times
        worse += times
    mid_p = {total: number / (2 * of) for total, number in numbers.items()}
    return Chance(
        success=sum(times for total, times in totals.items() if rules.judge(base, target, total, kind).success) / of,
        mid_p=mid_p,
        variance=sum(times / of * (mid_p[total] - 0.5) ** 2 for total, times in totals.items()),
        spread=Spread(tuple((numbers[total], times) for total, times in totals.items()), of, 2 * of),
        numbers=numbers,
    )


def lucks(rolls: Sequence[Sampled], chances: Chances) -> list[RollLuck]:
    """The luck of each roll that rules judge, in order; a reroll and the roll that it stands in for were both thrown."""
    return [
        RollLuck(roll.position, chances.of(roll.rules, roll).mid_p[roll.total]) for roll in rolls if roll.rules is not None
    ]


def luck(rolls: Sequence[Sampled], chances: Chances, *, fair: bool) -> Luck:
    """The luck of all of these rolls; ``fair`` unless they were chosen by their outcome."""
    each = lucks(rolls, chances)
    judged = [(roll, chances.of(roll.rules, roll)) for roll in rolls if roll.rules is not None]
    return Luck(
        throws=len(each),
        successes=sum(roll.thrown for roll, _chance in judged),
        expected=sum(chance.success for _roll, chance in judged),
        percentile=_percentile(judged, chances.sums) if fair and each else None,
        luckiest=min(each, key=lambda one: one.mid_p, default=None),
        unluckiest=max(each, key=lambda one: one.mid_p, default=None),
    )


def _percentile(judged: Sequence[tuple[Sampled, Chance]], sums: Sums) -> float:
    spread, *others = {chance.spread for _roll, chance in judged}
    if not others:
        place = sums.place(spread, [chance.numbers[roll.total] for roll, chance in judged])
        if place is not None:
            return 100 * (1 - place)
    variance = sum(chance.variance for _roll, chance in judged)
    if not variance:
        return 50.0
    score = (len(judged) / 2 - sum(chance.mid_p[roll.total] for roll, chance in judged)) / sqrt(variance)
    return 50 * erfc(-score / sqrt(2))
