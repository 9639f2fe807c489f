"""The words and signs of a condition, with the place of each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.durations import LENGTH
from tracker.errors import Refused
from tracker.language import _
from tracker.text import plain

LONGEST = 1000  # characters of a condition

_TOKEN = re.compile(
    rf"""\s*(?:
        "(?P<text>[^"]*)" | “(?P<curly>[^”]*)”
      | (?P<duration>{LENGTH})(?!\w)
      | (?P<number>\d{{1,12}}(?:\.\d{{1,6}})?)(?!\w)
      | (?P<word>[^\W\d]\w*)
      | (?P<sign><=|>=|!=|==|[≤≥≠<>=()+\-*/⁄.])
    )""",
    re.VERBOSE,
)
_SAME = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "⁄": "/"}  # ½ is read as 1⁄2


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a condition: ``sort`` is ``text`` (in quotes), ``duration``, ``number``, ``word``, ``sign`` or ``end``;
    ``place`` counts characters from 1."""

    sort: str
    text: str
    place: int

    @property
    def key(self) -> str:
        """A word or sign as it is compared; empty for anything else."""
        return self.text.casefold() if self.sort in ("word", "sign") else ""

    def __str__(self) -> str:
        return _("the end") if self.sort == "end" else f"“{self.text}”"


def tokens(text: str) -> list[Token]:
    """The tokens of a condition, one for its end included. Raises Refused, naming the place, for what is none."""
    typed = plain(text)
    if len(typed) > LONGEST:
        raise refusal(
            _("a condition is {limit:,} characters at most, not {length:,}", limit=LONGEST, length=len(typed)), LONGEST + 1
        )
    found, at = list[Token](), 0
    while at < len(typed):
        match = _TOKEN.match(typed, at)
        if match is None or match.lastgroup is None:
            place = at + len(typed[at:]) - len(typed[at:].lstrip()) + 1
            sign = typed[place - 1]
            unclosed = sign in '"“'
            raise refusal(_("the quote is not closed") if unclosed else _("“{sign}” means nothing here", sign=sign), place)
        sort = "text" if match.lastgroup == "curly" else match.lastgroup
        body = match[match.lastgroup]
        place = match.start(match.lastgroup) + 1 - (sort == "text")
        found.append(Token(sort, _SAME.get(body, body), place))
        at = match.end()
    return [*found, Token("end", "", len(typed) + 1)]


def refusal(sentence: str, place: int) -> Refused:
    """Why a condition isn't understood."""
    return Refused(
        _("At place {place} of the condition: {sentence}.", place=place, sentence=sentence),
        code="syntax",
        where=f"place {place}",
    )
