"""What several rule systems share: counting odds, and the answers of a system that has no chapter on a matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tracker.dice import parse
from tracker.rulesets.base import (
    DISADVANTAGE,
    AttributeSpec,
    BuyingRules,
    ContestRules,
    CriticalRules,
    Default,
    Degree,
    Demand,
    EffortRules,
    FeatRules,
    FrightRules,
    GroupRules,
    HealingRules,
    InfluenceRules,
    Judgement,
    LongTaskRules,
    MontageRules,
    NamedModifier,
    Odds,
    PoolLoss,
    RerollRules,
    RetryDecision,
    RuleOption,
    Ruleset,
    SelfControlRules,
    SenseRules,
)
from tracker.rulesets.data import load_toml

_GUIDE = "guide.toml"

COMMON_DEGREES = (
    Degree("critical_failure", success=False, critical=True),
    Degree("failure", success=False, critical=False),
    Degree("success", success=True, critical=False),
    Degree("critical_success", success=True, critical=True),
)


def exact_odds(rules: Ruleset, base: int, target: int, kind: str, mode: str = "") -> Odds:
    """Exact chances of one roll with the system's dice: every total as often as the dice can show it, throws that are made
    once more, and the better or worse of two rolls, are judged and counted."""
    counts, of = exact_totals(rules, base, target, kind, mode)
    degrees: Counter[str] = Counter()
    for total, times in counts.items():
        degrees[rules.judge(base, target, total, kind).degree] += times
    return _odds(rules, degrees, of)


def exact_totals(rules: Ruleset, base: int, target: int, kind: str, mode: str = "") -> tuple[dict[int, int], int]:
    """How often each total counts in the end, from the worst total to the best, and the number of all throws."""
    thrown = _totals(rules.notation)
    of = sum(thrown.values())
    counts: Counter[int] = thrown
    if any(rules.rerolled(target, total, kind) for total in thrown):
        counts = Counter()
        for total, times in thrown.items():
            again = thrown if rules.rerolled(target, total, kind) else {total: of}
            counts.update({second: times * number for second, number in again.items()})
        of *= of
    judged = {total: rules.judge(base, target, total, kind) for total in counts}
    ordered = sorted(counts, key=lambda total: goodness(rules, judged[total], total))
    if not mode:
        return {total: counts[total] for total in ordered}, of
    kept: dict[int, int] = {}
    below = 0  # how often one roll is no better (with disadvantage, no worse) than those before
    for total in reversed(ordered) if mode == DISADVANTAGE else ordered:
        kept[total] = (below + counts[total]) ** 2 - below**2
        below += counts[total]
    return {total: kept[total] for total in ordered}, of * of


def goodness(rules: Ruleset, judged: Judgement, total: int) -> tuple[int, int]:
    """How good a roll is, to tell the better of two: its degree, then the dice as the system wishes them."""
    names = [degree.name for degree in rules.degrees]
    return names.index(judged.degree), total if rules.high_is_good else -total


def _odds(rules: Ruleset, counts: Mapping[str, int], of: int) -> Odds:
    counted = {degree.name: counts.get(degree.name, 0) for degree in rules.degrees}
    return Odds(
        success=sum(counted[degree.name] for degree in rules.degrees if degree.success),
        critical_success=sum(counted[degree.name] for degree in rules.degrees if degree.success and degree.critical),
        critical_failure=sum(counted[degree.name] for degree in rules.degrees if degree.critical and not degree.success),
        of=of,
        degrees=counted,
    )


@cache
def _totals(notation: str) -> Counter[int]:
    """How often dice show each total."""
    dice = parse(notation)
    totals = Counter({dice.modifier: 1})
    for _ in range(dice.count):
        more: Counter[int] = Counter()
        for total, times in totals.items():
            for face in range(1, dice.sides + 1):
                more[total + face] += times
        totals = more
    return totals


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
    nobody has known skill defaults, and every roll may be made, once, with dice that are wished low."""

    options: tuple[RuleOption, ...] = ()
    targets: tuple[int, int] | None = None
    high_is_good: bool = False
    modes: tuple[str, ...] = ()
    rerolls_throws: bool = False
    degrees: tuple[Degree, ...] = COMMON_DEGREES
    skill_bonus: int | None = None
    attributes: tuple[AttributeSpec, ...] = ()
    traits: tuple[str, ...] = ()
    trait_aliases: tuple[tuple[str, str], ...] = ()
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
    self_control: SelfControlRules | None = None
    rerolls: RerollRules | None = None
    groups: GroupRules | None = None
    montages: MontageRules | None = None
    incapacities: tuple[str, ...] = ()

    def under(self, chosen: Mapping[str, str]) -> Any:
        return self

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        return dict(attributes)

    def skills(self) -> Collection[str]:
        return ()

    def defaults(self, skill: str) -> tuple[Default, ...] | None:
        return None

    def best_default(self, scores: Sequence[tuple[Default, int]]) -> tuple[int, Default]:
        return max(((score + default.modifier, default) for default, score in scores), key=lambda found: found[0])

    def refusal(self, target: int, kind: str) -> str | None:
        return None

    def rerolled(self, target: int, total: int, kind: str) -> bool:
        return False

    def needed(self, target: int) -> int | None:
        return None

    def odds(self: Any, base: int, target: int, kind: str, mode: str = "") -> Odds:
        odds = exact_odds(self, base, target, kind, mode)
        return _odds(self, {}, odds.of) if self.refusal(target, kind) else odds

    def spent(self, kind: str, judgement: Judgement) -> Mapping[str, int]:
        return {}

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
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

    def guide(self) -> Mapping[str, Any] | None:
        """The file ``guide.toml`` of the package that the system's own class is in, so that any package brings its own."""
        from importlib.resources import files  # slow to import, and a roll doesn't need it

        package = import_module(type(self).__module__).__package__
        if not package or not files(package).joinpath(_GUIDE).is_file():
            return None
        return load_toml(package, _GUIDE)


def attribute_specs(*rows: Sequence[str]) -> tuple[AttributeSpec, ...]:
    """Attributes without a default value, from rows of key, shown name and other spellings."""
    return tuple(AttributeSpec(key, name, tuple(aliases)) for key, name, *aliases in rows)
