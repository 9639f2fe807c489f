"""A rule system as a whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from tracker.rulesets.base.activities import EffortRules, FeatRules, LongTaskRules, SenseRules
from tracker.rulesets.base.body import Demand, HealingRules, SelfControlRules
from tracker.rulesets.base.contests import ContestRules, InfluenceRules
from tracker.rulesets.base.fright import FrightRules
from tracker.rulesets.base.outcomes import BuyingRules, CriticalRules
from tracker.rulesets.base.party import GroupRules, MontageRules, RerollRules
from tracker.rulesets.base.terms import (
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


class Ruleset(Protocol):
    """One rule system. ``kind`` names the sort of roll: ``success`` (the ordinary one), ``will``, ``active_defense``,
    ``forced``, ``fright``, ``effort``, ``recovery`` ...; a system treats a kind that it has no rule for as ``success``."""

    id: str
    version: str
    title: str
    options: tuple[RuleOption, ...]  # what it leaves to a campaign
    notation: str  # dice of an ordinary roll: "3d6", "1d100", "1d20"
    targets: tuple[int, int] | None  # the lowest and the highest number that a roll can be judged against; None: any
    high_is_good: bool  # whether these dice are wished high
    modes: tuple[str, ...]  # of ADVANTAGE and DISADVANTAGE those that it knows
    rerolls_throws: bool  # whether some throws are made once more (see ``rerolled``)
    degrees: tuple[Degree, ...]  # how a roll may come out, the worst first
    attributes: tuple[AttributeSpec, ...]
    skill_bonus: int | None  # points that a skill adds to an attribute; None where skills have numbers of their own
    pools: tuple[str, ...]
    traits: tuple[str, ...]  # those that the rules ask about, folded: “fearlessness=2” is a trait and no skill
    trait_aliases: tuple[tuple[str, str], ...]  # other names of theirs, folded, each with the one among ``traits``
    retry_policies: tuple[str, ...]
    fright: FrightRules | None
    effort: EffortRules | None
    contests: ContestRules | None
    influence: InfluenceRules | None
    senses: SenseRules | None
    feats: Mapping[str, FeatRules]
    long_tasks: LongTaskRules | None
    buying: BuyingRules | None
    criticals: CriticalRules | None
    healing: HealingRules | None
    self_control: SelfControlRules | None
    rerolls: RerollRules | None
    groups: GroupRules | None
    montages: MontageRules | None
    incapacities: tuple[str, ...]  # conditions that low pools bring on, the lightest first; the last one is final

    def under(self, chosen: Mapping[str, str]) -> Ruleset:
        """The system as a campaign plays it that has chosen so, by the names of its options."""

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        """All attributes and pool maxima, with those that were not given derived (Will from IQ, HP from ST ...)."""

    def skills(self) -> Collection[str]:
        """The folded names of the skills whose defaults are known."""

    def defaults(self, skill: str) -> tuple[Default, ...] | None:
        """Known defaults of a skill by its folded name; empty when it has none, None when the skill is not known."""

    def best_default(self, scores: Sequence[tuple[Default, int]]) -> tuple[int, Default]:
        """The best level that these defaults give, after caps (Rule of 20), and the default that gives it, from pairs of
        a default and the character's own attribute or skill. Raises ValueError for no pair at all."""

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        """The number to roll against."""

    def refusal(self, target: int, kind: str) -> str | None:
        """Why no roll may be made against this target (a sentence), or None."""

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        """The outcome of a throw's total. Raises ValueError for a total that the dice can't show."""

    def rerolled(self, target: int, total: int, kind: str) -> bool:
        """Whether a throw that shows this is thrown once more, and the second one counts in its place."""

    def needed(self, target: int) -> int | None:
        """What the dice must show at least, None where they are simply read against the target."""

    def odds(self, base: int, target: int, kind: str, mode: str = "") -> Odds:
        """Exact chances against a target; ``mode`` is one of ``modes``, or empty."""

    def spent(self, kind: str, judgement: Judgement) -> Mapping[str, int]:
        """Points that a roll of this kind takes from its character's pools for having come out so."""

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
        """Whether attempt number ``attempt`` (1 is the first; all earlier ones failed) may be made, and its penalty.
        ``changed``: the GM has said what is different now."""

    def pool_loss(self, pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
        """What losing ``amount`` points of a pool takes from which pools. ``current`` and ``maximum`` by pool."""

    def recovered(self, seconds: int) -> Mapping[str, int]:
        """Points that a rest of so many in-game seconds gives back, by pool, before the maximum is minded."""

    def hindrances(self, current: Mapping[str, int], maximum: Mapping[str, int]) -> dict[str, list[str]]:
        """What low pools halve: from attribute key (``move``, ``dodge``, ``st``) to the reasons, one for each halving."""

    def halved(self, value: int) -> int:
        """An attribute after one halving, rounded as the system does."""

    def named(self, phrase: str, what: str) -> NamedModifier | None:
        """The modifier that the rules know by this folded phrase (``dark``, ``fine tools``, ``haste 30%``) for a roll on
        ``what``, None when they know none."""

    def names(self, what: str) -> tuple[str, ...]:
        """Phrases that ``named`` knows for a roll on ``what``, to choose from."""

    def demands(self, pool: str, before: int, after: int, maximum: int) -> tuple[Demand, ...]:
        """What a fall of a pool from ``before`` to ``after`` asks for."""

    def guide(self) -> Mapping[str, Any] | None:
        """What the tracker knows of this system, for people to read; None where nobody wrote it down. ``topic`` is a list of
        tables with ``id``, ``title``, ``source`` (where the rule stands), ``text`` and ``examples``, and perhaps ``before``:
        commands that come first where an example is about something. ``not_covered`` are the gaps, ``setup`` the commands
        that make a campaign to run the examples in."""
