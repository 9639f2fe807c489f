"""Simple sheets, which people write by hand in TOML or JSON for a character of any rule system.

``name`` with its ``reading``, ``player``, ``points`` and ``load`` stand at the top; ``attributes``, ``pools``, ``skills``
and ``traits`` are tables from a name to a value. What a value may be is what may be typed for it; nothing is guessed and
nothing left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tracker.campaign.characters import find_attribute
from tracker.campaign.people import MOST_LEVEL, number, whole
from tracker.errors import Refused
from tracker.events.sheet import Sheet, Skill, Trait
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import file_label
from tracker.language import N_, _
from tracker.rulesets.base import Ruleset
from tracker.text import clean_name, fold, spoken

_HEAVIEST_LOAD = 4
_KEYS = ("name", "reading", "player", "points", "load", "attributes", "pools", "skills", "traits")


def read_simple_sheet(
    document: dict[str, Any], format: str, *, ruleset: Ruleset, filename: str, sha256: str, name: str | None = None
) -> ImportedCharacter:
    """The character in a decoded simple sheet, by the names of ``ruleset``.

    ``name`` takes the place of the sheet's own. Raises Refused with ``no_name`` when there is neither, with ``bad_sheet``
    and the place (``attributes.str``) for anything that isn't as it should be, and what ``clean_name`` raises for a given
    ``name``.
    """
    chosen = None if name is None else clean_name(name)
    with _refused_as_bad():
        own, reading, player = (_line(document, key) for key in ("name", "reading", "player"))
    if not (chosen or own):
        raise Refused(
            _(
                "{filename} holds a character without a name: write the name above all tables.",
                filename=file_label(filename),
            ),
            code="no_name",
            where="name",
        )
    reader = _Reader(ruleset)
    with _refused_as_bad():
        sheet = reader.read(document)
    notes = (
        (_("The sheet calls the character “{own}”; “{chosen}” is used.", own=own, chosen=chosen),)
        if chosen and own and own != chosen
        else ()
    )
    return ImportedCharacter(
        name=chosen or own,
        player=player,
        sheet=sheet,
        current=reader.current,
        format=format,
        sha256=sha256,
        counts=Counts(traits=len(sheet.traits), traits_enabled=len(sheet.traits), skills=len(sheet.skills)),
        notes=notes,
        reading=reading,
    )


@contextmanager
def _refused_as_bad() -> Iterator[None]:
    """What the rules for typed names and numbers refuse is a fault of the sheet."""
    try:
        yield
    except Refused as problem:
        raise Refused(problem.message, code="bad_sheet", where=problem.where) from None


@dataclass(slots=True)
class _Reader:
    """Reads one sheet. ``said`` knows where each thing was said, so that two spellings of one name are told."""

    ruleset: Ruleset
    maxima: dict[str, int] = field(default_factory=dict)
    current: dict[str, int] = field(default_factory=dict)
    said: dict[tuple[str, str], str] = field(default_factory=dict)

    def read(self, document: dict[str, Any]) -> Sheet:
        """The sheet; what is left in its pools is in ``current``. Raises Refused."""
        for key in document:
            if key not in _KEYS:
                _refuse(
                    _("The sheet has an unknown key {key!r}; it may have {KEYS}.", key=key[:40], KEYS=", ".join(_KEYS)),
                    key[:40],
                )
        attributes = self._attributes(document)  # these first: some are pools
        self._pools(document)
        load = whole(_typed(document.get("load", 0), "load"), "load")
        if not 0 <= load <= _HEAVIEST_LOAD:
            _refuse(_("The load (encumbrance level) is 0 to {HEAVIEST_LOAD}.", HEAVIEST_LOAD=_HEAVIEST_LOAD), "load")
        return Sheet(
            attributes=attributes,
            pools=self.maxima,
            skills=tuple(self._skill(name, path, value) for name, path, value in self._rows(document, "skills")),
            traits=tuple(_trait(name, path, value) for name, path, value in self._rows(document, "traits")),
            load=load,
            points_total=number(_typed(document.get("points", 0), "points"), "points"),
        )

    def _attributes(self, document: dict[str, Any]) -> dict[str, float]:
        attributes: dict[str, float] = {}
        for key, path, value in _entries(document, "attributes"):
            spec = find_attribute(self.ruleset, key)
            if spec is None:
                known = _(", ").join(spec.name for spec in self.ruleset.attributes)
                _refuse(
                    _(
                        "{path}: {title} has no such attribute; it has {known}.",
                        path=path,
                        title=self.ruleset.title,
                        known=known,
                    ),
                    path,
                )
            if spec.pool:
                self._pool(spec.pool, path, value)
                continue
            self._once("attribute", spec.key, path)
            attributes[spec.key] = number(_typed(value, path), path, MOST_LEVEL)
        return attributes

    def _pools(self, document: dict[str, Any]) -> None:
        for key, path, value in _entries(document, "pools"):
            pool = next((pool for pool in self.ruleset.pools if fold(pool) == fold(key)), None)
            if pool is None:
                known = _(", ").join(self.ruleset.pools) or _("none")
                _refuse(
                    _("{path}: {title} has no such pool; it has {known}.", path=path, title=self.ruleset.title, known=known),
                    path,
                )
            if isinstance(value, dict):
                self._used_pool(pool, path, value)
            else:
                self._pool(pool, path, value)

    def _pool(self, pool: str, path: str, value: object) -> None:
        """A full pool, from its maximum."""
        self._once("pool", pool, path)
        maximum = whole(_typed(value, path), path)
        if maximum < 0:
            _refuse(_("{path}: the maximum of a pool is 0 or more.", path=path), path)
        self.maxima[pool] = self.current[pool] = maximum

    def _used_pool(self, pool: str, path: str, value: dict[str, Any]) -> None:
        """A pool with what is left in it, perhaps below 0. Play fills no pool above its maximum, so a sheet doesn't either;
        the two are more likely mixed up."""
        for key in value:
            if key not in ("maximum", "current"):
                _refuse(
                    _("{path} has an unknown key {key!r}; a pool has maximum and current.", path=path, key=key[:40]), path
                )
        if "maximum" not in value:
            _refuse(_("{path} needs a maximum.", path=path), path)
        self._pool(pool, f"{path}.maximum", value["maximum"])
        if "current" not in value:
            return
        place = f"{path}.current"
        current = whole(_typed(value["current"], place), place)
        if current > self.maxima[pool]:
            _refuse(
                _(
                    "{place} is {current}, which is more than the maximum of {maximum}.",
                    place=place,
                    current=current,
                    maximum=self.maxima[pool],
                ),
                place,
            )
        self.current[pool] = current

    def _rows(self, document: dict[str, Any], table: str) -> Iterator[tuple[str, str, object]]:
        """The skills or traits, by the names that are shown: a bare key of TOML has ``_`` for a blank."""
        for key, path, value in _entries(document, table):
            self._once(table, key, path)
            shown = clean_name(spoken(key), f"name in {table}")
            yield shown[:1].upper() + shown[1:], path, value

    def _skill(self, name: str, path: str, value: object) -> Skill:
        if self.ruleset.skill_bonus is None:
            return Skill(name=name, level=whole(_typed(value, path), path, MOST_LEVEL))
        if value is True:
            return Skill(name=name)
        spec = find_attribute(self.ruleset, value) if isinstance(value, str) else None
        if spec is None:
            known = _(", ").join(spec.name for spec in self.ruleset.attributes)
            _refuse(
                _(
                    "{path} must be the attribute that it goes with ({known}), or true when it goes with several.",
                    path=path,
                    known=known,
                ),
                path,
            )
        return Skill(name=name, attribute=spec.key)

    def _once(self, kind: str, name: str, path: str) -> None:
        if before := self.said.get((kind, fold(name))):
            _refuse(_("{path} says again what {before} says.", path=path, before=before), path)
        self.said[kind, fold(name)] = path


def _entries(document: dict[str, Any], table: str) -> Iterator[tuple[str, str, object]]:
    """Each name in a table, its place for a message (``skills.Stealth``) and its value."""
    entries = document.get(table, {})
    if not isinstance(entries, dict):
        _refuse(_("{table} must hold names, each with its value.", table=table), table)
    for key, value in entries.items():
        name = clean_name(key, f"name in {table}")
        yield name, f"{table}.{name}", value


def _line(document: dict[str, Any], key: str) -> str:
    text = document.get(key, "")
    if not isinstance(text, str):
        _refuse(_("{key} must be text, in quotes.", key=key), key)
    return clean_name(text, key) if text.strip() else ""


def _trait(name: str, path: str, value: object) -> Trait:
    if value is True:
        return Trait(name=name)
    level = number(_typed(value, path, N_("a level, or true where there are none")), path)
    if level <= 0:
        _refuse(_("{path}: a level is more than 0.", path=path), path)
    return Trait(name=name, level=level)


def _typed(value: object, path: str, wanted: str = N_("a number")) -> str:
    """A number as it would be typed, so that it is held to what holds for typed ones."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        _refuse(_("{path} must be {wanted}.", path=path, wanted=_(wanted)), path)
    try:
        return repr(float(value))
    except OverflowError:  # a whole number of hundreds of digits
        return repr(math.inf)


def _refuse(message: str, where: str) -> NoReturn:
    raise Refused(message, where=where)
