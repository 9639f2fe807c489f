"""Facts that change a character: pools, conditions, traits, points, attributes. Each records the change that was made."""

from __future__ import annotations

from msgspec import Struct

from tracker.events.base import Event
from tracker.events.dice import AppliedModifier


class PoolChanged(Event, frozen=True, kw_only=True):
    """Points added to (or, negative, lost from) a pool. ``reason`` is a word for ledgers: ``extra_effort``, ``fright``,
    ``fatigue`` (HP lost through FP below zero), ``rest``, ``manual``, ``sheet``, ``injury``."""

    pool: str
    change: int
    reason: str
    note: str = ""


class Aftermath(Struct, frozen=True):
    """A modifier that stays for ``seconds`` of in-game time once a condition is over."""

    label: str
    value: int
    seconds: int


class ConditionAdded(Event, frozen=True, kw_only=True):
    """A condition began. ``until`` is the in-game second at which it ends by itself, None when it doesn't; ``recover`` is
    the key of the attribute that a recovery roll is made against, with ``recover_modifiers``; ``recover_from`` the in-game
    second of the first, ``every`` the seconds between. ``aftermath`` is what stays for so many seconds after it."""

    VERSION = 2

    name: str
    until: int | None = None
    recover: str = ""
    recover_modifiers: tuple[AppliedModifier, ...] = ()
    recover_from: int | None = None
    every: int | None = None
    aftermath: Aftermath | None = None
    note: str = ""


class ConditionEnded(Event, frozen=True, kw_only=True):
    """The condition added at position ``condition`` ended: ``by`` is ``time``, ``manual``, ``roll`` or ``sheet``."""

    condition: int
    name: str
    by: str


class TraitAcquired(Event, frozen=True, kw_only=True):
    """A trait gained in play, e.g. from a Fright Check. ``points`` is its cost (negative for a disadvantage)."""

    name: str
    points: int
    kind: str
    origin: str  # fright, manual
    threat: str | None = None
    roll: int | None = None  # position of the roll behind it


class TraitEnded(Event, frozen=True, kw_only=True):
    """The trait acquired at position ``trait`` is gone: ``by`` is ``buyoff``, for ``points`` (zero or positive), or
    ``sheet`` where a newer sheet holds it itself or takes its place."""

    VERSION = 2

    trait: int
    name: str
    points: int
    by: str = "buyoff"


class SelfControlWorsened(Event, frozen=True, kw_only=True):
    """The self-control number of a trait on the sheet went from ``before`` to ``after``."""

    trait: str
    before: int
    after: int


class PointsChanged(Event, frozen=True, kw_only=True):
    """Character points: changes of the total and of what is spent. Unspent is always total - spent."""

    total: int
    spent: int
    reason: str  # award, spend, success, fright, buyoff; sheet: a newer sheet holds these points itself
    note: str = ""


class AttributeChanged(Event, frozen=True, kw_only=True):
    """A lasting change of an attribute, in points of that attribute."""

    attribute: str
    change: int
    reason: str


class ModifierAdded(Event, frozen=True, kw_only=True):
    """A modifier of so many points stays with the subject: for rolls on ``what`` (empty: on anything), ``until`` an in-game
    second, or until it is ended. ``cause`` in the envelope is what brought it on."""

    label: str
    value: int
    what: str = ""
    until: int | None = None


class ModifierEnded(Event, frozen=True, kw_only=True):
    """The modifier added at position ``modifier`` is over: ``by`` is ``time`` or ``manual``."""

    modifier: int
    label: str
    by: str
