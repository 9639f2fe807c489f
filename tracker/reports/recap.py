"""What happened in a session, gathered for those who hand it on: everything for the GM, or only what the players know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Connection, select

from tracker import events as ev
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.state import CampaignState
from tracker.durations import format_clock
from tracker.language import _
from tracker.projections import classify
from tracker.projections.schema import lines as _lines
from tracker.projections.schema import marks as _marks
from tracker.reports.corrected import Places
from tracker.reports.knowledge import (
    BASE,
    figures_rest_on_hidden,
    hidden_attempts,
    is_public,
    learn,
    names_kept_back,
    unknown_sources,
    wonders_about,
)
from tracker.reports.lines import reworded
from tracker.reports.overrides import rulings
from tracker.reports.reading import Get, counting
from tracker.reports.render import OUTCOME_WORDS, one_line, place, wall_clock
from tracker.reports.rolls import roll_json
from tracker.reports.roster import called
from tracker.reports.since import amended_of, revealed_of
from tracker.reports.wording import dice_text, dropped_throws, told
from tracker.reports.words import base_words, in_place_of, roll_name
from tracker.rulesets.base import Ruleset

Edition = Literal["gm", "players"]
EDITIONS: tuple[Edition, ...] = ("gm", "players")
GM_LABEL = "GM"
"""What players read beside a number that rests on something hidden."""

OUTCOMES = tuple(OUTCOME_WORDS)
"""The outcomes in the order in which they are counted."""


class Rolled(Struct, frozen=True):
    """A roll in words and numbers. ``base`` is the number before the modifiers (label, points) and ``against`` the same in
    words (``base_words``); ``need`` what was needed (``13``, or ``9+``), ``dice`` the faces and their total, ``dropped`` the
    throws that don't count, ``outcome`` one of OUTCOMES and ``by`` the margin, as the dice fell; ``counts`` is the outcome
    in the end, ``ruled`` says it where it isn't the same. ``gm`` names what rests on hidden facts. ``data`` is the roll as
    scripts get it."""

    what: str
    kind: str
    base: int
    against: str
    modifiers: tuple[tuple[str, int], ...]
    target: int
    need: str
    dice: str
    dropped: tuple[str, ...]
    outcome: str
    by: int
    counts: str
    ruled: str
    attempt: int
    gm: tuple[str, ...]
    data: dict[str, Any]


class Entry(Struct, frozen=True):
    """A line of the recap. ``who`` is the character, or without a ``subject`` a key that speaks in its place. ``kind`` is
    ``roll``, ``change``, ``note`` or ``told``; ``number`` the event's position for the GM, else the line's own number;
    ``marks`` the labels of its bookmarks (empty ones too); ``since`` what became of it later (``amended by 25``,
    ``corrected``)."""

    number: int
    kind: str
    who: str
    text: str
    rolled: Rolled | None = None
    marks: tuple[str, ...] = ()
    voided: bool = False
    secret: bool = False
    since: tuple[str, ...] = ()
    subject: str | None = None


class Scene(Struct):
    """A part of a session; what came before the first scene has no title and isn't ``begun``."""

    title: str = ""
    begun: bool = False
    entries: list[Entry] = field(default_factory=list)


class SessionRecap(Struct):
    """A session. ``dates`` are those of the people's calendar on which it was played, ``span`` its time in the game, with
    ``span_gm`` where hidden time counts in it. None as the number stands for what happened between sessions."""

    number: int | None
    title: str = ""
    dates: tuple[str, str] = ("", "")
    span: tuple[str, str] = ("", "")
    span_gm: bool = False
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    scenes: list[Scene] = field(default_factory=list)


class Tally(Struct, frozen=True):
    """How often a character's rolls came out how, by outcome; what was taken back isn't counted."""

    who: str
    outcomes: dict[str, int]

    @property
    def rolls(self) -> int:
        return sum(self.outcomes.values())


class Recap(Struct, frozen=True):
    """What is told of some sessions. ``head_position`` is None where that number isn't for those who read it."""

    campaign: str
    edition: Edition
    sessions: tuple[SessionRecap, ...]
    tallies: tuple[Tally, ...]
    head_hash: str
    head_position: int | None

    @property
    def entries(self) -> Iterator[Entry]:
        """All lines, in order."""
        return (entry for session in self.sessions for scene in session.scenes for entry in scene.entries)

    @property
    def verification(self) -> str:
        """How to prove that a log still holds what this was made from."""
        if self.head_position is None:
            return _("Log head: {command}", command=self.command)
        return _("Log head: event {position}, {command}", position=place(self.head_position), command=self.command)

    @property
    def command(self) -> str:
        """The command that does so."""
        return f"rollbook verify --expect {self.head_hash}"


class Source(Struct, frozen=True):
    """Where a recap comes from: ``read`` gives the events after a position up to another one, ``get`` those at positions,
    ``action`` those of an action, ``before`` is the state that the range begins with, ``known`` gives what the players know
    of it by what is revealed by now (a state that may be changed), ``ruleset`` is the system without options, ``voided`` are
    the positions that don't count at present, ``head`` is the position and the hash of the log's last event."""

    campaign_id: str
    ruleset: Ruleset
    read: Callable[[int, int], Iterable[ev.Recorded]]
    get: Get
    action: Callable[[str], Sequence[ev.Recorded]]
    before: CampaignState
    known: Callable[[Collection[int]], CampaignState]
    voided: Mapping[int, int]
    head: tuple[int, str]


def gather(
    connection: Connection, source: Source, first: int, last: int, *, edition: Edition, voided: bool = False
) -> Recap:
    """The recap of the events from one position to another. ``voided`` keeps what was taken back, marked as such.

    The players' edition holds nothing that derives from hidden events but what players were told of them; numbers of public
    rolls that rest on something hidden go without their reason.
    """
    gathering = _Gathering(connection, source, first, last, edition, voided)
    for recorded in source.read(first - 1, last):
        gathering.take(recorded)
    gathering.end_session()
    return Recap(
        campaign=gathering.real.name if edition == "gm" else gathering.known.name,
        edition=edition,
        sessions=tuple(session for session in gathering.sessions if session.number is not None or session.scenes),
        tallies=gathering.tallies(),
        head_hash=source.head[1],
        head_position=source.head[0] if edition == "gm" else None,
    )


class _Gathering:
    """Folds the events of a recap one by one: ``real`` is the campaign's state, ``known`` what the readers know of it."""

    def __init__(
        self, connection: Connection, source: Source, first: int, last: int, edition: Edition, voided: bool
    ) -> None:
        self.real = source.before.fork()
        self.players = edition == "players"
        # Without anything hidden the players know the state itself.
        self.hiding = self.players and _has_hidden(connection, source.campaign_id, last)
        self._revealed = revealed_of(connection, source.campaign_id, source.get)
        self._amended = amended_of(connection, source.campaign_id, None, source.get, everyone=self.players)
        self.known = source.known(self._revealed) if self.hiding else self.real
        self.sessions: list[SessionRecap] = []
        self._source = source
        self._places = Places(source.voided, source.get, source.action)
        self._session: int | None = None  # to which the event at hand belongs by its position
        self._correction = self._elsewhere = False  # of the action at hand: what it is, and whether it is told elsewhere
        self._with_voided = voided
        self._marks = _labels(connection, source.campaign_id, everyone=self.players)
        self._ruled = rulings(connection, source.campaign_id, everyone=self.players)
        self._numbers: dict[int, int] = {}
        self._outcomes: dict[str, Counter[str]] = {}
        self._names: dict[str, str] = {}
        self._secrets: dict[int, dict[str, Any]] = {}  # the GM's own rolls, which players may be told of later
        self._unaccounted: set[int] = set()  # events whose numbers rest on something hidden

    def take(self, recorded: ev.Recorded) -> None:
        """One more event."""
        if recorded.envelope.ordinal == 0:
            self._correction = self._places.corrects(recorded)
            self._elsewhere = self._correction and self._places.moved(recorded)
        if not self._correction or recorded.envelope.ordinal == 0:
            self._session = recorded.envelope.session
        if not self._elsewhere:
            self._tell(recorded)
        evolve(self.real, fact_of(recorded))
        if self.hiding:
            learn(self.known, fact_of(recorded), self._revealed)
        if self._public(recorded) or not self.players:
            self._date(recorded)

    def _tell(self, recorded: ev.Recorded) -> None:
        """An event in its place, and what is told behind it."""
        void = self._source.voided.get(recorded.position)
        if isinstance(recorded.event, ev.RollMade) and recorded.event.corrects in self._marks:  # the bookmark stays
            self._marks[recorded.position] = (
                *self._marks[recorded.event.corrects],
                *self._marks.get(recorded.position, ()),
            )
        if self._shown(recorded) and (void is None or (self._with_voided and self._open(void))):
            self._show(recorded, counts=void is None)
        for one in self._places.behind(recorded):
            self._tell(one)

    def _public(self, recorded: ev.Recorded) -> bool:
        return is_public(recorded, self._revealed)

    def _shown(self, recorded: ev.Recorded) -> bool:
        return not self.players or self._public(recorded) or isinstance(recorded.event, ev.PlayerTold)

    def _open(self, void: int) -> bool:
        """Whether the readers know that a void took something back; of a hidden one they see just that it is gone."""
        return not self.players or all(map(self._public, self._source.get([void]).values()))

    def _show(self, recorded: ev.Recorded, counts: bool) -> None:
        event = self._worded(recorded)
        if not self.sessions or self.sessions[-1].number != self._session:
            self.end_session()
            self.sessions.append(SessionRecap(self._session))
        session = self.sessions[-1]
        if isinstance(event, ev.SessionStarted):
            session.title = event.title if counts else session.title
        elif isinstance(event, ev.SceneStarted):
            if counts:
                session.scenes.append(Scene(event.title, begun=True))
        elif entry := self._entry(recorded, counts):
            if not session.scenes:
                session.scenes.append(Scene())
            session.scenes[-1].entries.append(entry)

    def end_session(self) -> None:
        """The last session so far is told: who took part, and when in the game it was."""
        if not self.sessions:
            return
        session, number = self.sessions[-1], self.sessions[-1].number
        if number is None:
            return
        people = [one for one in self.known.roster() if one.kind == "pc"]
        there = {
            one.id
            for one in people
            if one.status.get("active") == "active" and (number not in one.attendance or one.attendance[number].get(True))
        }
        session.present = tuple(one.name.get(one.id) for one in people if one.id in there)
        session.absent = tuple(one.name.get(one.id) for one in people if one.id not in there)

    def _date(self, recorded: ev.Recorded) -> None:
        """The calendar's day and the game's time after an event."""
        if not self.sessions or self.sessions[-1].number != self._session:
            return
        session, envelope = self.sessions[-1], recorded.envelope
        day = f"{wall_clock(envelope.recorded_at, envelope.utc_offset):%Y-%m-%d}"
        clock = format_clock(self.real.clock)
        session.dates = (session.dates[0] or day, day)
        session.span = (session.span[0] or clock, clock)
        session.span_gm = self.real.clock != self.known.clock

    # -- lines --------------------------------------------------------------------------------------------------------

    def _worded(self, recorded: ev.Recorded) -> ev.Event:
        """The event with the words that it has by now."""
        amended = self._amended.get(recorded.position)
        return reworded(recorded.event, amended.event) if amended else recorded.event

    def _called(self) -> dict[str, str]:
        """What the readers call the characters; those who joined in secret go by nothing that would give them away."""
        names = {key: character.name.get(key) for key, character in self.known.characters.items()}
        return dict.fromkeys(self.real.characters, GM_LABEL) | names if self.hiding else names

    def _without_strangers(self, told: Any) -> Any:
        """What is told (a text, or JSON) without the names of those who joined in secret, by which the program or the GM may
        have called something that isn't hidden itself: ``Diplomacy of Shade``."""
        names = names_kept_back(self.real, self.known) if self.hiding else ()
        return _replaced(told, re.compile("|".join(map(_whole, names)), re.I)) if names else told

    def _entry(self, recorded: ev.Recorded, counts: bool) -> Entry | None:
        event, subject = self._worded(recorded), recorded.subject
        if isinstance(event, _LEFT_OUT) or not classify.visible(event):
            return None
        if self.hiding and isinstance(event, ev.FrightExposed) and not wonders_about(self.known, subject, event):
            return None
        names = self._called()
        who, text = self._told(event, names, recorded.envelope.game_time)
        if self.hiding and self._unexplained(recorded):
            text += f" ({GM_LABEL})"
        if subject is not None:
            who = called(names, subject)
            text = text.removeprefix(f"{who}: ")
        if isinstance(event, ev.PlayerTold) and self.players and subject not in self.known.characters:
            who, subject = "told", None
        if not isinstance(event, ev.NoteAdded | ev.PlayerTold):  # those are the GM's words for them
            text = self._without_strangers(text)
        number = self._number(recorded.position)
        entry = Entry(
            number=number,
            kind=_kind(event),
            who=one_line(who),
            text=one_line(text),
            marks=self._marks.get(recorded.position, ()),
            voided=not counts,
            secret=not self.players and not self._public(recorded),
            since=self._since(recorded),
            subject=subject,
        )
        if not isinstance(event, ev.RollMade):
            return entry
        rolled = self._rolled(recorded, event, called(names, subject), number, counts)
        if counts and subject is not None:
            # Those who joined in secret are counted together, so that nobody learns how many they are.
            key = subject if subject.startswith("@") or subject in self.known.characters else who
            self._names[key] = who
            self._outcomes.setdefault(key, Counter())[rolled.counts] += 1
        return replace(entry, rolled=rolled)

    def _since(self, recorded: ev.Recorded) -> tuple[str, ...]:
        """What became of an event later, the GM's with the positions."""
        wrong = recorded.event.corrects if isinstance(recorded.event, ev.RollMade) else None
        if self.players:
            return () if wrong is None else (_("corrected"),)
        amended, revealed = self._amended.get(recorded.position), self._revealed.get(recorded.position)
        return (
            *([] if wrong is None else [_("corrects {position}", position=place(wrong))]),
            *([_("amended by {position}", position=place(amended.position))] if amended else []),
            *([_("revealed at {position}", position=place(revealed.position))] if revealed else []),
        )

    def _unexplained(self, recorded: ev.Recorded) -> bool:
        """Whether an event that follows by the rules says numbers that the players can't account for."""
        event, cause = recorded.event, recorded.envelope.cause
        match event:
            case ev.FeatPerformed():
                follows = True
            case ev.TableConsulted():
                follows = bool(event.modifier or event.modifiers)
            case ev.ConditionAdded():
                follows = cause is not None and not (event.until is None and event.recover_from is None)
            case _:
                follows = False
        hidden = cause in self._unaccounted or (
            follows and figures_rest_on_hidden(recorded.subject, self.real, self.known, self._source.ruleset)
        )
        if hidden:  # and so are those of what comes of it
            self._unaccounted.add(recorded.position)
        return hidden and follows

    def _number(self, position: int) -> int:
        self._numbers[position] = position if not self.players else len(self._numbers) + 1
        return self._numbers[position]

    def _told(self, event: ev.Event, names: Mapping[str, str], game_time: int) -> tuple[str, str]:
        if isinstance(event, ev.PlayerTold):
            if not self.players and event.roll in self._secrets:
                self._secrets[event.roll]["told"] = event.text
            return "told", event.text
        if self.players and isinstance(event, ev.Revealed):
            return self._revelation(event)
        if self.players and isinstance(event, ev.FrightExposed):
            event = replace(event, uncertain=0)  # hidden exposures may be among them
        if isinstance(event, ev.RollMade):
            return event.kind, in_place_of(roll_name(event), event.represents)
        who, text = told(event, names, game_time, pointing=not self.players)
        if self.players and isinstance(event, ev.PoolChanged) and self._spills(event):
            text += f" ({GM_LABEL})"
        return who, text

    def _revelation(self, event: ev.Revealed) -> tuple[str, str]:
        """A revelation for players, by the numbers of this edition."""
        shown = [f"{self._numbers[at]}" for at in event.positions if at in self._numbers]
        what = _(", ").join(shown) or _("something of an earlier session")
        told = _("everyone may see {positions}", positions=what)
        return "revealed", told + (f" ({event.reason})" if event.reason else "")

    def _spills(self, event: ev.PoolChanged) -> bool:
        """Whether a pool lost what another one couldn't pay, and the players don't know the other one as it is."""
        return event.reason == "fatigue" and self.hiding and not _same_pools(self.real, self.known)

    def _rolled(self, recorded: ev.Recorded, roll: ev.RollMade, who: str, number: int, counts: bool) -> Rolled:
        ruled = self._ruled.get(recorded.position)
        unknown: frozenset[str] = frozenset()
        if self.hiding:
            unknown = unknown_sources(roll, recorded.subject, self.real, self.known, self._source.ruleset)
            if unknown:
                self._unaccounted.add(recorded.position)
        revealed = self._revealed.get(recorded.position)
        data = roll_json(recorded, who, not counts, ruled=ruled, revealed=revealed.position if revealed else None)
        if recorded.envelope.visibility != ev.EVERYONE:
            self._secrets[recorded.position] = data
        attempt = roll.attempt
        if self.players:
            attempt -= hidden_attempts(roll, self.real, self.known)
            data = self._without_strangers(_for_players(data, number, attempt, unknown, self._numbers))
        modifiers = tuple((each["label"], each["value"]) for each in data["modifiers"])
        outcome = classify.outcome(roll.success, roll.critical)
        return Rolled(
            what=self._without_strangers(roll.named),
            kind=roll.kind,
            base=roll.base,
            against=base_words(roll),
            modifiers=modifiers,
            target=roll.target,
            need=f"{roll.target}" if roll.needed is None else f"{roll.needed}+",
            dice=dice_text(roll.dice, roll.total),
            dropped=tuple(dropped_throws(roll)),
            outcome=outcome,
            by=roll.margin,
            counts=ruled.outcome if ruled else outcome,
            ruled=str(ruled or ""),
            attempt=attempt,
            gm=tuple(data.get("gm", ())),
            data=data,
        )

    def tallies(self) -> tuple[Tally, ...]:
        """The counts by character, in the order in which they first rolled."""
        return tuple(
            Tally(self._names[subject], {outcome: counted[outcome] for outcome in OUTCOMES})
            for subject, counted in self._outcomes.items()
        )


# Told by the lines around them, or of no interest once the evening is over.
_LEFT_OUT = (
    ev.ProcedureStarted,
    ev.ProcedureEnded,
    ev.PromptOpened,
    ev.PromptAnswered,
    ev.RetryPenaltyApplied,
    ev.OutcomeRuled,
    ev.ActionVoided,
    ev.NoteAmended,
    ev.BookmarkAdded,
    ev.AttendanceRecorded,
    ev.SessionEnded,
)


# A name is a whole word where writing has words: kanji and hiragana stand beside each other without a blank.
_SCRIPTS = (r"[ァ-ヺー]", r"[^\W\u3040-\u30ff\u3400-\u9fff]")


def _whole(name: str) -> str:
    """The pattern of a name that isn't a part of a longer word."""
    before = next((f"(?<!{script})" for script in _SCRIPTS if re.match(script, name[0])), "")
    after = next((f"(?!{script})" for script in _SCRIPTS if re.match(script, name[-1])), "")
    return f"{before}{re.escape(name)}{after}"


def _replaced(told: Any, names: re.Pattern[str]) -> Any:
    """JSON with GM_LABEL in place of names in its texts."""
    if isinstance(told, str):
        return names.sub(GM_LABEL, told)
    if isinstance(told, dict):
        return {key: _replaced(value, names) for key, value in told.items()}
    return [_replaced(value, names) for value in told] if isinstance(told, list | tuple) else told


def _kind(event: ev.Event) -> str:
    match event:
        case ev.RollMade():
            return "roll"
        case ev.NoteAdded():
            return "note"
        case ev.PlayerTold():
            return "told"
    return "change"


def _same_pools(one: CampaignState, other: CampaignState) -> bool:
    pools = ({key: character.pools for key, character in state.characters.items()} for state in (one, other))
    return next(pools) == next(pools)


# What a roll says of other events by their positions, which mean nothing to players, and of other rolls, which have numbers.
_POSITIONS = ("task", "effort", "condition", "revealed")
_OTHER_ROLLS = ("reroll_of", "corrects")


def _for_players(
    data: dict[str, Any], number: int, attempt: int, unknown: frozenset[str], numbers: Mapping[int, int]
) -> dict[str, Any]:
    """A roll's JSON with the numbers of this edition, and without the reasons that rest on what is hidden."""
    shown = {key: value for key, value in data.items() if key not in (*_POSITIONS, *_OTHER_ROLLS)}
    shown |= {"position": number, "attempt": attempt}
    shown |= {key: numbers[data[key]] for key in _OTHER_ROLLS if data.get(key) in numbers}
    if ruled := shown.get("ruled"):
        shown["ruled"] = {key: value for key, value in ruled.items() if key != "position"}
    shown["modifiers"] = [
        {"label": GM_LABEL, "value": each["value"], "source": "gm"} if each["source"] in unknown else each
        for each in data["modifiers"]
    ]
    if unknown:
        hidden = {each["label"] for each in data["modifiers"] if each["source"] in unknown}
        shown["overruled"] = [each for each in data.get("overruled", ()) if each["label"] not in hidden]
        for key in ("computed", *(() if shown["overruled"] else ("overruled",))):
            shown.pop(key, None)
        if about := [*(["base"] if BASE in unknown else []), *(["modifiers"] if hidden else [])]:
            shown["gm"] = about
    return shown


def _has_hidden(connection: Connection, campaign_id: str, last: int) -> bool:
    found = select(_lines.c.position).where(_lines.c.campaign_id == campaign_id, _lines.c.secret, _lines.c.position <= last)
    return connection.scalar(found.limit(1)) is not None


def _labels(connection: Connection, campaign_id: str, *, everyone: bool) -> dict[int, tuple[str, ...]]:
    """The labels of the bookmarks by the event that they mark; of all of them, or only of those that everyone sees."""
    found = select(_marks.c.at, _marks.c.label).where(*counting(_marks, campaign_id)).order_by(_marks.c.position)
    labels: dict[int, tuple[str, ...]] = {}
    for at, label in connection.execute(found.where(_marks.c.secret.is_(False)) if everyone else found):
        labels[at] = (*labels.get(at, ()), label)
    return labels
