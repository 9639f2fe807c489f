"""A percentile system in the manner of Basic Roleplaying: roll d% at or under the chance (seed 001)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tracker.rulesets.base import Judgement, Modifier, Odds, Ruleset, Target
from tracker.rulesets.common import PlainRuleset, attribute_specs, count_odds


def percentile(percent: int, roll: int) -> Judgement:
    """The outcome of d% against a chance of ``percent`` (seed 001, percentile dice).

    100 is a critical failure whatever the chance. A chance of 0 is no chance: everything fails. Otherwise 1 is a
    critical success, up to half the chance a major one, up to the chance a minor one. Margin in percentage points.
    Raises ValueError for a chance outside 0..100 or a roll outside 1..100.
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"a chance is 0 to 100 percent, not {percent}")
    if not 1 <= roll <= 100:
        raise ValueError(f"d% shows 1 to 100, not {roll}")
    if roll == 100:
        degree = "critical_failure"
    elif roll > percent:
        degree = "failure"
    elif roll == 1:
        degree = "critical_success"
    elif 2 * roll <= percent:
        degree = "major_success"
    else:
        degree = "minor_success"
    return Judgement(
        success=degree.endswith("success"),
        critical=degree.startswith("critical"),
        degree=degree,
        margin=abs(percent - roll),
    )


class Brp(PlainRuleset):
    """The percentile system as a ``Ruleset``."""

    id = "brp"
    version = "1"
    title = "Percentile (BRP style)"
    notation = "1d100"
    attributes = attribute_specs(
        ("str", "STR", "strength"),
        ("con", "CON", "constitution"),
        ("siz", "SIZ", "size"),
        ("dex", "DEX", "dexterity"),
        ("int", "INT", "intelligence"),
        ("pow", "POW", "power"),
        ("cha", "CHA", "charisma", "app", "appearance"),
    )
    pools: tuple[str, ...] = ("HP", "MP")

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        """What was given, with hit points of half CON + SIZ, rounded up, and magic points equal to POW where those
        are known. The seed leaves both out; they are the usual ones of such systems."""
        complete = dict(attributes)
        if "con" in complete and "siz" in complete:
            complete.setdefault("HP", math.ceil((complete["con"] + complete["siz"]) / 2))
        if "pow" in complete:
            complete.setdefault("MP", complete["pow"])
        return complete

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        """The chance in percent after all modifiers, held between 0 and 100."""
        percent = base + sum(modifier.value for modifier in modifiers)
        if percent > 100:
            return Target(100, ("A chance is 100 percent at most",))
        if percent < 0:
            return Target(0, ("A chance is 0 percent at least",))
        return Target(percent)

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return percentile(target, total)

    def odds(self, base: int, target: int, kind: str) -> Odds:
        return count_odds(range(1, 101), lambda roll: percentile(target, roll))


RULESET: Ruleset = Brp()
