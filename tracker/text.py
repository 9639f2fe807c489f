"""Text that people typed: what is let in, and how two spellings of a name are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tracker.errors import Refused
from tracker.language import N_, _

NAME_LIMIT = 200
NOTE_LIMIT = 20_000

# C0, DEL and C1 controls could drive a terminal; surrogates can't be stored; NUL ends a string in C.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_HIRAGANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
# Zero-width and direction marks make two names look alike or a line read backwards.
_MINUSES = str.maketrans(dict.fromkeys("−–‐‑‒", "-"))
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\U000e0000-\U000e007f]"
)


def clean_name(text: str, where: str = N_("name")) -> str:
    """A one-line name or label in NFC, blanks trimmed and joined, invisible marks dropped.

    Raises Refused for control characters, an empty text or one over NAME_LIMIT characters.
    """
    cleaned = _INVISIBLE.sub("", clean_text(text, where, limit=NAME_LIMIT))
    cleaned = " ".join(cleaned.split())
    if not cleaned:
        raise Refused(_("The {where} is empty.", where=_(where)), code="empty", where=where)
    return cleaned


def clean_text(text: str, where: str = N_("text"), *, limit: int = NOTE_LIMIT) -> str:
    """Free text in NFC; line breaks and tabs stay. Raises Refused for other control characters and over-long text."""
    text = text.replace("\r\n", "\n")
    if bad := _CONTROL.search(text):
        raise Refused(
            _(
                "The {where} holds a control character ({code}) at place {place}; remove it.",
                where=_(where),
                code=f"U+{ord(bad[0]):04X}",
                place=bad.start() + 1,
            ),
            code="control_character",
            where=where,
        )
    if len(text) > limit:
        raise Refused(
            _(
                "The {where} is {length:,} characters long; {limit:,} are allowed.",
                where=_(where),
                length=len(text),
                limit=limit,
            ),
            code="too_long",
            where=where,
        )
    return unicodedata.normalize("NFC", text)


def plain(text: str) -> str:
    """Text as it is read for numbers, signs and keywords: NFKC (full-width digits become plain ones), one minus sign."""
    return unicodedata.normalize("NFKC", text).translate(_MINUSES).strip()


@lru_cache(maxsize=4000)  # a campaign's names: each decision looks at all of them
def folded(text: str) -> str:
    """A name as the key that is stored for it: NFKC, case folded, runs of blanks, ``-`` and ``_`` as one blank."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(re.split(r"[\s_\-]+", text)).strip()


@lru_cache(maxsize=4000)
def fold(text: str) -> str:
    """The key by which names are compared: as ``folded``, and katakana as hiragana. It isn't for showing."""
    return as_hiragana(folded(text))


def as_hiragana(text: str) -> str:
    """Text with every katakana that has a hiragana (ヴ and ヶ too) as that."""
    return text.translate(_HIRAGANA)


def key_of(text: str) -> str:
    """People's words as a key: folded, with ``_`` between them. ``spoken`` is the way back."""
    return folded(text).replace(" ", "_")


def spoken(key: str) -> str:
    """A key as people read it: ``critical failure``."""
    return key.replace("_", " ")


def slug(text: str) -> str:
    """A short id from a name: its folded letters and digits joined by ``-``; empty when it has none."""
    return "-".join(re.findall(r"\w+", folded(text)))
