"""All the figures of a sample, as a whole and group by group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern

from msgspec import Struct

from tracker.phrases import said
from tracker.reports.filters import Filter
from tracker.reports.statistics.counts import Outcomes, outcomes
from tracker.reports.statistics.faces import Die, faces
from tracker.reports.statistics.luck import Chances, Luck, RollLuck, luck, lucks
from tracker.reports.statistics.sample import Sampled, is_fair, sample
from tracker.reports.statistics.streaks import Streak, longest
from tracker.reports.statistics.totals import Margin, Totals, margins, totals
from tracker.rulesets.base import Ruleset
from tracker.store import Log
from tracker.text import fold


class Group(Struct, frozen=True, tag_field="type", tag="group"):
    """The figures of some rolls. ``by`` says what they have in common and ``name`` which of it; both are empty for the rolls
    as a whole. ``fair`` is False where the rolls were chosen by their outcome, which tells nothing of luck and dice."""

    by: str
    name: str
    outcomes: Outcomes
    luck: Luck
    successes: Streak | None
    failures: Streak | None
    dice: tuple[Die, ...]
    fair: bool


class Statistics(Struct, frozen=True):
    """The rolls as a whole, then in groups, and the luck of each; ``names`` says what was rolled at each position,
    ``totals`` and ``margins`` are those of all of them."""

    whole: Group
    groups: tuple[Group, ...]
    lucks: tuple[RollLuck, ...]
    names: dict[int, str]
    totals: tuple[Totals, ...]
    margins: tuple[Margin, ...]


BY: dict[str, Callable[[Sampled], str]] = {
    "character": lambda roll: roll.character,
    "player": lambda roll: roll.player,
    "session": lambda roll: "" if roll.session is None else str(roll.session),
    "source": lambda roll: roll.source,
    "skill": lambda roll: roll.what,
}
"""What rolls may be grouped by; a name that is empty stands for those that have none."""


def statistics(log: Log, ruleset: Ruleset, filter: Filter, *, by: str = "", players: bool = False) -> Statistics:
    """The figures of the rolls that match a filter and count, on request ``by`` one of BY; for ``players`` without what only
    the GM has seen. ``ruleset`` is the campaign's own."""
    rolls = sample(log, ruleset, filter, players=players)
    chances, fair = Chances(), is_fair(filter)

    def figures(part: Sequence[Sampled], name: str, of: str) -> Group:
        return Group(
            by=of,
            name=name,
            outcomes=outcomes(part, ruleset),
            luck=luck(part, chances, fair=fair),
            successes=longest(part, success=True),
            failures=longest(part, success=False),
            dice=faces(part, fair=fair),
            fair=fair,
        )

    groups: dict[str, list[Sampled]] = {}
    spelled: dict[str, str] = {}
    for roll in rolls if by else ():
        name = BY[by](roll)
        spelled.setdefault(fold(name), name)
        groups.setdefault(fold(name), []).append(roll)
    ordered = groups if by == "session" else sorted(groups, key=lambda key: (-len(groups[key]), key))
    spoken = {what: said(what) for what in {roll.what for roll in rolls}}
    return Statistics(
        whole=figures(rolls, "", ""),
        groups=tuple(figures(groups[key], spelled[key], by) for key in ordered),
        lucks=tuple(lucks(rolls, chances)),
        names={roll.position: intern(f"{roll.character} {spoken[roll.what]}".strip()) for roll in rolls},
        totals=totals(rolls),
        margins=margins(rolls),
    )
