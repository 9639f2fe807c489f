"""The sums that the dice came to, beside those to be expected; and the margins, roll after roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tracker.dice import parse
from tracker.reports.statistics.sample import Sampled


class Totals(Struct, frozen=True):
    """How often dice of one ``notation`` came to each total, and how often fair dice would on average in as many throws.
    ``left_out`` throws are not among them: of those the better or worse, or a second one, was kept."""

    notation: str
    counts: dict[int, int]
    expected: dict[int, float]
    left_out: int

    @property
    def throws(self) -> int:
        return sum(self.counts.values())


class Margin(Struct, frozen=True, gc=False):
    """What the roll at a position was made by, in points; below zero what it failed by."""

    position: int
    points: int


def totals(rolls: Sequence[Sampled]) -> tuple[Totals, ...]:
    """The totals of the throws that were kept, by notation, the most frequent first."""
    shown: dict[str, Counter[int]] = {}
    left_out: Counter[str] = Counter()
    for roll in rolls:
        counts = shown.setdefault(str(parse(roll.notation)), Counter())
        if roll.chosen:
            left_out[str(parse(roll.notation))] += 1
        else:
            counts[roll.total] += 1
    found = [_beside_fair(notation, counts, left_out[notation]) for notation, counts in shown.items()]
    return tuple(sorted(found, key=lambda one: (-one.throws - one.left_out, one.notation)))


def margins(rolls: Sequence[Sampled]) -> tuple[Margin, ...]:
    """The margins of the rolls whose outcome is that of the dice, in their order; one that was rolled anew counts once."""
    return tuple(
        Margin(roll.position, roll.margin if roll.success else -roll.margin)
        for roll in rolls
        if roll.outcome and roll.margin is not None
    )


def _beside_fair(notation: str, counts: Counter[int], left_out: int) -> Totals:
    chances = fair_totals(notation)
    throws = counts.total()
    return Totals(
        notation=notation,
        counts={total: counts[total] for total in sorted({*chances, *counts})},
        expected={total: throws * chance for total, chance in chances.items()},
        left_out=left_out,
    )


def fair_totals(notation: str) -> dict[int, float]:
    """The exact chance of each total of fair dice."""
    dice = parse(notation)
    ways = {dice.modifier: 1}
    for _die in range(dice.count):
        following: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, dice.sides + 1):
                following[total + face] = following.get(total + face, 0) + count
        ways = following
    return {total: count / dice.sides**dice.count for total, count in sorted(ways.items())}
