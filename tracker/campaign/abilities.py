"""What the rules may ask about a character, and what they want to know about something that is tried."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tracker.campaign.characters import CharacterView, find_attribute, names_of
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Input, Ruleset
from tracker.text import fold, spoken

_MOST = 1e9  # of any number that is said: beyond it lies nothing that a campaign measures


class SheetAbilities:
    """A character as the rules ask about one (``Abilities``)."""

    def __init__(self, sheet: CharacterView, ruleset: Ruleset) -> None:
        self._sheet = sheet
        self._ruleset = ruleset
        self._traits = sheet.trait_levels()
        self.load = sheet.load

    def attribute(self, key: str) -> float:
        """An attribute as it stands now, halved by low pools, without load. Raises Refused when the character lacks it."""
        value = self.unhurt(key)
        for _reason in self._sheet.hindrances.get(key, []):
            value = self._ruleset.halved(math.floor(value))
        return value

    def unhurt(self, key: str) -> float:
        """An attribute without what low pools take from it. Raises Refused when the character lacks it."""
        if key not in self._sheet.attributes:
            spec = find_attribute(self._ruleset, key)
            raise Refused(
                _("{name} has no {ability}.", name=self._sheet.name, ability=_(spec.name) if spec else key),
                code="not_found",
                where="who",
            )
        return self._sheet.attributes[key]

    def skill(self, name: str) -> int | None:
        """The level of a skill, without load; None when untrained."""
        return next((skill.level for skill in self._sheet.skills if fold(skill.name) == fold(name)), None)

    def trait(self, name: str) -> int:
        """The level of a trait by its folded name, 0 when the character lacks it."""
        return self._traits.get(name, 0)


class TraitsAlone:
    """Somebody of whom only traits are known, by folded name (``Abilities``): one made up on the fly has none at all."""

    load = 0

    def __init__(self, name: str, traits: Mapping[str, int]) -> None:
        self._name = name
        self._traits = traits

    def attribute(self, key: str) -> float:
        """Raises Refused: there is no sheet."""
        raise Refused(_("{name} has no sheet that says {key}.", name=self._name, key=key), code="not_found", where="who")

    def unhurt(self, key: str) -> float:
        """Raises Refused: there is no sheet."""
        return self.attribute(key)

    def skill(self, name: str) -> int | None:
        """None: there is no sheet."""
        return None

    def trait(self, name: str) -> int:
        """The level of a trait, 0 when it isn't there."""
        return self._traits.get(name, 0)


def answers(inputs: Sequence[Input], given: Mapping[str, Any], title: str) -> dict[str, Any]:
    """What was said to each of the inputs of ``title``, defaults filled in, None for what may be left out and was.

    Raises Refused for what isn't an answer, and, naming what there is to choose from, for what is missing.
    """
    known = {one.key: one for one in inputs}
    for key in given:
        if key not in known:
            asked = _("it asks for {known}", known=_(", ").join(known)) if known else _("it asks for nothing")
            raise Refused(
                _("{title} doesn't ask for “{key}”; {asked}.", title=_(title), key=key, asked=asked),
                code="bad_key",
                where=key,
            )
    found = {one.key: _checked(one, given[one.key]) if given.get(one.key) is not None else one.default for one in inputs}
    if missing := [_wanted(one) for one in inputs if found[one.key] is None and not one.optional]:
        raise Refused(
            _("{title}: say {missing}.", title=_(title), missing=_(" and ").join(missing)),
            code="missing",
            where=_first(inputs, found),
        )
    return found


def recorded(inputs: Sequence[Input], found: Mapping[str, Any]) -> dict[str, Any]:
    """The answers as an event keeps them: a number with its unit, and nothing for what doesn't hold."""
    kept = {one.key: found[one.key] for one in inputs if found[one.key] not in (None, False)}
    units = {one.key: own_unit(one) for one in inputs if one.kind == "number"}
    return {key: {"value": value, "unit": units[key]} if key in units else value for key, value in kept.items()}


def own_unit(one: Input) -> str:
    """The unit that a number input counts in: the one that is worth 1."""
    return next((unit for unit, worth in one.units.items() if unit and worth == 1), "")


def choices_of(one: Input) -> tuple[str, ...]:
    """What there is to choose from, as people type it."""
    return tuple(spoken(key) for key in one.choices)


def _checked(one: Input, value: Any) -> str | float | bool:
    match one.kind, value:
        case "choice", str() if value in one.choices:
            return value
        case "flag", bool():
            return value
        case "number", int() | float() if not isinstance(value, bool) and abs(value) < _MOST:  # no NaN is less
            return float(value)
    raise Refused(
        _("“{value}” is no answer for {key}: {wanted}.", value=value, key=one.key, wanted=_wanted(one)),
        code="bad_value",
        where=one.key,
    )


def _wanted(one: Input) -> str:
    name = spoken(one.key)
    if one.kind == "choice":
        return _("the {name} ({choices})", name=name, choices=names_of(choices_of(one), limit=10))
    if one.kind == "number":
        return _("the {name} ({help}, such as 20{unit})", name=name, help=_(one.help), unit=own_unit(one))
    return f"{name} ({_(one.help)})"


def _first(inputs: Sequence[Input], found: Mapping[str, Any]) -> str:
    return next(one.key for one in inputs if found[one.key] is None and not one.optional)
