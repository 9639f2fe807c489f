"""Modifiers that a GM may call by name: difficulty, equipment, time, light, climbing surfaces and extra effort in combat
(seed 000, Modifiers & Task Difficulty to Climbing; B345-349, B357). Phrases and rolls are compared as folded text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tracker import phrases
from tracker.language import N_
from tracker.rulesets.base import NamedModifier
from tracker.rulesets.gurps4e.difficulty import DIFFICULTIES
from tracker.rulesets.gurps4e.equipment import equipment_modifier, is_technological
from tracker.rulesets.gurps4e.feats.climb import SURFACES
from tracker.rulesets.gurps4e.senses import DARKEST
from tracker.rulesets.gurps4e.timing import EXTRA_TIME, MOST_PERCENT_LESS, PERCENT_PER_POINT, time_modifier
from tracker.text import fold

LATEST_TL = 12  # of the tech levels that the Basic Set describes (B22)

# What is climbed, by every folded word for it.
_SURFACES = {
    phrase: surface
    for key, surface in SURFACES.items()
    for phrase in (fold(key), fold(surface.title), *map(fold, surface.aliases))
}

_TOOLS = {"no tools": "none", "no equipment": "none", "improvised": "improvised"} | {
    f"{quality} {noun}": quality
    for quality, nouns in {
        "improvised": ("tools", "equipment"),
        "basic": ("tools", "equipment"),
        "good": ("tools", "equipment", "quality"),
        "fine": ("tools", "equipment", "quality"),
    }.items()
    for noun in nouns
}
_OFFERED_TOOLS = (
    N_("no tools"),
    N_("improvised tools"),
    N_("basic tools"),
    N_("good tools"),
    N_("fine tools"),
)
_BEST_TOOLS = re.compile(r"best (?:tools|equipment|quality) (?:at )?tl ?(\d{1,2})", re.ASCII)

_MULTIPLE = re.compile(r"time [x×] ?(\d{1,4})|[x×] ?(\d{1,4}) time|(\d{1,4}) ?[x×] time", re.ASCII)
_HASTE = re.compile(r"haste [-−]?(\d{1,3}) ?%|(\d{1,3})% less time", re.ASCII)
_TIME_WORDS = {"double time": "2x time", "half time": "haste 50%"}

_DARKNESS = re.compile(r"(?:dark|darkness|partial darkness) ([1-9])", re.ASCII)

_FATIGUE: Mapping[str, int] = MappingProxyType({"FP": 1})
_FEVERISH = NamedModifier(N_("Feverish Defense"), 2, "combat", 2, 2, _FATIGUE)
_MIGHTY = NamedModifier(N_("Mighty Blows: 2 damage more, or 1 a die"), 0, "combat", 0, 0, _FATIGUE)
_RAPID = NamedModifier(N_("Rapid Strike"), -6, "combat", -6, -6)  # an option of any attack (B370), so it costs nothing
_FLURRY = NamedModifier(N_("Flurry of Blows: half the Rapid Strike penalty"), 3, "combat", 3, 3, _FATIGUE)
_DEFENSES = {"feverish defense": _FEVERISH, "feverish defence": _FEVERISH, "feverish": _FEVERISH}
_ATTACKS = {
    "mighty blows": _MIGHTY,
    "mighty blow": _MIGHTY,
    "mighty": _MIGHTY,
    "rapid strike": _RAPID,
    "flurry of blows": _FLURRY,
    "flurry": _FLURRY,
    # A roll made again names them as it kept them, Mighty Blows perhaps under the name that they had at first.
    **{fold(attack.label): attack for attack in (_MIGHTY, _FLURRY)},
    "mighty blows: +2 damage, or +1 a die": _MIGHTY,
}
# Where extra effort in an attack is worth offering: DX and the skills that strike in close or melee combat.
_STRIKES_WITH = frozenset(
    {
        *("dx", "axe/mace", "boxing", "brawling", "broadsword", "flail", "force sword", "force whip", "garrote"),
        *("jitte/sai", "judo", "karate", "knife", "kusari", "lance", "main gauche", "polearm", "rapier", "saber", "shield"),
        *("shortsword", "smallsword", "spear", "staff", "sumo wrestling", "tonfa", "two handed axe/mace"),
        *("two handed flail", "two handed sword", "whip", "wrestling"),
    }
)


def named(phrase: str, what: str) -> NamedModifier | None:
    """The modifier that a folded phrase (``very hard``, ``fine tools``, ``haste 30%``, ``darkness 5``) stands for in a roll
    on ``what``, None when the rules know none. Only ``Climbing`` knows surfaces, only active defenses Feverish Defense."""
    what = fold(what)
    return next((found for chapter in _CHAPTERS if (found := chapter(phrase, what))), None)


def names(what: str) -> tuple[str, ...]:
    """The phrases worth offering for a roll on ``what``: all known to ``named``, without other spellings."""
    what = fold(what)
    light = ("total darkness", *(f"darkness {points}" for points in range(1, DARKEST + 1)))
    difficulty = tuple(step.label for step in DIFFICULTIES)
    if _is_active_defense(what):  # takes no tools and no time of its own
        return ("feverish defense", *light, *difficulty)
    return (
        *(map(fold, SURFACES) if _is_climbing(what) else ()),
        *(("mighty blows", "rapid strike", "flurry of blows") if what.partition("(")[0].strip() in _STRIKES_WITH else ()),
        *difficulty,
        *light,
        *_OFFERED_TOOLS,
        *(f"best tools tl{tl}" for tl in range(LATEST_TL + 1)),
        *(f"{multiple}x time" for multiple in EXTRA_TIME if multiple > 1),
        *(f"haste {percent}%" for percent in range(PERCENT_PER_POINT, MOST_PERCENT_LESS + 1, PERCENT_PER_POINT)),
    )


_DIFFICULTIES = {step.label: step for step in DIFFICULTIES}


def _difficulty(phrase: str, what: str) -> NamedModifier | None:
    step = _DIFFICULTIES.get(phrase.replace("favourable", "favorable"))
    return NamedModifier(step.label, step.mildest, "difficulty", step.low, step.high) if step else None


def _equipment(phrase: str, what: str) -> NamedModifier | None:
    if best := _BEST_TOOLS.fullmatch(phrase):
        tl = int(best[1])
        if tl > LATEST_TL:
            return None
        return _fixed(
            phrases.BEST_TOOLS.format(tl=tl), equipment_modifier("best", technological=True, tl=tl).modifier, "equipment"
        )
    quality = _TOOLS.get(phrase)
    if quality is None:
        return None
    modifier = equipment_modifier(quality, technological=is_technological(what), tl=None).modifier
    return _fixed("no tools" if quality == "none" else f"{quality} tools", modifier, "equipment")


def _time(phrase: str, what: str) -> NamedModifier | None:
    phrase = _TIME_WORDS.get(phrase, phrase)
    if haste := _HASTE.fullmatch(phrase):
        percent = int(haste[1] or haste[2])
        if percent % PERCENT_PER_POINT or percent == 0:
            return None
        return _timed(phrases.HASTE.format(percent=percent), time_modifier(None, percent))
    if extra := _MULTIPLE.fullmatch(phrase):
        multiple = int(extra[1] or extra[2] or extra[3])
        return _timed(phrases.TIMES.format(times=multiple), time_modifier(multiple, None)) if multiple > 1 else None
    return None


def _timed(label: str, modifier: int | None) -> NamedModifier | None:
    return None if modifier is None else _fixed(label, modifier, "time")


def _light(phrase: str, what: str) -> NamedModifier | None:
    if partial := _DARKNESS.fullmatch(phrase):
        return _fixed(phrases.DARKNESS.format(points=partial[1]), -int(partial[1]), "light")
    if phrase in ("dark", "darkness", "total darkness"):
        label = N_("total darkness") if phrase == "total darkness" else N_("darkness")
        return NamedModifier(label, -DARKEST, "light", -DARKEST, -1)
    return None


def _surface(phrase: str, what: str) -> NamedModifier | None:
    surface = _SURFACES.get(phrase) if _is_climbing(what) else None
    return _fixed(surface.title, surface.modifier, "surface") if surface else None


def _combat(phrase: str, what: str) -> NamedModifier | None:
    return (_DEFENSES if _is_active_defense(what) else _ATTACKS).get(phrase)


_CHAPTERS: tuple[Callable[[str, str], NamedModifier | None], ...] = (
    _difficulty,
    _equipment,
    _time,
    _light,
    _surface,
    _combat,
)


def _fixed(label: str, value: int, source: str) -> NamedModifier:
    return NamedModifier(label, value, source, value, value)


def _is_climbing(what: str) -> bool:
    return what.startswith("climbing")


def _is_active_defense(what: str) -> bool:
    return what == "dodge" or what.startswith(("parry", "block"))
