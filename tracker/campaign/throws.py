"""The throws of one roll: mostly one; several with advantage or disadvantage, or where the rules say “once more”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from tracker import events as ev
from tracker.rulesets.base import ADVANTAGE, DISADVANTAGE, Judgement, Ruleset
from tracker.rulesets.common import goodness

MINIMUM = "minimum"  # why a throw that is made once more doesn't count

MODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {ADVANTAGE: ("advantage", "adv"), DISADVANTAGE: ("disadvantage", "disadv", "dis")}
)
"""The words for rolling twice, the first of each being the usual one."""


class Thrown(Struct, frozen=True):
    """Dice that lie on the table for a roll."""

    dice: tuple[int, ...]
    source: str
    total: int


class Reading(Struct, frozen=True):
    """What the throws of a roll come to: the one that counts, its outcome, and those that don't count."""

    counts: Thrown
    judged: Judgement
    dropped: tuple[ev.DroppedThrow, ...]


def mode_named(rules: Ruleset, phrase: str) -> str | None:
    """The way to roll twice that a folded phrase names, None when the system knows none by it."""
    return next((mode for mode in rules.modes if phrase in MODES[mode]), None)


def most_throws(rules: Ruleset, mode: str) -> int:
    """How many throws a roll may take at most."""
    return (2 if mode else 1) * (2 if rules.rerolls_throws else 1)


def read(rules: Ruleset, base: int, target: int, kind: str, mode: str, throws: Sequence[Thrown]) -> Reading | None:
    """How a roll came out by its throws, in order; None while another one is to be made."""
    left = list(throws)
    rolls: list[Thrown] = []
    dropped: list[ev.DroppedThrow] = []
    for _ in range(2 if mode else 1):
        if not left:
            return None
        thrown = left.pop(0)
        if rules.rerolled(target, thrown.total, kind):
            dropped.append(_dropped(thrown, MINIMUM))
            if not left:
                return None
            thrown = left.pop(0)
        rolls.append(thrown)
    judged = [rules.judge(base, target, thrown.total, kind) for thrown in rolls]
    ranks = [goodness(rules, judgement, thrown.total) for judgement, thrown in zip(judged, rolls, strict=True)]
    chosen = ranks.index(min(ranks) if mode == DISADVANTAGE else max(ranks))
    dropped += [_dropped(thrown, mode) for at, thrown in enumerate(rolls) if at != chosen]
    return Reading(rolls[chosen], judged[chosen], tuple(dropped))


def _dropped(thrown: Thrown, why: str) -> ev.DroppedThrow:
    return ev.DroppedThrow(thrown.dice, thrown.total, why, thrown.source)
