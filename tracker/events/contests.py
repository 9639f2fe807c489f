"""Facts about contests, influence and reactions."""

from __future__ import annotations

from tracker.events.base import Event


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest of two sides ended: ``sides`` are their subjects, ``rolls`` the positions of all rolls in order. ``winner``
    is a subject, None for a tie; ``margin`` of victory is in points, None where the rules give none."""

    kind: str
    sides: tuple[str, str]
    rolls: tuple[int, ...]
    winner: str | None
    margin: int | None
    rounds: int = 1


class InfluenceDecided(Event, frozen=True, kw_only=True):
    """What an influence roll on the subject came to. ``outcome`` is ``win``, ``not_won``, ``impossible`` or ``automatic``,
    the last two by ``trait``; ``reaction`` is an NPC's; ``modifier`` the size of what a player character is left with."""

    influencer: str
    skill: str
    outcome: str
    trait: str = ""
    reaction: str | None = None
    margin: int | None = None
    modifier: int | None = None
