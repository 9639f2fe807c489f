"""GURPS, Third Edition: success rolls, critical hits, critical misses and critical defenses (seed 002).

Attributes and pools are beyond the seed. Contests and repeated attempts are taken over from the Fourth Edition, as is
which rolls may be made at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.language import N_
from tracker.rulesets import gurps4e
from tracker.rulesets.base import (
    AttributeSpec,
    ContestRules,
    CriticalRules,
    Judgement,
    Modifier,
    RetryDecision,
    Ruleset,
    SelfControlRules,
    Target,
)
from tracker.rulesets.common import PlainRuleset
from tracker.rulesets.gurps3e.attributes import ATTRIBUTES, POOLS, complete_attributes
from tracker.rulesets.gurps3e.success import MENTAL_DISADVANTAGE, may_attempt, success_roll
from tracker.rulesets.gurps4e import retries
from tracker.rulesets.gurps4e.contests import CONTESTS
from tracker.rulesets.gurps4e.criticals import CombatCriticals
from tracker.rulesets.gurps4e.success import effective_skill


class Gurps3e(PlainRuleset):
    """The chapters of this package as a ``Ruleset``."""

    id = "gurps3e"
    version = "1"
    title = N_("GURPS Third Edition")
    notation = "3d6"
    attributes: tuple[AttributeSpec, ...] = ATTRIBUTES
    pools: tuple[str, ...] = POOLS
    retry_policies: tuple[str, ...] = retries.POLICIES
    contests: ContestRules | None = CONTESTS
    criticals: CriticalRules | None = CombatCriticals(usual="gurps3e")
    self_control: SelfControlRules | None = SelfControlRules(MENTAL_DISADVANTAGE, "will")

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        return complete_attributes(attributes)

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        return Target(effective_skill(base, modifiers))

    def refusal(self, target: int, kind: str) -> str | None:
        return None if may_attempt(target, kind) else gurps4e.RULESET.refusal(target, kind)

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return success_roll(kind, target, total)

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
        return retries.retry(policy, attempt, damage_assessed=damage_assessed, waited=waited)


RULESET: Ruleset = Gurps3e()
