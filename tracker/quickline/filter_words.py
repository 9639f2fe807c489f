"""What the last word of a filter may be on its way to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tracker.campaign.characters import usable, view
from tracker.campaign.rolls import PLAIN_KINDS
from tracker.projections.classify import FAMILIES
from tracker.quickline.filters import FILTERS, ORDERS, OTHER_KINDS
from tracker.quickline.words import Context
from tracker.reports.filters import OUTCOMES
from tracker.text import fold

_YES_OR_NO = ("yes", "no")


def filter_candidates(text: str, context: Context, limit: int = 8) -> list[str]:
    """Whole filters with the last word completed: to a key, or behind a key to a value of it. Empty while nothing fits."""
    quote = text.rfind('"') if text.count('"') % 2 else len(text)  # one that isn't closed yet
    head, blank, stub = text[:quote].rpartition(" ")
    stub += text[quote:]
    minus = "-" if stub.startswith("-") else ""
    key, colon, value = stub.removeprefix("-").partition(":")
    before = f"{head}{blank}{minus}"
    if not colon:
        return [f"{before}{name}:" for name in (*FILTERS, "sort") if key and name.startswith(fold(key))][:limit]
    *alternatives, last = value.split("|")
    start = "|".join([*alternatives, ""]) if alternatives else ""
    wanted = fold(last.lstrip('"“'))
    pool = [name for name in _values(fold(key), context) if fold(name).startswith(wanted) and fold(name) != wanted]
    if last.startswith("-"):  # folding takes the sign away
        pool = [name for name in pool if name.startswith("-")]
    return [f"{before}{key}:{start}{_held_together(name)}" for name in dict.fromkeys(pool)][:limit]


def _values(key: str, context: Context) -> Iterable[str]:
    """What may stand behind a key, as far as it is among a few words or on the sheets."""
    state, rules = context.state, context.ruleset
    match key:
        case "character":
            return [character.name.get("") for character in state.roster()]
        case "player":
            return [name for character in state.roster() if (name := character.player.get(""))]
        case "what" | "skill":
            sheets = [view(state, character, rules) for character in state.roster()]
            skills = [skill.name for sheet in sheets for skill in sheet.skills if usable(skill, rules)]
            return [*sorted(skills, key=fold), *(spec.name for spec in rules.attributes)]
        case "kind":
            return [*PLAIN_KINDS, *OTHER_KINDS]
        case "family":
            return dict.fromkeys(FAMILIES.values())
        case "outcome" | "degree":
            return [*OUTCOMES, *(degree.name for degree in rules.degrees)]
        case "source":
            return ["system", "hand", "seed"]
        case "session":
            return [str(session.number) for session in sorted(state.sessions.values(), key=lambda one: -one.number)]
        case "threat":
            return [setting.get(id) for id, setting in state.threats.items()]
        case "secret" | "overridden" | "marked" | "notable":
            return _YES_OR_NO
        case "voided":
            return (*_YES_OR_NO, "only")
        case "sort":
            return [*ORDERS, *(f"-{order}" for order in ORDERS)]
    return ()


def _held_together(name: str) -> str:
    return f'"{name}"' if re.search(r"[\s|]", name) else name
