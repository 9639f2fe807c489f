"""What characters try: physical feats, sense rolls, long tasks, extra effort; and what those ask about a character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct, field

from tracker.rulesets.base.terms import Judgement, Modifier


class Input(Struct, frozen=True):
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


class Figure(Struct, frozen=True):
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


class FeatRoll(Struct, frozen=True):
    """A roll that a feat takes, ``count`` times, ``every`` in-game seconds from the start. ``default`` says what stood in
    for an untrained skill (``DX-5``)."""

    what: str
    base: int
    default: str = ""
    modifiers: tuple[Modifier, ...] = ()
    count: int = 1
    every: int | None = None


class FeatEffect(Struct, frozen=True):
    """What a roll of a feat, or the feat itself, leads to: ``points`` off a ``pool``, and in words what happened;
    ``gain`` is percent more of the feat's first figure, for this roll's share of it; ``over`` ends the feat; ``again`` asks
    for one more roll after so many in-game seconds, before any other."""

    text: str
    pool: str = ""
    points: int = 0
    gain: int = 0
    over: bool = False
    again: int | None = None


class FeatPlan(Struct, frozen=True):
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
    attribute: str  # what all are rolled against
    comprehension: str  # what makes out what was noticed when no skill is named
    danger_trait: str  # who has it gets a secret second chance at a danger, folded

    def inputs(self, sense: str) -> tuple[Input, ...]:
        """What a roll of this sense wants to know."""

    def modifiers(self, sense: str, who: Abilities, given: Given) -> list[Modifier]:
        """The modifiers to Perception. Raises ValueError, with a sentence, where the sense can't work at all."""


class LongTaskRules(Protocol):
    """Work that takes many days: one roll for each worker and day."""

    destroyed_notation: str  # the dice for man-hours of work destroyed
    supervisor_skills: tuple[str, ...]
    supervisor_bonus: tuple[int, ...]  # what a supervisor's success may give

    def hours(self, judgement: Judgement) -> int:
        """Man-hours that a day's roll contributes."""

    def destroys(self, judgement: Judgement) -> bool:
        """Whether work done before is destroyed as well."""


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
