"""Lines that set right what was recorded: undo and redo, voids, corrected rolls, amended notes, revealed secrets."""

from __future__ import annotations

import re
from typing import Any

from tracker.campaign import commands as cmd
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.words import Reader, Word

CLAUSES = ("without", "who", "base", "target", "because", "#", "dependants")
"""What a correction may say besides its modifiers; ``#`` is short for ``because``."""

_CHOICES = ("keep", "void")  # what becomes of the events that rest on it


def undo(reader: Reader) -> cmd.Void:
    context = reader.context
    position = context.targets.last_action(context.author, _since(context.state), context.state.void_positions)
    return _void_of_own(reader, position, _("There is nothing of yours in this session to undo."))


def redo(reader: Reader) -> cmd.Void:
    context = reader.context
    position = context.targets.last_undo(context.author, _since(context.state), context.state.void_positions)
    return _void_of_own(reader, position, _("There is no undo of yours in this session to take back."))


def _since(state: CampaignState) -> int:
    """How far back both go: to the last session's start, whether it is over or not."""
    return max(state.sessions, default=0)


def _void_of_own(reader: Reader, position: int | None, nothing: str) -> cmd.Void:
    if position is None:
        raise Refused(nothing, code="nothing", where="line")
    return cmd.Void(position=position, **_why(reader))


def void(reader: Reader) -> cmd.Void:
    return cmd.Void(position=reader.position(), **_why(reader))


def _why(reader: Reader) -> dict[str, Any]:
    """The reason, and behind it what becomes of the dependants."""
    _open_reasons(reader)
    reader.keyword("#")
    words = reader.words
    chosen = len(words) - reader.at >= 2 and words[-2].key == "dependants" and words[-1].key in _CHOICES
    dependants = words[-1].key if chosen else ""
    reader.words = words[:-2] if chosen else words
    return {"reason": reader.rest(), "dependants": dependants}


def _open_reasons(reader: Reader) -> None:
    """Let a ``#`` that is no event's number stand for itself: ``#misread`` is a reason like ``# misread``."""
    found = []
    for word in reader.words[reader.at :]:
        if not word.quoted and re.match(r"#\D", word.text):
            found += [Word("#", word.place), Word(word.text[1:], word.place + 1)]
        else:
            found.append(word)
    reader.words[reader.at :] = found


def correct(reader: Reader) -> cmd.Correct:
    position = reader.position()
    _open_reasons(reader)
    what = reader.context.targets.name_of(position)
    said: dict[str, Any] = {"modifiers": (), "without": ()}
    while reader.peek() is not None:
        clause = reader.keyword(*CLAUSES)
        if clause == "without":
            name = _without(reader)
            said["without"] += (name,)
        elif clause == "who":
            word = reader.peek()
            said["who"] = reader.who() if word is not None and word.text.startswith("@") else reader.named()
        elif clause in ("base", "target"):
            said[clause] = reader.number(_("the {clause} that it should have been", clause=clause))
        elif clause in ("because", "#"):
            said["reason"] = reader.phrase(lambda word: word.key == "dependants") or reader.take(_("a reason")).text
        elif clause == "dependants":
            said["dependants"] = reader.take(_(" or ").join(_CHOICES)).key
        else:
            said["modifiers"] += (reader.modifier(what, CLAUSES),)
    return cmd.Correct(roll=position, **said)


def _without(reader: Reader) -> str:
    """The name of a modifier that doesn't apply; one without a name is called by its points."""
    word = reader.peek()
    if word is None or word.signed is None:
        named = reader.phrase(lambda word: word.key in CLAUSES or word.signed is not None).removesuffix(",")
        if named:
            return named
    return reader.take(_("the modifier that doesn't apply")).text


def amend(reader: Reader) -> cmd.Amend:
    """``amend 17 the bell tolls``: the text as it stands."""
    match = re.fullmatch(r"#?(\d{1,15})(?:\s+(.*))?", reader.rest(), re.DOTALL)
    if match is None:
        raise Refused(
            _("Say which note, and how it is to read: “amend 17 the bell tolls”."), code="syntax", where="position"
        )
    return cmd.Amend(position=int(match[1]), text=match[2] or "")


def reveal(reader: Reader) -> cmd.Reveal:
    return cmd.Reveal(position=reader.position(), reason=reader.rest())
