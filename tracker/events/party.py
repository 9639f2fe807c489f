"""Facts about what a party does together."""

from __future__ import annotations

from tracker.events.base import Event


class GroupDecided(Event, frozen=True, kw_only=True):
    """A check of a whole group came out: ``rolls`` are the positions of its members' rolls that count, so many of them
    ``successes``. ``outcome`` is ``success``, ``failure``, or ``special`` where the GM decides."""

    what: str
    rolls: tuple[int, ...]
    successes: int
    outcome: str


class MontageStarted(Event, frozen=True, kw_only=True):
    """Courses of action towards one goal began: ``goal`` successes are needed before ``limit`` failures. Its id is this
    event's position."""

    name: str
    difficulty: str
    goal: int
    limit: int


class CourseTaken(Event, frozen=True, kw_only=True):
    """The subject tried a course of action in a montage, with the roll at position ``roll``; without one it succeeded by
    itself. ``degree`` is the system's own word for how it came out. ``reason`` is the GM's for a course or a turn that the
    rules don't give. ``turn`` is the position of the course whose turn this is, where its roll was put down wrongly at
    first."""

    VERSION = 2

    montage: int
    course: str
    degree: str
    roll: int | None = None
    reason: str = ""
    turn: int | None = None


class MontageDecided(Event, frozen=True, kw_only=True):
    """How a montage stands from here on: ``achieved``, ``not_achieved``, ``given_up``, or ``open`` again after a reroll or a
    ruling, with the successes and failures so far."""

    montage: int
    status: str
    successes: int
    failures: int
