"""Self-control numbers as sheets write them into the names and notes of traits (B120): ``Bad Temper (12)``,
``Post-Combat Shakes (CR: 12)``, ``Greed [12 or less]``."""

from __future__ import annotations

import re
from fractions import Fraction

from tracker.text import fold

_WORDED = re.compile(r"(?:\bCR:? *|\bresist on a roll of )(\d{1,2})\b|[(\[](\d{1,2}) or less\b")
# One of the four numbers alone, in brackets at the end. Behind an advantage it is a level.
_BARE = re.compile(r"(.*\S)\s*\((6|9|12|15)\)\s*")
# A roll of "9 or less" on these tells how often somebody appears or is remembered (B26, B36), not self-control (B120).
_APPEARING = ("ally", "allies", "contact", "dependent", "duty", "enemy", "patron", "reputation")


def control_in_text(text: str) -> Fraction | None:
    """The self-control number that a text names: ``CR: 12``, ``(12 or less)``, ``resist on a roll of 12 or less``. A number
    in other words is none: "on a 6 or less, you have a flashback"."""
    found = _WORDED.search(text)
    return Fraction(found[1] or found[2]) if found else None


def control_in_name(name: str, points: Fraction | None) -> Fraction | None:
    """The self-control number in a trait's name; a bare one counts for what costs points below 0, or nobody knows what."""
    if fold(name).startswith(_APPEARING):
        return None
    bare = _BARE.fullmatch(name) if points is None or points < 0 else None
    return control_in_text(name) or (Fraction(bare[2]) if bare else None)


def control_in_notes(name: str, notes: str) -> Fraction | None:
    """The self-control number in the notes to a trait of that name."""
    return None if fold(name).startswith(_APPEARING) else control_in_text(notes)


def without_control(name: str, control: Fraction | None) -> str:
    """The name without its self-control number as a bare number at the end, so that it isn't taken for a level."""
    bare = _BARE.fullmatch(name) if control else None
    return bare[1] if bare and Fraction(bare[2]) == control else name
