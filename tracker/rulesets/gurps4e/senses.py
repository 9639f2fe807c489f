"""Sense rolls: Perception with what helps or hinders a sense, and Danger Sense (seed 000, Sense Rolls; B358)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from msgspec import Struct

from tracker import phrases
from tracker.language import N_, _
from tracker.rulesets.base import Abilities, Given, Input, Modifier
from tracker.rulesets.gurps4e.success import judge, may_attempt
from tracker.text import spoken

VISION, HEARING, TASTE_SMELL = SENSES_KNOWN = ("vision", "hearing", "taste_smell")

DARKEST = 9  # partial darkness, in points; beyond it lies total darkness
PLAIN_VIEW_BONUS = 10
DISCRIMINATORY_BONUS = 4

DANGER_SENSE = "danger sense"
DARK_VISION = "dark vision"
NIGHT_VISION = "night vision"
_ACUTE = {
    VISION: ("acute vision", N_("Acute Vision")),
    HEARING: ("acute hearing", N_("Acute Hearing")),
    TASTE_SMELL: ("acute taste and smell", N_("Acute Taste and Smell")),
}
# Whoever has both for taste and smell still uses one of them in a roll.
_DISCRIMINATORY = {
    HEARING: {"discriminatory hearing": N_("Discriminatory Hearing")},
    TASTE_SMELL: {"discriminatory smell": N_("Discriminatory Smell"), "discriminatory taste": N_("Discriminatory Taste")},
}
SENSE_TRAITS = (
    *(trait for trait, _shown in _ACUTE.values()),
    *(trait for traits in _DISCRIMINATORY.values() for trait in traits),
    DARK_VISION,
    NIGHT_VISION,
    DANGER_SENSE,
)
# One advantage with a sense behind it is how older books and some programs write them.
SENSE_ALIASES = (
    *(
        (spelling, trait)
        for word, trait in {
            "vision": "acute vision",
            "hearing": "acute hearing",
            "taste and smell": "acute taste and smell",
            "taste/smell": "acute taste and smell",
        }.items()
        for head in ("acute sense", "acute senses")
        for spelling in (f"{head} ({word})", f"{head}: {word}", f"{head}, {word}")
    ),
    ("acute taste/smell", "acute taste and smell"),
    ("acute smell and taste", "acute taste and smell"),
    ("acute smell/taste", "acute taste and smell"),
)

# From how many yards a sound is heard without a modifier.
_RANGES = {
    "quiet_conversation": 0.5,
    "normal_conversation": 1,
    "loud_conversation": 4,
    "noisy_office": 8,
    "normal_traffic": 16,
    "heavy_traffic": 64,
    "jet_takeoff": 128,
}
_SOUND_ALIASES = {
    "quiet_conversation": ("quiet conversation", "quiet talk"),
    "normal_conversation": ("normal conversation", "conversation", "talk"),
    "loud_conversation": ("loud conversation", "loud talk"),
    "noisy_office": ("noisy office", "office"),
    "normal_traffic": ("normal traffic", "traffic"),
    "heavy_traffic": ("heavy traffic",),
    "jet_takeoff": ("jet takeoff", "jet take off", "jet"),
}

_NUMBER = {"": 1.0}
_YARDS = {"": 1.0, "yd": 1.0, "yard": 1.0, "yards": 1.0, "ft": 1 / 3, "m": 1 / 0.9144}

_INPUTS = {
    VISION: (
        Input("darkness", "number", N_("points of partial darkness, 0 to 9"), units=_NUMBER, default=0),
        Input("total", "flag", N_("total darkness"), default=False),
        Input("plain", "flag", N_("in plain view, not hidden"), default=False),
        Input("size_range", "number", N_("size and range modifiers, added up (B550)"), units=_NUMBER, default=0),
    ),
    HEARING: (
        Input("sound", "choice", N_("what there is to hear"), choices=_SOUND_ALIASES, optional=True),
        Input("distance", "number", N_("how far away it is, in yards"), units=_YARDS, optional=True),
    ),
    TASTE_SMELL: (),
}


class SenseRoll(Struct, frozen=True):
    """What to roll against: ``target`` is None where the sense can't work at all; ``distance_modifier`` is a sound's."""

    target: int | None
    distance_modifier: int | None = None

    @property
    def allowed(self) -> bool:
        """Whether a roll may be made."""
        return self.target is not None and may_attempt(self.target)


class Noticing(Struct, frozen=True):
    """Whether something was noticed, ``by`` ``sense`` or ``danger_sense``, and whether the secret roll was made."""

    noticed: bool
    by: str | None
    second_roll_made: bool


class SenseRollRules:
    """Sense rolls as the tracker asks for them (``SenseRules``)."""

    senses: tuple[str, ...] = SENSES_KNOWN
    attribute = "per"
    comprehension = "iq"
    danger_trait = DANGER_SENSE

    def inputs(self, sense: str) -> tuple[Input, ...]:
        """What a roll wants to know: light, view, size and range, or sound and distance. Raises ValueError for an unknown
        sense."""
        _check(sense)
        return _INPUTS[sense]

    def modifiers(self, sense: str, who: Abilities, given: Given) -> list[Modifier]:
        """The modifiers to Perception. Raises ValueError for an unknown sense, in total darkness without Dark Vision, and
        for values that make no sense."""
        if _is_blinded(sense, who.trait, given):
            raise ValueError(_("In total darkness nothing can be seen without Dark Vision."))
        return _modifiers(sense, who.trait, given)


SENSES = SenseRollRules()


def sense_roll(sense: str, per: int, *, traits: Mapping[str, int], given: Given, other_modifier: int = 0) -> SenseRoll:
    """A sense roll against Per with all its modifiers. ``traits`` are folded names with levels, ``given`` answers the
    inputs of the sense, ``other_modifier`` is the GM's. Raises ValueError as ``SenseRollRules.modifiers``, but for total
    darkness, where there is just no target."""

    def level(trait: str) -> int:
        return traits.get(trait, 0)

    if _is_blinded(sense, level, given):
        return SenseRoll(None)
    target = per + sum(modifier.value for modifier in _modifiers(sense, level, given)) + other_modifier
    distance = _sound_at_distance(given) if sense == HEARING else None
    return SenseRoll(target, distance.value if distance else None)


def danger_sense(
    per: int, sense_target: int, sense_roll: int, *, dangerous: bool, danger_sense: bool, second_roll: int | None
) -> Noticing:
    """A sense roll and, when it missed a danger, the secret second chance of a character with Danger Sense, against plain
    Per. Rolls are totals of 3d6. Raises ValueError when the second roll is due and missing."""
    if judge(sense_target, sense_roll).success:
        return Noticing(noticed=True, by="sense", second_roll_made=False)
    if not (dangerous and danger_sense):
        return Noticing(noticed=False, by=None, second_roll_made=False)
    if second_roll is None:
        raise ValueError("Danger Sense takes a second roll here")
    noticed = judge(per, second_roll).success
    return Noticing(noticed, "danger_sense" if noticed else None, second_roll_made=True)


def distance_modifier(sound: str, yards: float) -> int:
    """One point less for every doubling of a sound's plain range, one more for every halving; between two steps the
    farther one counts. Raises ValueError for an unknown sound and a distance that isn't above 0."""
    if sound not in _RANGES:
        raise ValueError(f"unknown sound {sound!r}; known are {', '.join(_RANGES)}")
    if not 0 < yards < math.inf:
        raise ValueError(_("A sound comes from more than 0 yards away."))
    # frexp rather than a logarithm: exact at the steps themselves.
    mantissa, exponent = math.frexp(yards / _RANGES[sound])
    return -(exponent - 1 if mantissa == 0.5 else exponent)


def _check(sense: str) -> None:
    if sense not in SENSES_KNOWN:
        raise ValueError(f"unknown sense {sense!r}; known are {', '.join(SENSES_KNOWN)}")


def _is_blinded(sense: str, level: Callable[[str], int], given: Given) -> bool:
    return sense == VISION and bool(given.get("total")) and not level(DARK_VISION)


def _modifiers(sense: str, level: Callable[[str], int], given: Given) -> list[Modifier]:
    _check(sense)
    modifiers = _by_acuteness(sense, level)
    if sense == VISION:
        modifiers += _in_the_dark(level, given)
        if given.get("plain"):
            modifiers.append(Modifier(N_("in plain view"), PLAIN_VIEW_BONUS, "sense"))
        if size_range := _points(given, "size_range", _("The size and range modifier is a whole number.")):
            modifiers.append(Modifier(N_("size and range"), size_range, "sense"))
    elif sense == HEARING and (distance := _sound_at_distance(given)):
        modifiers.append(distance)
    return modifiers


def _by_acuteness(sense: str, level: Callable[[str], int]) -> list[Modifier]:
    trait, shown = _ACUTE[sense]
    modifiers = [Modifier(f"{shown} {points}", points, "sheet")] if (points := level(trait)) else []
    discriminatory = (name for key, name in _DISCRIMINATORY.get(sense, {}).items() if level(key))
    return modifiers + [Modifier(name, DISCRIMINATORY_BONUS, "sheet") for name in list(discriminatory)[:1]]


def _in_the_dark(level: Callable[[str], int], given: Given) -> list[Modifier]:
    """Darkness, and what Night Vision makes good of it (B71); to Dark Vision it means nothing (B47). Typed as the penalty
    that it is, "dark -3" is the same as "darkness 3", as it is in any other roll."""
    darkness = abs(_points(given, "darkness", _("Darkness is a whole number.")))
    if darkness > DARKEST:
        raise ValueError(_("Partial darkness is 0 to {most} points.", most=DARKEST))
    if not darkness or level(DARK_VISION):
        return []
    modifiers = [Modifier(phrases.DARKNESS.format(points=darkness), -darkness, "sense")]
    if night := level(NIGHT_VISION):
        modifiers.append(Modifier(f"Night Vision {night}", min(night, darkness), "sheet"))
    return modifiers


def _sound_at_distance(given: Given) -> Modifier | None:
    sound, yards = given.get("sound"), given.get("distance")
    if sound is None and yards is None:
        return None
    if yards is None:
        raise ValueError(_("A sound needs its distance as well."))
    if sound is None:
        raise ValueError(_("A distance needs the sound that is to be heard."))
    value = distance_modifier(sound, yards)
    return Modifier(phrases.SOUND.format(word=spoken(sound), yards=f"{round(yards, 2):g}"), value, "sense")


def _points(given: Given, key: str, problem: str) -> int:
    """A number that is whole points, 0 where it wasn't said. Raises ValueError with the ``problem`` for another."""
    value = given.get(key) or 0
    if not float(value).is_integer():
        raise ValueError(problem)
    return int(value)
