"""In-game time as people write it: ``30m``, ``2h``, ``1d12h``, ``+2h``, ``-1d``; a moment: ``day 3 14:05``. Japanese is
understood as well, whatever is spoken: ``2時間30分``, ``3日目 14:05``.

``format_...`` is how events and scripts have it, always English; ``..._words`` is what people read.
"""

from __future__ import annotations

import re
from functools import reduce

from tracker.errors import Refused
from tracker.language import N_, _
from tracker.text import plain

_DAY = 86_400
_UNITS = {"w": 604_800, "d": _DAY, "h": 3_600, "min": 60, "m": 60, "s": 1}
_UNITS |= {"週": 604_800, "日": _DAY, "時": 3_600, "分": 60, "秒": 1}
_PIECE = r"\d{1,9}(?:min|[wdhms]|[週日分秒]間?|時間)"
LENGTH = rf"(?:{_PIECE})+"
"""What a length of time without a sign looks like, once it is ``plain``."""

_WHOLE = re.compile(rf"([+-]?)((?:{_PIECE}){{1,9}})")
_PART = re.compile(r"(\d+)(min|[^\d間])")
_CLOCK = re.compile(r"(?:(?:day|d) ?(\d{1,7})|(\d{1,7})日目)(?:[ ,/t]*(\d{1,2}):([0-5]\d))?")
_MEANT = re.compile(r"day|\d+日目")
_LIMIT = 10**11  # seconds: over three thousand years

_WORDS = {"d": N_("{number} d"), "h": N_("{number} h"), "min": N_("{number} min"), "s": N_("{number} s")}
_LENGTH_WRITTEN = re.compile(r"-?(?:[\d,]+ (?:d|h|min|s)(?: (?=\d)|$))+")
_CLOCK_WRITTEN = re.compile(r"day (\d+) (\d\d:\d\d)")


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
    day = (match[1] or match[2]) if match else ""
    hours, minutes = (int(match[3] or 0), int(match[4] or 0)) if match else (24, 0)
    if match is None or hours > 23 or day.strip("0") == "":
        raise Refused(
            _("“{text}” is no moment on the campaign's clock; write it as day3 or “day 3 14:05”.", text=text),
            code="bad_time",
            where=where,
        )
    start = (int(day) - 1) * _DAY + hours * 3600 + minutes * 60
    return start, start + (_DAY if match[3] is None else 60) - 1


def means_clock(text: str) -> bool:
    """Whether a text is meant as a moment on the campaign's clock and nothing else, well written or not."""
    return _MEANT.match(plain(text).lower()) is not None


def duration_words(seconds: int) -> str:
    """A length of time in the language spoken."""
    return in_words(format_duration(seconds))


def clock_words(seconds: int) -> str:
    """A moment on the campaign's clock in the language spoken."""
    return in_words(format_clock(seconds))


def in_words(written: str) -> str:
    """A length of time or a moment in the language spoken, from how ``format_...`` writes it; any other text as it is."""
    if clock := _CLOCK_WRITTEN.fullmatch(written):
        return _("day {day} {time}", day=clock[1], time=clock[2])
    if _LENGTH_WRITTEN.fullmatch(written):
        parts = written.removeprefix("-").split(" ")
        words = (_(_WORDS[unit], number=number) for number, unit in zip(parts[::2], parts[1::2], strict=True))
        told = reduce(lambda longer, shorter: _("{longer} {shorter}", longer=longer, shorter=shorter), words)
        return f"-{told}" if written.startswith("-") else told
    return written
