"""What a rule system must answer. Rules are pure: numbers in, an outcome out; no clock, no dice thrown, no events.

A system that lacks a chapter (no fright checks, no extra effort ...) leaves that attribute ``None``.
"""

from tracker.rulesets.base.activities import (
    Abilities,
    EffortRules,
    FeatEffect,
    FeatPlan,
    FeatRoll,
    FeatRules,
    Figure,
    Given,
    Input,
    LongTaskRules,
    SenseRules,
)
from tracker.rulesets.base.body import Demand, FirstAidRules, HealingRules, Waking
from tracker.rulesets.base.contests import ContestRules, InfluenceRules, Verdict
from tracker.rulesets.base.fright import FrightRules
from tracker.rulesets.base.outcomes import BuyingRules, CriticalRules
from tracker.rulesets.base.ruleset import Ruleset
from tracker.rulesets.base.terms import (
    REPEATED_KINDS,
    RETRIED_KINDS,
    AttributeSpec,
    Default,
    Judgement,
    Modifier,
    NamedModifier,
    Odds,
    PoolLoss,
    RetryDecision,
    Target,
)

__all__ = [
    "REPEATED_KINDS",
    "RETRIED_KINDS",
    "Abilities",
    "AttributeSpec",
    "BuyingRules",
    "ContestRules",
    "CriticalRules",
    "Default",
    "Demand",
    "EffortRules",
    "FeatEffect",
    "FeatPlan",
    "FeatRoll",
    "FeatRules",
    "Figure",
    "FirstAidRules",
    "FrightRules",
    "Given",
    "HealingRules",
    "InfluenceRules",
    "Input",
    "Judgement",
    "LongTaskRules",
    "Modifier",
    "NamedModifier",
    "Odds",
    "PoolLoss",
    "RetryDecision",
    "Ruleset",
    "SenseRules",
    "Target",
    "Verdict",
    "Waking",
]
