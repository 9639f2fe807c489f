"""What a condition can ask about: a character's pools, attributes, skills and the like, and the campaign's clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tracker.campaign.characters import CharacterView, find_attribute, names_of, view
from tracker.campaign.state import CampaignState
from tracker.language import _
from tracker.rulesets.base import Ruleset
from tracker.text import fold

Value = Fraction | str | None
"""What is read: a number, a text, or None where there is nothing to read."""

Field = Callable[[CharacterView], Value]


@dataclass(slots=True)
class Scope:
    """What a condition is read against: a state, the views of characters in it, and who ``any`` is at the moment."""

    state: CampaignState
    views: Mapping[str, CharacterView]
    anyone: str | None = None

    def sheet(self, who: str | None) -> CharacterView | None:
        """The character by id (None: the one that ``any`` is), None where there is no such character now."""
        return self.views.get(who or self.anyone or "")


def views_of(state: CampaignState, ruleset: Ruleset, keys: Iterable[str]) -> dict[str, CharacterView]:
    """The views of those of these characters that are there."""
    known = (state.characters[key] for key in keys if key in state.characters)
    return {character.id: view(state, character, ruleset) for character in known if not character.removed}


def number(value: float | None) -> Fraction | None:
    """A number as it is written: 5.1 is 51/10, whatever a float makes of it."""
    return None if value is None else Fraction(str(value))


def field_named(name: str, part: str, quoted: bool, state: CampaignState, ruleset: Ruleset) -> Field:
    """How a field is read that a condition names. ``part`` is what follows it, folded; a ``quoted`` name is a skill's where
    there is one. Raises LookupError, with a sentence, for what nobody can have."""
    found = _found(fold(name), part, quoted, state, ruleset)
    if found is not None:
        return found
    if part and _found(fold(name), "", quoted, state, ruleset):
        raise LookupError(_("“{name}” has no “{part}”: a pool has max, points have spent and unspent", name=name, part=part))
    known = [*_pools(state, ruleset).values(), *(spec.key for spec in ruleset.attributes), *_OTHERS]
    skills = names_of(sorted(_skills(state).values()))
    raise LookupError(
        _(
            "nobody has “{name}”; known: {known}, and in quotes skills: {skills}",
            name=name,
            known=names_of(known, 40),
            skills=skills,
        )
    )


def _found(key: str, part: str, quoted: bool, state: CampaignState, ruleset: Ruleset) -> Field | None:
    finders = (_skill, _pool, _attribute, _other) if quoted else (_pool, _attribute, _other, _skill)
    return next((found for find in finders if (found := find(key, part, state, ruleset)) is not None), None)


def _pool(key: str, part: str, state: CampaignState, ruleset: Ruleset) -> Field | None:
    name = _pools(state, ruleset).get(key)
    if name is None or part not in ("", "max", "maximum"):
        return None

    def read(sheet: CharacterView) -> Value:
        pool = sheet.pools.get(name)
        return None if pool is None else Fraction(pool.maximum if part else pool.current)

    return read


def _attribute(key: str, part: str, state: CampaignState, ruleset: Ruleset) -> Field | None:
    spec = find_attribute(ruleset, key)
    if spec is None or part:
        return None
    if spec.pool:
        return _pool(fold(spec.pool), part, state, ruleset)
    return lambda sheet: number(sheet.attributes.get(spec.key))


def _skill(key: str, part: str, state: CampaignState, ruleset: Ruleset) -> Field | None:
    if key not in _skills(state) or part:
        return None
    return lambda sheet: number(next((skill.level for skill in sheet.skills if fold(skill.name) == key), None))


_OTHERS: dict[str, Field] = {
    "points": lambda sheet: number(sheet.points_total),
    "points spent": lambda sheet: number(sheet.points_spent),
    "points unspent": lambda sheet: number(sheet.points_unspent),
    "load": lambda sheet: number(sheet.load),
    "status": lambda sheet: sheet.status,
    "player": lambda sheet: sheet.player,
}


def _other(key: str, part: str, state: CampaignState, ruleset: Ruleset) -> Field | None:
    return _OTHERS.get(f"{key} {part}".strip())


def _pools(state: CampaignState, ruleset: Ruleset) -> dict[str, str]:
    """The pools that the rules know or a sheet has, by folded name."""
    own = [name for sheet in state.all_sheets() for name in sheet.pools]
    return {fold(name): name for name in (*own, *ruleset.pools)}


def _skills(state: CampaignState) -> dict[str, str]:
    """The skills that somebody has or had, by folded name."""
    found = {fold(skill.name): skill.name for sheet in state.all_sheets() for skill in sheet.skills}
    for character in state.characters.values():
        found |= {key[6:]: character.names[key] for key in character.values if key.startswith("skill:")}
    return found


def has(sheet: CharacterView, wanted: str) -> bool:
    """Whether a character has a condition or an active trait whose folded name is ``wanted``, or begins with its words."""
    conditions = (condition.name for condition in sheet.conditions.values())
    names = (*conditions, *(trait.name for trait in sheet.traits if trait.active))
    return any(f"{fold(name)} ".startswith(f"{wanted} ") for name in names)
