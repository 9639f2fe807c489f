"""Fright Checks: a Will roll against terror, and the table for those who fail it (seed 000, Fright Checks; B360-361)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.base import Judgement, Modifier, Target
from tracker.rulesets.data import load_toml
from tracker.rulesets.gurps4e.success import effective_skill, judge

RULE_OF_14 = 13  # the highest target: a 14 always fails
WINDOW_HOURS = 24
FAR_YARDS = 100

_PER_LEVEL = {"fearlessness": (N_("Fearlessness"), 1), "fearfulness": (N_("Fearfulness"), -1)}
_FLAT = {"combat reflexes": (N_("Combat Reflexes"), 2), "combat paralysis": (N_("Combat Paralysis"), -2)}
_WAIVING = {"unfazeable": N_("Unfazeable")}
FRIGHT_TRAITS = (*_PER_LEVEL, *_FLAT, *_WAIVING)
FRIGHT_ALIASES = (("unfazable", "unfazeable"),)
_CIRCUMSTANCES = {
    "combat": Modifier(N_("in combat"), 5),
    "remote": Modifier(N_("seen remotely"), 3),
    "alone": Modifier(N_("alone"), -2),
    "dark": Modifier(N_("in the dark"), -1),
    "touched": Modifier(N_("touched"), -1),
}

# Self-control numbers, best first, with the factor on the points of a trait (B120-121).
_SELF_CONTROL = {15: 0.5, 12: 1.0, 9: 1.5, 6: 2.0}


class FrightResult(NamedTuple):
    """What the table says: the total that was looked up, the name of its row, and the row's effects."""

    total: int
    row: str
    effects: list[dict[str, Any]]


class FrightCheck(Struct, frozen=True):
    """A check as it came out. Not needed: nothing else applies. ``judgement`` is None until dice are thrown."""

    needed: bool
    modifiers: tuple[Modifier, ...] = ()
    target: int | None = None
    judgement: Judgement | None = None

    @property
    def modifier(self) -> int | None:
        """The sum of the modifiers, in points."""
        return sum(modifier.value for modifier in self.modifiers) if self.needed else None


class FrightCheckRules:
    """Fright Checks as the tracker asks for them (``FrightRules``). Traits are those that the character has, by folded
    name; a level of 0 means that the trait has no levels."""

    window_hours = WINDOW_HOURS
    table_notation = "3d6"

    def trait_modifiers(self, traits: Mapping[str, int]) -> list[Modifier]:
        """Fearlessness and Fearfulness by level, Combat Reflexes and Combat Paralysis."""
        found = [
            Modifier(f"{name} {max(traits[key], 1)}", points * max(traits[key], 1), "sheet")
            for key, (name, points) in _PER_LEVEL.items()
            if key in traits
        ]
        return found + [Modifier(name, points, "sheet") for key, (name, points) in _FLAT.items() if key in traits]

    def waived_by(self, traits: Mapping[str, int]) -> str | None:
        """The trait that makes a check needless, or None."""
        return next((name for key, name in _WAIVING.items() if key in traits), None)

    def circumstance(self, name: str) -> Modifier | None:
        """The modifier of ``combat``, ``remote``, ``alone``, ``dark`` or ``touched``; None for another word."""
        return _CIRCUMSTANCES.get(name)

    def distance(self, yards: float) -> Modifier | None:
        """+1 from 100 yards on, else None."""
        return Modifier(phrases.AWAY.format(yards=FAR_YARDS), 1) if yards >= FAR_YARDS else None

    def counted(self, hours_ago: Sequence[float]) -> int:
        """Those within 24 hours, one just 24 hours ago included."""
        return sum(0 <= hours <= WINDOW_HOURS for hours in hours_ago)

    def exposure(self, count: int) -> Modifier | None:
        """+1 for each earlier exposure to the same threat that counts."""
        met = phrases.MET_ONCE if count == 1 else phrases.MET_TIMES
        return Modifier(met.format(times=count, hours=WINDOW_HOURS), count, "fright") if count else None

    def table(self, margin_of_failure: int, table_total: int, ht: int) -> tuple[int, str, list[dict[str, Any]]]:
        return fright_table(margin_of_failure, table_total, ht)

    def suggestions(self, trait: str) -> tuple[str, ...]:
        """A short list for each sort of trait that the table leaves behind."""
        return tuple(_names().get(trait, ()))

    def aftermath(self, effect: Mapping[str, Any]) -> tuple[Modifier, int] | None:
        """-2 on skill and attribute rolls for six hours after a light coma (B361)."""
        light = effect["kind"] == "coma" and effect["every_minutes"] == 30
        return (Modifier(N_("after the coma"), -2), 6 * 3600) if light else None

    def worse_self_control(self, number: int) -> int | None:
        """The next lower self-control number (B120-121)."""
        return next((other for other in _SELF_CONTROL if other < number), None)

    def self_control_points(self, points: float, number: int, other: int) -> int:
        """What a trait is worth at another self-control number, fractions dropped (B120-121)."""
        return math.ceil(points / _SELF_CONTROL.get(number, 1.0) * _SELF_CONTROL.get(other, 1.0))


FRIGHT = FrightCheckRules()


def fright_target(will: int, modifiers: Iterable[Modifier]) -> Target:
    """Modified Will, at most 13 (seed 000, The Rule of 14); margins count from there."""
    modified = effective_skill(will, modifiers)
    if modified > RULE_OF_14:
        return Target(RULE_OF_14, (phrases.RULE_OF_14.format(points=RULE_OF_14),))
    return Target(modified)


def fright_check(
    will: int,
    *,
    traits: Mapping[str, int],
    circumstances: Iterable[str],
    distance_yards: float | None,
    exposures_hours_ago: Sequence[float],
    roll: int | None,
) -> FrightCheck:
    """A Fright Check with all its modifiers; ``roll`` is a total of 3d6, None before it is thrown.

    A forced roll: it is judged below 3 as well. Raises ValueError for an unknown circumstance.
    """
    if FRIGHT.waived_by(traits):
        return FrightCheck(needed=False)
    modifiers = FRIGHT.trait_modifiers(traits)
    for name in circumstances:
        found = FRIGHT.circumstance(name)
        if found is None:
            raise ValueError(f"unknown circumstance {name!r}; known are {', '.join(_CIRCUMSTANCES)}")
        modifiers.append(found)
    far = FRIGHT.distance(distance_yards) if distance_yards is not None else None
    modifiers += [modifier for modifier in (far, FRIGHT.exposure(FRIGHT.counted(exposures_hours_ago))) if modifier]
    target = fright_target(will, modifiers).value
    return FrightCheck(True, tuple(modifiers), target, None if roll is None else judge(target, roll))


def fright_table(margin_of_failure: int, table_roll: int, ht: int) -> FrightResult:
    """The row of the Fright Check table for 3d6 plus the margin of failure (seed 000, Fright Check Results).

    Effects are new dicts with a ``kind``; amounts in dice are text (``1d``), fixed ones numbers, None doesn't apply.
    Raises ValueError for a margin below 1 or a total that 3d6 can't show.
    """
    if margin_of_failure < 1:
        raise ValueError(f"a margin of failure is 1 or more, not {margin_of_failure}")
    if not 3 <= table_roll <= 18:
        raise ValueError(f"3d6 show 3 to 18, not {table_roll}")
    total = table_roll + margin_of_failure
    row = max((row for row in _rows() if row["from"] <= total), key=lambda row: int(row["from"]))
    return FrightResult(total, row["row"], [_filled_in(effect, ht) for effect in row["effects"]])


@cache
def _rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = load_toml(__package__, "fright_table.toml")["rows"]
    return rows


@cache
def _names() -> dict[str, list[str]]:
    return load_toml(__package__, "fright_traits.toml")


def _filled_in(effect: dict[str, Any], ht: int) -> dict[str, Any]:
    """A copy of an effect with the data file's two special words replaced."""
    words = {"none": None, "25-ht": max(25 - ht, 0)}
    return {
        key: _filled_in(value, ht) if isinstance(value, dict) else words.get(value, value) for key, value in effect.items()
    }
