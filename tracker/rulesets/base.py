"""What a rule system must answer. Rules are pure: numbers in, an outcome out; no clock, no dice thrown, no events.

A system that lacks a chapter (no fright checks, no extra effort ...) leaves that attribute ``None``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


# Kinds of roll that may be tried again; the others are made by a rule of their own that says when.
RETRIED_KINDS = ("success", "will", "active_defense")


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
