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
from tracker.rulesets.base.body import Demand, FirstAidRules, HealingRules, SelfControlRules, Waking
from tracker.rulesets.base.contests import ContestRules, InfluenceRules, Verdict
from tracker.rulesets.base.fright import FrightRules
from tracker.rulesets.base.outcomes import BuyingRules, CriticalRules
from tracker.rulesets.base.party import (
    ACHIEVED,
    AUTOMATIC,
    NOT_ACHIEVED,
    OPEN,
    SPECIAL,
    GroupRules,
    MontageRules,
    MontageScore,
    RerollRules,
)
from tracker.rulesets.base.ruleset import Ruleset
from tracker.rulesets.base.terms import (
    ADVANTAGE,
    DISADVANTAGE,
    REPEATED_KINDS,
    RETRIED_KINDS,
    AttributeSpec,
    Default,
    Degree,
    Judgement,
    Modifier,
    NamedModifier,
    Odds,
    PoolLoss,
    RetryDecision,
    RuleOption,
    Target,
)
from tracker.rulesets.base.traits import TraitName, read_trait

__all__ = [
    "ACHIEVED",
    "ADVANTAGE",
    "AUTOMATIC",
    "DISADVANTAGE",
    "NOT_ACHIEVED",
    "OPEN",
    "REPEATED_KINDS",
    "RETRIED_KINDS",
    "SPECIAL",
    "Abilities",
    "AttributeSpec",
    "BuyingRules",
    "ContestRules",
    "CriticalRules",
    "Default",
    "Degree",
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
    "GroupRules",
    "HealingRules",
    "InfluenceRules",
    "Input",
    "Judgement",
    "LongTaskRules",
    "Modifier",
    "MontageRules",
    "MontageScore",
    "NamedModifier",
    "Odds",
    "PoolLoss",
    "RerollRules",
    "RetryDecision",
    "RuleOption",
    "Ruleset",
    "SelfControlRules",
    "SenseRules",
    "Target",
    "TraitName",
    "Verdict",
    "Waking",
    "read_trait",
]
