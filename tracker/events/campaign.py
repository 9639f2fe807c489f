"""Facts about the campaign as a whole: its rules, sessions, scenes, the in-game clock, notes and marks."""

from __future__ import annotations

from msgspec import Struct

from tracker.events.base import Event


class CampaignCreated(Event, frozen=True, kw_only=True):
    """The first event of a log. ``campaign`` is the id that every envelope carries."""

    name: str
    ruleset: str
    ruleset_version: str


class OptionSet(Event, frozen=True, kw_only=True):
    """A campaign option took a value (house rules, dice by hand ...); an old roll stays judged by its day's options."""

    name: str
    value: str


class SessionStarted(Event, frozen=True, kw_only=True):
    """A session began. ``elapsed`` is in-game seconds since the last one ended, None when nobody knows."""

    number: int
    title: str = ""
    elapsed: int | None = None


class SessionEnded(Event, frozen=True, kw_only=True):
    number: int


class SceneStarted(Event, frozen=True, kw_only=True):
    number: int
    title: str = ""


class ClockAdvanced(Event, frozen=True, kw_only=True):
    """In-game time passed, in seconds; negative when the story went back."""

    seconds: int
    reason: str = ""


class NoteAdded(Event, frozen=True, kw_only=True):
    text: str


class NoteAmended(Event, frozen=True, kw_only=True):
    """The note at ``position``, or the title of the session or scene that began there, reads ``text`` from here on."""

    position: int
    text: str
    reason: str = ""


class BookmarkAdded(Event, frozen=True, kw_only=True):
    """A mark on the event at ``at``."""

    at: int
    label: str = ""


class AttendanceRecorded(Event, frozen=True, kw_only=True):
    """Whether the subject takes part in a session."""

    session: int
    present: bool


class TableRow(Struct, frozen=True):
    """A row of a table: the totals that it stands for, and what it says."""

    low: int
    high: int
    text: str


class TableLoaded(Event, frozen=True, kw_only=True):
    """The GM brought in a table of critical hits and misses of their own; an earlier one of that name gives way to it."""

    name: str
    title: str
    hit: tuple[TableRow, ...] = ()
    miss: tuple[TableRow, ...] = ()
    sha256: str = ""
