"""The words by which text is found: made here, so that every database finds the same.

Text becomes a sequence of tokens: case-folded words, and of scripts that are written without blanks each pair of
neighbouring signs (``鬼火が`` is ``鬼火 火が が``), so that any part of a run is found. Katakana count as hiragana.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tracker.text import as_hiragana

# Han, kana and their iteration and length marks: what Japanese and Chinese are written in after NFKC.
_RUN = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PART = re.compile(f"(?P<run>[{_RUN}]+)|(?P<word>[^\\W_{_RUN}]+)")


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order. A run without blanks ends with its last sign alone, by which that one is found."""
    return [token for part in _PART.finditer(_folded(text)) for token in _of_part(part)]


@lru_cache(maxsize=1000)
def tokens_of_name(text: str) -> list[str]:
    """The tokens of a short text that comes again and again: a name, a label, a title. They are not to be changed."""
    return tokens(text)


def sought(text: str) -> list[str]:
    """The tokens that a text must show in this order where it is found; the last one is the beginning of a word."""
    parts = list(_PART.finditer(_folded(text)))
    found = [token for part in parts for token in _of_part(part)]
    # What is sought may go on where the text ends: its last pair says all about the last sign.
    return found[:-1] if parts and parts[-1]["run"] and len(parts[-1]["run"]) > 1 else found


def _of_part(part: re.Match[str]) -> list[str]:
    run = part["run"]
    return [part["word"]] if run is None else [run[at : at + 2] for at in range(len(run))]


def _folded(text: str) -> str:
    return as_hiragana(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))
