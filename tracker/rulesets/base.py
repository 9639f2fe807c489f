"""What a rule system must answer. Rules are pure: numbers in, an outcome out; no clock, no dice thrown, no events.

A system that lacks a chapter (no fright checks, no extra effort ...) leaves that attribute ``None``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named change of the target: ``value`` points, ``source`` says who brought it in (``gm``, ``sheet``, ``retry``,
    ``fright``, ``load``, ``fatigue``, ``effort`` ...)."""

    label: str
    value: int
    source: str = "gm"


@dataclass(frozen=True, slots=True)
class Target:
    """The number to roll against, with every cap that was applied, in words (``"Rule of 14: 13 at most"``)."""

    value: int
    caps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a throw came out. ``degree`` is the system's own word (``critical_success``, ``minor_success`` ...);
    ``margin`` is zero or positive, ``success`` says of which kind it is."""

    success: bool
    critical: bool
    degree: str
    margin: int


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances, counted in throws out of ``of``."""

    success: int
    critical_success: int
    critical_failure: int
    of: int

    @property
    def percent(self) -> float:
        """Chance of success in percent, to one decimal."""
        return round(100 * self.success / self.of, 1)


@dataclass(frozen=True, slots=True)
class RetryDecision:
    """Whether another attempt is allowed, at which modifier (points; None when it is not), and why not."""

    allowed: bool
    modifier: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AttributeSpec:
    """An attribute of the system: ``key`` as stored (``st``), ``name`` as shown (``ST``), other spellings, the value of a
    sheet that doesn't state it (a number, or None when it derives from others; see ``Ruleset.complete``), the kind of roll
    against it, and what each level of load takes from it."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    default: int | None = None
    kind: str = "success"
    load_factor: int = 0


@dataclass(frozen=True, slots=True)
class Default:
    """What an untrained character may roll against instead: ``name`` is an attribute key or a skill, plus ``modifier``."""

    source: str  # "attribute" or "skill"
    name: str
    modifier: int


@dataclass(frozen=True, slots=True)
class PoolLoss:
    """What a loss really takes: points off each pool (zero or positive), after floors and spill-over."""

    changes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class NamedModifier:
    """A modifier that the rules know by name. ``source`` is the chapter that it comes from (``difficulty``, ``equipment``,
    ``time``, ``light``, ``surface``, ``combat`` ...); a GM may choose from ``low`` to ``high`` without overruling the
    rules. ``costs`` are points that it takes, by pool, whatever comes of the roll."""

    label: str
    value: int
    source: str
    low: int
    high: int
    costs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Input:
    """Something that an activity wants to know. A ``choice`` is one of ``choices`` (key -> other words for it); a
    ``number`` is typed with one of ``units`` (``ft`` -> how many of the input's own unit that is; the empty unit is a bare
    number); a ``flag`` is there or not. ``default`` None means that it must be said."""

    key: str
    kind: str  # "choice", "number", "flag"
    help: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    units: Mapping[str, float] = field(default_factory=dict)
    default: str | float | bool | None = None
    optional: bool = False  # may be left out although it has no default; it is None then


Given = Mapping[str, Any]
"""What was said to an activity's inputs, by key: a choice's key, a number in the input's own unit, a bool, or None."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that an activity comes to, with its unit: ``distance 9 feet``."""

    name: str
    value: float
    unit: str


class Abilities(Protocol):
    """What the rules may ask about a character."""

    load: int  # encumbrance level, 0 to 4

    def attribute(self, key: str) -> float:
        """An attribute as it stands now, low pools minded, load not."""

    def unhurt(self, key: str) -> float:
        """An attribute without what low pools take from it, for what merely rests on it."""

    def skill(self, name: str) -> int | None:
        """The level of a skill by its name, without load; None when untrained."""

    def trait(self, name: str) -> int:
        """The level of a trait by its name, 1 for one without levels, 0 when the character lacks it."""


@dataclass(frozen=True, slots=True)
class FeatRoll:
    """A roll that a feat takes, ``count`` times, ``every`` in-game seconds from the start. ``default`` says what stood in
    for an untrained skill (``DX-5``)."""

    what: str
    base: int
    default: str = ""
    modifiers: tuple[Modifier, ...] = ()
    count: int = 1
    every: int | None = None


@dataclass(frozen=True, slots=True)
class FeatEffect:
    """What a roll of a feat, or the feat itself, leads to: ``points`` off a ``pool``, and in words what happened;
    ``gain`` is percent more of the feat's first figure, for this roll's share of it; ``over`` ends the feat; ``again`` asks
    for one more roll after so many in-game seconds, before any other."""

    text: str
    pool: str = ""
    points: int = 0
    gain: int = 0
    over: bool = False
    again: int | None = None


@dataclass(frozen=True, slots=True)
class FeatPlan:
    """A feat worked out: what it comes to when nothing goes wrong, the roll that it takes, if any, how long it lasts in
    in-game seconds where the rules say so, and what it costs in any case."""

    figures: tuple[Figure, ...]
    roll: FeatRoll | None = None
    seconds: int | None = None
    effects: tuple[FeatEffect, ...] = ()


class FeatRules(Protocol):
    """One physical feat."""

    name: str  # as typed: "climb"
    title: str  # as shown: "Climbing"
    source: str  # page
    inputs: tuple[Input, ...]
    effort: str | None  # what extra effort increases ("speed", "distance" ...), None where it takes none

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """The feat with ``increase`` percent from an extra effort. Raises ValueError, with a sentence, for what can't be
        done."""

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """What one of its rolls leads to."""


class SenseRules(Protocol):
    """Sense rolls."""

    senses: tuple[str, ...]  # "vision", "hearing", "taste_smell"
    danger_trait: str  # who has it gets a secret second chance at a danger, folded

    def inputs(self, sense: str) -> tuple[Input, ...]:
        """What a roll of this sense wants to know."""

    def modifiers(self, sense: str, who: Abilities, given: Given) -> list[Modifier]:
        """The modifiers to Perception. Raises ValueError, with a sentence, where the sense can't work at all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a contest stands: ``winner`` is ``a``, ``b`` or None (a tie, or nobody yet); ``margin`` of victory in points, None
    where the rules give none; ``over`` is False when another round follows."""

    winner: str | None
    margin: int | None
    over: bool = True


class ContestRules(Protocol):
    """Contests of two sides, ``a`` and ``b``."""

    kinds: tuple[str, ...]  # the first is the ordinary one

    def targets(self, kind: str, a: int, b: int, *, supernatural: bool) -> tuple[Target, Target]:
        """Both numbers after the rules for extreme scores and supernatural attacks."""

    def answers(self, kind: str, a: Judgement) -> bool:
        """Whether ``b`` rolls at all once ``a`` has."""

    def forced(self, kind: str) -> bool:
        """Whether ``b`` doesn't choose to roll."""

    def verdict(self, kind: str, a: Judgement, b: Judgement | None) -> Verdict:
        """Who won. ``b`` is None when it didn't roll."""


class InfluenceRules(Protocol):
    """Influence rolls and reactions. Reactions are words of the system, ``reactions`` worst first."""

    skills: tuple[str, ...]  # as shown: "Diplomacy"
    resists: str  # the attribute that the subject answers with
    notation: str  # the dice of a reaction roll
    reactions: tuple[str, ...]

    def exempt(self, skill: str, subject: Mapping[str, int], influencer: Mapping[str, int]) -> tuple[str, str] | None:
        """``("impossible" | "automatic", the trait)`` when nothing is rolled, by both sides' traits (folded name to
        level)."""

    def takes_reaction_roll(self, skill: str) -> bool:
        """Whether an ordinary reaction roll is made as well and the better one counts."""

    def reaction(self, skill: str, won: bool, regular: str | None) -> str:
        """How an NPC reacts."""

    def reaction_of(self, total: int) -> str:
        """The reaction for the modified total of a reaction roll."""


class LongTaskRules(Protocol):
    """Work that takes many days: one roll for each worker and day."""

    destroyed_notation: str  # the dice for man-hours of work destroyed
    supervisor_skills: tuple[str, ...]
    supervisor_bonus: tuple[int, ...]  # what a supervisor's success may give

    def hours(self, judgement: Judgement) -> int:
        """Man-hours that a day's roll contributes."""

    def destroys(self, judgement: Judgement) -> bool:
        """Whether work done before is destroyed as well."""


class BuyingRules(Protocol):
    """Paying character points for another outcome."""

    genres: tuple[str, ...]  # what a campaign may be
    allowed_in: tuple[str, ...]

    def price(self, outcome: str, wanted: str) -> int | None:
        """Points from the outcome that was rolled to the one wanted, None when that step can't be bought."""

    def next_better(self, outcome: str) -> str | None:
        """The outcome that the next step buys, None at the top."""


class CriticalRules(Protocol):
    """What a critical hit or miss of an attack leads to: a row of a table."""

    notation: str  # the dice for the table
    tables: tuple[str, ...]  # those that ship, by name

    def row(self, table: str, kind: str, total: int) -> tuple[str, str]:
        """A row of such a table for a ``hit`` or ``miss``: the totals that it stands for (``9-11``) and what it says."""


@dataclass(frozen=True, slots=True)
class Waking:
    """How a condition may end: by a roll against ``attribute``, the first ``after`` so many in-game seconds, then again
    ``every`` so many (None: there is just the one)."""

    attribute: str
    after: int
    every: int | None


@dataclass(frozen=True, slots=True)
class Demand:
    """What the state of a pool asks for: a roll against attribute ``what`` with ``modifier`` (for a ``reason``) and so many
    points for each level of ``traits`` (folded names), whose failure brings on ``condition``, or ``near`` when it fails by
    ``near_margin`` at most; when ``what`` is empty, the condition at once. One that holds ``again`` asks for as long as the
    pool stays so low. ``note`` says when, ``outcome`` what the condition means, ``waking`` how it may end."""

    label: str  # "consciousness", "death check" ...
    condition: str
    what: str = ""
    modifier: int = 0
    note: str = ""
    reason: str = ""
    traits: Mapping[str, int] = field(default_factory=dict)
    near: str = ""
    near_margin: int = 0
    again: bool = False
    outcome: str = ""
    waking: Waking | None = None


class FirstAidRules(Protocol):
    """First aid as it is given at some tech level."""

    @property
    def minutes(self) -> int:
        """How long it takes for each victim."""

    def restores(self, judgement: Judgement) -> int | str:
        """Points that it gives back (negative: that it takes), or the dice for them."""


class HealingRules(Protocol):
    """Getting points of a ``pool`` back: by rest, by a bandage, by first aid."""

    pool: str
    attribute: str  # what the roll of one who rests is made against
    every: int  # in-game seconds of rest for each of those rolls
    skill: str  # of one who gives first aid
    least: int  # points that a successful first aid restores at least
    bandage: int  # points that a bandage restores

    def natural(self, judgement: Judgement) -> int:
        """Points that such a stretch of rest gives back."""

    def first_aid(self, tl: int) -> FirstAidRules | None:
        """First aid at a tech level, None where the rules have none."""


# Kinds of roll that may be tried again; the others are made by a rule of their own that says when.
RETRIED_KINDS = ("success", "will", "active_defense")
# Kinds of roll that may simply be made once more.
REPEATED_KINDS = (*RETRIED_KINDS, "attack")


class FrightRules(Protocol):
    """Fright Checks: what a check rests on, and what a failed one does."""

    window_hours: int  # exposures this old still count, in in-game hours
    table_notation: str  # the dice for the table

    def trait_modifiers(self, traits: Mapping[str, int]) -> list[Modifier]:
        """Modifiers that a character's traits bring, from folded trait name to level."""

    def waived_by(self, traits: Mapping[str, int]) -> str | None:
        """The trait that makes a check needless, or None."""

    def circumstance(self, name: str) -> Modifier | None:
        """The modifier of a circumstance (``alone``, ``dark``, ``touched``, ``combat``, ``remote``), None when unknown."""

    def distance(self, yards: float) -> Modifier | None:
        """The modifier for watching from ``yards`` away, None when it brings none."""

    def counted(self, hours_ago: Sequence[float]) -> int:
        """How many earlier exposures to the same threat count, by their age in in-game hours."""

    def exposure(self, count: int) -> Modifier | None:
        """The modifier for so many exposures that count; None when there is none."""

    def table(self, margin_of_failure: int, table_total: int, ht: int) -> tuple[int, str, list[dict[str, Any]]]:
        """``(total, row, effects)`` of the table; effects are dicts with a ``kind``, amounts in dice as strings."""

    def suggestions(self, trait: str) -> tuple[str, ...]:
        """Names to choose from for a trait that an effect asks for (its ``trait``); any other will do."""

    def aftermath(self, effect: Mapping[str, Any]) -> tuple[Modifier, int] | None:
        """The modifier that an effect of the table leaves behind once it is over, and for how many in-game seconds."""

    def worse_self_control(self, number: int) -> int | None:
        """A self-control number one step worse, None when it can't get worse."""

    def self_control_points(self, points: float, number: int, other: int) -> int:
        """What a trait of ``points`` at self-control ``number`` is worth at another number."""


class EffortRules(Protocol):
    """Extra effort: an increase bought with willpower and fatigue."""

    attribute: str  # what is rolled against when no skill is named
    pool: str  # the pool that pays

    def refusal(self, percent: int, traits: Mapping[str, int]) -> str | None:
        """Why this effort can't be made (a sentence), or None."""

    def modifiers(self, percent: int, motivated: str | None) -> list[Modifier]:
        """The modifiers of the roll; ``motivated`` is the reason that earns the bonus."""

    def costs(self, judgement: Judgement) -> Mapping[str, int]:
        """Points lost per pool whatever came of it (``{"FP": 1}``, and HP on a critical failure)."""


class Ruleset(Protocol):
    """One rule system. ``kind`` names the sort of roll: ``success`` (the ordinary one), ``will``, ``active_defense``,
    ``forced``, ``fright``, ``effort``, ``recovery`` ...; a system treats a kind that it has no rule for as ``success``."""

    id: str
    version: str
    title: str
    notation: str  # dice of an ordinary roll: "3d6", "1d100", "1d20"
    attributes: tuple[AttributeSpec, ...]
    pools: tuple[str, ...]
    traits: tuple[str, ...]  # those that the rules ask about, folded: “fearlessness=2” is a trait and no skill
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
    incapacities: tuple[str, ...]  # conditions that low pools bring on, the lightest first; the last one is final

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        """All attributes and pool maxima, with those that were not given derived (Will from IQ, HP from ST ...)."""

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

    def odds(self, base: int, target: int, kind: str) -> Odds:
        """Exact chances against a target."""

    def next_attempt(self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool) -> RetryDecision:
        """Whether attempt number ``attempt`` (1 is the first; all earlier ones failed) may be made, and its penalty."""

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
