"""In-game time as people write it: ``30m``, ``2h``, ``1d12h``, ``+2h``, ``-1d``; a moment: ``day 3 14:05``."""

from __future__ import annotations

import re

from tracker.errors import Refused
from tracker.language import _
from tracker.text import plain

_DAY = 86_400
_UNITS = {"w": 604_800, "d": _DAY, "h": 3_600, "m": 60, "s": 1}
_WHOLE = re.compile(r"([+-]?)((?:\d{1,9}[wdhms]){1,9})")
_PART = re.compile(r"(\d+)([wdhms])")
_CLOCK = re.compile(r"(?:day|d) ?(\d{1,7})(?:[ ,/t]*(\d{1,2}):([0-5]\d))?")
_LIMIT = 10**11  # seconds: over three thousand years


def parse_duration(text: str, where: str = "time") -> int:
    """In-game seconds, negative with a leading minus. Raises Refused naming the units when it isn't understood."""
    match = _WHOLE.fullmatch(plain(text).lower().replace(" ", ""))
    if match is None:
        raise Refused(
            _("“{text}” is no length of time; write it as 4s, 30m, 2h, 3d, 1w or 1d12h.", text=text),
            code="bad_duration",
            where=where,
        )
    seconds = sum(int(count) * _UNITS[unit] for count, unit in _PART.findall(match[2]))
    if seconds > _LIMIT:
        raise Refused(_("“{text}” is longer than any campaign.", text=text), code="bad_duration", where=where)
    return -seconds if match[1] == "-" else seconds


def format_duration(seconds: int) -> str:
    """``2 h 30 min`` in the largest whole units; a negative length with a minus in front."""
    rest, parts = abs(seconds), []
    for unit, length in (("d", _DAY), ("h", 3600), ("min", 60), ("s", 1)):
        number, rest = divmod(rest, length)
        if number:
            parts.append(f"{number:,} {unit}")
    return ("-" if seconds < 0 else "") + (" ".join(parts) or "0 s")


def format_clock(seconds: int) -> str:
    """A moment on the campaign's clock: ``day 3 14:05`` (the campaign starts on day 1 at 00:00)."""
    day, rest = divmod(seconds, _DAY)
    return f"day {day + 1} {rest // 3600:02}:{rest % 3600 // 60:02}"


def parse_clock(text: str, where: str = "time") -> tuple[int, int]:
    """The first and the last second of what is named on the campaign's clock: a minute (``day 3 14:05``) or a whole day
    (``day3``). Raises Refused when it isn't understood."""
    match = _CLOCK.fullmatch(" ".join(plain(text).lower().split()))
    hours, minutes = (int(match[2] or 0), int(match[3] or 0)) if match else (24, 0)
    if match is None or hours > 23 or match[1].strip("0") == "":
        raise Refused(
            _("“{text}” is no moment on the campaign's clock; write it as day3 or “day 3 14:05”.", text=text),
            code="bad_time",
            where=where,
        )
    start = (int(match[1]) - 1) * 86_400 + hours * 3600 + minutes * 60
    return start, start + (86_400 if match[2] is None else 60) - 1
