"""The filter language: what the history, the Chronicle and every list of rolls are narrowed by.

    filter    = { word }
    word      = [ "-" ] ( key ":" value { "|" value } | text ) | order | short
    value     = text, or where the key takes numbers a range: number | number ".." [ number ] | ".." number
              | ( ">" | ">=" | "<" | "<=" ) number
    text      = word | '"' words '"'

All words hold together; a key given twice means either; ``-`` means not. Text without a key is looked for in what people
wrote. What isn't understood is refused with its place, never guessed.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import NamedTuple

from msgspec.structs import replace

from tracker.campaign.characters import find_character, made_up, view
from tracker.campaign.rolls import PLAIN_KINDS
from tracker.durations import parse_clock, parse_duration
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.projections.classify import FAMILIES
from tracker.projections.tokens import sought
from tracker.quickline.translated import ability_meant
from tracker.quickline.words import Context
from tracker.reports.filters import EVERYTHING, OUTCOMES, Condition, Filter, Key, Order, Range, Value
from tracker.text import fold, key_of, plain

_LONGEST = 4000  # characters of a filter
_MOST = 100  # words and alternatives of a filter: a database takes no longer sentence
_NUMBER = re.compile(r"[+-]?\d{1,15}")
_RANGE = re.compile(r"(?P<sign>>=|<=|>|<)(?P<bound>.+)|(?P<first>.*?)\.\.(?P<last>.*)")
_KEY = re.compile(r"([^\W\d_]{1,20}):")
_SHORT_SESSION = re.compile(r"s(\d{1,9}(?:\.\.\d{0,9})?)")
_SHORT_MARGIN = re.compile(r"by((?:>=|<=|>|<)?\d{1,9}(?:\.\.\d{0,9})?)")
_SHORT_POSITION = re.compile(r"#(\d{1,15}(?:\.\.\d{0,15})?)")
_LOG_WORDS = {"ok": "ok", "NO": "no", "CRIT": "crit", "FUMBLE": "fumble"}  # as the log writes them


_Reader = Callable[[str, Context], Condition]
"""What a key's value asks for. Raises Refused."""


class _Said(NamedTuple):
    """A word of a filter: where it stands, as it was typed, whether it is negated, its key, and its alternatives."""

    place: int
    typed: str
    negated: bool
    key: str
    values: tuple[str, ...]


def parse_filter(text: str, context: Context) -> Filter:
    """The filter that a text asks for. Raises Refused, naming the place, and for an unknown key the nearest one."""
    return _filter(_split(text), context)


def parse_filter_words(words: Sequence[str], context: Context) -> Filter:
    """The filter that the arguments of a command line ask for: each is a word, and one that holds blanks is held together.
    Raises Refused as ``parse_filter``."""
    return parse_filter(" ".join(map(_held_together, words)), context)


def has_key(word: str) -> bool:
    """Whether a word of a filter says what it asks about, by a key or as a short form. Any other may be a name as well."""
    body = plain(word).removeprefix("-")
    return _KEY.match(body) is not None or (not body.startswith("@") and _short(body) is not None)


def _held_together(word: str) -> str:
    text = plain(word)
    if not re.search(r"\s", text) or {'"', "“", "”"} & set(text):
        return text
    minus = "-" if text.startswith("-") else ""
    body = text[len(minus) :]
    key = _KEY.match(body)
    start = key.end() if key else 0
    return f'{minus}{body[:start]}"{body[start:].strip()}"'


def by_outcome(value: str, context: Context) -> Condition:
    """The condition on how a roll counts in the end, by a word that every system shares or one of the system's own. Raises
    Refused, naming those that there are."""
    outcome = key_of(value)
    if outcome in OUTCOMES:
        return Condition("outcome", (outcome,))
    degrees = [degree.name for degree in context.ruleset.degrees if degree.name not in OUTCOMES]
    if outcome in degrees:
        return Condition("outcome", (outcome,))
    known = _(", ").join((*OUTCOMES, *degrees))
    raise Refused(_("“{value}” is no outcome; known: {known}.", value=value, known=known), code="syntax", where="outcome")


# -- words ------------------------------------------------------------------------------------------------------------


def _filter(words: Iterable[_Said], context: Context) -> Filter:
    found = EVERYTHING
    for word in words:
        if word.key == "sort":
            found = _sorted(found, word)
            continue
        read = FILTERS.get(word.key)
        if word.key and read is None:
            raise _unknown(word)
        asked = [(read or _text)(value, context) for value in word.values]
        values = tuple(dict.fromkeys(value for condition in asked for value in condition.any_of))
        found = found.also(Condition(asked[0].key, values, word.negated))
    return found


def _split(text: str) -> list[_Said]:
    """The words of a filter. Raises Refused for a quote that isn't closed."""
    text = plain(text)
    if len(text) > _LONGEST:
        sentence = _("The filter is {long:,} characters long; {most:,} are allowed.", long=len(text), most=_LONGEST)
        raise Refused(sentence, code="too_long", where="filter")
    found, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        start = at
        while at < len(text) and not text[at].isspace():
            if text[at] in _QUOTES and (at == start or text[at - 1] in "-:|"):
                end = text.find(_QUOTES[text[at]], at + 1)
                if end < 0:
                    raise Refused(
                        _("The quote at place {at} is not closed.", at=at + 1), code="syntax", where=f"place {at + 1}"
                    )
                at = end
            at += 1
        found.append(_said(text[start:at], start + 1))
    if (number := sum(len(word.values) for word in found)) > _MOST:
        sentence = _("The filter has {number:,} words and alternatives; {most} are allowed.", number=number, most=_MOST)
        raise Refused(sentence, code="too_long", where="filter")
    return found


_QUOTES = {'"': '"', "“": "”"}
_VALUE = re.compile(r'"([^"]*)"|“([^”]*)”|([^|]+)')


def _said(typed: str, place: int) -> _Said:
    negated = len(typed) > 1 and typed.startswith("-")
    body = typed[1:] if negated else typed
    key = _KEY.match(body)
    if key is None and (short := _short(body)):
        return _Said(place, typed, negated, short[0], (short[1],))
    rest = body[key.end() :] if key else body
    values = tuple((match[1] or match[2] or match[3] or "").strip() for match in _VALUE.finditer(rest))
    if not values or not all(values):
        raise Refused(
            _("“{typed}” at place {place} says nothing to look for.", typed=typed, place=place),
            code="syntax",
            where=f"place {place}",
        )
    return _Said(place, typed, negated, fold(key[1]) if key else "", values)


def _short(body: str) -> tuple[str, str] | None:
    """The key and the value of a short form."""
    if body in _LOG_WORDS:
        return "outcome", _LOG_WORDS[body]
    if body.startswith("@") and len(body) > 1:
        return "character", body
    for pattern, key in ((_SHORT_SESSION, "session"), (_SHORT_MARGIN, "margin"), (_SHORT_POSITION, "position")):
        if match := pattern.fullmatch(body):
            return key, match[1]
    return None


def _unknown(word: _Said) -> Refused:
    near = get_close_matches(word.key, [*FILTERS, "sort"], 1)
    said = {"typed": word.typed, "place": word.place, "key": word.key}
    if near:
        sentence = _("“{typed}” at place {place}: there is no key {key}:, did you mean {near}:?", **said, near=near[0])
    else:
        keys = _(", ").join(f"{key}:" for key in (*FILTERS, "sort"))
        sentence = _("“{typed}” at place {place}: there is no key {key}:, expected one of {keys}", **said, keys=keys)
    return Refused(sentence, code="syntax", where=f"place {word.place}")


def _sorted(found: Filter, word: _Said) -> Filter:
    value = word.values[0]
    order = ORDERS.get(fold(value))
    if word.negated or len(word.values) > 1 or order is None:
        known = _("sort: takes one of {orders}, with a - before it for the highest first", orders=_(", ").join(ORDERS))
        raise Refused(
            _("“{typed}” at place {place}: {known}.", typed=word.typed, place=word.place, known=known),
            code="syntax",
            where="sort",
        )
    return replace(found, order=order, descending=value.startswith("-"))


ORDERS: dict[str, Order] = {"margin": "margin", "target": "target", "position": "position", "date": "date"}


# -- values -----------------------------------------------------------------------------------------------------------


def _sought(key: Key) -> _Reader:
    """Words that the search index is asked for."""

    def read(value: str, context: Context) -> Condition:
        if not sought(value):
            raise Refused(_("“{value}” has no word to look for.", value=value), code="syntax", where=key)
        return Condition(key, (value,))

    return read


def _by_character(value: str, context: Context) -> Condition:
    """A character by name, or somebody made up on the fly by ``@`` and a name."""
    subject = made_up(value)
    if subject is None:
        return Condition("character", (find_character(context.state, value).id,))
    try:  # somebody made up may have joined the campaign since, and ``@`` is short for a character as well
        return Condition("character", (subject, find_character(context.state, value[1:]).id))
    except Refused:
        return Condition("character", (subject,))


def _by_player(value: str, context: Context) -> Condition:
    """The characters of a player, by the beginning of any of a character's players' names."""
    wanted = fold(value)
    players: dict[str, list[str]] = {}
    for character in context.state.characters.values():
        for player in re.split(r"[,&/]", character.player.get("")):
            if player.strip():
                players.setdefault(player.strip(), []).append(character.id)
    found = tuple(dict.fromkeys(id_ for name, ids in players.items() if fold(name).startswith(wanted) for id_ in ids))
    if not found:
        known = _(", ").join(sorted(players)[:8]) or _("no character has one yet")
        raise Refused(
            _("There is no player “{value}”: {known}.", value=value, known=known), code="not_found", where="player"
        )
    return Condition("player", found)


def _named(key: Key) -> _Reader:
    return lambda value, context: Condition(key, (value,))


def _by_ability(value: str, context: Context) -> Condition:
    """What was rolled on, by the beginning of its name."""
    sheets = [view(context.state, character, context.ruleset) for character in context.state.roster()]
    return Condition("what", (ability_meant(value, sheets, context.ruleset) or value,))


def _or_at(key: Key, by_name: _Reader) -> _Reader:
    """By name, or behind a ``#`` by position."""

    def read(value: str, context: Context) -> Condition:
        match = re.fullmatch(r"#(\d{1,15})", value)
        return Condition(key, (int(match[1]),)) if match else by_name(value, context)

    return read


def _one_of(key: Key, words: Mapping[str, Value]) -> _Reader:
    def read(value: str, context: Context) -> Condition:
        word = key_of(value)
        if word not in words:
            raise Refused(
                _("{key}: takes one of {words}, not “{value}”.", key=key, words=_(", ").join(words), value=value),
                code="syntax",
                where=key,
            )
        return Condition(key, (words[word],))

    return read


def _by_kind(value: str, context: Context) -> Condition:
    rules = context.ruleset
    own = [*(spec.kind for spec in rules.attributes), *([rules.self_control.kind] if rules.self_control else [])]
    return _one_of("kind", {kind: kind for kind in (*PLAIN_KINDS, *OTHER_KINDS, *own)})(value, context)


def _range(key: Key, example: str, read: Callable[[str], tuple[int, int]]) -> _Reader:
    """A range of what ``read`` understands, which may itself be a stretch; it raises ValueError for what it doesn't.
    ``example`` is a message of the catalogue."""

    def narrow(value: str, context: Context) -> Condition:
        try:
            return Condition(key, (_bounds(value, read),))
        except ValueError:
            pass
        spoken = "date" if key == "day" else key
        raise Refused(
            _("“{value}” is no {spoken}: write {example}.", value=value, spoken=spoken, example=_(example)),
            code="syntax",
            where=spoken,
        )

    return narrow


def _bounds(value: str, read: Callable[[str], tuple[int, int]]) -> Range:
    match = _RANGE.fullmatch(value)
    if match is None:
        return Range(*read(value))
    if match["sign"]:
        low, high = read(match["bound"].strip())
        return {">": Range(high + 1), ">=": Range(low), "<": Range(last=low - 1), "<=": Range(last=high)}[match["sign"]]
    first, last = match["first"].strip(), match["last"].strip()
    if not (first or last):
        raise ValueError
    found = Range(read(first)[0] if first else None, read(last)[1] if last else None)
    if found.first is not None and found.last is not None and found.first > found.last:
        raise ValueError
    return found


def _whole(text: str) -> tuple[int, int]:
    if not _NUMBER.fullmatch(text):
        raise ValueError
    return int(text), int(text)


def _counted(text: str) -> tuple[int, int]:
    if not text.lstrip("#").isdecimal():
        raise ValueError
    return _whole(text.lstrip("#"))


def _margin(value: str, context: Context) -> Condition:
    """A margin by its size, of success or failure alike; with a sign on the scale where failures are negative."""
    found = _range("margin", N_("margin:5, margin:>=5, margin:2..4, or of failures margin:<=-5"), _whole)(value, context)
    signed = bool(re.search(r"[+-]\d", value))
    return Condition("margin", tuple(replace(one, signed=signed) for one in found.any_of if isinstance(one, Range)))


def _days(text: str) -> tuple[int, int]:
    """The first and the last day of a date, a month or a year, as ``date.toordinal`` counts."""
    match = re.fullmatch(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", text)
    if match is None:
        raise ValueError
    year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if (match[2] and not month) or (match[3] and not day):
        raise ValueError
    last = date(year, month or 12, day or monthrange(year, month or 12)[1])
    return date(year, month or 1, day or 1).toordinal(), last.toordinal()


def _seconds(text: str) -> tuple[int, int]:
    """A moment on the campaign's clock, or the time since its beginning."""
    try:
        return parse_clock(text)
    except Refused:
        pass
    try:
        since = parse_duration(text)
    except Refused:
        raise ValueError from None
    return since, since


OTHER_KINDS = (
    *("contest", "resistance", "influence", "fright", "effort"),
    *("recovery", "healing", "first_aid", "self_control"),
    *("sense", "feat", "long_task", "group", "montage", "chance"),
)
_text = _sought("text")
_YES_OR_NO: dict[str, Value] = {"yes": True, "no": False}

FILTERS: dict[str, _Reader] = {
    "character": _by_character,
    "player": _by_player,
    "what": _by_ability,
    "skill": _by_ability,
    "kind": _by_kind,
    "family": _one_of("family", {family: family for family in dict.fromkeys(FAMILIES.values())}),
    "outcome": by_outcome,
    "degree": by_outcome,
    "margin": _margin,
    "target": _range("target", N_("target:12, target:>=15 or target:8..10"), _whole),
    "modifier": _sought("modifier"),
    "source": _one_of("source", {"system": "system", "hand": "hand", "seed": "seed"}),
    "session": _range("session", N_("session:2, session:1..3, session:10.. or session:..4"), _counted),
    "scene": _or_at("scene", _named("scene")),
    "date": _range("day", N_("date:2026-11-30, date:2026-11 or date:2026-11-01..2026-11-30"), _days),
    "time": _range("time", N_('time:day3, time:day1..day3 or time:"day 3 14:05"'), _seconds),
    "position": _range("position", N_("position:120, position:100..200 or position:>=100"), _counted),
    "task": _or_at("task", _sought("task")),
    "threat": _named("threat"),
    "trait": _named("trait"),
    "author": _named("author"),
    "secret": _one_of("secret", _YES_OR_NO),
    "voided": _one_of("voided", {**_YES_OR_NO, "only": True}),
    "overridden": _one_of("overridden", _YES_OR_NO),
    "marked": _one_of("marked", _YES_OR_NO),
    "notable": _one_of("notable", _YES_OR_NO),
}
"""The keys of the language, ``sort`` apart, which narrows nothing."""
