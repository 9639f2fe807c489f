"""How many columns a sign takes. Some terminals, set up for Japanese, draw those that Unicode calls ambiguous (Greek and
Cyrillic letters, ``①``, ``±``, ``“``) over two columns; Rich and Textual count one, and lines would run over."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Any, cast

from rich import cells, segment

_ASCII = frozenset(map(chr, range(0x20, 0x7F)))
_LATIN_TO_SYMBOLS = range(0xA0, 0x1F200)  # behind these are only private use and signs without width


def count_ambiguous_as_wide() -> None:
    """From now on the whole program counts two columns for such signs."""
    measure, splitter = cast(Any, cells), cast(Any, segment)  # for names that Rich keeps to itself
    if measure._is_single_cell_widths == _is_ascii:
        return
    widths = cast(list[tuple[int, int, int]], measure.load_cell_table("auto").widths)
    taken = {code for first, last, _width in widths for code in range(first, last + 1)}
    codes = [code for code in _LATIN_TO_SYMBOLS if code not in taken and _ambiguous(code)]
    for _start, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]):
        together = [code for _number, code in run]
        widths.append((together[0], together[-1], 2))
    widths.sort()
    measure._is_single_cell_widths = splitter._is_single_cell_widths = _is_ascii
    cells.get_character_cell_size.cache_clear()
    cells.cached_cell_len.cache_clear()


def _is_ascii(text: str) -> bool:
    """Whether no sign of a text needs to be looked up."""
    return _ASCII.issuperset(text)


def _ambiguous(code: int) -> bool:
    return unicodedata.east_asian_width(chr(code)) == "A" and unicodedata.category(chr(code)) != "Co"
