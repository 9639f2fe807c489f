"""A file's name for a campaign of any name, safe on every system."""

from __future__ import annotations

import re
from collections.abc import Iterable

SUFFIX = ".rollbook"

_BYTES = 120  # of the stem; leaves room for the time in a backup's name and SQLite's endings
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_RESERVED = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9¹²³]|LPT[0-9¹²³])\s*(\..*)?", re.IGNORECASE)


def file_name(name: str, taken: Iterable[str], suffix: str = SUFFIX) -> str:
    """The file's name for a campaign (or, by its ``suffix``, for what goes out of one), other than those ``taken``; letter
    case doesn't count, as on Windows and macOS.

    >>> file_name("../x", [])
    '_x.rollbook'
    """
    stem = _FORBIDDEN.sub("_", name).strip(" .")
    stem = stem.encode()[:_BYTES].decode(errors="ignore").strip(" .") or "campaign"
    if _RESERVED.fullmatch(stem):
        stem = f"_{stem}"
    used = {other.casefold() for other in taken}
    candidate, number = f"{stem}{suffix}", 1
    while candidate.casefold() in used:
        number += 1
        candidate = f"{stem} ({number}){suffix}"
    return candidate
