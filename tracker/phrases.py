"""What the log keeps in English, in the language spoken: words, phrases with figures or names in them, and prompts.

An event says ``darkness 3`` or ``Mira: Stealth, target 12``, whatever language was spoken when it was recorded. The rules
and the decisions write such phrases by the templates here, and ``said`` and ``asked`` find the template again where
the phrase is shown. What no template and no catalogue knows is people's own text and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from tracker.durations import in_words
from tracker.language import N_, _, pgettext, translates
from tracker.text import folded

# -- labels and notes -------------------------------------------------------------------------------------------------

# In a template, ``{word}`` may be a phrase itself, ``{known}`` is a word that the catalogue must have (so that "ring of
# fire" is no "Diplomacy of Mira"), ``{time}`` is a length of time or a moment; any other field stays as it is.

ATTEMPT = N_("attempt {number}")
AWAY = N_("{yards} yards away or more")
BALANCE_LOST = N_("{known} Off balance: {points} to defenses until the next turn.")
BEST_TOOLS = N_("best tools at TL{tl}")
BREAKS = N_("{known} It breaks with a chance of {thirds} in 3.")
BY_HEALER = N_("by {name}, TL {tl}, {minutes} minutes")
CAP_LEAST = N_("A chance is {percent} percent at least")
CAP_MOST = N_("A chance is {percent} percent at most")
CHANCE = N_("{faces} in {sides}")
DARKNESS = N_("darkness {points}")
EFFORT = N_("{percent}% more")
ENCUMBRANCE = N_("encumbrance {level}")
EVENT = N_("event {position}")
EXTREME_LOWERED = N_("Extreme scores: both lowered by {points} for this contest")
EXTREME_RAISED = N_("Extreme scores: both raised by {points} for this contest")
FALLS_AWAY = N_("{name} has no {pool}: the loss of {points} falls away.")
FARTHER = N_("+{percent}% distance that day")
FATAL = N_("no one survives {points} HP")
HALVED = N_("{word}: {word_2} halved")
HASTE = N_("{percent}% less time")
INFLUENCE = N_("{known} of {name}")
KNOCKED_OUT = N_("{known} Knocked out.")
KNOCKED_OUT_UNLESS = N_("{known} Knocked out unless a roll against HT succeeds.")
KNOCKED_OUT_UNLESS_LESS = N_("{known} Knocked out unless a roll against HT less the damage taken succeeds.")
LINE = N_("Line {number}")
LOAD = N_("load {level}")
LOW = N_("{pool} below a third")
LOW_FP = N_("at {points} FP; until FP are above 0")
LOW_HP = N_("at -{multiple}xHP")
MET_ONCE = N_("met once within {hours} hours")
MET_TIMES = N_("met {times} times within {hours} hours")
MORE_DAYS = N_("{asked} of {days} days of rest ask for their rolls; “heal {name}” makes each of the {more} others.")
MORTAL = N_("at {points} HP; failing by 1 or 2 is a mortal wound")
MOTIVATED = N_("motivated: {word}")
OUTCOME_AFTER = N_("{known} after {time}")
NOTHING_TO_ROLL = N_("{name} has no {word} to roll on: the matter of {word_2} is yours to judge.")
NOTHING_TO_LOSE = N_("{word} (no {pool} to lose)")
RULE_OF_14 = N_("Rule of 14: {points} at most")
RULE_OF_16 = N_("Rule of 16: {points} at most")
SHEETS_OWN = N_("the sheet's {word}")
SOUND = N_("{word} at {yards} yd")
TEXT_OF = N_("text of {word}")
STEP_UP = N_("{word}: {known} to {known_2}")
TIMES = N_("{times}x time")

_TRAITS = (
    N_("Acute Hearing {level}"),
    N_("Acute Taste and Smell {level}"),
    N_("Acute Vision {level}"),
    N_("Fearfulness {level}"),
    N_("Fearlessness {level}"),
    N_("Night Vision {level}"),
)
_PLACES = (
    N_("line {number}"),
    N_("Hit row {number}"),
    N_("hit row {number}"),
    N_("Miss row {number}"),
    N_("miss row {number}"),
)
_TECHNICAL = (N_("{known}/TL{level}"), N_("{known}/TL{level} ({detail})"))  # a skill at a tech level
_BROUGHT = (N_("{known} (default {default})"), N_("{known} ({detail})"))  # a roll with its default, a skill's specialty
_FEAT_NOTES = (N_("{known}: {known_2}"), N_("{known}: +{percent}% distance that day"))  # "Running: is winded"

_STANDING = (N_("{points} {word} on {word_2} until {time}"), N_("{points} {word} on {word_2}"))
_CHANGED = (
    N_("{pool} maximum"),
    N_("self-control of {word}"),
    N_("task {word} at {name}"),
    N_("task {word}"),
    N_("times met {name}"),
    N_("option {option}"),
    N_("long task {name}"),
    N_("{done} of {hours} man-hours, ended"),
    N_("{done} of {hours} man-hours"),
    N_("montage {name}"),
)
_PHRASES = (
    *(ATTEMPT, AWAY, BEST_TOOLS, BY_HEALER, CAP_LEAST, CAP_MOST, DARKNESS, EFFORT, ENCUMBRANCE, EVENT, EXTREME_LOWERED),
    *(
        EXTREME_RAISED,
        FARTHER,
        FATAL,
        HALVED,
        HASTE,
        LINE,
        LOAD,
        LOW,
        LOW_FP,
        LOW_HP,
        MET_ONCE,
        MET_TIMES,
        MORE_DAYS,
        MORTAL,
        MOTIVATED,
    ),
    *(
        FALLS_AWAY,
        NOTHING_TO_ROLL,
        NOTHING_TO_LOSE,
        OUTCOME_AFTER,
        RULE_OF_14,
        RULE_OF_16,
        SHEETS_OWN,
        SOUND,
        STEP_UP,
        TEXT_OF,
        TIMES,
    ),
    *_PLACES,
    *_TRAITS,
    *(BALANCE_LOST, BREAKS, KNOCKED_OUT, KNOCKED_OUT_UNLESS, KNOCKED_OUT_UNLESS_LESS),
    *_FEAT_NOTES,
    *_STANDING,
    *_CHANGED,
    *(INFLUENCE, *_TECHNICAL, *_BROUGHT),
)

SKILL = "skill"
"""The context of the names of the rules' skills, which are in the catalogue by their folded names."""

_LONGEST = 500  # characters; what is longer is no phrase of ours

# -- prompts ----------------------------------------------------------------------------------------------------------

# Outermost part first: what stands last in a prompt is taken off first, and ``{text}`` is the rest of it.
_PROMPTS = (
    N_("{name}: critical hit, dice for the table"),
    N_("{name}: critical miss, dice for the table"),
    N_("{name}: critical hit, {total} on your table: what happens?"),
    N_("{name}: critical miss, {total} on your table: what happens?"),
    N_("{name}: Fright Check Table, failed by {margin}"),
    N_("{name}: {amount} FP (fp)"),
    N_("{name}: {amount} HP (hp)"),
    N_("{name}: {amount} seconds (stun)"),
    N_("{name}: {amount} seconds (retching)"),
    N_("{name}: {amount} minutes (faint)"),
    N_("{name}: {amount} minutes (panic)"),
    N_("{name}: {amount} minutes (seizure)"),
    N_("{name}: {amount} days (catatonia)"),
    N_("{name}: name {known} ({points} points), or the self-control trait that gets worse"),
    N_("{name}: name {known} ({points} points)"),
    N_("{name}: name {known} ({points} point)"),
    N_("{name}: {amount} man-hours of work destroyed"),
    N_("{name}: {amount} HP for {name_2}"),
    N_("{name}: which rolls does {word} change by {points}"),
    N_("{what}: half of the group succeeds. What comes of it?"),
    N_("Chance: {faces} in {sides}, {percent} %"),
    N_("{what}: {faces} in {sides}, {percent} %"),
    N_("{name}: reaction roll, {points}"),
    N_("{name}: reaction roll"),
    N_("{text}; once more"),
    N_("{text}, advantage"),
    N_("{text}, disadvantage"),
    N_("{text}, {needed} or more"),
    N_("{text}, target {target}"),
    N_("{text}, again after {time}"),
    N_("{text}, roll {number} of {count}"),
    N_("{text} for what else the fright does"),
    N_("{text} to heal, day {day} of {days}"),
    N_("{text} to heal"),
    N_("{text} to recover from {word}"),
    N_("{text} to understand it"),
    N_("{text} (self-control)"),
    N_("{text} (to resist it)"),
    N_("{text} (corrected)"),
    N_("{text} anew"),
    N_("{text} against {name}"),
    N_("{text} for {name}"),
    N_("{text} (default {default})"),
    N_("{text} ({known}, {word})"),
    N_("{text} ({known})"),
    N_("{name}: {word}"),
)


def said(text: str) -> str:
    """A recorded word or phrase (a label, a note, a cap, a degree as people read it) in the language spoken."""
    return _translated(text, _PHRASES)


def asked(text: str) -> str:
    """The recorded text of a prompt in the language spoken."""
    return _translated(text, _PROMPTS)


def _translated(text: str, templates: Sequence[str]) -> str:
    if len(text) > _LONGEST or not translates():
        return _(text)
    if (known := _known(text)) is not None:
        return known
    for template in templates:
        if found := _pattern(template).fullmatch(text):
            fields = {name: _field(name, value, templates) for name, value in found.groupdict().items()}
            if all(value is not None for value in fields.values()):
                return _(template).format(**fields)
    return text


def _field(name: str, value: str, templates: Sequence[str]) -> str | None:
    """A field of a template as it is shown, None where the phrase is another one."""
    match name.partition("_")[0]:
        case "text":
            return _translated(value, templates)
        case "word":
            return said(value)
        case "time":
            return in_words(value)
        case "known":
            return _known(value)
    return value


def _known(text: str) -> str | None:
    """A word that the catalogue has, a skill however its name is spelled."""
    skill = folded(text)
    if (shown := pgettext(SKILL, skill)) != skill:
        return shown
    return shown if (shown := _(text)) != text else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a template may have become. A name may hold anything; a figure is one word."""
    parts = re.split(r"\{(\w+)\}", template)
    wide = ("text", "word", "known", "name", "what", "detail", "time", "default")
    return re.compile(
        "".join(
            (rf"(?P<{part}>.+?)" if part.partition("_")[0] in wide else rf"(?P<{part}>\S+)") if odd else re.escape(part)
            for part, odd in zip(parts, [False, True] * len(parts), strict=False)
        ),
        re.DOTALL,
    )
