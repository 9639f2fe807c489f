"""The figures in plain lines, with bars beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.reports.render import place, quantity, wrapped
from tracker.reports.statistics.faces import Die
from tracker.reports.statistics.groups import Group, Statistics
from tracker.reports.statistics.luck import Luck, RollLuck
from tracker.reports.statistics.streaks import Streak
from tracker.text import spoken

_BAR = 30  # columns of the longest bar

NAMELESS = {"character": "nobody", "player": "no player", "session": "between sessions"}
"""What a group without a name is called, by what it is grouped by."""


def as_text(found: Statistics, *, bars: bool = True) -> Iterator[str]:
    """The statistics for a terminal, on request without bars."""
    for group in (found.whole, *found.groups):
        if group.by:
            yield ""
            yield from wrapped(f"{group.by}: {group.name or NAMELESS.get(group.by, 'none')}")
        yield from _group(group, found.names, bars)


def _group(group: Group, names: Mapping[int, str], bars: bool) -> Iterator[str]:
    counted = group.outcomes
    share = f", {100 * counted.successes / counted.rolls:.1f} % successful" if counted.rolls else ""
    yield quantity(counted.rolls, "roll") + share
    if counted.rolls:
        yield from _table({spoken(word): number for word, number in counted.degrees.items()}, bars)
    margins = {"success": counted.margin_of_success, "failure": counted.margin_of_failure}
    told = [f"of {word} {margin:.1f}" for word, margin in margins.items() if margin is not None]
    if told:
        yield f"mean margin: {', '.join(told)}"
    for word, streak in (("successes", group.successes), ("failures", group.failures)):
        if streak is not None:
            yield f"longest run of {word}: {_run(streak)}"
    if group.luck.throws:
        yield from luck_lines(group.luck, names)
    for die in group.dice:
        yield from _die(die, group.fair, bars)


def _run(streak: Streak) -> str:
    span = place(streak.first) if streak.length == 1 else f"{place(streak.first)} to {place(streak.last)}"
    return f"{streak.length:,} ({span})"


def luck_lines(luck: Luck, names: Mapping[int, str]) -> Iterator[str]:
    """How lucky rolls were, and which of them most and least."""
    fell = f"{quantity(luck.successes, 'success', 'successes')} by the dice, {luck.expected:.1f} to be expected"
    if luck.percentile is None:
        yield from wrapped(f"luck: {fell}; these rolls were chosen by how they came out, so they tell of no luck")
    else:
        many = "such rolls" if luck.throws == 1 else f"fair series of {luck.throws:,} such rolls"
        yield from wrapped(f"luck: better than {luck.percentile:.0f} % of {many}; {fell}")
    if luck.luckiest and luck.unluckiest and luck.throws > 1:
        for word, one in (("luckiest", luck.luckiest), ("unluckiest", luck.unluckiest)):
            yield from wrapped(f"{word}: {_one(one, names)}")


def _one(one: RollLuck, names: Mapping[int, str]) -> str:
    return f"{names.get(one.position, '')} at {place(one.position)}, better than {one.percentile:.1f} %"


def _die(die: Die, fair: bool, bars: bool) -> Iterator[str]:
    yield f"{die.die}: {quantity(die.dice, 'die', 'dice')}"
    if die.dice:
        yield from _table(die.faces, bars)
    if die.left_out:
        yield from wrapped(
            f"  {quantity(die.left_out, 'die', 'dice')} left out: what is kept of two throws is no fair sample.", indent="  "
        )
    yield from wrapped(f"  {verdict(die, fair)}", indent="  ")


def verdict(die: Die, fair: bool) -> str:
    """Whether dice look fair, in words."""
    if not fair:
        return "Not tested: these rolls were chosen by how they came out."
    test = die.test
    if test is None:
        return f"Too few to tell whether they are fair: {quantity(die.missing, 'more die', 'more dice')} needed."
    if test.p < 0.001:
        p, often = "< 0.001", "less than once in 1,000 such series"
    else:
        p, often = f"= {test.p:.3f}", f"{1000 * test.p:.0f} times in 1,000 such series"
    judged = (
        "That is nothing unusual."
        if test.p >= 0.05
        else "That is unusual, yet of twenty such figures one is bound to look so."
        if test.p >= 0.001
        else "Chance alone hardly does that."
    )
    return (
        f"Chi-square {test.statistic:.2f}, {test.freedom} degrees of freedom, p {p}: fair dice are at least this "
        f"uneven {often}. {judged}"
    )


def _table(counts: Mapping[str, int], bars: bool) -> Iterator[str]:
    """Numbers with their shares of the whole, and bars."""
    width, of, most = max(map(len, counts)), sum(counts.values()) or 1, max(counts.values()) or 1
    for word, number in counts.items():
        bar = f"  {'#' * round(_BAR * number / most)}" if bars else ""
        yield f"  {word:>{width}} {number:7,} {100 * number / of:5.1f} %{bar}".rstrip()
