"""Facts about physical feats."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.events.base import Event


class Figure(Struct, frozen=True):
    """A number that a feat came to, with its unit."""

    name: str
    value: float
    unit: str


class FeatPerformed(Event, frozen=True, kw_only=True):
    """A feat of the subject was done, or tried: ``given`` is what was asked for, ``figures`` what it comes to by the rules,
    ``seconds`` the in-game time that it takes where they say so. ``outcome`` is ``done`` or what went wrong, in words;
    ``rolls`` are the positions of its rolls. ``effort`` is the extra effort (its roll) that it used, for ``increase``
    percent more."""

    feat: str
    title: str
    given: dict[str, Any]
    figures: tuple[Figure, ...]
    seconds: int | None = None
    outcome: str = "done"
    rolls: tuple[int, ...] = ()
    effort: int | None = None
    increase: int = 0
