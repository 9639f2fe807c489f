"""The campaign's state as the fold of its events: plain records keyed by the position that created them.

Records are frozen and replaced, so a ``fork`` is a shallow copy. What an event brought in can be taken out again by its
position, whatever happened since; that is what makes a void exact.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterator
from operator import attrgetter
from typing import TypeVar

import msgspec
from msgspec import Struct

from tracker.campaign.archive import Archive, Held, Positions, Reserve, dump_page
from tracker.campaign.parts import (
    Attempt,
    Character,
    Condition,
    Course,
    CriticalRows,
    Effort,
    Exposure,
    GainedTrait,
    Group,
    LongTask,
    Montage,
    Prompt,
    Ruling,
    Scene,
    Session,
    Setting,
    Standing,
    Task,
)
from tracker.events import Sheet

Titled = TypeVar("Titled", Session, Scene)


class Hot(Struct):
    """What a keyframe repeats: the part of the state that stays small however long the campaign is. ``clock`` is in-game
    seconds since the campaign's start; ``gaps`` the positions of session starts after an unknown time; ``session_ends`` from
    a session's number to the events that ended it; ``unanswered`` prompts, ``unfinished`` tasks and ``in_work`` long tasks
    are those that no event has ended, ``underway`` the montages that none has decided; ``met`` from a page of the archive
    to the first and last in-game second of the exposures in it; ``times_met`` from a character to how often it met which
    threat."""

    head: int = 0
    id: str = ""
    name: str = ""
    ruleset: str = ""
    ruleset_version: str = ""
    options: dict[str, Setting[str]] = {}
    clock: int = 0
    gaps: Positions = ()
    sessions: dict[int, Session] = {}
    session_ends: dict[int, Positions] = {}
    last_session: int = 0  # the highest number ever given; one that was taken back is not given again
    characters: dict[str, Character] = {}
    threats: dict[str, Setting[str]] = {}
    met: dict[int, tuple[int, int]] = {}
    times_met: dict[str, dict[str, int]] = {}
    unfinished: dict[int, Task] = {}
    unanswered: set[int] = set()
    in_work: set[int] = set()
    underway: set[int] = set()
    tables: dict[str, Setting[CriticalRows]] = {}


class CampaignState(Hot):
    """Everything that decisions and the Table need to know: what is hot, and the archive of what is held by position.

    ``ends`` leads from the position of a condition, trait, task, prompt, procedure, effort, modifier or long task to those
    of the events that ended it (apart from their records, so that a record voided and restored knows its end again), and so
    from an award, a trait or worsened self-control to the sheet that holds it itself; ``begun`` from a roll to the tasks
    that took it for attempt 1, ``rolls`` from a task to its attempts; ``hopes`` from a condition to the prompts that ask for
    a roll to be rid of it, ``recoveries`` to the rolls for it that failed; ``rulings`` from a roll to what it counts as,
    ``rerolls`` to those that were made in its place, ``verdicts`` to the contests, group checks and courses that were
    decided on it; ``wordings`` from a note, session or scene to how it reads since; ``revealed`` from a hidden event to
    those that made it everyone's; ``work`` from a long task to the man-hours done; ``courses`` from a montage to those that
    were taken, ``montage_status`` to how it was decided, ``course_of`` from a roll to the montage that it counts for;
    ``awards`` from an award to the character and its points; ``void_positions`` from an event that
    doesn't count at present, a void that was taken back included, to the void that made it so."""

    archive: Archive = msgspec.field(default_factory=Archive)

    def fork(self) -> CampaignState:
        """A copy to try a decision on: the containers are new, the records in them shared."""
        twin = copy.copy(self)
        twin.archive = self.archive.fork()
        for field in Hot.__struct_fields__:
            if isinstance(value := getattr(self, field), dict | set):
                setattr(twin, field, value.copy())
        return twin

    # -- what is held by position -------------------------------------------------------------------------------------

    scenes = Held[Scene]()
    exposures = Held[Exposure]()
    tasks = Held[Task]()
    begun = Held[Positions]()
    rolls = Held[tuple[Attempt, ...]]()
    procedures = Held[str]()
    prompts = Held[Prompt]()
    hopes = Held[Positions]()
    ends = Held[Positions]()
    conditions = Held[tuple[str, Condition]]()
    recoveries = Held[Positions]()
    modifiers = Held[tuple[str, Standing]]()
    traits = Held[tuple[str, GainedTrait]]()
    efforts = Held[tuple[str, Effort]]()
    rulings = Held[Setting[Ruling]]()
    rerolls = Held[Positions]()
    verdicts = Held[Positions]()
    long_tasks = Held[LongTask]()
    work = Held[int]()
    groups = Held[Group]()
    group_rolls = Held[Positions]()
    void_positions = Held[int]()
    wordings = Held[Setting[str]]()
    montages = Held[Montage]()
    courses = Held[tuple[Course, ...]]()
    course_of = Held[int]()
    montage_status = Held[Setting[str]]()
    awards = Held[tuple[str, int]]()
    revealed = Held[Positions]()

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
        return None if session.number in self.session_ends else (position, self._titled(position, session))

    @property
    def current_scene(self) -> tuple[int, Scene] | None:
        """Position and record of the scene, None before the session's first."""
        running = self.current_session
        found = None if running is None else next(self.scenes.newest_first(running[0]), None)
        return None if found is None else (found[0], self._titled(*found))

    def _titled(self, position: int, record: Titled) -> Titled:
        """A session or scene with the title that it has by now."""
        return msgspec.structs.replace(record, title=self.wording(position, record.title))

    def wording(self, position: int, text: str) -> str:
        """How the note or title at a position reads by now, where it was first ``text``."""
        amended = self.wordings.get(position)
        return amended.get(text) if amended else text

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
        return sorted([one for one in self.characters.values() if not one.removed], key=attrgetter("added"))

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
        return self.archive.sheet(character.sheet.get(character.added))

    def all_sheets(self) -> Iterator[Sheet]:
        """Every sheet that a character has or had."""
        for character in self.characters.values():
            yield from (self.archive.sheet(position) for position, _ in character.sheet.entries)

    def open_prompts(self) -> dict[int, Prompt]:
        """What waits for an answer, oldest first. One whose procedure, character or montage was taken back, or whose
        condition is over, waits for nothing."""
        waiting = {position: self.prompts[position] for position in sorted(self.unanswered)}
        return {
            position: prompt
            for position, prompt in waiting.items()
            if (prompt.procedure is None or prompt.procedure in self.procedures)
            and not self._gone(prompt.subject)
            and not self._without_montage(prompt)
        }

    def _gone(self, subject: str | None) -> bool:
        character = self.characters.get(subject or "")
        return character is not None and character.removed

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
            msgspec.structs.replace(attempt, success=self.rulings[attempt.roll].entries[-1][1].success)
            if attempt.roll in self.rulings
            else attempt
            for attempt in made
            if attempt.roll not in self.void_positions
        ]

    def course_degrees(self, montage: int) -> list[str]:
        """How the courses of a montage came out, in order, as the dice or else a ruling had it."""
        return [course.counts for course in self.courses.get(montage, ())]

    def exposures_between(self, first: int, last: int) -> Iterator[tuple[int, Exposure]]:
        """The exposures of a stretch of in-game time (seconds), both ends included."""
        for number, (earliest, latest) in self.met.items():
            if earliest <= last and latest >= first and (page := self.archive.page(number)):
                yield from ((at, one) for at, one in page.exposures.items() if first <= one.game_time <= last)

    def open_tasks(self) -> dict[int, Task]:
        """The tasks that may be tried again, oldest first."""
        return {position: self.unfinished[position] for position in sorted(self.unfinished)}


class _Keyframe(Struct):
    """The hot part of a state, and of each page of its archive the keyframe that holds it."""

    hot: Hot
    homes: dict[int, int]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Keyframe)


def dump(state: CampaignState) -> tuple[bytes, dict[int, bytes]]:
    """A keyframe of the state as it is kept, and the pages that belong to it, by number. Sheets stand in the log."""
    hot = Hot(*(getattr(state, field) for field in Hot.__struct_fields__))
    data = _encoder.encode(_Keyframe(hot, state.archive.homes(state.head)))
    return zlib.compress(data, 1), {number: dump_page(page) for number, page in state.archive.changed().items()}


def load(data: bytes, reserve: Reserve) -> CampaignState:
    """The state of a keyframe. Raises msgspec.MsgspecError or zlib.error when the data is no such keyframe."""
    kept = _decoder.decode(zlib.decompress(data))
    return CampaignState(**msgspec.structs.asdict(kept.hot), archive=Archive(kept.homes, reserve))
