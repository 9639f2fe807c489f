"""Lines that set right what was recorded: undo, voids, corrected rolls, amended notes, revealed secrets."""

from __future__ import annotations

import re
from typing import Any

from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.quickline.words import Reader

_CHOICES = ("keep", "void")  # what becomes of the events that rest on it
_CLAUSES = ("without", "who", "base", "target", "because", "dependants")


def undo(reader: Reader) -> cmd.Void:
    context = reader.context
    state = context.state
    since = max(state.sessions, default=0)  # the last session's start, whether it is over or not
    position = context.targets.last_action(context.author, since, state.void_positions)
    if position is None:
        raise Refused("There is nothing of yours in this session to undo.", code="nothing", where="line")
    return cmd.Void(position=position, **_why(reader))


def void(reader: Reader) -> cmd.Void:
    return cmd.Void(position=reader.position(), **_why(reader))


def _why(reader: Reader) -> dict[str, Any]:
    """The reason, and behind it what becomes of the dependants."""
    words = reader.words
    chosen = len(words) - reader.at >= 2 and words[-2].key == "dependants" and words[-1].key in _CHOICES
    dependants = words[-1].key if chosen else ""
    reader.words = words[:-2] if chosen else words
    return {"reason": reader.rest(), "dependants": dependants}


def correct(reader: Reader) -> cmd.Correct:
    position = reader.position()
    what = reader.context.targets.name_of(position)
    said: dict[str, Any] = {"modifiers": (), "without": ()}
    while reader.peek() is not None:
        clause = reader.keyword(*_CLAUSES)
        if clause == "without":
            name = reader.until(_CLAUSES).removesuffix(",") or reader.take("the modifier that doesn't apply").text
            said["without"] += (name,)
        elif clause == "who":
            word = reader.peek()
            said["who"] = reader.who() if word is not None and word.text.startswith("@") else reader.named()
        elif clause in ("base", "target"):
            said[clause] = reader.number(f"the {clause} that it should have been")
        elif clause == "because":
            said["reason"] = reader.phrase(lambda word: word.key == "dependants") or reader.take("a reason").text
        elif clause == "dependants":
            said["dependants"] = reader.take(" or ".join(_CHOICES)).key
        else:
            said["modifiers"] += (reader.modifier(what, _CLAUSES),)
    return cmd.Correct(roll=position, **said)


def amend(reader: Reader) -> cmd.Amend:
    """``amend 17 the bell tolls``: the text as it stands."""
    match = re.fullmatch(r"#?(\d{1,15})(?:\s+(.*))?", reader.rest(), re.DOTALL)
    if match is None:
        raise Refused("Say which note, and how it is to read: “amend 17 the bell tolls”.", code="syntax", where="position")
    return cmd.Amend(position=int(match[1]), text=match[2] or "")


def reveal(reader: Reader) -> cmd.Reveal:
    return cmd.Reveal(position=reader.position(), reason=reader.rest())
