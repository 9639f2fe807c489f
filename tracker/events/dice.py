"""Facts about dice: a roll against a target, a table read, an amount thrown."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.events.base import Event


class AppliedModifier(Struct, frozen=True):
    """A modifier as it was applied, in points; ``source`` says who brought it in (gm, sheet, load, retry, fright ..., or the
    chapter of a table: light, equipment ...). ``expected`` is what the rules give where the GM ruled another value."""

    label: str
    value: int
    source: str = "gm"
    expected: int | None = None


class RollMade(Event, frozen=True, kw_only=True):
    """A roll against a target, as judged. ``kind`` is success, will, fright, effort, recovery ...; ``default`` is what stood
    in for an untrained skill (``IQ-5``); ``given`` means that the GM typed the base; ``margin`` is zero or
    positive, ``success`` says of which kind. ``attempt`` counts within a task (the position of its TaskStarted).
    ``effort`` is the position of the effort roll that this feat used; ``increase`` the percent that an effort aims at.
    ``computed`` is the target by the rules where the GM set another, for the reason in ``ruling``, which may also be that
    of a modifier. ``condition`` is the position of the condition that the roll was made to shake off."""

    VERSION = 2

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
    words. ``by`` is ``gm`` or ``points`` (a success bought)."""

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
    """What the GM says a table's total means: the one read at position ``table``."""

    table: int
    text: str
