"""The dice that a chance in percent may be rolled with: d%, or others that a table converts the chance for (seed 001)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol

from msgspec import Struct

from tracker.dice import parse
from tracker.language import N_
from tracker.rulesets.base import Judgement, RuleOption
from tracker.rulesets.brp.d100 import PercentileDice, check_chance
from tracker.rulesets.brp.outcomes import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    MAJOR_SUCCESS,
    MINOR_SUCCESS,
    outcome,
)
from tracker.rulesets.data import load_toml

PERCENTILE = "d100"
CONVERTED = ("d4", "d6", "2d6", "3d6", "d8", "d10", "d12", "d20")

DIE = RuleOption(
    "die",
    N_("what is rolled: percentile dice low, or other dice high; the smaller the die, the more critical outcomes"),
    (PERCENTILE, *CONVERTED),
)


class Die(Protocol):
    """What is rolled against a chance in percent."""

    @property
    def notation(self) -> str:
        """As dice are written: ``1d100``, ``2d6``."""

    @property
    def high_is_good(self) -> bool:
        """Whether high totals succeed."""

    @property
    def rerolls(self) -> bool:
        """Whether at some chances a total is rolled once more."""

    def needed(self, percent: int) -> int | None:
        """The lowest total that succeeds, None where low ones do."""

    def rerolled(self, percent: int, total: int) -> bool:
        """Whether a first total is rolled once more, and the second one counts."""

    def judge(self, percent: int, total: int) -> Judgement:
        """The outcome of the total that counts. Raises ValueError for a chance outside 0..100 and for a total that the
        dice can't show."""


class ConvertedDie(Struct, frozen=True):
    """Dice that a conversion table is printed for (seed 001, "If using a d4" to "If using a d20").

    ``percents`` holds the chance from which the highest total succeeds, then that from which the next lower one does, and
    so on; so the totals that succeed at a chance always are a run up to the highest. From a chance of ``rerolled_from``
    on, the lowest total is rolled once more; None where the table doesn't print that (3d6).
    """

    notation: str
    lowest: int
    highest: int
    percents: tuple[int, ...]
    rerolled_from: int | None

    high_is_good: ClassVar[bool] = True

    @property
    def rerolls(self) -> bool:
        """Whether there is such a chance."""
        return self.rerolled_from is not None

    def needed(self, percent: int) -> int:
        """The lowest total that succeeds; one above the highest where the chance is 0 and none does. Raises ValueError
        for a chance outside 0..100."""
        check_chance(percent)
        return self.highest + 1 - bisect_right(self.percents, percent)

    def rerolled(self, percent: int, total: int) -> bool:
        """Whether it is the lowest total, at a chance that high."""
        return total == self.lowest and self.rerolled_from is not None and percent >= self.rerolled_from

    def judge(self, percent: int, total: int) -> Judgement:
        """The outcome of a total against a chance of ``percent`` (seed 001, other dice).

        The lowest total is a critical failure, and at a chance of 0 any other a plain one. Otherwise the highest is a
        critical success; a total that succeeds at half the chance, rounded down, is a major one, any other that succeeds
        a minor one. Margin in points on the dice from the lowest total that succeeds: 0 for just that one, 1 for the
        total below it. Raises ValueError for a chance outside 0..100 or a total that the dice can't show.
        """
        if not self.lowest <= total <= self.highest:
            raise ValueError(f"{self.notation} shows {self.lowest} to {self.highest}, not {total}")
        needed = self.needed(percent)
        if total == self.lowest:
            degree = CRITICAL_FAILURE
        elif total < needed:
            degree = FAILURE
        elif total == self.highest:
            degree = CRITICAL_SUCCESS
        elif total >= self.needed(percent // 2):
            degree = MAJOR_SUCCESS
        else:
            degree = MINOR_SUCCESS
        return outcome(degree, abs(total - needed))


class DieRange(NamedTuple):
    """A row of a conversion table: the lowest total that succeeds, and whether the die's lowest is rolled once more."""

    success_from: int
    reroll_on_minimum: bool


class DieRoll(NamedTuple):
    """A roll as it came out, and how many throws went into it."""

    judgement: Judgement
    rolls_used: int


def die_range(die: str, percent: int) -> DieRange:
    """The row of a die's conversion table for a chance. Raises ValueError for d100, which has no table, for an unknown die
    and for a chance outside 0..100."""
    converted = _converted(die)
    return DieRange(converted.needed(percent), converted.rerolled(percent, converted.lowest))


def die_roll(die: str, percent: int, rolls: Sequence[int]) -> DieRoll:
    """A roll with any of the dice. ``rolls`` are the throws in order; the second is looked at only where the first is rolled
    once more. Raises ValueError where a throw is missing, for an unknown die, and as ``Die.judge``."""
    dice = die_named(die)
    used = 2 if rolls and dice.rerolled(percent, rolls[0]) else 1
    if len(rolls) < used:
        raise ValueError(f"this roll with {die} takes {used} throws, not {len(rolls)}")
    return DieRoll(dice.judge(percent, rolls[used - 1]), used)


def die_named(name: str) -> Die:
    """The dice by a value of the option DIE. Raises ValueError for an unknown one."""
    return PercentileDice() if name == PERCENTILE else _converted(name)


@cache
def _converted(name: str) -> ConvertedDie:
    if name not in CONVERTED:
        raise ValueError(f"no conversion table for {name!r}; there is one for {', '.join(CONVERTED)}")
    dice, table = parse(name), _tables()[name]
    return ConvertedDie(
        notation=str(dice),
        lowest=dice.count,
        highest=dice.count * dice.sides,
        percents=tuple(table["percents"]),
        rerolled_from=table.get("rerolled_from"),
    )


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return load_toml(__package__, "tables.toml")
