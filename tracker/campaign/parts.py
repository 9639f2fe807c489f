"""The records that the campaign's state is made of. They are frozen and replaced, so states may share them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from tracker.events import Aftermath, AppliedModifier, TableRow

T = TypeVar("T")


class Setting(Struct, Generic[T], frozen=True, gc=False):
    """A value that events set, one after the other: ``(position, value)`` by position. The last one holds."""

    entries: tuple[tuple[int, T], ...] = ()

    def get(self, default: T) -> T:
        return self.entries[-1][1] if self.entries else default

    def put(self, position: int, value: T) -> Setting[T]:
        return Setting(tuple(sorted([*self.drop(position).entries, (position, value)], key=lambda entry: entry[0])))

    def until(self, position: int) -> Setting[T]:
        """What had been set up to a position."""
        return Setting(tuple(entry for entry in self.entries if entry[0] <= position))

    def drop(self, position: int) -> Setting[T]:
        return Setting(tuple(entry for entry in self.entries if entry[0] != position))


class Condition(Struct, frozen=True, gc=False):
    """A condition of a character; it lasts until an event ends it. The recovery rolls that failed stand in
    ``CampaignState.recoveries``."""

    name: str
    until: int | None
    recover: str
    recover_modifiers: tuple[AppliedModifier, ...]
    recover_from: int | None
    every: int | None
    aftermath: Aftermath | None
    note: str


class Standing(Struct, frozen=True, gc=False):
    """A modifier that stays with a character, for rolls on ``what`` (folded; empty: on anything), until an event ends
    it."""

    label: str
    value: int
    what: str
    until: int | None


class GainedTrait(Struct, frozen=True, gc=False):
    """A trait acquired in play; it lasts until it is bought off."""

    name: str
    points: int
    kind: str
    origin: str
    threat: str | None
    roll: int | None


class Effort(Struct, frozen=True, gc=False):
    """A successful extra effort: ``percent`` more for the feat, until a roll takes it."""

    feat: str
    percent: int


class Character(Struct, frozen=True, gc=False):
    """A character as the events made it. ``pools`` are changes against the maxima of the sheet (0 is unhurt); the sheet
    itself is that of the event at the position that ``sheet`` names. ``conditions``, ``traits``, ``efforts`` and
    ``modifiers`` are those that no event has ended."""

    id: str
    added: int
    kind: str
    name: Setting[str]
    player: Setting[str]
    status: Setting[str]
    sheet: Setting[int]
    reading: Setting[str] = Setting()
    fingerprints: tuple[tuple[int, str], ...] = ()
    values: dict[
        str, Setting[float | str | None]
    ] = {}  # set by hand: "attribute:st", "skill:stealth", "trait:...", "load:load"
    names: dict[str, str] = {}  # the spelling of the keys in ``values``
    pools: dict[str, int] = {}
    attributes: dict[str, int] = {}  # lasting changes in play
    conditions: dict[int, Condition] = {}
    traits: dict[int, GainedTrait] = {}
    self_control: dict[int, tuple[str, int]] = {}  # position -> (folded trait, number)
    points_total: int = 0
    points_spent: int = 0
    efforts: dict[int, Effort] = {}
    modifiers: dict[int, Standing] = {}
    attendance: dict[int, Setting[bool]] = {}  # by session number; nothing said means present
    removed: bool = False


class Session(Struct, frozen=True, gc=False):
    number: int
    title: str
    elapsed: int | None


class Scene(Struct, frozen=True, gc=False):
    number: int
    title: str


class Attempt(Struct, frozen=True, gc=False):
    """The roll at position ``roll``; ``number`` is its place among the attempts, which a corrected one keeps."""

    roll: int
    success: bool
    number: int = 1


class Task(Struct, frozen=True, gc=False):
    """Something tried, possibly more than once. ``first`` is the plain roll that a retry made attempt 1; the others stand
    in ``CampaignState.rolls``. It is open until an event ends it."""

    character: str
    name: str
    what: str
    policy: str
    first: int | None


class LongTask(Struct, frozen=True, gc=False):
    """Work of so many man-hours; what was done stands in ``CampaignState.work``. It is open until an event ends it."""

    name: str
    hours: int


class Group(Struct, frozen=True, gc=False):
    """A check that all ``members`` make (subjects); their rolls stand in ``CampaignState.group_rolls``."""

    what: str
    members: tuple[str, ...]


class Montage(Struct, frozen=True, gc=False):
    """Courses of action towards one goal; they stand in ``CampaignState.courses``, how it stands in
    ``CampaignState.montage_status``."""

    name: str
    difficulty: str
    goal: int
    limit: int


class Course(Struct, frozen=True, gc=False):
    """A course of action that was tried; ``roll`` None: it succeeded by itself. ``turn`` is its place among the courses,
    which a corrected one keeps."""

    position: int
    subject: str
    course: str
    degree: str
    roll: int | None
    counts: str  # its degree, or what the roll was ruled to be
    turn: int


class Ruling(Struct, frozen=True, gc=False):
    """What a roll counts as, in place of how the dice fell."""

    degree: str
    success: bool
    critical: bool


class CriticalRows(Struct, frozen=True, gc=False):
    """A table of critical hits and misses that the GM brought in."""

    name: str
    title: str
    hit: tuple[TableRow, ...]
    miss: tuple[TableRow, ...]


class Exposure(Struct, frozen=True, gc=False):
    character: str
    threat: str
    game_time: int


class Prompt(Struct, frozen=True, gc=False):
    kind: str
    text: str
    ask: dict[str, Any]
    subject: str | None
    procedure: int | None
