"""Critical hits, critical misses, and defenses that turn into one (seed 002, Critical Hits/Misses)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.criticals import HIGHEST, LOWEST, CriticalRow, CriticalTable
from tracker.rulesets.data import load_toml
from tracker.rulesets.gurps4e.success import judge


class CriticalHit(Struct, frozen=True):
    """What a critical hit does. ``knockout`` is ``none``, ``automatic``, or ``roll``: knocked out unless a roll against
    ``knockout_target`` succeeds."""

    max_damage: bool
    ignore_dr: bool
    knockout: str
    knockout_target: int | None


class CriticalMiss(Struct, frozen=True):
    """What a critical miss does to the attacker: his weapon ``breaks``, is ``dropped`` or ``unready``, and breaks with a
    chance in thirds; the modifier to his defenses holds until his next turn."""

    weapon: str
    break_chance_thirds: int
    lost_balance: bool
    defense_modifier: int


class CriticalDefense(Struct, frozen=True):
    """How a defense came out, and whether it sends the attacker to the critical miss table."""

    defense_allowed: bool
    defended: bool
    attacker_to_critical_miss_table: bool


def critical_hit_table(roll: int, ht: int, damage: int) -> CriticalHit:
    """The row of the critical hit table for a total of 3d; ``ht`` and ``damage`` are the victim's HT and the damage that
    he took (seed 002, 3d6 Hit/Miss table). Raises ValueError for a total that 3d can't show."""
    row = _row("hit", roll)
    rolls = row["knockout"] == "roll"
    target = ht - (damage if row.get("less_damage") else 0)
    return CriticalHit(True, row["ignore_dr"], row["knockout"], target if rolls else None)


def critical_miss_table(roll: int) -> CriticalMiss:
    """The row of the critical miss table for a total of 3d (seed 002, 3d6 Hit/Miss table). Raises ValueError for a total
    that 3d can't show."""
    row = _row("miss", roll)
    return CriticalMiss(row["weapon"], row["break_chance_thirds"], row["lost_balance"], row["defense_modifier"])


def critical_defense(attack_critical_hit: bool, attack_ranged: bool, defense: int, roll: int | None) -> CriticalDefense:
    """A defense against an attack that hit; ``roll`` is a total of 3d, None where nobody defends (seed 002, Critical
    Success). No defense stands against a critical hit. A critically good one throws a foe who isn't at range onto the
    critical miss table. Raises ValueError for a total that 3d can't show."""
    if attack_critical_hit or roll is None:
        return CriticalDefense(not attack_critical_hit, defended=False, attacker_to_critical_miss_table=False)
    # What succeeds, and what succeeds critically, is the same in both editions.
    outcome = judge(defense, roll)
    fooled = outcome.success and outcome.critical and not attack_ranged
    return CriticalDefense(True, outcome.success, fooled)


@cache
def critical_table() -> CriticalTable:
    """Both tables in words."""
    return CriticalTable(
        "gurps3e",
        N_("GURPS Third Edition"),
        hit=_in_words("hit", _hit_in_words),
        miss=_in_words("miss", _miss_in_words),
    )


def _in_words(kind: str, words: Callable[[dict[str, Any]], str]) -> tuple[CriticalRow, ...]:
    """One row for each run of totals with the same outcome."""
    runs = groupby(range(LOWEST, HIGHEST + 1), key=lambda total: words(_row(kind, total)))
    return tuple(CriticalRow(run[0], run[-1], text) for text, run in ((text, list(totals)) for text, totals in runs))


def _hit_in_words(row: dict[str, Any]) -> str:
    damage = (
        N_("The most damage that the attack can do, and DR does not protect.")
        if row["ignore_dr"]
        else N_("The most damage that the attack can do.")
    )
    match row["knockout"]:
        case "automatic":
            return phrases.KNOCKED_OUT.format(known=damage)
        case "roll":
            unless = phrases.KNOCKED_OUT_UNLESS_LESS if row.get("less_damage") else phrases.KNOCKED_OUT_UNLESS
            return unless.format(known=damage)
    return damage


def _miss_in_words(row: dict[str, Any]) -> str:
    weapon = {
        "breaks": N_("The weapon breaks."),
        "dropped": N_("The weapon is dropped."),
        "unready": N_("The weapon is unready."),
    }
    words = weapon[row["weapon"]]
    if row["break_chance_thirds"] in (1, 2):
        words = phrases.BREAKS.format(known=words, thirds=row["break_chance_thirds"])
    return phrases.BALANCE_LOST.format(known=words, points=row["defense_modifier"]) if row["lost_balance"] else words


def _row(kind: str, total: int) -> dict[str, Any]:
    if not LOWEST <= total <= HIGHEST:
        raise ValueError(f"3d show {LOWEST} to {HIGHEST}, not {total}")
    mirrored = min(total, LOWEST + HIGHEST - total)
    return next(row for row in _tables()[kind] if row["totals"][0] <= mirrored <= row["totals"][1])


@cache
def _tables() -> dict[str, list[dict[str, Any]]]:
    return load_toml(__package__, "critical_tables.toml")
