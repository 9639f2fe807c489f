"""One against another: contests, influence and reactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from tracker.rulesets.base.terms import Judgement, Target

CONTESTS = ("quick", "regular", "resist", "opposed")
"""The kinds of contest that there are in any of the built-in systems; each has but some of them."""


class Verdict(Struct, frozen=True):
    """How a contest stands: ``winner`` is ``a``, ``b`` or None (a tie, or nobody yet); ``margin`` of victory in points, None
    where the rules give none; ``over`` is False when another round follows."""

    winner: str | None
    margin: int | None
    over: bool = True


class ContestRules(Protocol):
    """Contests of two sides, ``a`` and ``b``."""

    kinds: tuple[str, ...]  # the first is the ordinary one
    resists: str  # the attribute that resists an attack when no other is named

    def targets(self, kind: str, a: int, b: int, *, supernatural: bool) -> tuple[Target, Target]:
        """Both numbers after the rules for extreme scores and supernatural attacks."""

    def answers(self, kind: str, a: Judgement) -> bool:
        """Whether ``b`` rolls at all once ``a`` has."""

    def forced(self, kind: str) -> bool:
        """Whether ``b`` doesn't choose to roll."""

    def verdict(self, kind: str, a: Judgement, b: Judgement | None) -> Verdict:
        """Who won. ``b`` is None when it didn't roll."""


class InfluenceRules(Protocol):
    """Influence rolls and reactions, which are words of the system."""

    skills: tuple[str, ...]  # as shown: "Diplomacy"
    resists: str  # the attribute that the subject answers with
    notation: str  # the dice of a reaction roll

    def exempt(self, skill: str, subject: Mapping[str, int], influencer: Mapping[str, int]) -> tuple[str, str] | None:
        """``("impossible" | "automatic", the trait)`` when nothing is rolled, by both sides' traits (folded name to
        level)."""

    def takes_reaction_roll(self, skill: str) -> bool:
        """Whether an ordinary reaction roll is made as well and the better one counts."""

    def reaction(self, skill: str, won: bool, regular: str | None) -> str:
        """How an NPC reacts."""

    def reaction_of(self, total: int) -> str:
        """The reaction for the modified total of a reaction roll."""
