"""What the terminal sends for keys, where Textual reads something else into it.

Terminals, and tmux for half a second, send the same for Esc followed by a key as for Alt and that key. Textual turns some
of these into the signs of a Mac's Option key (``Alt+1`` into an inverted exclamation mark), ``f`` and ``b`` into jumps by
a word, and drops the Esc before punctuation. Here all of them are Alt and the key.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.keys import _character_to_key, key_to_character

_ALT = "alt+"
_BEGIN_SEQUENCES = "[]OPX^_\\"  # what follows Esc in reports of the terminal and in keys without a sign


class _Key(NamedTuple):
    value: str


def tell_alt() -> None:
    """Have Esc and a printable sign read as Alt and that sign."""
    table = cast(dict[str, Any], ANSI_SEQUENCES_KEYS)
    for sign in map(chr, range(0x21, 0x7F)):
        if sign not in _BEGIN_SEQUENCES:
            table[f"\x1b{sign}"] = (_Key(f"{_ALT}{_character_to_key(sign)}"),)


def after_escape(event: events.Key) -> events.Key | None:
    """The second key of Esc and a key typed quickly. Alt and a digit has a meaning of its own."""
    if not event.key.startswith(_ALT):
        return None
    character = event.character or key_to_character(event.key.removeprefix(_ALT))
    if character is None or character.isdigit():
        return None
    return events.Key(_character_to_key(character), character)
