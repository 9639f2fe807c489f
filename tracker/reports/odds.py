"""Exact chances against a target, and what each die makes of it where a system may be rolled with several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.dice import parse
from tracker.language import _, pgettext
from tracker.phrases import said
from tracker.reports.render import cells, filled, flush_right
from tracker.reports.words import word
from tracker.rulesets.base import Odds, RuleOption, Ruleset, Target

DIE = "die"
"""The option by which a system reads one target with different dice: a target of such a system is a chance in percent."""

_COUNTED = ("success", "failure")  # degrees that are what the others leave


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of one roll. ``rules`` are those of its ``die``, which is None where the system leaves no choice."""

    rules: Ruleset
    die: str | None
    target: Target
    kind: str
    mode: str
    odds: Odds

    @property
    def needed(self) -> int | None:
        """What the dice must show at least, None where they are read against the target."""
        return self.rules.needed(self.target.value)

    @property
    def difference(self) -> float | None:
        """How far the chance of success is above the target, in percentage points to one decimal; None where a target is
        no percentage."""
        return None if self.die is None else round(100 * self.odds.success / self.odds.of - self.target.value, 1)

    def counted(self, degree: str) -> int:
        """Throws that come out to one of the system's degrees."""
        return self.odds.degrees.get(degree, 0)

    @property
    def rerolled(self) -> bool:
        """Whether the lowest throw is made once more."""
        dice = parse(self.rules.notation)
        return self.rules.rerolled(self.target.value, dice.count + dice.modifier, self.kind)


def chances(rules: Ruleset, chosen: Mapping[str, str], target: int, kind: str, mode: str) -> list[Chances]:
    """The chances against a target with the dice that a campaign has chosen, then with the others that it might choose.
    ``mode`` is one of the system's, or empty. A target outside what the system can have is brought into its bounds."""
    settled = rules.target(target, [], kind)
    option = next((option for option in rules.options if option.name == DIE), None)
    playing = {None: rules} if option is None else _by_die(rules, option, chosen)
    return [
        Chances(played, die, settled, kind, mode, played.odds(settled.value, settled.value, kind, mode))
        for die, played in playing.items()
    ]


def odds_json(found: Chances) -> dict[str, Any]:
    """The chances for scripts: counted in throws out of ``of``, ``degrees`` from the worst to the best; ``difference`` is
    in percentage points."""
    return {
        "target": found.target.value,
        "caps": list(found.target.caps),
        "kind": found.kind,
        "mode": found.mode,
        "ruleset": found.rules.id,
        "notation": found.rules.notation,
        "die": found.die,
        "needed": found.needed,
        "success": found.odds.success,
        "critical_success": found.odds.critical_success,
        "critical_failure": found.odds.critical_failure,
        "degrees": {degree.name: found.counted(degree.name) for degree in found.rules.degrees},
        "of": found.odds.of,
        "percent": found.odds.percent,
        "difference": found.difference,
    }


def odds_lines(found: Sequence[Chances]) -> Iterator[str]:
    """The chances for people, as ``chances`` gives them: a line, or with several dice a table in percent."""
    first = found[0]
    mode = _(" with {mode}", mode=word(first.mode)) if first.mode else ""
    if first.die is None:
        yield _in_one_line(first, mode)
    else:
        yield _("{target} %{mode}, by the dice that are rolled:", target=first.target.value, mode=mode)
        yield from _table(found)
    if any(chances.rerolled for chances in found):
        yield _("* The lowest throw is made once more, and the second one counts.")
    yield from (_("{rule}.", rule=said(cap)) for cap in first.target.caps)
    if refusal := first.rules.refusal(first.target.value, first.kind):
        yield refusal


def _by_die(rules: Ruleset, option: RuleOption, chosen: Mapping[str, str]) -> dict[str | None, Ruleset]:
    """The system with each of its dice, the chosen one first."""
    dice = dict.fromkeys([option.value(chosen), *option.values])
    return {die: rules.under({**chosen, DIE: die}) for die in dice}


def _in_one_line(found: Chances, mode: str) -> str:
    """Successes, and of the degrees those that are none of the ordinary two."""
    odds = found.odds
    special = [degree.name for degree in reversed(found.rules.degrees) if degree.name not in _COUNTED]
    counted = _(", ").join(f"{word(name)} {found.counted(name)}" for name in special)
    return _(
        "{dice} against {target}{mode}: {percent:g} % ({throws} of {all}); {degrees}",
        dice=found.rules.notation,
        target=found.target.value,
        mode=mode,
        percent=odds.percent,
        throws=odds.success,
        all=odds.of,
        degrees=counted,
    )


def _table(found: Sequence[Chances]) -> Iterator[str]:
    """One line for each die, under two lines of headings: what it needs, the chance, how far that is from the nominal one,
    and the chance of each degree, the best first."""
    degrees = [degree.name for degree in reversed(found[0].rules.degrees)]
    heads = [("", _("die")), ("", _("needs")), ("", _("chance")), (pgettext("odds", "off"), pgettext("odds", "by"))]
    heads += [word(name).rpartition(" ")[::2] for name in degrees]
    rows = [
        (
            chances.die or "",
            _needs(chances),
            _percent(chances.odds.success, chances.odds.of),
            f"{chances.difference:+.1f}",
            *(_percent(chances.counted(name), chances.odds.of) for name in degrees),
        )
        for chances in found
    ]
    least = (*_LEAST, *(0 for _name in degrees))
    widths = [max(wide, *map(cells, head)) for wide, head in zip(least, heads, strict=True)]
    widths[1] = max(widths[1], *(cells(row[1]) for row in rows))
    for row in (*zip(*heads, strict=True), *rows):
        padded = (
            (filled if number < _WORDS else flush_right)(cell, width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


_LEAST = (4, 11, 6, 6)  # columns of the die, what it needs, the chance, and how far that is off
_WORDS = 2  # of these columns are words, the others numbers


def _percent(throws: int, of: int) -> str:
    """A chance in percent, to one decimal, that looks like none or like a certainty only where it is one."""
    if 0 < throws < of:
        return {"0.0": "<0.1", "100.0": ">99.9"}.get(percent := f"{100 * throws / of:.1f}", percent)
    return "100.0" if throws else "0.0"


def _needs(found: Chances) -> str:
    if not found.odds.success:
        return _("nothing")
    if found.needed is None:
        needs = _("{total} or less", total=_last_success(found))
    else:
        needs = _("{total} or more", total=found.needed)
    return f"{needs}*" if found.rerolled else needs


def _last_success(found: Chances) -> int:
    """The highest total that succeeds, which is the target unless that total always fails (100 of d%)."""
    dice, target = parse(found.rules.notation), found.target.value
    totals = range(dice.count + dice.modifier, dice.count * dice.sides + dice.modifier + 1)
    return max(total for total in totals if found.rules.judge(target, target, total, found.kind).success)
