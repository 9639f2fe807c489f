"""Dice: their notation, the throws, and where the faces come from (the system, the GM's hand, a seed)."""

from __future__ import annotations

import random
import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, NoReturn, Protocol

from msgspec import Struct

from tracker.errors import Refused
from tracker.language import N_, _, ngettext
from tracker.text import clean_name, fold

MAX_COUNT = 100
MIN_SIDES, MAX_SIDES = 2, 1000
MAX_MODIFIER = 1000

_MINUS_SIGNS = "‐‑‒–—−"


# --- notation ---------------------------------------------------------------------------------------------------------


class Notation(Struct, frozen=True):
    """So many dice with so many sides, and points added to their sum. ``str`` gives the canonical text: ``2d6-1``."""

    count: int
    sides: int
    modifier: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.modifier:+d}" if self.modifier else "")


@lru_cache(maxsize=256)
def parse(text: str) -> Notation:
    """Read dice notation: ``3d`` (six sides unless stated), ``2d-1``, ``d20``, ``d%`` (one die of 100), ``2d6+3``.

    Full-width characters and typographic minus signs count as the plain ones; blanks may stand around the sign.
    Raises Refused (``bad_dice``) that names the place of whatever doesn't fit, and for numbers out of bounds.
    """
    reader = _Reader(text)
    reader.take(r" *")
    count = reader.number(N_("a number of dice from {least} to {most}"), 1, MAX_COUNT)
    if not reader.take(r"[dD]"):
        reader.refuse('"d"' if count is not None else _('a number of dice or "d"'))
    sides = 100 if reader.take("%") else reader.number(N_("a number of sides from {least} to {most}"), MIN_SIDES, MAX_SIDES)
    reader.take(r" *")
    modifier = 0
    if sign := reader.take(r"[+-]"):
        reader.take(r" *")
        points = reader.number(N_("a modifier from {least} to {most}"), 0, MAX_MODIFIER)
        if points is None:
            reader.refuse(_("a number"))
        modifier = -points if sign == "-" else points
        reader.take(r" *")
    if not reader.at_end:
        reader.refuse(_('"+", "-" or the end'))
    return Notation(1 if count is None else count, 6 if sides is None else sides, modifier)


class _Reader:
    """Reads a text from left to right. What doesn't fit is refused by its place, counted from 1."""

    def __init__(self, text: str) -> None:
        self._text = _plain(text)
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at == len(self._text)

    def take(self, pattern: str) -> str:
        """The text here that fits the pattern, which is passed over; empty when none does."""
        found = re.compile(pattern).match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[0]

    def number(self, expected: str, least: int, most: int) -> int | None:
        """The whole number here, None when there is none; ``expected`` tells both bounds."""
        start = self._at
        digits = self.take(r"[0-9]+")
        if not digits:
            return None
        # The length is looked at first: Python refuses to convert thousands of digits.
        if len(digits.lstrip("0")) > len(str(most)) or not least <= int(digits) <= most:
            self._at = start
            self.refuse(_(expected, least=least, most=most))
        return int(digits)

    def refuse(self, expected: str) -> NoReturn:
        place = self._at + 1
        found = self.take(r"[0-9]{1,12}") or self._text[self._at : self._at + 1]
        raise _bad(
            _(
                "Can't read these dice at place {place}: expected {expected}, found {found}.",
                place=place,
                expected=expected,
                found=repr(found) if found else _("the end"),
            )
        )


def _plain(text: str) -> str:
    """The text with full-width characters and typographic minus signs as plain ones, every place where it was."""
    folded = ((unicodedata.normalize("NFKC", character), character) for character in text)
    plain = "".join(new if len(new) == 1 else old for new, old in folded)
    return plain.translate(dict.fromkeys(map(ord, _MINUS_SIGNS), "-"))


def _bad(message: str) -> Refused:
    return Refused(message, code="bad_dice", where="dice")


# --- throws -----------------------------------------------------------------------------------------------------------


BY_HAND = "hand"  # the source of dice that were typed in


class Throw(Struct, frozen=True):
    """Dice that lie on the table. ``source`` is ``system``, ``hand`` or ``seed``."""

    notation: str
    faces: tuple[int, ...]
    source: str

    @property
    def total(self) -> int:
        """The sum of the faces and the notation's modifier."""
        return sum(self.faces) + parse(self.notation).modifier


def check_faces(notation: Notation, faces: Sequence[int]) -> None:
    """Raise Refused (``bad_dice``) for a wrong number of dice or a face that a die doesn't have."""
    if len(faces) != notation.count:
        raise _bad(
            ngettext(
                "{notation} needs {count} die; {given} given.",
                "{notation} needs {count} dice; {given} given.",
                notation.count,
                notation=notation,
                given=len(faces),
            )
        )
    for place, face in enumerate(faces, start=1):
        if not 1 <= face <= notation.sides:
            sentence = _(
                "Die {place} of {notation} can't show {face}: it shows 1 to {sides}.",
                place=place,
                notation=notation,
                face=face,
                sides=notation.sides,
            )
            raise _bad(sentence)


def read_faces(notation: Notation, text: str) -> tuple[int, ...]:
    """The faces of dice that were typed in: ``3,4,5``, ``3+4+5`` or ``3 4 5``. On a percentile die ``00`` is 100.

    Raises Refused (``bad_dice``) for anything else, for a total in place of the dice, and for a lone 0 on a
    percentile die, which could mean two things.
    """
    reader = _Reader(text)
    faces: list[int] = []
    reader.take(r" *")
    while not reader.at_end:
        digits = reader.take(r"[0-9]+")
        if not digits:
            reader.refuse(_("the number that a die shows"))
        faces.append(_face(notation, digits))
        between = reader.take(r" *[,、+] *| +")
        if not between and not reader.at_end:
            reader.refuse(_('a comma, "+" or a blank between two dice'))
        if between.strip() and reader.at_end:
            reader.refuse(_("the number that a die shows"))
    if len(faces) == 1 and notation.count > 1:
        sentence = _(
            "{face} is one number; type each of the {count} dice of {notation}, with commas between.",
            face=faces[0],
            count=notation.count,
            notation=notation,
        )
        raise _bad(sentence)
    check_faces(notation, faces)
    return tuple(faces)


def _face(notation: Notation, digits: str) -> int:
    if notation.sides == 100 and digits == "0":
        raise _bad(_("Is 0 meant as 00 = 100, or as a 10? Type 100 or 10."))
    if notation.sides == 100 and digits == "00":
        return 100
    if len(digits) > len(str(MAX_SIDES)):
        sentence = _(
            "A die of {notation} can't show a number of {digits} digits: it shows 1 to {sides}.",
            notation=notation,
            digits=len(digits),
            sides=notation.sides,
        )
        raise _bad(sentence)
    return int(digits)


# --- sources ----------------------------------------------------------------------------------------------------------


class DiceSource(Protocol):
    """Something that throws dice. ``name`` is recorded with every throw."""

    @property
    def name(self) -> str: ...

    def throw(self, notation: Notation) -> tuple[int, ...]:
        """The faces of one throw."""


class SystemDice:
    """Dice from the operating system's generator: nobody can foresee or repeat them."""

    name = "system"

    def throw(self, notation: Notation) -> tuple[int, ...]:
        return tuple(secrets.randbelow(notation.sides) + 1 for _ in range(notation.count))


class SeededDice:
    """Dice that the same seed repeats, for demos and tests. The seeds 7 and "7" are one and the same."""

    name = "seed"

    def __init__(self, seed: str | int) -> None:
        self._random = random.Random(str(seed))  # noqa: S311 - repeatable on purpose

    def throw(self, notation: Notation) -> tuple[int, ...]:
        return tuple(self._random.randint(1, notation.sides) for _ in range(notation.count))


# --- the dice of one command ------------------------------------------------------------------------------------------


class GivenDice(NamedTuple):
    """Dice typed in for a command: a folded label (empty when none was given) and the text, read when they are used."""

    label: str
    text: str

    def __str__(self) -> str:
        return f"{self.label}:{self.text}" if self.label else self.text


class Tray:
    """The dice of one command: those given by hand first, the rest thrown by a source.

    Without a source the dice are thrown by hand only, and what is missing has to be asked for.
    """

    def __init__(self, given: Iterable[GivenDice] = (), source: DiceSource | None = None) -> None:
        self._left = list(given)
        self._source = source

    @classmethod
    def given(cls, texts: Iterable[str], source: DiceSource | None = None) -> Tray:
        """A tray with the dice of a command line: ``3,4,5``, or labelled ``mira:3,4,5``; repeated ones queue up.

        Raises Refused for a label that is empty or holds control characters.
        """
        return cls(map(_read_given, texts), source)

    def throw(self, labels: Sequence[str], notation: str, times: int = 1) -> Throw | None:
        """One throw for the labels, the most specific first (``("mira table", "table")``).

        Takes the next given dice of the first label that has any, else the next unlabelled ones, else throws with the
        source; None when there is none. Where up to so many ``times`` may be thrown, ``45,73`` are two throws of one die.
        Raises Refused (``bad_dice``) when the given dice don't fit the notation.
        """
        if found := self.given_for((*labels, ""), notation, times):
            return found
        return self.thrown(notation)

    def thrown(self, notation: str) -> Throw | None:
        """A throw of the source, whatever was given; None when there is no source."""
        dice = parse(notation)
        if self._source is None:
            return None
        return Throw(str(dice), self._source.throw(dice), self._source.name)

    def given_for(self, labels: Sequence[str], notation: str, times: int = 1) -> Throw | None:
        """The next given dice that carry one of the labels, the most specific first; None when there are none. For a throw
        that can wait: unlabelled dice aren't meant for it. Raises Refused as ``throw``."""
        dice = parse(notation)
        for label in map(fold, labels):
            if faces := self._take(label, dice, times):
                return Throw(str(dice), faces, BY_HAND)
        return None

    def _take(self, label: str, dice: Notation, times: int) -> tuple[int, ...] | None:
        for at, given in enumerate(self._left):
            if given.label == label:
                first, *others = _throws(given.text, dice.count, times)
                faces = read_faces(dice, first)
                self._left[at : at + 1] = [GivenDice(label, text) for text in others]
                return faces
        return None

    def label(self, label: str) -> None:
        """Say whom the given dice are for that carry no label."""
        self._left = [GivenDice(given.label or fold(label), given.text) for given in self._left]

    @property
    def is_empty(self) -> bool:
        """Whether there are no given dice that nobody has used."""
        return not self._left

    def leftover(self) -> list[GivenDice]:
        """The dice that were given and not used."""
        return list(self._left)


def _throws(text: str, count: int, times: int) -> list[str]:
    """The texts of several throws that were typed as one; just the text where it isn't so many dice for each."""
    faces = re.split(r"[\s,、+]+", _plain(text).strip())
    if not count < len(faces) <= count * times or len(faces) % count:
        return [text]
    return [",".join(faces[start : start + count]) for start in range(0, len(faces), count)]


def _read_given(text: str) -> GivenDice:
    parts = re.split(r"[:：]", text)
    if len(parts) == 1:
        return GivenDice("", text.strip())
    label = text[: len(text) - len(parts[-1]) - 1]
    return GivenDice(fold(clean_name(label, N_("dice label"))), parts[-1].strip())
