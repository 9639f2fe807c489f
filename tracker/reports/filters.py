"""What a filter asks: conditions that all hold, each on one thing and with its alternatives; and the order of a list."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

OUTCOMES: dict[str, tuple[str, ...]] = {
    "success": ("success", "critical_success"),
    "failure": ("failure", "critical_failure"),
    "critical_success": ("critical_success",),
    "critical_failure": ("critical_failure",),
    "ok": ("success",),
    "no": ("failure",),
    "crit": ("critical_success",),
    "fumble": ("critical_failure",),
}
"""What a filter's word lets through. ``success`` and ``failure`` hold the critical ones too; ``ok``, ``no``, ``crit`` and
``fumble`` are the words of the log."""


class Range(Struct, frozen=True):
    """From ``first`` to ``last``, both included; None leaves that side open. A ``signed`` one of margins counts failures
    below zero; any other goes by the size."""

    first: int | None = None
    last: int | None = None
    signed: bool = False


Key = Literal[
    "session",
    "day",
    "time",
    "position",
    "character",
    "what",
    "kind",
    "family",
    "outcome",
    "player",
    "margin",
    "target",
    "modifier",
    "source",
    "task",
    "threat",
    "scene",
    "author",
    "trait",
    "secret",
    "voided",
    "overridden",
    "marked",
    "notable",
    "text",
]
ROLLS_ONLY: frozenset[Key] = frozenset({"outcome", "margin", "target", "modifier", "source", "task"})
"""What only rolls have: a condition on it leaves nothing but rolls, also where it is negated."""

Order = Literal["position", "margin", "target", "date"]
Value = str | int | bool | Range


class Condition(Struct, frozen=True):
    """One of ``any_of`` holds, or, ``negated``, none.

    Ranges: ``session``, ``day`` (as ``date.toordinal`` counts), ``time`` (in-game seconds), ``position``, ``margin``,
    ``target``. Names by their beginning in any spelling that folds alike, or whole behind a ``=``: ``what``, ``trait``,
    ``threat``, ``scene``; only by their beginning ``task`` and ``author``; a task and a scene also by its position, an int.
    ``character`` is an id, and so is ``player``, of one of theirs; ``kind``, ``family`` (``projections.classify``) and
    ``source`` are keys; ``outcome`` is one of OUTCOMES or the system's own word, of what counts in the end. ``modifier``
    is the beginning of a modifier's label, ``text`` words that are found in this order. The others are yes or no:
    ``notable`` for failures, criticals and lasting consequences as the dice fell, ``overridden`` for what was overruled
    or paid for, ``marked`` for bookmarks.
    """

    key: Key
    any_of: tuple[Value, ...]
    negated: bool = False


class Filter(Struct, frozen=True):
    """Conditions that all hold, and the order: by position, margin (failures below zero), target or date."""

    conditions: tuple[Condition, ...] = ()
    order: Order = "position"
    descending: bool = True

    def also(self, condition: Condition) -> Filter:
        """The filter with one more condition; on what it already asks for, an alternative. Each text must be found."""
        for at, known in enumerate(self.conditions):
            if (known.key, known.negated) == (condition.key, condition.negated) and known.key != "text":
                merged = replace(known, any_of=tuple(dict.fromkeys((*known.any_of, *condition.any_of))))
                return replace(self, conditions=(*self.conditions[:at], merged, *self.conditions[at + 1 :]))
        return replace(self, conditions=(*self.conditions, condition))

    def only(self, key: Key, value: Value) -> Filter:
        """The filter with a condition that holds besides all that it asks for."""
        return replace(self, conditions=(*self.conditions, Condition(key, (value,))))

    def counting(self) -> Filter:
        """The filter without what was taken back."""
        return self.only("voided", False)

    @property
    def by_position(self) -> bool:
        """Whether the list is in the order of the log, the newest first."""
        return self.order == "position" and self.descending


EVERYTHING = Filter()


def where(**narrowed: Value) -> Filter:
    """The filter with a condition for each of these keys: ``where(character="mira", margin=Range(5))``."""
    return Filter(tuple(Condition(key, (value,)) for key, value in narrowed.items()))  # type: ignore[arg-type]
