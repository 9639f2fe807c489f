"""Low pools and what they ask for, and getting points back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from tracker.rulesets.base.terms import Judgement


class Waking(Struct, frozen=True):
    """How a condition may end: by a roll against ``attribute``, the first ``after`` so many in-game seconds, then again
    ``every`` so many (None: there is just the one)."""

    attribute: str
    after: int
    every: int | None


class Demand(Struct, frozen=True):
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


class SelfControlRules(Struct, frozen=True):
    """Rolls to resist a trait of one's own: of ``kind``, against ``attribute``, or where that is empty against a number that
    comes with the trait."""

    kind: str
    attribute: str = ""
