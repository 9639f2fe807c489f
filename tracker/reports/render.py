"""From a report to what is handed out: JSON-ready dicts for scripts, plain lines of 80 columns for a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec

from tracker.language import N_

WIDTH = 80

OUTCOME_WORDS = {
    "success": N_("ok"),
    "failure": N_("NO"),
    "critical_success": N_("CRIT"),
    "critical_failure": N_("FUMBLE"),
}
"""The words of the log, by outcome."""

# Where a text of wide signs may be broken: behind one, yet not before what closes or goes on with it.
_BREAK = re.compile(
    r"(?<=[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60])(?<![「『（])(?=[^ -~、。」』）ぁぃぅぇぉっゃゅょァィゥェォッャュョー])"
)


def as_json(findings: Iterable[msgspec.Struct]) -> list[dict[str, Any]]:
    """One JSON-ready dict for each finding, chain or ledger line; its ``type`` says which it is."""
    return [msgspec.to_builtins(finding) for finding in findings]


def one_line(text: str) -> str:
    """People's text on one line: line breaks are shown as `` / ``, the rest stays as it was typed."""
    return " / ".join(text.splitlines())


def place(position: int) -> str:
    """A position as people read it: ``48,210``."""
    return f"{position:,}"


def wall_clock(recorded_at: str, utc_offset: int) -> datetime:
    """The author's local time, from a UTC time in ISO 8601 and an offset in minutes."""
    moment = datetime.fromisoformat(recorded_at)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(timezone(timedelta(minutes=utc_offset)))


def cells(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return len(text) if text.isascii() else sum(_width(character) for character in text)


def padded(text: str, width: int) -> str:
    """A text cut or filled up to exactly so many columns."""
    kept, used = "", 0
    for character in text:
        if used + _width(character) > width:
            break
        kept, used = kept + character, used + _width(character)
    return kept + " " * (width - used)


def filled(text: str, width: int) -> str:
    """A text with blanks behind it up to so many columns; a longer one as it is."""
    return text + " " * (width - cells(text))


def flush_right(text: str, width: int) -> str:
    """A text with blanks before it up to so many columns; a longer one as it is."""
    return " " * (width - cells(text)) + text


def wrapped(text: str, *, indent: str = "  ", width: int = WIDTH) -> list[str]:
    """A text as lines of at most so many columns, two or more, broken at blanks and between wide signs; those after the
    first are indented. A longer word is cut."""
    text = one_line(text)
    body = text.lstrip(" ")
    lines = [text[: min(len(text) - len(body), width // 2)]]
    for word, blank in _words(body):
        started = bool(lines[-1].strip(" "))
        glued = f"{lines[-1]}{blank if started else ''}{word}"
        if cells(glued) <= width:
            lines[-1] = glued
            continue
        if started:
            lines.append(indent)
        while cells(lines[-1] + word) > width:
            fitting = padded(word, width - cells(lines[-1])).rstrip(" ")
            lines[-1] += fitting
            word = word[len(fitting) :]
            lines.append(indent)
        lines[-1] += word
    return [line.rstrip(" ") for line in lines if line.strip(" ")]


def unwrapped(lines: Sequence[str]) -> str:
    """What ``wrapped`` has broken as one line again; the indent of the first line stays."""
    whole = ""
    for line in lines:
        if not whole:
            whole = line
            continue
        line = line.strip(" ")
        whole += line if _BREAK.match(whole + line, len(whole)) else f" {line}"
    return whole


def _words(text: str) -> Iterator[tuple[str, str]]:
    """What isn't broken, each with what stands before it in the line."""
    for word in text.split(" "):
        for number, part in enumerate(_BREAK.split(word)):
            yield part, "" if number else " "


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
