"""Fright Checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tracker.rulesets.base.terms import Modifier


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
