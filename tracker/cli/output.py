"""How a command answers: lines for people, exact JSON for scripts, one sentence on stderr when it is refused."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from tracker.cli import streams
from tracker.errors import Refused
from tracker.language import _

# What could steer a terminal or make a line read backwards; a lone surrogate can't be printed at all.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(value: float) -> int | float:
    """A whole number as int, anything else as it is."""
    return int(value) if float(value).is_integer() else value


class Idiom(NamedTuple):
    """How commands are written where an answer names one: what comes first, and what stands before dice. ``reminds`` says
    whether each answer tells of all that waits, or just of what came with it."""

    command: str
    dice: str
    reminds: bool


SHELL, PROMPT = Idiom("rollbook ", "--dice ", reminds=True), Idiom("", "=", reminds=False)


class Output:
    """The answers of one command, as JSON or for people. ``recorded`` tells whether it has recorded something."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self.idiom = SHELL
        self.recorded = False

    def show(self, objects: Iterable[Mapping[str, Any]], lines: Iterable[str]) -> None:
        """Print the objects, one a line, with ``--json``; else the lines. What isn't printed isn't made either."""
        if self.as_json:
            for one in objects:
                _write(sys.stdout, _json(one))
        else:
            for line in lines:
                _write(sys.stdout, safe(line))

    def write(self, lines: Iterable[str]) -> None:
        """Print a text in a format of its own, with ``--json`` too."""
        for line in lines:
            _write(sys.stdout, safe(line))

    def warn(self, sentence: str) -> None:
        """A sentence that isn't part of the answer. Where it can't be written there is nobody to tell."""
        try:
            _write(sys.stderr, safe(sentence))
            sys.stderr.flush()
        except OSError:
            streams.discard("stderr")

    def choose(self, sentences: Sequence[str], about: str, choices: Mapping[str, str]) -> str | None:
        """Ask at a terminal which of these words is meant; None where nobody is there to answer, or the answer is none."""
        if self.as_json or not at_a_terminal():
            return None
        for line in (about, *(f"  {sentence}" for sentence in sentences)):
            self.warn(line)
        offered = _(", ").join(f"{word} ({meaning})" for word, meaning in choices.items())
        sys.stderr.write(_("{offered}, or Enter for neither? ", offered=offered))
        sys.stderr.flush()
        answer = sys.stdin.readline().strip().casefold()
        return next((word for word in choices if answer and word.startswith(answer)), None)

    def refuse(self, problem: Refused, **about: str) -> None:
        """Say why something can't be done; ``about`` goes into the JSON object beside the error."""
        self.warn(problem.message)
        if self.as_json:
            error = {"code": problem.code, "message": problem.message, "where": problem.where}
            _write(sys.stdout, _json({**about, "error": error}))


def at_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def safe(text: str) -> str:
    """A line of people's text without anything that could steer a terminal."""
    return _STEERING.sub("\ufffd", text.replace("\t", " "))


def at_event(position: int) -> str:
    """What stands behind a line to say which event it is."""
    return "   [" + _("event {position}", position=position) + "]"


def _json(value: Mapping[str, Any]) -> str:
    """JSON in one line: escaped where the stream's encoding lacks a character, and where a reader would see a line's end."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text.replace("\x85", "\\u0085").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _write(stream: TextIO, line: str) -> None:
    stream.write(line + "\n")
