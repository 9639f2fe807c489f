"""The filter language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from tracker.campaign.characters import find_character
from tracker.campaign.rolls import PLAIN_KINDS
from tracker.errors import Refused
from tracker.projections.classify import FAMILIES
from tracker.quickline.words import Context, words_of
from tracker.reports.history import OUTCOMES, Filter
from tracker.text import fold, key_of


def parse_filter(text: str, context: Context) -> Filter:
    """A filter from ``key:value`` words: character, what (or skill), kind, outcome, session (``2`` or ``1..3``), family,
    ``secret:yes``, ``voided:no``. Raises Refused naming the keys that there are."""
    found = Filter()
    # A value in quotes may hold blanks: the whole word goes into the quotes.
    for word in words_of(re.sub(r'(?<!\S)(\w{1,20}):\s{0,9}["“]([^"”]*)["”]', r'"\1:\2"', text)):
        key, colon, value = word.text.partition(":")
        setter = FILTERS.get(fold(key)) if colon and value else None
        if setter is None:
            raise Refused(
                f"“{word.text}” at place {word.place}: expected one of {', '.join(f'{name}:' for name in FILTERS)}",
                code="syntax",
                where=f"place {word.place}",
            )
        found = setter(found, value, context)
    return found


def _by_character(found: Filter, value: str, context: Context) -> Filter:
    if value.startswith("@"):  # somebody made up on the fly
        return _with(found, character=f"@{fold(value[1:])}")
    return _with(found, character=find_character(context.state, value).id)


def _one_of(key: str, words: Mapping[str, object]) -> Callable[[Filter, str, Context], Filter]:
    """A filter on ``key`` that takes one of these words."""

    def narrow(found: Filter, value: str, context: Context) -> Filter:
        word = key_of(value)
        if word not in words:
            raise Refused(f"{key}: takes one of {', '.join(words)}, not “{value}”.", code="syntax", where=key)
        return _with(found, **{key: words[word]})

    return narrow


def _by_kind(found: Filter, value: str, context: Context) -> Filter:
    rules = context.ruleset
    own = [*(spec.kind for spec in rules.attributes), *([rules.self_control.kind] if rules.self_control else [])]
    return _one_of("kind", {kind: kind for kind in (*PLAIN_KINDS, *_OTHER_KINDS, *own)})(found, value, context)


def _by_session(found: Filter, value: str, context: Context) -> Filter:
    match = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", value)
    if match is None:
        raise Refused(f"“{value}” is no session: write session:2 or session:1..3.", code="syntax", where="session")
    return _with(found, first_session=int(match[1]), last_session=int(match[2] or match[1]))


def by_outcome(found: Filter, value: str, context: Context) -> Filter:
    """A filter on how a roll counts in the end, by a word that every system shares or one of the system's own. Raises
    Refused, naming those that there are."""
    outcome = key_of(value)
    if outcome in OUTCOMES:
        return _with(found, outcome=outcome)
    degrees = [degree.name for degree in context.ruleset.degrees if degree.name not in OUTCOMES]
    if outcome in degrees:
        return _with(found, degree=outcome)
    known = ", ".join((*OUTCOMES, *degrees))
    raise Refused(f"“{value}” is no outcome; known: {known}.", code="syntax", where="outcome")


def _with(found: Filter, **changes: object) -> Filter:
    return msgspec.structs.replace(found, **changes)


_OTHER_KINDS = (
    *("contest", "resistance", "influence", "fright", "effort"),
    *("recovery", "healing", "first_aid", "self_control"),
    *("sense", "feat", "long_task", "group", "montage", "chance"),
)
_FAMILIES = {family: family for family in dict.fromkeys(FAMILIES.values())}

FILTERS: dict[str, Callable[[Filter, str, Context], Filter]] = {
    "character": _by_character,
    "what": lambda found, value, context: _with(found, what=value),
    "skill": lambda found, value, context: _with(found, what=value),
    "kind": _by_kind,
    "family": _one_of("family", _FAMILIES),
    "outcome": by_outcome,
    "session": _by_session,
    "secret": _one_of("secret", {"yes": True, "no": False}),
    "voided": _one_of("voided", {"yes": "include", "no": "exclude", "only": "only"}),
}
