"""What a line may be on its way to."""

from __future__ import annotations

import re

from tracker.campaign.characters import find_character, view
from tracker.campaign.rolls import names_known
from tracker.errors import Refused
from tracker.phrases import said
from tracker.quickline.rolls import CLAUSES
from tracker.quickline.translated import abilities_of
from tracker.quickline.verbs import VERBS
from tracker.quickline.words import Context, Reader, words_of
from tracker.text import fold, plain


def candidates(text: str, context: Context, limit: int = 8) -> list[str]:
    """Whole lines that the text may be on its way to: its last words completed to a modifier that the rules know by name, or
    its last word to a verb, a character (by the name or the reading of it), a skill or an attribute. Empty while nothing
    fits."""
    if found := _trait_names(text, context) or _with_modifiers(text, context):
        return found[:limit]
    head, _, stub = text.rpartition(" ")
    wanted = fold(stub)
    if not wanted or re.match(r"[+\-=\d]", wanted):
        return []
    before = fold(head).split()
    readings = {character.name.get(""): fold(character.reading.get("")) for character in context.state.roster()}
    names = [*readings]
    pool: list[str]
    abilities: list[str] = []
    if not before or before == ["secret"]:
        abilities = _abilities(context.active, context)
        pool = [*names, *abilities, *VERBS]
    elif before[-1] in VERBS:
        pool = [*names, "all"]
    else:
        pool = abilities = _abilities(_last_named(head, context) or context.active, context)
    prefix = f"{head} " if head else ""
    fitting = [name for name in pool if fold(name).startswith(wanted)]
    fitting += [shown for name in abilities if fold(shown := said(name)).startswith(wanted)]
    fitting += [name for name in pool if readings.get(name, "").startswith(wanted)]
    fitting += [name for name in pool if name not in fitting and f" {wanted}" in f" {fold(name)}"]
    return [prefix + name for name in dict.fromkeys(fitting)][:limit]


def _trait_names(text: str, context: Context) -> list[str]:
    """The names that the rules suggest for the trait that a prompt asks for: ``trait 42 Ph``."""
    match = re.fullmatch(r"(trait (?:name )?#?(\d{1,15}) )(.*)", plain(text) + (" " if text.endswith(" ") else ""))
    prompt = context.state.open_prompts().get(int(match[2])) if match else None
    if match is None or prompt is None or prompt.kind != "trait" or context.ruleset.fright is None:
        return []
    wanted = fold(match[3])
    names = context.ruleset.fright.suggestions(prompt.ask["trait"])
    spellings = [spelling for name in names for spelling in dict.fromkeys((name, said(name)))]
    return [match[1] + name for name in spellings if f" {wanted}" in f" {fold(name).replace('(', '')}"]


def _with_modifiers(text: str, context: Context) -> list[str]:
    """A roll's lines with its last words, as many as fit, completed to the name of a modifier."""
    if text != text.rstrip():
        return []
    try:
        words = words_of(text)
        reader = Reader(words, context)
        reader.keyword("secret")
        if (word := reader.peek()) is None or word.key in VERBS:
            return []
        ability = reader.ability(reader.who(), CLAUSES)
    except Refused:
        return []
    for start in range(reader.at, len(words)):
        tail = fold(" ".join(word.text for word in words[start:]))
        fitting = [name for name in names_known(context.ruleset, ability.name) if name.startswith(tail) and name != tail]
        if fitting:
            head = text.rsplit(None, len(words) - start)[0]
            return [f"{head} {name}" for name in fitting]
    return []


def _last_named(text: str, context: Context) -> str | None:
    words = text.split()
    for start in range(len(words)):
        try:
            return find_character(context.state, " ".join(words[start:])).id
        except Refused:
            continue
    return None


def _abilities(character: str | None, context: Context) -> list[str]:
    known = context.state.characters.get(character or "")
    if known is None:
        return []
    sheet = view(context.state, known, context.ruleset)
    return abilities_of(sheet, context.ruleset)
