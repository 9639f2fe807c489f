"""Bonuses that rows of a sheet give to attributes, skills and spells, and the texts that only the player can judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from tracker.interchange.gcs.document import NUMBER_LIMIT, Node, Row, enabled_modifiers, plain

_OLD_NAMES = {"base10": "10", "perception": "per", "speed": "basic_speed", "move": "basic_move"}
_WORKING = {
    "attribute_bonus",
    "conditional_modifier",
    "cost_reduction",
    "reaction_bonus",
    "skill_bonus",
    "skill_point_bonus",
    "spell_bonus",
    "spell_point_bonus",
}
_MERCHANT_PENALTY = {6: -4, 9: -3, 12: -2, 15: -1}


class Criterion(NamedTuple):
    """A condition on a text, folded: ``compare`` such as "is" or "starts_with"."""

    compare: str
    wanted: str


class Bonus(NamedTuple):
    """One working feature: what it is, how much it gives now, and the name of the row that gives it.

    ``target`` is the attribute, the selection of skills or the way to match spells, depending on the kind.
    """

    kind: str
    amount: Fraction
    source: str
    target: str
    limitation: str
    situation: str
    name: Criterion
    specialization: Criterion
    tags: Criterion


class Subject(NamedTuple):
    """A skill or spell as bonuses see it."""

    name: str
    specialization: str = ""
    tags: tuple[str, ...] = ()
    colleges: tuple[str, ...] = ()
    power_source: str = ""


def attribute_id(text: str) -> str:
    """The present id of an attribute by any of its names ("fright check", "Perception")."""
    key = "_".join(text.lower().split())
    return _OLD_NAMES.get(key, key)


def trait_level(row: Row, *, stored: bool = True) -> Fraction:
    """The level of a trait; 0 for one without levels. ``stored`` includes the bonuses that the file has worked out."""
    if row.has("can_level") and not row.flag("can_level"):
        return Fraction(0)
    calc = row.row("calc")
    current = calc.number("current_level") if stored and calc.has("current_level") else None
    return current if current is not None else row.number("levels") or Fraction(0)


def collect(traits: Iterable[Node], skills: Iterable[Node], spells: Iterable[Node], carried: Iterable[Row]) -> Bonuses:
    """Every bonus that counts now; ``carried`` are the rows of equipment in use."""
    found: list[Bonus] = []
    merchant = Fraction(0)
    for node in traits:
        if not node.enabled:
            continue
        level = max(trait_level(node.row), Fraction(0))
        if not node.row.is_container:
            found += _features(node.row, node.row, level)
        for modifier in enabled_modifiers(node.row):
            own = level if modifier.flag("use_level_from_trait") else modifier.number("levels") or Fraction(0)
            found += _features(modifier, node.row, own)
        if node.row.text("cr_adj") == "major_cost_of_living_increase":
            merchant += _MERCHANT_PENALTY.get(int(node.row.number("cr") or 0), 0)
    for node in (*skills, *spells):
        if not node.row.is_container:
            found += _features(node.row, node.row, Fraction(0))
    for row in carried:
        found += _features(row, row, row.number("level") or Fraction(0))
        for modifier in enabled_modifiers(row):
            found += _features(modifier, row, modifier.number("levels") or Fraction(0))
    return Bonuses(found, merchant)


def _features(row: Row, owner: Row, level: Fraction) -> Iterator[Bonus]:
    source = owner.text("name", "description")
    for feature in row.rows("features"):
        if feature.flag("switchable") and not owner.flag("switched_on"):
            continue
        amount = feature.number("amount") or Fraction(0)
        if feature.flag("per_level"):
            amount *= level
        if feature.kind == "cost_reduction":
            amount = feature.number("percentage") or Fraction(0)
        if feature.kind in _WORKING and abs(amount) <= NUMBER_LIMIT:
            limitation = feature.text("limitation")
            yield Bonus(
                kind=feature.kind,
                amount=amount,
                source=source,
                target=attribute_id(feature.text("attribute", "selection_type", "match")),
                limitation="" if limitation == "none" else limitation,
                situation=feature.text("situation"),
                name=_criterion(feature.row("name")),
                specialization=_criterion(feature.row("specialization")),
                tags=_criterion(feature.row("tags", "category")),
            )


def _criterion(row: Row) -> Criterion:
    compare = "_".join(row.text("compare").lower().split())
    return Criterion("" if compare in ("any", "none") else compare, row.text("qualifier").lower())


class Bonuses:
    """All bonuses of a sheet, asked by what they work on."""

    def __init__(self, found: list[Bonus], merchant: Fraction = Fraction(0)) -> None:
        self._kinds: dict[str, list[Bonus]] = {}
        self._merchant = merchant
        self.count = len(found)
        for bonus in found:
            self._kinds.setdefault(bonus.kind, []).append(bonus)

    def attribute(self, identity: str, limitation: str = "") -> Fraction:
        """What is added to an attribute; with a limitation ("lifting_only") only that kind."""
        return _total(
            bonus
            for bonus in self._kinds.get("attribute_bonus", ())
            if bonus.target == identity and bonus.limitation == limitation
        )

    def cost_reduction(self, identity: str) -> Fraction:
        """Percent by which an attribute is cheaper."""
        return _total(bonus for bonus in self._kinds.get("cost_reduction", ()) if bonus.target == identity)

    def skill(self, subject: Subject, kind: str = "skill_bonus") -> Fraction:
        """What is added to a skill's level, or with ``skill_point_bonus`` to its points."""
        own = self._merchant if kind == "skill_bonus" and subject.name.lower() == "merchant" else 0
        return own + _total(bonus for bonus in self._kinds.get(kind, ()) if _fits_skill(bonus, subject))

    def spell(self, subject: Subject, kind: str = "spell_bonus") -> Fraction:
        """What is added to a spell's level, or with ``spell_point_bonus`` to its points."""
        return _total(bonus for bonus in self._kinds.get(kind, ()) if _fits_spell(bonus, subject))

    def reminders(self) -> tuple[str, ...]:
        """Conditional modifiers and reaction bonuses as short texts, each once."""
        lines: dict[str, None] = {}
        for kind, to in (("conditional_modifier", ""), ("reaction_bonus", " to reactions")):
            for bonus in self._kinds.get(kind, ()):
                if bonus.amount and bonus.situation:
                    joint = ":" if to else ""
                    lines[f"{plain(bonus.amount):+}{to} from {bonus.source}{joint} {bonus.situation}"] = None
        return tuple(lines)


def _total(bonuses: Iterable[Bonus]) -> Fraction:
    return sum((bonus.amount for bonus in bonuses), Fraction(0))


def _fits_skill(bonus: Bonus, subject: Subject) -> bool:
    return (
        bonus.target in ("", "skills_with_name")
        and _fits(bonus.name, (subject.name,))
        and _fits(bonus.specialization, (subject.specialization,))
        and _fits(bonus.tags, subject.tags)
    )


def _fits_spell(bonus: Bonus, subject: Subject) -> bool:
    texts = {
        "college_name": subject.colleges,
        "power_source_name": (subject.power_source,),
        "spell_name": (subject.name,),
    }
    everywhere = bonus.target in ("", "all_colleges")
    named = bonus.target in texts and _fits(bonus.name, texts[bonus.target])
    return (everywhere or named) and _fits(bonus.tags, subject.tags)


_TESTS: dict[str, Callable[[str, str], bool]] = {
    "is": lambda text, wanted: text == wanted,
    "contains": lambda text, wanted: wanted in text,
    "starts_with": lambda text, wanted: text.startswith(wanted),
    "ends_with": lambda text, wanted: text.endswith(wanted),
}
_OPPOSITES = {
    "is_not": "is",
    "does_not_contain": "contains",
    "does_not_start_with": "starts_with",
    "does_not_end_with": "ends_with",
}


def _fits(criterion: Criterion, texts: tuple[str, ...]) -> bool:
    """Whether one of the texts meets a criterion; for a negative one none may meet its opposite."""
    compare, wanted = criterion
    if not compare:
        return True
    test = _TESTS.get(_OPPOSITES.get(compare, compare))
    if test is None:
        return False
    return any(test(text.lower(), wanted) for text in texts or ("",)) is not (compare in _OPPOSITES)
