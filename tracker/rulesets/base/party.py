"""What a party does together, and what a player may roll anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

SPECIAL = "special"
"""The outcome of a group check that is the GM's to decide."""

ACHIEVED, NOT_ACHIEVED, OPEN = "achieved", "not_achieved", "open"
"""How a montage may stand."""

AUTOMATIC = "automatic_success"
"""What stands for a degree where a course of a montage succeeds without a roll."""


class RerollRules(Protocol):
    """A failed check rolled anew, paid for from a pool; the second roll counts."""

    pool: str

    def refusal(self, success: bool, skilled: bool) -> str | None:
        """Why this check isn't rolled anew (a sentence), or None. ``skilled``: a fitting skill was in it."""


class GroupRules(Protocol):
    """A check that all of a group make, and that the group passes or fails as a whole."""

    def outcome(self, successes: int, members: int) -> str:
        """``success``, ``failure``, or ``special`` where the GM decides."""


class MontageScore(Struct, frozen=True):
    """How a montage stands: ``status`` is ``achieved``, ``not_achieved`` or ``open``."""

    successes: int
    failures: int
    status: str


class MontageRules(Protocol):
    """Many courses of action towards one goal: so many successes before so many failures."""

    goal: int  # successes
    limits: Mapping[str, int]  # failures that end it, by difficulty

    def score(self, degrees: Sequence[str], limit: int) -> MontageScore:
        """How it stands after these degrees (or AUTOMATIC), in order."""
