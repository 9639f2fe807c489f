"""Facts about play in several steps, what still waits for an answer, and the correction of what was recorded."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.events.base import Event


class ProcedureStarted(Event, frozen=True, kw_only=True):
    """Several actions that belong together began; the id is this event's position. ``plan`` is what the later steps need
    to know (who, threat, modifiers ...)."""

    kind: str
    plan: dict[str, Any] = {}


class ProcedureEnded(Event, frozen=True, kw_only=True):
    procedure: int
    outcome: str = "done"  # done, abandoned


class PromptOpened(Event, frozen=True, kw_only=True):
    """Something waits for an answer; the id is this event's position. ``kind`` is ``dice`` or ``trait``; ``text`` says in
    words what is asked; ``ask`` holds what the answer needs (notation, step, points ...)."""

    kind: str
    text: str
    ask: dict[str, Any] = {}


class PromptAnswered(Event, frozen=True, kw_only=True):
    prompt: int


class VoidedEvent(Struct, frozen=True):
    """An event taken back by a void, whole, so that its inverse can be applied without reading the log."""

    position: int
    type: str
    version: int
    subject: str | None
    game_time: int
    session: int | None
    payload: str
    scene: int | None = None
    procedure: int | None = None
    visibility: str = "everyone"


class ActionVoided(Event, frozen=True, kw_only=True):
    """Events of an action were taken back, or, when ``restores``, a void was and its events count again.

    ``action`` is the action taken back, ``original`` the one whose ``events`` flip: the same one for a plain void, the
    voided void's own original for one that takes a void back. ``part``: the rest of the original action counts on, as
    where just one of its rolls was corrected. ``turns`` is the position of the void that this one takes back, None where it
    takes back none (or where version 1 didn't say); ``revives`` of the void that counts again by that."""

    VERSION = 2

    action: str
    original: str
    events: tuple[VoidedEvent, ...]
    restores: bool = False
    reason: str = ""
    part: bool = False
    turns: int | None = None
    revives: int | None = None


class Revealed(Event, frozen=True, kw_only=True):
    """Hidden events are everyone's to see from here on: those at ``positions``, a hidden one with what led to it and what
    came of it."""

    positions: tuple[int, ...]
    reason: str = ""
