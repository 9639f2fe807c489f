"""What several rule systems share: counting odds, and the answers of a system that has no chapter on a matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from tracker.rulesets.base import (
    AttributeSpec,
    BuyingRules,
    ContestRules,
    CriticalRules,
    Default,
    Demand,
    EffortRules,
    FeatRules,
    FrightRules,
    HealingRules,
    InfluenceRules,
    Judgement,
    LongTaskRules,
    NamedModifier,
    Odds,
    PoolLoss,
    RetryDecision,
    SenseRules,
)


def count_odds(totals: Iterable[int], judge: Callable[[int], Judgement]) -> Odds:
    """Exact chances: every throw's total, as often as the dice can show it, is judged and counted."""
    outcomes = [judge(total) for total in totals]
    return Odds(
        success=sum(outcome.success for outcome in outcomes),
        critical_success=sum(outcome.success and outcome.critical for outcome in outcomes),
        critical_failure=sum(outcome.critical and not outcome.success for outcome in outcomes),
        of=len(outcomes),
    )


def plain_loss(pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
    """A loss that takes just its points from just its pool, without a floor. Raises ValueError for a pool that the
    character lacks and for a negative amount."""
    if pool not in current or pool not in maximum:
        raise ValueError(f"a character without {pool} can't lose any")
    if amount < 0:
        raise ValueError(f"a loss can't be negative: {amount}")
    return PoolLoss({pool: amount} if amount else {})


class PlainRuleset:
    """The part of a ``Ruleset`` where a system has no rules of its own: any retry is free, pools are plain numbers,
    nobody has known skill defaults, and every roll may be made."""

    attributes: tuple[AttributeSpec, ...] = ()
    traits: tuple[str, ...] = ()
    retry_policies: tuple[str, ...] = ("free",)
    fright: FrightRules | None = None
    effort: EffortRules | None = None
    contests: ContestRules | None = None
    influence: InfluenceRules | None = None
    senses: SenseRules | None = None
    feats: Mapping[str, FeatRules] = MappingProxyType({})
    long_tasks: LongTaskRules | None = None
    buying: BuyingRules | None = None
    criticals: CriticalRules | None = None
    healing: HealingRules | None = None
    incapacities: tuple[str, ...] = ()

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        return dict(attributes)

    def defaults(self, skill: str) -> tuple[Default, ...] | None:
        return None

    def best_default(self, scores: Sequence[tuple[Default, int]]) -> tuple[int, Default]:
        return max(((score + default.modifier, default) for default, score in scores), key=lambda found: found[0])

    def refusal(self, target: int, kind: str) -> str | None:
        return None

    def next_attempt(self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool) -> RetryDecision:
        if policy not in self.retry_policies:
            raise ValueError(f"unknown retry policy {policy!r}; known are {', '.join(self.retry_policies)}")
        return RetryDecision(allowed=True, modifier=0)

    def pool_loss(self, pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
        return plain_loss(pool, amount, current, maximum)

    def recovered(self, seconds: int) -> Mapping[str, int]:
        return {}

    def hindrances(self, current: Mapping[str, int], maximum: Mapping[str, int]) -> dict[str, list[str]]:
        return {}

    def halved(self, value: int) -> int:
        return -(-value // 2)

    def named(self, phrase: str, what: str) -> NamedModifier | None:
        return None

    def names(self, what: str) -> tuple[str, ...]:
        return ()

    def demands(self, pool: str, before: int, after: int, maximum: int) -> tuple[Demand, ...]:
        return ()


def attribute_specs(*rows: Sequence[str]) -> tuple[AttributeSpec, ...]:
    """Attributes without a default value, from rows of key, shown name and other spellings."""
    return tuple(AttributeSpec(key, name, tuple(aliases)) for key, name, *aliases in rows)
