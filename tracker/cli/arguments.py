"""What is an option on the command line and what is a value: ``- a dash``, ``-2h`` and ``-> the cellar`` are values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

_OPTION = re.compile(r"--|--?[A-Za-z][\w-]*(=.*)?", re.DOTALL)
_NUMBER = re.compile(r"-[\d.]+")  # nobody takes that for an option
_MARK = "\ud800"  # a surrogate: no argument holds one
_NO = ("no", "n", "0", "false", "f")

T = TypeVar("T")


def marked(tokens: Iterable[str]) -> list[str]:
    """The tokens, with a mark before those that begin with a dash and are no options."""
    return [
        _MARK + token if token.startswith("-") and not _OPTION.fullmatch(token) and not _NUMBER.fullmatch(token) else token
        for token in tokens
    ]


def unmarked(value: T) -> T:
    """An argument without that mark, wherever it holds texts."""
    if isinstance(value, str):
        return value.replace(_MARK, "")  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(map(unmarked, value))  # type: ignore[return-value]
    return value


def asks_for_json(tokens: Iterable[str]) -> bool:
    """Whether the answer is to be JSON, also when the rest can't be understood."""
    asked = False
    for token in tokens:
        if token == "--":  # noqa: S105
            break
        option, equals, value = token.partition("=")
        if option == "--json":
            asked = not equals or value.casefold() not in _NO
    return asked


def value_of(option: str, tokens: Sequence[str]) -> str | None:
    """What an option is given, also when the rest can't be understood; None without it."""
    found = None
    for number, token in enumerate(tokens):
        if token == "--":  # noqa: S105
            break
        name, equals, value = token.partition("=")
        if name == option:
            found = value if equals else next(iter(tokens[number + 1 :]), None)
    return found
