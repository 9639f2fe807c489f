"""Facts about dice: a roll against a target, a table read, an amount thrown."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.events.base import Event

CHANCE = "chance"
"""The kind of a random check's roll."""


class AppliedModifier(Struct, frozen=True):
    """A modifier as it was applied, in points; ``source`` says who brought it in (gm, sheet, load, retry, fright ..., or the
    chapter of a table: light, equipment ...). ``expected`` is what the rules give where the GM ruled another value."""

    label: str
    value: int
    source: str = "gm"
    expected: int | None = None


class DroppedThrow(Struct, frozen=True):
    """A throw of a roll that doesn't count: ``why`` is ``advantage`` or ``disadvantage`` (the other of both counts) or
    ``minimum`` (it was thrown once more); ``dice_source`` as of the roll."""

    dice: tuple[int, ...]
    total: int
    why: str
    dice_source: str


class RollMade(Event, frozen=True, kw_only=True):
    """A roll against a target, as judged. ``kind`` is success, will, fright, effort, recovery ...; ``default`` is what stood
    in for an untrained skill (``IQ-5``); ``given`` means that the GM typed the base; ``margin`` is zero or
    positive, ``success`` says of which kind. ``attempt`` counts within a task (the position of its TaskStarted).
    ``effort`` is the position of the effort roll that this feat used; ``increase`` the percent that an effort aims at.
    ``computed`` is the target by the rules where the GM set another, for the reason in ``ruling``, which may also be that
    of a modifier. ``condition`` is the position of the condition that the roll was made to shake off. ``needed`` is what the
    dice had to show at least, where they aren't read against the target itself; ``mode`` is ``advantage`` or
    ``disadvantage``, with the throws that didn't count in ``dropped``; ``reroll_of`` is the position of the failed roll that
    this one stands in for; ``represents`` says for whom a single check was made. ``corrects`` is the position of the roll
    that was put down wrongly and counts as this one; ``sort`` and ``then`` are what a correction needs to know to go on as
    the roll itself did: what it would be by itself where ``kind`` is that of a contest or the like, and what it leads to."""

    VERSION = 4

    kind: str
    what: str
    default: str = ""
    base: int
    given: bool = False
    modifiers: tuple[AppliedModifier, ...] = ()
    target: int
    caps: tuple[str, ...] = ()
    notation: str
    dice: tuple[int, ...]
    dice_source: str
    total: int
    success: bool
    critical: bool
    degree: str
    margin: int
    ruleset: str
    ruleset_version: str
    task: int | None = None
    attempt: int = 1
    retry_penalty: int = 0
    threat: str | None = None
    effort: int | None = None
    increase: int | None = None
    motivation: str = ""
    computed: int | None = None
    ruling: str = ""
    condition: int | None = None
    needed: int | None = None
    mode: str = ""
    dropped: tuple[DroppedThrow, ...] = ()
    reroll_of: int | None = None
    represents: str = ""
    corrects: int | None = None
    sort: str = ""
    then: dict[str, Any] = {}

    @property
    def named(self) -> str:
        """What was rolled, with the default that stood in, as people read it."""
        return named_roll(self.what, self.default)


def named_roll(what: str, default: str) -> str:
    """``Lockpicking (default IQ-5)``, or just the name."""
    return f"{what} (default {default})" if default else what


class TableConsulted(Event, frozen=True, kw_only=True):
    """A table read with dice: ``modifier`` was added to the dice, in ``modifiers`` one by one where they have names;
    ``effects`` are the row's, amounts in dice as text; ``text`` is the row in words, empty where the effects say it."""

    VERSION = 2

    table: str
    notation: str
    dice: tuple[int, ...]
    dice_source: str
    modifier: int
    total: int
    row: str
    effects: tuple[dict[str, Any], ...] = ()
    modifiers: tuple[AppliedModifier, ...] = ()
    text: str = ""


class AmountRolled(Event, frozen=True, kw_only=True):
    """Dice thrown for an amount: ``unit`` is seconds, minutes, days, FP or HP."""

    what: str
    notation: str
    dice: tuple[int, ...]
    dice_source: str
    total: int
    unit: str


class OutcomeRuled(Event, frozen=True, kw_only=True):
    """The roll at position ``roll`` counts as another outcome from here on: ``before`` and ``degree`` are the system's own
    words. ``by`` is ``gm``, ``points`` (a success bought) or ``reroll`` (another roll stands in for it)."""

    roll: int
    before: str
    degree: str
    success: bool
    critical: bool
    by: str
    reason: str = ""


class PlayerTold(Event, frozen=True, kw_only=True):
    """What the GM told the player about the secret roll at position ``roll``."""

    roll: int
    text: str


class EffectNamed(Event, frozen=True, kw_only=True):
    """What the GM says that something means which the rules leave open, at position ``table``: a table's total, or a group
    check that half of the group passed."""

    table: int
    text: str
