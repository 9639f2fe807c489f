"""Lines to learn the language from, made of the characters and abilities that a campaign has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.campaign.characters import has, usable, view
from tracker.campaign.parts import Character
from tracker.dice import parse as notation
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline import Context, parse, parse_filter

Example = tuple[str, str]
"""What can be typed, and what it means."""


def line_examples(context: Context) -> list[Example]:
    """Lines of play, each of which this campaign understands."""
    return [(line, meaning) for line, meaning in _lines(context) if _understood(line, context)]


def filter_examples(context: Context) -> list[Example]:
    """Filters of the chronicle, each of which this campaign understands."""
    found = []
    for text, meaning in _filters(context):
        try:
            parse_filter(text, context)
        except Refused:
            continue
        found.append((text, meaning))
    return found


def _lines(context: Context) -> Iterator[Example]:
    first, second = (*map(_called, _people(context)), "", "")[:2]
    ability, other = (*_abilities(context), "", "")[:2]
    yield f"{ability} -2 rain", _("you roll, with a modifier")
    yield f"{first} {ability} +1", _("somebody else does")
    yield f"secret {second or first} {other or ability}", _("for the GM alone")
    yield f"@guard {ability}=12", _("without a sheet, against a number")
    yield f"{ability} at west-door", _("an attempt; the next is a retry")
    yield "retry", _("the last failed roll once more")
    yield "fright all ghoul -1", _("Fright Checks of everyone present")
    yield f"{first} {ability} ={_faces(context)}", _("dice that fell on the table")
    yield f"contest {first} {ability} vs {second} {ability}", _("a contest")
    yield f"hp {first} -3 arrow", _("damage; + gives back")
    yield "undo", _("takes back your last action")
    yield "note the bell tolls at noon", _("a note")


def _filters(context: Context) -> Iterator[Example]:
    first = next(map(_called, _people(context)), "")
    ability = next(iter(_abilities(context)), "")
    yield f"character:{first}", _("of somebody")
    yield f'skill:"{ability}" outcome:no', _("failures with a skill or attribute")
    yield "session:1..3 margin:<=-5", _("in these sessions, failed by 5 or more")
    yield "marked:yes", _("bookmarks")
    yield "kind:fright -outcome:ok", _("Fright Checks that went wrong")
    yield "secret:yes", _("for the GM alone")
    yield "bell", _("a word of a note, a reason or a name")


def _understood(line: str, context: Context) -> bool:
    try:
        parse(line, context)
    except Refused:
        return False
    return True


def _faces(context: Context) -> str:
    """Dice of a roll as they are typed: ``3,4,5``."""
    dice = notation(context.ruleset.notation)
    return ",".join(str(min(dice.sides, 3 + number)) for number in range(dice.count))


def _people(context: Context) -> Sequence[Character]:
    """The active character first, then the others that are present."""
    return sorted(context.state.present(), key=lambda one: one.id != context.active)


def _called(character: Character) -> str:
    """A name as it is typed: its first word, where that says enough."""
    return character.name.get("").split()[0]


def _abilities(context: Context) -> list[str]:
    """What the first of them rolls on."""
    for character in _people(context):
        sheet = view(context.state, character, context.ruleset)
        skills = [skill.name for skill in sheet.skills if usable(skill, context.ruleset)]
        attributes = [spec.name for spec in context.ruleset.attributes if has(sheet, spec)]
        if found := [*skills[:1], *attributes]:
            return found
    return []
