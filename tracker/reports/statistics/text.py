"""The figures in plain lines, with bars beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.language import N_, _, ngettext
from tracker.phrases import said
from tracker.reports.render import cells, flush_right, place, wrapped
from tracker.reports.statistics.faces import Die
from tracker.reports.statistics.groups import Group, Statistics
from tracker.reports.statistics.luck import Luck, RollLuck
from tracker.reports.statistics.streaks import Streak
from tracker.reports.words import word

_BAR = 30  # columns of the longest bar

NAMELESS = {"character": N_("nobody"), "player": N_("no player"), "session": N_("between sessions")}
"""What a group without a name is called, by what it is grouped by."""

_GROUPED = (N_("character"), N_("player"), N_("session"), N_("source"), N_("skill"), N_("system"), N_("hand"), N_("seed"))
_DICE = (N_("d100 tens"), N_("d100 units"))


def as_text(found: Statistics, *, bars: bool = True) -> Iterator[str]:
    """The statistics for a terminal, on request without bars."""
    for group in (found.whole, *found.groups):
        if group.by:
            yield ""
            yield from wrapped(f"{word(group.by)}: {_named(group)}")
        yield from _group(group, found.names, bars)


def _named(group: Group) -> str:
    if not group.name:
        return _(NAMELESS.get(group.by, N_("none")))
    return said(group.name) if group.by in ("source", "skill") else group.name  # the others are people's


def _group(group: Group, names: Mapping[int, str], bars: bool) -> Iterator[str]:
    counted = group.outcomes
    rolled = ngettext("{count} roll", "{count} rolls", counted.rolls)
    if counted.rolls:
        rolled += _(", {percent:.1f} % successful", percent=100 * counted.successes / counted.rolls)
    yield rolled
    if counted.rolls:
        yield from _table({word(degree): number for degree, number in counted.degrees.items()}, bars)
    told = []
    if counted.margin_of_success is not None:
        told.append(_("of success {margin:.1f}", margin=counted.margin_of_success))
    if counted.margin_of_failure is not None:
        told.append(_("of failure {margin:.1f}", margin=counted.margin_of_failure))
    if told:
        yield _("mean margin: {margins}", margins=_(", ").join(told))
    if group.successes is not None:
        yield _("longest run of successes: {run}", run=_run(group.successes))
    if group.failures is not None:
        yield _("longest run of failures: {run}", run=_run(group.failures))
    if group.luck.throws:
        yield from luck_lines(group.luck, names)
    for die in group.dice:
        yield from _die(die, group.fair, bars)


def _run(streak: Streak) -> str:
    first, last = place(streak.first), place(streak.last)
    span = first if streak.length == 1 else _("{first} to {last}", first=first, last=last)
    return f"{streak.length:,} ({span})"


def luck_lines(luck: Luck, names: Mapping[int, str]) -> Iterator[str]:
    """How lucky rolls were, and which of them most and least."""
    fell = ngettext(
        "{count} success by the dice, {expected:.1f} to be expected",
        "{count} successes by the dice, {expected:.1f} to be expected",
        luck.successes,
        expected=luck.expected,
    )
    if luck.percentile is None:
        yield from wrapped(
            _("luck: {successes}; these rolls were chosen by how they came out, so they tell of no luck", successes=fell)
        )
    else:
        many = _("such rolls") if luck.throws == 1 else _("fair series of {throws:,} such rolls", throws=luck.throws)
        better = _("luck: better than {percent:.0f} % of {rolls}", percent=luck.percentile, rolls=many)
        yield from wrapped(f"{better}; {fell}")
    if luck.luckiest and luck.unluckiest and luck.throws > 1:
        yield from wrapped(_("luckiest: {roll}", roll=_one(luck.luckiest, names)))
        yield from wrapped(_("unluckiest: {roll}", roll=_one(luck.unluckiest, names)))


def _one(one: RollLuck, names: Mapping[int, str]) -> str:
    return _(
        "{what} at {position}, better than {percent:.1f} %",
        what=names.get(one.position, ""),
        position=place(one.position),
        percent=one.percentile,
    )


def _die(die: Die, fair: bool, bars: bool) -> Iterator[str]:
    yield f"{_(die.die)}: " + ngettext("{count} die", "{count} dice", die.dice)
    if die.dice:
        yield from _table(die.faces, bars)
    if die.left_out:
        left_out = ngettext(
            "  {count} die left out: what is kept of two throws is no fair sample.",
            "  {count} dice left out: what is kept of two throws is no fair sample.",
            die.left_out,
        )
        yield from wrapped(left_out, indent="  ")
    yield from wrapped(f"  {verdict(die, fair)}", indent="  ")


def verdict(die: Die, fair: bool) -> str:
    """Whether dice look fair, in words."""
    if not fair:
        return _("Not tested: these rolls were chosen by how they came out.")
    test = die.test
    if test is None:
        return ngettext(
            "Too few to tell whether they are fair: {count} more die needed.",
            "Too few to tell whether they are fair: {count} more dice needed.",
            die.missing,
        )
    if test.p < 0.001:
        p, often = "< 0.001", _("less than once in 1,000 such series")
    else:
        p, often = f"= {test.p:.3f}", _("{times:.0f} times in 1,000 such series", times=1000 * test.p)
    measured = _(
        "Chi-square {statistic:.2f}, {freedom} degrees of freedom, p {p}: fair dice are at least this uneven {often}.",
        statistic=test.statistic,
        freedom=test.freedom,
        p=p,
        often=often,
    )
    if test.p >= 0.05:
        judged = _("That is nothing unusual.")
    elif test.p >= 0.001:
        judged = _("That is unusual, yet of twenty such figures one is bound to look so.")
    else:
        judged = _("Chance alone hardly does that.")
    return _("{sentence} {next}", sentence=measured, next=judged)


def _table(counts: Mapping[str, int], bars: bool) -> Iterator[str]:
    """Numbers with their shares of the whole, and bars."""
    width, of, most = max(map(cells, counts)), sum(counts.values()) or 1, max(counts.values()) or 1
    for shown, number in counts.items():
        bar = f"  {'#' * round(_BAR * number / most)}" if bars else ""
        yield f"  {flush_right(shown, width)} {number:7,} {100 * number / of:5.1f} %{bar}".rstrip()
