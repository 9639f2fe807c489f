"""Plots as rows of text: every bar has its figures beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from tracker.language import N_, _, ngettext
from tui.text import fit, flush_right, wrapped

if TYPE_CHECKING:
    from tracker.reports.statistics import Group, Statistics, Totals

PLOTS = (N_("dice"), N_("margins"), N_("degrees"), N_("luck"))
"""The plots, by name."""

Part = tuple[str, str]
_NAME = 20
_LATELY = 30  # rolls


def rows(which: str, figures: Statistics, width: int) -> list[list[Part]]:
    """A plot in rows of so many columns; each row is texts with their looks."""
    if not figures.whole.outcomes.rolls and not figures.totals:
        return [[(_("No roll matches."), "quiet")]]
    made = {"dice": _dice, "margins": _margins, "degrees": _degrees, "luck": _luck}[which]
    return list(made(figures, width))


def _dice(figures: Statistics, width: int) -> Iterator[list[Part]]:
    """Each total beside what fair dice would come to, and below what each sort of die looks like."""
    from tracker.reports.statistics.text import verdict

    for one in figures.totals:
        throws = ngettext("{count} throw", "{count} throws", one.throws)
        yield [(f"{one.notation}: {throws}", "heading"), (_("  # thrown, | to be expected of fair dice"), "quiet")]
        if one.throws:
            yield from _against_fair(one, width)
        if one.left_out:
            told = ngettext(
                "{count} throw is left out: of two, one was kept.",
                "{count} throws are left out: of two, one was kept.",
                one.left_out,
            )
            yield [(told, "quiet")]
        yield []
    for die in figures.whole.dice:
        label = f"{die.die}: "
        first, *others = wrapped(verdict(die, figures.whole.fair), max(1, width - len(label)))
        yield [(label, "strong"), (first, "")]
        yield from [[(" " * len(label) + line, "")] for line in others]


def _against_fair(one: Totals, width: int) -> Iterator[list[Part]]:
    room = max(4, width - 32)
    most = max(*one.counts.values(), *one.expected.values())
    for total, count in one.counts.items():
        expected = one.expected.get(total, 0.0)
        mark = round((room - 1) * expected / most)
        bar = "#" * round((room - 1) * count / most)
        drawn = f"{bar:<{mark}}|" if mark >= len(bar) else f"{bar[:mark]}|{bar[mark + 1 :]}"
        share, fair = 100 * count / one.throws, 100 * expected / one.throws
        yield [(f"{total:>5} {count:>7,} {share:>5.1f}% {fair:>5.1f}%  ", ""), (drawn, "ok")]


def _margins(figures: Statistics, width: int) -> Iterator[list[Part]]:
    """What the line above shows in figures, how often each margin came up, and the means of each group."""
    points = [one.points for one in figures.margins]
    if not points:
        yield [(_("No roll has a margin."), "quiet")]
        return
    first, last = figures.margins[0].position, figures.margins[-1].position
    span = _("events {first} to {last}, oldest at the left", first=f"{first:,}", last=f"{last:,}")
    yield [(ngettext("{count} margin", "{count} margins", len(points)), "heading"), (f"  {span}", "quiet")]
    lately = points[-_LATELY:]
    yield [
        (
            _(
                "mean {mean}, of the last {count} {lately}; worst {worst}, best {best}",
                mean=f"{fmean(points):+.1f}",
                count=len(lately),
                lately=f"{fmean(lately):+.1f}",
                worst=f"{min(points):+d}",
                best=f"{max(points):+d}",
            ),
            "",
        )
    ]
    yield []
    counts: dict[int, int] = {}
    for one in points:
        counts[one] = counts.get(one, 0) + 1
    room, most = max(4, width - 24), max(counts.values())
    for margin in sorted(counts, reverse=True):
        bar = "#" * max(1, round(room * counts[margin] / most))
        share = 100 * counts[margin] / len(points)
        yield [(f"{margin:>+5d} {counts[margin]:>7,} {share:>5.1f}%  ", ""), (bar, "ok" if margin >= 0 else "no")]
    if figures.groups:
        yield []
        by = fit(_("by {what}", what=_(figures.groups[0].by)), _NAME)
        by_how_much = f"{flush_right(_('success by'), 11)} {flush_right(_('failure by'), 11)}"
        yield [(f"{by} {flush_right(_('rolls'), 8)} {by_how_much}", "heading")]
    for group in figures.groups:
        means = (group.outcomes.margin_of_success, group.outcomes.margin_of_failure)
        told = " ".join(f"{'-' if mean is None else format(mean, '.1f'):>11}" for mean in means)
        yield [(f"{fit(_name(group), _NAME)} {group.outcomes.rolls:>8,} {told}", "")]


def _degrees(figures: Statistics, width: int) -> Iterator[list[Part]]:
    """The shares of the degrees, of all rolls and group by group."""
    from tracker.text import spoken

    room = max(4, width - 42)
    for group in (figures.whole, *figures.groups):
        counted = group.outcomes
        if not counted.rolls:
            continue
        share = 100 * counted.successes / counted.rolls
        rolls = ngettext("{count} roll", "{count} rolls", counted.rolls)
        yield [(_name(group), "heading"), (_("  {rolls}, {share} % successful", rolls=rolls, share=f"{share:.1f}"), "")]
        for word, number in counted.degrees.items():
            bar = "#" * round(room * number / counted.rolls)
            yield [
                (f"  {fit(_(spoken(word)), _NAME)} {number:>7,} {100 * number / counted.rolls:>5.1f}%  ", ""),
                (bar, "ok"),
            ]
        yield []


def _luck(figures: Statistics, width: int) -> Iterator[list[Part]]:
    """How lucky all rolls were, and each group: the mark stands in the middle where they were as lucky as fair dice."""
    from tracker.reports.statistics.text import luck_lines

    room = max(5, width - 60)
    headings = ((_("rolls"), 7), (_("successes"), 10), (_("expected"), 9), (_("luck"), 5))
    head = " ".join([" " * _NAME, *(flush_right(text, columns) for text, columns in headings)])
    yield [(head, "heading"), (_("  | as fair dice"), "quiet")]
    for group in (figures.whole, *figures.groups):
        luck = group.luck
        if not luck.throws:
            continue
        told = f"{fit(_name(group), _NAME)} {luck.throws:>7,} {luck.successes:>10,} {luck.expected:>9.1f}"
        if luck.percentile is None:
            yield [(f"{told} {'-':>5}", "")]
        else:
            line = list("." * room)
            line[room // 2] = "|"
            line[round((room - 1) * luck.percentile / 100)] = "o"
            yield [(f"{told} {luck.percentile:>4.0f}%  ", ""), ("".join(line), "ok" if luck.percentile >= 50 else "no")]
    yield []
    if figures.whole.luck.throws:
        for told in _rewrapped(luck_lines(figures.whole.luck, figures.names), width):
            yield [(told, "")]


def _rewrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines that were wrapped for a terminal of 80 columns, over as many as they need here."""
    from tracker.reports.render import unwrapped

    whole: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and whole:
            whole[-1].append(line)
        else:
            whole.append([line])
    return (part for broken in whole for part in wrapped(unwrapped(broken), width))


def _name(group: Group) -> str:
    from tracker.reports.statistics.text import NAMELESS

    if not group.by:
        return _("all rolls")
    return group.name or _(NAMELESS.get(group.by, N_("none")))


def series(figures: Statistics) -> Sequence[float]:
    """What the line of margins is drawn from."""
    return [one.points for one in figures.margins]
