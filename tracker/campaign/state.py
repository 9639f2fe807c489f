"""The campaign's state as the fold of its events: plain records keyed by the position that created them.

Records are frozen and replaced, so a ``fork`` is a shallow copy. What an event brought in can be taken out again by its
position, whatever happened since; that is what makes a void exact.
"""

from __future__ import annotations

import copy
import zlib
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tracker.events import Aftermath, AppliedModifier, Sheet, TableRow

T = TypeVar("T")


class Setting(Struct, Generic[T], frozen=True):
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


class Condition(Struct, frozen=True):
    """A condition of a character; it lasts until an event ends it (``CampaignState.ends``). The recovery rolls that failed
    stand in ``CampaignState.recoveries``."""

    name: str
    until: int | None
    recover: str
    recover_modifiers: tuple[AppliedModifier, ...]
    recover_from: int | None
    every: int | None
    aftermath: Aftermath | None
    note: str


class Standing(Struct, frozen=True):
    """A modifier that stays with a character, for rolls on ``what`` (folded; empty: on anything), until an event ends it
    (``CampaignState.ends``)."""

    label: str
    value: int
    what: str
    until: int | None


class GainedTrait(Struct, frozen=True):
    """A trait acquired in play; it lasts until it is bought off (``CampaignState.ends``)."""

    name: str
    points: int
    kind: str
    origin: str
    threat: str | None
    roll: int | None


class Effort(Struct, frozen=True):
    """A successful extra effort: ``percent`` more for the feat, until a roll takes it (``CampaignState.ends``)."""

    feat: str
    percent: int


class Character(Struct, frozen=True):
    """A character as the events made it. ``pools`` are changes against the maxima of the sheet (0 is unhurt); the sheet
    itself stands in ``CampaignState.sheets`` under the position that ``sheet`` names."""

    id: str
    added: int
    kind: str
    name: Setting[str]
    player: Setting[str]
    status: Setting[str]
    sheet: Setting[int]
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


class Session(Struct, frozen=True):
    number: int
    title: str
    elapsed: int | None


class Scene(Struct, frozen=True):
    number: int
    title: str


class Attempt(Struct, frozen=True):
    roll: int  # its position
    success: bool


class Task(Struct, frozen=True):
    """Something tried, possibly more than once. ``first`` is the plain roll that a retry made attempt 1; the others stand
    in ``CampaignState.rolls``. It is open until an event ends it."""

    character: str
    name: str
    what: str
    policy: str
    first: int | None


class LongTask(Struct, frozen=True):
    """Work of so many man-hours; what was done stands in ``CampaignState.work``. It is open until an event ends it."""

    name: str
    hours: int


class Group(Struct, frozen=True):
    """A check that all ``members`` make (subjects); their rolls stand in ``CampaignState.group_rolls``."""

    what: str
    members: tuple[str, ...]


class Montage(Struct, frozen=True):
    """Courses of action towards one goal; they stand in ``CampaignState.courses``, how it stands in
    ``CampaignState.montage_status``."""

    name: str
    difficulty: str
    goal: int
    limit: int


class Course(Struct, frozen=True):
    """A course of action that was tried; ``roll`` None: it succeeded by itself."""

    position: int
    subject: str
    course: str
    degree: str
    roll: int | None


class Ruling(Struct, frozen=True):
    """What a roll counts as, in place of how the dice fell."""

    degree: str
    success: bool
    critical: bool


class CriticalRows(Struct, frozen=True):
    """A table of critical hits and misses that the GM brought in."""

    name: str
    title: str
    hit: tuple[TableRow, ...]
    miss: tuple[TableRow, ...]


class Exposure(Struct, frozen=True):
    character: str
    threat: str
    game_time: int


class Prompt(Struct, frozen=True):
    kind: str
    text: str
    ask: dict[str, Any]
    subject: str | None
    procedure: int | None


class CampaignState(Struct):
    """Everything that decisions and the Table need to know. ``clock`` is in-game seconds since the campaign's start;
    ``gaps`` the positions of session starts after an unknown time; ``ends`` from the position of a condition, trait, task,
    prompt, procedure, effort, modifier or long task to those of the events that ended it (apart from their records, so that
    a record voided and restored knows its end again), ``session_ends`` likewise by session number; ``rolls`` from a task to
    its attempts; ``recoveries`` from a condition to its failed recovery rolls; ``rulings`` from a roll to what it counts as;
    ``work`` from a long task to the man-hours done; ``tables`` by folded name; ``rerolls`` from a roll to those that were
    made in its place; ``verdicts`` from a roll to the contests, group checks and courses that were decided on it;
    ``voided`` from action id to the void's position; ``void_positions`` the events that don't count at present."""

    head: int = 0
    id: str = ""
    name: str = ""
    ruleset: str = ""
    ruleset_version: str = ""
    options: dict[str, Setting[str]] = {}
    clock: int = 0
    gaps: tuple[int, ...] = ()
    sessions: dict[int, Session] = {}
    last_session: int = 0  # the highest number ever given; one that was taken back is not given again
    scenes: dict[int, Scene] = {}
    characters: dict[str, Character] = {}
    threats: dict[str, Setting[str]] = {}
    exposures: dict[int, Exposure] = {}
    tasks: dict[int, Task] = {}
    procedures: dict[int, str] = {}  # their kind
    prompts: dict[int, Prompt] = {}
    ends: dict[int, tuple[int, ...]] = {}
    session_ends: dict[int, tuple[int, ...]] = {}
    rolls: dict[int, tuple[Attempt, ...]] = {}
    recoveries: dict[int, tuple[int, ...]] = {}
    rulings: dict[int, Setting[Ruling]] = {}
    long_tasks: dict[int, LongTask] = {}
    work: dict[int, int] = {}
    groups: dict[int, Group] = {}
    group_rolls: dict[int, tuple[int, ...]] = {}
    montages: dict[int, Montage] = {}
    courses: dict[int, tuple[Course, ...]] = {}
    montage_status: dict[int, Setting[str]] = {}
    rerolls: dict[int, tuple[int, ...]] = {}
    verdicts: dict[int, tuple[int, ...]] = {}
    tables: dict[str, Setting[CriticalRows]] = {}
    voided: dict[str, int] = {}
    void_positions: dict[int, int] = {}
    sheets: dict[int, Sheet] = {}

    def fork(self) -> CampaignState:
        """A copy to try a decision on: the containers are new, the records in them shared."""
        twin = copy.copy(self)
        for field in self.__struct_fields__:
            if isinstance(value := getattr(self, field), dict):
                setattr(twin, field, dict(value))
        return twin

    # -- what the events add up to ------------------------------------------------------------------------------------

    def option(self, name: str, default: str) -> str:
        setting = self.options.get(name)
        return setting.get(default) if setting else default

    @property
    def current_session(self) -> tuple[int, Session] | None:
        """Position and record of the running session, None between sessions."""
        if not self.sessions:
            return None
        position = max(self.sessions)
        session = self.sessions[position]
        return None if session.number in self.session_ends else (position, session)

    @property
    def current_scene(self) -> tuple[int, Scene] | None:
        """Position and record of the scene, None before the session's first."""
        running = self.current_session
        if running is None or not self.scenes or max(self.scenes) < running[0]:
            return None
        position = max(self.scenes)
        return position, self.scenes[position]

    @property
    def session_number(self) -> int | None:
        running = self.current_session
        return running[1].number if running else None

    @property
    def scene_position(self) -> int | None:
        scene = self.current_scene
        return scene[0] if scene else None

    def roster(self) -> list[Character]:
        """The characters, in the order in which they came."""
        return sorted((c for c in self.characters.values() if not c.removed), key=lambda c: c.added)

    def present(self) -> list[Character]:
        """The active characters who are not marked absent for this session: what ``all`` means. An NPC has that status
        until the GM gives it another."""
        number = self.session_number
        return [
            character
            for character in self.roster()
            if character.status.get("active") == "active"
            and (number is None or character.attendance.get(number, Setting[bool]()).get(True))
        ]

    def sheet_of(self, character: Character) -> Sheet:
        """The newest revision of a character's sheet that counts."""
        return self.sheets[character.sheet.get(character.added)]

    def open_prompts(self) -> dict[int, Prompt]:
        """What waits for an answer, oldest first. One whose procedure, character or montage was taken back, or whose
        condition is over, waits for nothing."""
        return {
            position: prompt
            for position, prompt in sorted(self.prompts.items())
            if position not in self.ends
            and (prompt.procedure is None or prompt.procedure in self.procedures)
            and not self._gone(prompt.subject)
            and not self._shaken_off(prompt)
            and not self._without_montage(prompt)
        }

    def _gone(self, subject: str | None) -> bool:
        character = self.characters.get(subject or "")
        return character is not None and character.removed

    def _shaken_off(self, prompt: Prompt) -> bool:
        """Whether a prompt asks for a roll to be rid of a condition that is over or was taken back."""
        asked = prompt.ask.get("data", {}) if prompt.ask.get("step") == "roll" else {}
        condition = asked.get("condition")
        if condition is None:
            return False
        character = self.characters.get(prompt.subject or "")
        return condition in self.ends or character is None or condition not in character.conditions

    def _without_montage(self, prompt: Prompt) -> bool:
        """Whether a prompt asks for the roll of a course whose montage was taken back."""
        asked = prompt.ask.get("data", {}) if prompt.ask.get("step") == "roll" else {}
        montage = asked.get("then", {}).get("montage")
        return montage is not None and montage not in self.montages

    def attempts(self, task: int) -> list[Attempt]:
        """The attempts of a task that count, in order, as the dice or else the GM had it."""
        first = self.tasks[task].first
        made = (() if first is None else (Attempt(first, False),)) + self.rolls.get(task, ())
        return [
            Attempt(attempt.roll, self.rulings[attempt.roll].entries[-1][1].success)
            if attempt.roll in self.rulings
            else attempt
            for attempt in made
            if attempt.roll not in self.void_positions
        ]

    def course_degrees(self, montage: int) -> list[str]:
        """How the courses of a montage came out, in order, as the dice or else a ruling had it."""
        return [
            self.rulings[course.roll].entries[-1][1].degree if course.roll in self.rulings else course.degree
            for course in self.courses.get(montage, ())
        ]

    def open_tasks(self) -> dict[int, Task]:
        """The tasks that may be tried again, oldest first."""
        return {position: task for position, task in sorted(self.tasks.items()) if position not in self.ends}


_encoder = msgspec.msgpack.Encoder()


def dump(state: CampaignState) -> bytes:
    """A keyframe: the state without its sheets, which stand in the log at the positions that the characters name."""
    return zlib.compress(_encoder.encode(msgspec.structs.replace(state, sheets={})), 1)


_decoder = msgspec.msgpack.Decoder(CampaignState, strict=False)


def load(data: bytes) -> CampaignState:
    """The state of a keyframe; the caller fills ``sheets`` for the positions that ``sheet_positions`` lists.

    Raises msgspec.MsgspecError or zlib.error when the data is no such keyframe.
    """
    return _decoder.decode(zlib.decompress(data))


def sheet_positions(state: CampaignState) -> set[int]:
    """The positions of the events that hold the sheets in use."""
    return {position for character in state.characters.values() for _, position in character.sheet.entries}
