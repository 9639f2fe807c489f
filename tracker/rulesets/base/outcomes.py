"""What comes on top of a roll: a better outcome for character points, a critical's row of a table."""

from __future__ import annotations

from typing import Protocol


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
    usual: str  # the one that a campaign reads unless it chooses another; "none" where the GM says what happens

    def row(self, table: str, kind: str, total: int) -> tuple[str, str]:
        """A row of such a table for a ``hit`` or ``miss``: the totals that it stands for (``9-11``) and what it says."""
