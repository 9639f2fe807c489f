"""What an activity of the rules wants to know, read from the words of a line: ``wall 60ft roped``, in any order."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from tracker.campaign import commands as cmd
from tracker.campaign.abilities import choices_of, own_unit
from tracker.errors import Refused
from tracker.language import _
from tracker.phrases import said
from tracker.quickline.words import FILLERS, Reader, Word
from tracker.rulesets.base import Input
from tracker.text import fold, plain, spoken

_LONGEST = 8  # words that an answer may take, fillers counted
_SHORTEST_KEY = 3  # letters that stand for the whole word: “dark 3” is the darkness
_SILENT = FILLERS | {"at", "from", "for"}
_AMOUNT, _UNIT = r"\d{1,9}(?:\.\d{1,6})?", r"[^\W\d_]{1,12}"
_PARTS = rf"{_AMOUNT}(?: ?{_UNIT}(?: ?{_AMOUNT} ?{_UNIT}){{0,4}})?"  # 60, 60ft, 1h 30m
_NUMBER = re.compile(rf"(?:(?P<key>[^\d+=-]{{1,40}}) )?(?P<sign>[+-]?)(?P<parts>{_PARTS})")
_PART = re.compile(rf"({_AMOUNT}) ?([^\W\d_]*)")
_HOLDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def read_inputs(
    reader: Reader, inputs: Sequence[Input], what: str, stop: Collection[str] = ()
) -> tuple[dict[str, Any], tuple[cmd.GivenModifier, ...]]:
    """What is said to the inputs and the modifiers of a roll on ``what``, mixed as they come, up to one of the ``stop``
    words. A comma ends the label of a modifier. Raises Refused, naming what was expected."""
    given: dict[str, Any] = {}
    modifiers: list[cmd.GivenModifier] = []
    last: Input | None = None
    while (word := reader.peek()) is not None and word.key not in stop:
        if word.signed is None and (taken := _take(reader, inputs, given, stop)):
            last = taken
            continue
        try:
            modifier = reader.modifier(what, stop)
        except Refused:
            if word.signed is None and (wanted := _units(last) or _unsaid(inputs, given)):
                expected = _("{wanted}, or a modifier such as -2 with its reason", wanted=wanted)
                raise reader.refuse(word, expected) from None
            raise
        last = None
        if modifier.value is None and (one := _begun(inputs, modifier.label)):
            raise Refused(
                _("Say how much: “{key} 3” ({help}).", key=one.key, help=_(one.help)), code="missing", where=one.key
            )
        modifiers.append(modifier)
    return given, tuple(modifiers)


def _take(reader: Reader, inputs: Sequence[Input], given: dict[str, Any], stop: Collection[str]) -> Input | None:
    """Take the longest run of words here that answers an input; None when they answer none."""
    word = reader.words[reader.at]
    if not word.quoted and "=" in word.text:
        reader.at += 1
        return _put(given, *_pair(reader, word, inputs), word)
    for end in range(min(len(reader.words), reader.at + _LONGEST), reader.at, -1):
        run = reader.words[reader.at : end]
        if not _text(run) or any(one.key in stop for one in run):
            continue
        found = [(one, value) for one in inputs if (value := _value(one, run)) is not None]
        open_ones = [(one, value) for one, value in found if one.key not in given]
        if len(open_ones) > 1:
            ways = _(" or ").join(f"{one.key}={run[-1].text}" for one, _value in open_ones)
            raise Refused(
                _("“{run}” at place {place}: say which is meant, {ways}.", run=_text(run), place=word.place, ways=ways),
                code="ambiguous",
                where="line",
            )
        if found:
            reader.at = end
            return _put(given, *(open_ones or found)[0], word)
    return None


def _put(given: dict[str, Any], one: Input, value: str | float | bool, word: Word) -> Input:
    if one.key in given:
        raise Refused(
            _("“{text}” at place {place}: {key} is said twice.", text=word.text, place=word.place, key=one.key),
            code="syntax",
            where=one.key,
        )
    given[one.key] = value
    return one


def _pair(reader: Reader, word: Word, inputs: Sequence[Input]) -> tuple[Input, str | float | bool]:
    """``height=60ft``."""
    key, _equals, text = word.text.partition("=")
    one = next((one for one in inputs if fold(one.key) == fold(key)), None)
    if one is None:
        known = _(", ").join(f"{one.key}=" for one in inputs)
        raise reader.refuse(word, _("one of {known}", known=known) if known else _("no “=” here"))
    text = text.removesuffix(",")
    value = _HOLDS.get(fold(text)) if one.kind == "flag" else _value(one, [Word(text, word.place)], key=one.key)
    if value is None:
        raise reader.refuse(word, _described(one))
    return one, value


def _value(one: Input, run: Sequence[Word], key: str = "") -> str | float | bool | None:
    """What a run of words answers to an input, None when it answers nothing."""
    text = _text(run)
    if one.kind == "choice":
        return next((name for name, others in one.choices.items() if _names(text, name, *others)), None)
    if one.kind == "flag":  # said by its name, or as its help begins
        return True if _names(text, one.key, one.help.partition(",")[0]) else None
    return _number(one, text, key)


def _names(text: str, *names: str) -> bool:
    """Whether a text is one of these names, as it stands or in the language spoken."""
    return _bare(text) in {_bare(way) for name in names for way in (name, said(spoken(name)))}


def _number(one: Input, text: str, key: str) -> float | None:
    """A number in the input's own unit. One with a sign is a modifier, unless the input is named."""
    match = _NUMBER.fullmatch(plain(text).casefold())
    if match is None:
        return None
    named = key or match["key"]
    if (match["key"] and not _is_key(one, match["key"])) or (match["sign"] and not named):
        return None
    parts = _PART.findall(match["parts"])
    if any(unit not in one.units for _, unit in parts):
        return None
    total = sum(float(amount) * one.units[unit] for amount, unit in parts)
    return -total if match["sign"] == "-" else total


def _is_key(one: Input, text: str) -> bool:
    words, key = _bare(text), fold(one.key)
    return words == key or (len(words) >= _SHORTEST_KEY and key.startswith(words))


def _begun(inputs: Sequence[Input], label: str) -> Input | None:
    """The number that a word was perhaps meant to begin: a bare “dark” says no more than that."""
    return next((one for one in inputs if one.kind == "number" and _is_key(one, label)), None)


def _text(run: Sequence[Word]) -> str:
    return " ".join(word.text for word in run if word.key not in _SILENT).removesuffix(",")


def _bare(text: str) -> str:
    """Folded, without the words that say nothing."""
    return " ".join(word for word in fold(text).split() if word not in _SILENT)


def _units(last: Input | None) -> str:
    """What may stand behind a number that was just said; empty when it was none."""
    units = [unit for unit in last.units if unit] if last is not None and last.kind == "number" else []
    if last is None or not units:
        return ""
    return _("a unit of the {key} ({units})", key=last.key, units=_(", ").join(units))


def _unsaid(inputs: Sequence[Input], given: Collection[str]) -> str:
    """What must still be said; empty when nothing must."""
    return _(", ").join(
        _described(one) for one in inputs if one.key not in given and one.default is None and not one.optional
    )


def _described(one: Input) -> str:
    name = spoken(one.key)
    if one.kind == "choice":
        return _("the {name} ({choices})", name=name, choices=_(", ").join(map(said, choices_of(one))))
    if one.kind == "number":
        return _("the {name} (20{unit})", name=name, unit=own_unit(one))
    return _("{name}=yes or {name}=no", name=name)
