"""GURPS, Fourth Edition: success rolls, defaults, named modifiers, retries, extra effort, contests, influence, senses,
physical feats, long tasks, Fright Checks, fatigue and injury.

Page numbers such as B348 are those of the Basic Set.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tracker.language import N_, _
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
    Modifier,
    NamedModifier,
    Odds,
    PoolLoss,
    RetryDecision,
    Ruleset,
    SelfControlRules,
    SenseRules,
    Target,
)
from tracker.rulesets.common import PlainRuleset
from tracker.rulesets.gurps4e import defaults, injury, modifiers, pools, retries, success
from tracker.rulesets.gurps4e.attributes import ATTRIBUTES, complete_attributes
from tracker.rulesets.gurps4e.buying import BUYING
from tracker.rulesets.gurps4e.contests import CONTESTS
from tracker.rulesets.gurps4e.criticals import CRITICALS
from tracker.rulesets.gurps4e.effort import EFFORT, MACHINE
from tracker.rulesets.gurps4e.feats import FEAT_TRAITS, FEATS
from tracker.rulesets.gurps4e.fright import FRIGHT, FRIGHT_ALIASES, FRIGHT_TRAITS, fright_target
from tracker.rulesets.gurps4e.healing import HEALING
from tracker.rulesets.gurps4e.influence import INFLUENCE, INFLUENCE_TRAITS
from tracker.rulesets.gurps4e.injury import INCAPACITIES, INJURY_ALIASES, INJURY_TRAITS
from tracker.rulesets.gurps4e.long_tasks import LONG_TASKS
from tracker.rulesets.gurps4e.pools import POOLS
from tracker.rulesets.gurps4e.senses import SENSE_ALIASES, SENSE_TRAITS, SENSES


class Gurps4e(PlainRuleset):
    """The chapters of this package as a ``Ruleset``."""

    id = "gurps4e"
    version = "1"
    title = N_("GURPS Fourth Edition")
    notation = "3d6"
    attributes: tuple[AttributeSpec, ...] = ATTRIBUTES
    pools: tuple[str, ...] = POOLS
    traits: tuple[str, ...] = tuple(
        dict.fromkeys((*FRIGHT_TRAITS, MACHINE, *INFLUENCE_TRAITS, *SENSE_TRAITS, *FEAT_TRAITS, *INJURY_TRAITS))
    )
    trait_aliases: tuple[tuple[str, str], ...] = (*FRIGHT_ALIASES, *SENSE_ALIASES, *INJURY_ALIASES)
    retry_policies: tuple[str, ...] = retries.POLICIES
    fright: FrightRules | None = FRIGHT
    effort: EffortRules | None = EFFORT
    contests: ContestRules | None = CONTESTS
    influence: InfluenceRules | None = INFLUENCE
    senses: SenseRules | None = SENSES
    feats: Mapping[str, FeatRules] = FEATS
    long_tasks: LongTaskRules | None = LONG_TASKS
    buying: BuyingRules | None = BUYING
    criticals: CriticalRules | None = CRITICALS
    healing: HealingRules | None = HEALING
    self_control: SelfControlRules | None = SelfControlRules("self_control")
    incapacities: tuple[str, ...] = INCAPACITIES

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        return complete_attributes(attributes)

    def skills(self) -> Collection[str]:
        return defaults.known_skills()

    def defaults(self, skill: str) -> tuple[Default, ...] | None:
        return defaults.known_defaults(skill)

    def best_default(self, scores: Sequence[tuple[Default, int]]) -> tuple[int, Default]:
        return defaults.best_default(scores)

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        if kind == "fright":
            return fright_target(base, modifiers)
        return Target(success.effective_skill(base, modifiers))

    def refusal(self, target: int, kind: str) -> str | None:
        if success.may_attempt(target, kind):
            return None
        return _(
            "Effective skill {target} is below {lowest}: no roll may be made (only active defenses and forced rolls).",
            target=target,
            lowest=success.LOWEST_TARGET,
        )

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return success.judge(target, total)

    def odds(self, base: int, target: int, kind: str, mode: str = "") -> Odds:
        return success.success_probability(target, kind)

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
        return retries.retry(policy, attempt, damage_assessed=damage_assessed, waited=waited)

    def pool_loss(self, pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
        return pools.pool_loss(pool, amount, current, maximum)

    def recovered(self, seconds: int) -> Mapping[str, int]:
        return pools.recovered(seconds)

    def hindrances(self, current: Mapping[str, int], maximum: Mapping[str, int]) -> dict[str, list[str]]:
        return pools.hindrances(current, maximum)

    def halved(self, value: int) -> int:
        return pools.halved(value)

    def named(self, phrase: str, what: str) -> NamedModifier | None:
        return modifiers.named(phrase, what)

    def names(self, what: str) -> tuple[str, ...]:
        return modifiers.names(what)

    def demands(self, pool: str, before: int, after: int, maximum: int) -> tuple[Demand, ...]:
        return injury.demands(pool, before, after, maximum)


RULESET: Ruleset = Gurps4e()
