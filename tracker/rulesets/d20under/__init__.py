"""A roll-under system: a d20 at or under an attribute (seed 003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.rulesets.base import Judgement, Modifier, Odds, Ruleset, Target
from tracker.rulesets.common import PlainRuleset, attribute_specs, count_odds

SKILL_BONUS = 1
MODIFIED_MAXIMUM = 18


def modified(attribute: int, modifiers: Iterable[int]) -> int:
    """The number to roll against (seed 003, Attribute Checks, Modifiers). With any modifier in play it is 18 at most;
    a bare attribute counts in full."""
    values = [value for value in modifiers if value]
    return min(attribute + sum(values), MODIFIED_MAXIMUM) if values else attribute


def check_target(attribute: int, *, skilled: bool, modifier: int) -> int:
    """The number to roll against, with a fitting skill or not, and the sum of the GM's modifiers."""
    return modified(attribute, (SKILL_BONUS if skilled else 0, modifier))


def great_success_max(attribute: int) -> int:
    """The highest roll that is a great success: half the bare attribute, rounded down (seed 003, Great Success)."""
    return attribute // 2


def terrible_failure_min(attribute: int) -> int:
    """The lowest roll that is a terrible failure: above one and a half times the bare attribute, 20 at most."""
    return min(attribute * 3 // 2 + 1, 20)


def check(attribute: int, target: int, roll: int) -> Judgement:
    """The outcome of a d20 against a target (seed 003, Attribute Checks). A natural 20 always fails.

    The limits of great and terrible come from the bare ``attribute``, but only a success can be great and only a
    failure terrible. Raises ValueError for a roll outside 1..20.
    """
    if not 1 <= roll <= 20:
        raise ValueError(f"a d20 shows 1 to 20, not {roll}")
    success = roll <= target and roll != 20
    if success:
        critical = roll <= great_success_max(attribute)
        degree = "great_success" if critical else "success"
    else:
        critical = roll >= terrible_failure_min(attribute)
        degree = "terrible_failure" if critical else "failure"
    return Judgement(success=success, critical=critical, degree=degree, margin=abs(target - roll))


class D20Under(PlainRuleset):
    """The roll-under system as a ``Ruleset``. A skill's +1 arrives as a modifier."""

    id = "d20under"
    version = "1"
    title = "Roll under (d20)"
    notation = "1d20"
    attributes = attribute_specs(
        ("str", "Str", "strength"),
        ("dex", "Dex", "dexterity"),
        ("con", "Con", "constitution"),
        ("int", "Int", "intelligence"),
        ("will", "Will", "willpower"),
        ("perc", "Perc", "perception"),
        ("cha", "Cha", "charisma"),
        ("init", "Init", "initiative"),
        ("luck", "Luck"),
    )
    pools: tuple[str, ...] = ("HP",)

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        """The attribute with all modifiers, 18 at most once any is in play."""
        value = modified(base, (modifier.value for modifier in modifiers))
        capped = value < base + sum(modifier.value for modifier in modifiers)
        return Target(value, ("Modified attribute: 18 at most",) if capped else ())

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return check(base, target, total)

    def odds(self, base: int, target: int, kind: str) -> Odds:
        return count_odds(range(1, 21), lambda roll: check(base, target, roll))


RULESET: Ruleset = D20Under()
