"""A percentile system in the manner of Basic Roleplaying: a chance in percent, rolled with d% or other dice (seed 001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.base import (
    ADVANTAGE,
    DISADVANTAGE,
    AttributeSpec,
    ContestRules,
    Degree,
    Judgement,
    Modifier,
    RetryDecision,
    RuleOption,
    Ruleset,
    Target,
)
from tracker.rulesets.brp import characteristics
from tracker.rulesets.brp.characteristics import CHARACTERISTICS, POOLS
from tracker.rulesets.brp.contests import CONTESTS
from tracker.rulesets.brp.d100 import LEAST_CHANCE, MOST_CHANCE, percentile
from tracker.rulesets.brp.dice import DIE, Die, die_named
from tracker.rulesets.brp.outcomes import DEGREES
from tracker.rulesets.common import PlainRuleset, goodness
from tracker.rulesets.plain import FREE, ONE_CHANCE, retry


class Brp(PlainRuleset):
    """The chapters of this package as a ``Ruleset``. A target is a chance in percent, whatever is rolled."""

    id = "brp"
    version = "2"
    title = N_("Percentile (BRP style)")
    options: tuple[RuleOption, ...] = (DIE, CHARACTERISTICS)
    targets: tuple[int, int] | None = (LEAST_CHANCE, MOST_CHANCE)
    modes: tuple[str, ...] = (ADVANTAGE, DISADVANTAGE)
    degrees: tuple[Degree, ...] = DEGREES
    pools: tuple[str, ...] = POOLS
    retry_policies: tuple[str, ...] = (FREE, ONE_CHANCE)
    contests: ContestRules | None = CONTESTS

    def __init__(self, die: Die, factor: int) -> None:
        self._die = die
        self._factor = factor
        self.notation = die.notation
        self.high_is_good = die.high_is_good
        self.rerolls_throws = die.rerolls
        self.attributes: tuple[AttributeSpec, ...] = characteristics.characteristics(factor)

    def under(self, chosen: Mapping[str, str]) -> Ruleset:
        """The system with the dice and characteristics that a campaign has chosen, whatever this one's are; other names are
        ignored. Raises ValueError for a value that an option doesn't have."""
        return _playing(DIE.value(chosen), CHARACTERISTICS.value(chosen))

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        return characteristics.complete(attributes, self._factor)

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        """The chance in percent after all modifiers, held between 0 and 100."""
        percent = base + sum(modifier.value for modifier in modifiers)
        if percent > MOST_CHANCE:
            return Target(MOST_CHANCE, (phrases.CAP_MOST.format(percent=MOST_CHANCE),))
        if percent < LEAST_CHANCE:
            return Target(LEAST_CHANCE, (phrases.CAP_LEAST.format(percent=LEAST_CHANCE),))
        return Target(percent)

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return self._die.judge(target, total)

    def rerolled(self, target: int, total: int, kind: str) -> bool:
        return self._die.rerolled(target, total)

    def needed(self, target: int) -> int | None:
        return self._die.needed(target)

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
        return retry(self.retry_policies, policy, attempt, changed=changed)


@cache
def _playing(die: str, written: str) -> Brp:
    return Brp(die_named(die), characteristics.factor(written))


RULESET: Ruleset = _playing(DIE.value({}), CHARACTERISTICS.value({}))


def advantage(die: str, percent: int, mode: str, rolls: tuple[int, int]) -> Judgement:
    """Which of two rolls counts (seed 001, advantage): the better degree with advantage, the worse with disadvantage. A
    throw that was rolled once more isn't among them. Raises ValueError for another mode, unknown dice, a chance outside
    0..100 and a total that the dice can't show."""
    rules = RULESET.under({DIE.name: die})
    if mode not in rules.modes:
        raise ValueError(f"unknown mode {mode!r}; known are {', '.join(rules.modes)}")
    judged = [(rules.judge(percent, percent, roll, "success"), roll) for roll in rolls]
    choose = min if mode == DISADVANTAGE else max
    return choose(judged, key=lambda one: goodness(rules, *one))[0]
