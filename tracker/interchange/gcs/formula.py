"""Plain attribute formulas: numbers, ``$id``, ``+ - * /``, parentheses, floor, ceil, min, max. Nothing else is run."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

FORMULA_LIMIT = 300

_TOKEN = re.compile(r"\s*(?:(\d{1,9}(?:\.\d{1,9})?)|\$([A-Za-z_]\w*)|(?:Math\.)?(floor|ceil|min|max)\b|([-+*/(),]))")


class NotPlain(Exception):
    """The formula uses more than plain arithmetic, or can't be worked out."""


def evaluate(formula: str, resolve: Callable[[str], Fraction]) -> Fraction:
    """The value of a formula; ``resolve`` gives that of an attribute id.

    Raises NotPlain for anything but plain arithmetic, for a division by zero and for over-long formulas.
    """
    if len(formula) > FORMULA_LIMIT:
        raise NotPlain
    try:
        return _Parser(_tokens(formula), resolve).whole()
    except (ZeroDivisionError, RecursionError):
        raise NotPlain from None


def _tokens(formula: str) -> list[str]:
    tokens, place, text = [], 0, formula.strip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise NotPlain
        number, name, function, sign = match.groups()
        tokens.append(number or (f"${name}" if name else "") or function or sign)
        place = match.end()
    return tokens


class _Parser:
    def __init__(self, tokens: list[str], resolve: Callable[[str], Fraction]) -> None:
        self._tokens = tokens
        self._place = 0
        self._resolve = resolve

    def whole(self) -> Fraction:
        value = self._sum()
        if self._place != len(self._tokens):
            raise NotPlain
        return value

    def _take(self, *wanted: str) -> str:
        token = self._tokens[self._place] if self._place < len(self._tokens) else ""
        if token in wanted:
            self._place += 1
            return token
        return ""

    def _need(self, token: str) -> None:
        if not self._take(token):
            raise NotPlain

    def _sum(self) -> Fraction:
        value = self._product()
        while sign := self._take("+", "-"):
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self) -> Fraction:
        value = self._factor()
        while sign := self._take("*", "/"):
            other = self._factor()
            value = value * other if sign == "*" else value / other
        return value

    def _factor(self) -> Fraction:
        if sign := self._take("-", "+"):
            return -self._factor() if sign == "-" else self._factor()
        if self._take("("):
            value = self._sum()
            self._need(")")
            return value
        if function := self._take("floor", "ceil", "min", "max"):
            return self._call(function)
        token = self._tokens[self._place] if self._place < len(self._tokens) else ""
        self._place += 1
        if token.startswith("$"):
            return self._resolve(token[1:].lower())
        if not token[:1].isdigit():
            raise NotPlain
        return Fraction(token)

    def _call(self, function: str) -> Fraction:
        self._need("(")
        values = [self._sum()]
        while self._take(","):
            values.append(self._sum())
        self._need(")")
        if function in ("min", "max"):
            return min(values) if function == "min" else max(values)
        if len(values) != 1:
            raise NotPlain
        return Fraction(math.floor(values[0]) if function == "floor" else math.ceil(values[0]))
