"""Reads a condition: from its text to something that can be asked of any state of the campaign."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tracker.campaign.characters import find_character
from tracker.campaign.state import CampaignState
from tracker.durations import parse_clock, parse_duration
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.lookback.when.fields import Scope, Value, field_named, has
from tracker.lookback.when.tokens import Token, refusal, tokens
from tracker.rulesets.base import Ruleset
from tracker.text import fold

ANY = "any"

_DEEPEST = 40  # parentheses and signs within each other
_TRUTH, _NUMBER, _CLOCK, _TEXT, _PERSON = N_("a condition"), N_("a number"), N_("the clock"), N_("a text"), N_("a character")
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_STRENGTH = {"or": 1, "and": 2, **dict.fromkeys([*_COMPARE, "has"], 4), "+": 5, "-": 5, "*": 6, "/": 6}
_NOT, _MINUS = 3, 7  # how strongly the signs before a value bind it


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that was understood. ``subjects`` are the ids of the characters that it names, ``about_any`` says whether
    it is about ``any``, ``timed`` whether it is about the clock or the session."""

    text: str
    subjects: frozenset[str]
    about_any: bool
    timed: bool
    holds: Callable[[Scope], bool]


@dataclass(frozen=True, slots=True)
class _Node:
    """A part of a condition: what ``sort`` of thing it is, where it stands, and how it is read. ``said`` is a text in
    quotes, or the id of a character (None for ``any``)."""

    sort: str
    place: int
    read: Callable[[Scope], Value | bool]
    said: str | None = None


def parse(text: str, state: CampaignState, ruleset: Ruleset) -> Condition:
    """The condition that a text says, its names being those of ``state``. Raises Refused, naming the place of what isn't
    understood."""
    parser = _Parser(text, state, ruleset)
    node = parser.expression(0, 0)
    parser.expect("end", _("“and”, “or” or the end"))
    if node.sort != _TRUTH:
        raise refusal(_("this is {sort}, not a condition: compare it, as in “mira.hp < 0”", sort=_(node.sort)), node.place)
    return Condition(text, frozenset(parser.subjects), parser.about_any, parser.timed, lambda scope: bool(node.read(scope)))


class _Parser:
    """Takes the tokens one by one; operators bind by their strength."""

    def __init__(self, text: str, state: CampaignState, ruleset: Ruleset) -> None:
        self._left = tokens(text)[::-1]
        self._state = state
        self._ruleset = ruleset
        self.subjects: set[str] = set()
        self.about_any = False
        self.timed = False

    def expect(self, key: str, expected: str) -> None:
        token = self._left[-1]
        if (token.key or token.sort) != key:
            raise _unexpected(expected, token)
        self._take()

    def expression(self, least: int, depth: int) -> _Node:
        """What stands here, up to an operator that binds no stronger than ``least``."""
        if depth > _DEEPEST:
            raise refusal(
                _("more than {number} parentheses or signs within each other", number=_DEEPEST), self._left[-1].place
            )
        node = self._first(depth)
        while (strength := _STRENGTH.get(self._left[-1].key, 0)) > least:
            sign = self._take()
            if sign.key == "has":
                node = self._having(node)
                continue
            other = self.expression(strength, depth + 1)
            node = self._joined(sign, node, other)
        return node

    def _take(self) -> Token:
        return self._left.pop() if len(self._left) > 1 else self._left[-1]

    def _first(self, depth: int) -> _Node:
        token = self._take()
        match token.sort, token.key:
            case _, "(":
                node = self.expression(0, depth + 1)
                self.expect(")", "“)”")
                return node
            case _, "not":
                inner = self._of(_TRUTH, self.expression(_NOT, depth + 1))
                return _Node(_TRUTH, token.place, lambda scope: not inner.read(scope))
            case _, "-":
                amount = self._of(_NUMBER, self.expression(_MINUS, depth + 1))
                return _Node(_NUMBER, token.place, lambda scope: _negated(amount.read(scope)))
            case "number", _:
                value = Fraction(token.text)
                return _Node(_NUMBER, token.place, lambda _scope: value)
            case "duration", _:
                seconds = Fraction(parse_duration(token.text))
                return _Node(_NUMBER, token.place, lambda _scope: seconds)
            case (("text" | "word"), _) if self._left[-1].key in (".", "has"):
                return self._person(token)
            case "text", _:
                return _Node(_TEXT, token.place, lambda _scope: token.text, token.text)
            case _, "clock":
                self.timed = True
                return _Node(_CLOCK, token.place, lambda scope: Fraction(scope.state.clock))
            case _, "session":
                self.timed = True
                return _Node(_NUMBER, token.place, lambda scope: _session(scope.state))
            case "word", _:
                raise refusal(
                    _(
                        '{word} alone says nothing: write {name}.hp or {name} has "stunned", or texts in quotes',
                        word=token,
                        name=token.text,
                    ),
                    token.place,
                )
        raise _unexpected(_("a value such as mira.hp"), token)

    def _person(self, token: Token) -> _Node:
        who = None if token.key == ANY else self._character(token)
        if who is None:
            self.about_any = True
        else:
            self.subjects.add(who)
        if self._left[-1].key == "has":
            return _Node(_PERSON, token.place, lambda _scope: None, who)
        self._take()
        name = self._name(_("a field such as hp"))
        part = ""
        if self._left[-1].key == ".":
            self._take()
            part = fold(self._name(_("max, spent or unspent")).text)
        try:
            field = field_named(name.text, part, name.sort == "text", self._state, self._ruleset)
        except LookupError as problem:
            raise refusal(str(problem.args[0]), name.place) from None
        sort = _TEXT if fold(name.text) in ("status", "player") else _NUMBER

        def read(scope: Scope) -> Value:
            sheet = scope.sheet(who)
            return None if sheet is None else field(sheet)

        return _Node(sort, token.place, read)

    def _character(self, token: Token) -> str:
        try:
            return find_character(self._state, token.text).id
        except Refused as problem:
            where = f"place {token.place}"
            raise Refused(
                _("At {where} of the condition: {value}", where=where, value=problem.message), code=problem.code, where=where
            ) from None

    def _name(self, expected: str) -> Token:
        token = self._take()
        if token.sort not in ("word", "text"):
            raise _unexpected(expected, token)
        return token

    def _having(self, person: _Node) -> _Node:
        if person.sort != _PERSON:
            raise refusal(_("“has” follows a character's name"), person.place)
        name = self._name(_("a condition or trait, such as “stunned”"))
        who, wanted = person.said, fold(name.text)
        if not wanted:
            raise refusal(_("say which condition or trait"), name.place)

        def read(scope: Scope) -> bool:
            sheet = scope.sheet(who)
            return sheet is not None and has(sheet, wanted)

        return _Node(_TRUTH, person.place, read)

    def _joined(self, sign: Token, one: _Node, other: _Node) -> _Node:
        if sign.key in ("and", "or"):
            first, second = self._of(_TRUTH, one), self._of(_TRUTH, other)
            if sign.key == "and":
                return _Node(_TRUTH, one.place, lambda scope: bool(first.read(scope) and second.read(scope)))
            return _Node(_TRUTH, one.place, lambda scope: bool(first.read(scope) or second.read(scope)))
        if sign.key in _COMPARE:
            return _Node(_TRUTH, one.place, self._compared(sign, one, other))
        calculate = _CALCULATE[sign.key]
        left, right = self._of(_NUMBER, one), self._of(_NUMBER, other)
        sort = _CLOCK if _CLOCK in (left.sort, right.sort) else _NUMBER
        return _Node(sort, one.place, lambda scope: _calculated(calculate, left.read(scope), right.read(scope)))

    def _compared(self, sign: Token, one: _Node, other: _Node) -> Callable[[Scope], bool]:
        compare = _COMPARE[sign.key]
        if _CLOCK in (one.sort, other.sort) and _TEXT in (one.sort, other.sort):
            return self._by_the_clock(sign, one, other)
        if one.sort == other.sort == _TEXT:
            if sign.key not in ("=", "!="):
                raise refusal(_("texts are equal (=) or not (!=)"), sign.place)
            wanted = sign.key == "="
            return lambda scope: _same_text(one.read(scope), other.read(scope), wanted)
        left, right = self._of(_NUMBER, one), self._of(_NUMBER, other)

        def read(scope: Scope) -> bool:
            first, second = left.read(scope), right.read(scope)
            return isinstance(first, Fraction) and isinstance(second, Fraction) and compare(first, second)

        return read

    def _by_the_clock(self, sign: Token, one: _Node, other: _Node) -> Callable[[Scope], bool]:
        """The clock beside a written time, which is a minute or a day long: before it, in it, after it."""
        clock, written = (one, other) if one.sort == _CLOCK else (other, one)
        if written.said is None:
            raise refusal(_("the clock stands beside a time such as “day 3 14:05”"), written.place)
        try:
            first, last = parse_clock(written.said)
        except Refused as problem:
            raise refusal(problem.message.rstrip(".。"), written.place) from None
        key = sign.key if clock is one else {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign.key, sign.key)

        def read(scope: Scope) -> bool:
            now = clock.read(scope)
            if not isinstance(now, Fraction):
                return False
            within = first <= now <= last
            match key:
                case "=":
                    return within
                case "!=":
                    return not within
                case "<":
                    return now < first
                case "<=":
                    return now <= last
                case ">":
                    return now > last
                case _:
                    return now >= first

        return read

    def _of(self, wanted: str, node: _Node) -> _Node:
        if node.sort != wanted and not (wanted == _NUMBER and node.sort == _CLOCK):
            raise refusal(_expected(_(wanted), _(node.sort)), node.place)
        return node


def _unexpected(expected: str, found: Token) -> Refused:
    return refusal(_expected(expected, str(found)), found.place)


def _expected(expected: str, found: str) -> str:
    return _("expected {expected}, found {found}", expected=expected, found=found)


def _session(state: CampaignState) -> Fraction | None:
    number = state.session_number
    return None if number is None else Fraction(number)


def _negated(value: Value | bool) -> Value:
    return -value if isinstance(value, Fraction) else None


def _same_text(one: Value | bool, other: Value | bool, wanted: bool) -> bool:
    return isinstance(one, str) and isinstance(other, str) and (fold(one) == fold(other)) is wanted


_CALCULATE: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def _calculated(
    calculate: Callable[[Fraction, Fraction], Fraction], one: Value | bool, other: Value | bool
) -> Fraction | None:
    """None where a part has no value, and for a division by 0."""
    if not isinstance(one, Fraction) or not isinstance(other, Fraction):
        return None
    try:
        return calculate(one, other)
    except ZeroDivisionError:
        return None
