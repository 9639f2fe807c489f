"""The one-line language of play and the filter language, for screen and command line alike.

    line      = [ "secret" ] ( verb | [ "roll" ] roll ) { dice }
    roll      = [ who ] what [ "=" number ] [ "at" task ] [ "policy" word ] { modifier }
    modifier  = ( "+" | "-" ) number { word }
    dice      = "=" [ label ":" ] face { "," face }
    who       = a character's name or its start | "@" name
    verb      = one of VERBS with what it takes

Quotes hold words together. Text is read after NFKC, so full-width digits and signs work; what isn't understood is refused
with its place and what was expected, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.candidates import candidates
from tracker.quickline.filters import FILTERS, by_outcome, has_key, parse_filter, parse_filter_words
from tracker.quickline.rolls import POLICIES, last_failure, roll
from tracker.quickline.verbs import VERBS
from tracker.quickline.words import DICE, Context, Reader, Word, arguments, read_ability, read_modifiers, words_of
from tracker.text import fold

__all__ = [
    "FILTERS",
    "POLICIES",
    "VERBS",
    "Context",
    "Line",
    "by_outcome",
    "candidates",
    "has_key",
    "last_failure",
    "parse",
    "parse_filter",
    "parse_filter_words",
    "read",
    "read_ability",
    "read_modifiers",
    "words_of",
]


class Line(Struct, frozen=True):
    """A line understood: the command, dice given by hand, and whether it is for the GM alone."""

    command: cmd.Command
    dice: tuple[str, ...] = ()
    secret: bool = False


def parse(text: str, context: Context) -> Line:
    """The command that a line asks for. Raises Refused, naming the place and what was expected."""
    first, rest = _first_word(text)
    secret = fold(first) == "secret"
    if secret:
        first, rest = _first_word(rest)
    verb = VERBS.get(fold(first)) if first else None
    if verb is not None and verb.takes_text:  # as it stands, quotes, signs and all
        return Line(verb.read(Reader([Word(rest.strip(), 1, quoted=True)], context)), (), secret)
    words = words_of(text)
    words = words[1:] if secret else words
    if not words:
        raise Refused(_("Type a roll such as “mira stealth -2 dark”, or a command."), code="empty", where="line")
    verb = VERBS.get(words[0].key)
    dice = tuple(word.text[1:] for word in words if not word.quoted and DICE.match(word.text))
    words = [word for word in words if word.quoted or not DICE.match(word.text)]
    if not words:
        raise Refused(_("Dice alone say nothing: name the roll first."), code="empty", where="line")
    reader = Reader(words if verb is None else words[1:], context)
    command = _roll(reader) if verb is None else verb.read(reader)
    reader.done()
    return Line(command, dice, secret)


def read(verb: str, words: Sequence[str], context: Context) -> cmd.Command:
    """The command that a verb asks for with the arguments of a command line. Raises Refused."""
    known = VERBS[verb]
    taken = [Word(" ".join(words).strip(), 1, quoted=True)] if known.takes_text else arguments(words)
    reader = Reader(taken, context)
    command = known.read(reader)
    reader.done()
    return command


def _roll(reader: Reader) -> cmd.Roll:
    """A roll, also with ``roll`` before it as on the command line, unless that is somebody's name.

    Raises Refused for a command word behind the name (``vora hp -3``), unless it is something to roll on.
    """
    words = reader.words
    start = 1 if len(words) > 1 and words[0].key == "roll" and not reader.names_somebody() else 0
    reader.at = start
    command = roll(reader)
    at = next((at for at, word in enumerate(words) if at > start and word.key in VERBS), None)
    if at is None or not fold(command.what).startswith(words[at].key) or reader.can_roll(command):
        return command
    line = " ".join(word.as_typed for word in [words[at], *words[start:at], *words[at + 1 :]])
    raise Refused(_("“{verb}” comes first, as in “{line}”.", verb=words[at].text, line=line), code="syntax", where="line")


def _first_word(text: str) -> tuple[str, str]:
    """The first word of a text and what follows it."""
    parts = text.split(None, 1)
    return (parts[0] if parts else "", parts[1] if len(parts) > 1 else "")
