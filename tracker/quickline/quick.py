"""Quick skills: what a character rolls most has a number, and the number alone is a roll."""

from __future__ import annotations

import re

from tracker.campaign.characters import find_character, has, usable, view
from tracker.campaign.rolls import PLAIN_KINDS
from tracker.errors import Refused
from tracker.language import ngettext
from tracker.quickline.words import Context, Reader, Word
from tracker.text import fold

QUICK = 9
"""How many quick skills a character has at most: one for each digit."""


def quick_skills(context: Context, character: str) -> list[str]:
    """What a character rolls most, the first of which is number 1, then the best of the sheet. The order is that of the
    rolls before the newest session, so that a number keeps its meaning as long as one is played."""
    known = context.state.characters.get(character)
    if known is None or known.removed:
        return []
    sheet = view(context.state, known, context.ruleset)
    before = max(context.state.sessions, default=0)
    skills = [skill for skill in sheet.skills if usable(skill, context.ruleset) and skill.level is not None]
    best = sorted(skills, key=lambda skill: (-(skill.level or 0), fold(skill.name)))
    names = [skill.name for skill in best]
    names += [spec.name for spec in context.ruleset.attributes if has(sheet, spec)]
    on_sheet = {fold(name): name for name in names}
    rolled = context.targets.most_rolled(character, before, PLAIN_KINDS) if before else []
    most = [on_sheet[fold(name)] for name in rolled if fold(name) in on_sheet]
    return [*dict.fromkeys([*most, *names])][:QUICK]


def numbered(reader: Reader) -> str:
    """Who makes a roll, as ``Reader.who``; a quick skill's number behind it becomes that skill. Raises Refused for a number
    that none has."""
    active = reader.context.state.characters.get(reader.context.active or "")
    who = active.name.get(active.id) if active and _number(reader) else reader.who()
    number = _number(reader)
    if number is None or who.startswith("@"):
        return who
    known = quick_skills(reader.context, find_character(reader.context.state, who).id)
    word = reader.words[reader.at]
    if number > len(known):
        sentence = ngettext(
            "“{word}” at place {place}: {who} has {count} quick skill.",
            "“{word}” at place {place}: {who} has {count} quick skills.",
            len(known),
            word=word.text,
            place=word.place,
            who=who,
        )
        raise Refused(sentence, code="not_found", where="what")
    reader.words[reader.at] = Word(known[number - 1], word.place, quoted=True)
    return who


def _number(reader: Reader) -> int | None:
    word = reader.peek()
    return int(word.text) if word is not None and not word.quoted and re.fullmatch(r"[1-9]", word.text) else None
