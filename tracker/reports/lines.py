"""Any event in one line for people: the log on screen, the history's text, the replay."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from tracker import events as ev
from tracker.language import _
from tracker.projections.classify import lasting, outcome
from tracker.projections.schema import lines as _lines
from tracker.projections.schema import marks as _marks
from tracker.reports.overrides import Ruled, rulings
from tracker.reports.reading import Get, chunks, counting
from tracker.reports.render import OUTCOME_WORDS, filled, flush_right, one_line, place, wall_clock
from tracker.reports.roster import called
from tracker.reports.since import amended_of, revealed_of
from tracker.reports.wording import dice_text, told
from tracker.reports.words import how_it_fell, word

_DIVIDING = frozenset({ev.SessionStarted.__name__, ev.SessionEnded.__name__, ev.SceneStarted.__name__})
_COMMON_DEGREES = frozenset(OUTCOME_WORDS)


class Line(Struct, frozen=True):
    """One line of the log, its parts apart so that a screen can put them in columns.

    ``who`` is the character's name, or what speaks in its place (``note``, ``session`` ...). A roll has ``need`` (``13``; of
    dice that must come up high ``9+``), ``rolled`` (``3+4+5=12``), ``outcome`` (``ok``, ``NO``, ``CRIT``, ``FUMBLE`` in any
    language: to be shown through ``_``), ``by`` (``by 3``) and, where the system has finer words for it, ``degree`` (``great
    success``), and ``ruled`` (``-> ok (bought)``) when it counts otherwise; ``attempt`` is above 1 for a retry. ``mark`` is
    made of ``*`` for a bookmark and ``~`` for taken back or else ``!`` for a lasting consequence; ``type`` is that of the
    event.
    """

    position: int
    time: str
    who: str
    text: str
    mark: str = ""
    need: str = ""
    rolled: str = ""
    outcome: str = ""
    by: str = ""
    degree: str = ""
    attempt: int = 1
    secret: bool = False
    ruled: str = ""
    type: str = ""

    @property
    def divides(self) -> bool:
        """Whether it begins or ends a part of the log; its text says then by itself what it is of."""
        return self.type in _DIVIDING

    @property
    def sentence(self) -> str:
        """Who and what in a row: ``Vora HP -1``, ``session 2: The Tower``."""
        return self.text if self.divides else f"{self.who} {self.text}".strip()

    def __str__(self) -> str:
        """The whole line as plain text."""
        head = f"{self.mark:2}{flush_right(place(self.position), 7)} {self.time}"
        parts = [f"{head} {filled(self.who, 8)} {self.text}".rstrip()]
        if self.need:
            degree = self.degree and f"({self.degree})"
            verdict = " ".join(part for part in (_(self.outcome), self.by, degree, self.ruled) if part)
            needed, fell = _("need {need}", need=self.need), _("rolled {rolled}", rolled=self.rolled)
            parts.append(f"{needed}  {fell}  {verdict}")
        if self.secret:
            parts.append("[GM]")
        return "  ".join(parts)


def describe(
    recorded: ev.Recorded,
    names: Mapping[str, str],
    *,
    voided: bool,
    bookmarked: bool = False,
    ruled: Ruled | None = None,
    amended: ev.Recorded | None = None,
    revealed: ev.Recorded | None = None,
) -> Line:
    """The line of an event of any type. ``names`` are the characters' names by id; people's text stays as they typed it,
    but for line breaks. ``ruled`` is what a roll counts as in place of how the dice fell, ``amended`` what
    gave a note its newest wording, ``revealed`` what made a hidden event everyone's."""
    envelope, event = recorded.envelope, recorded.event
    if amended is not None:
        event = reworded(event, amended.event)
    who, text = told(event, names, envelope.game_time)
    who, text = spoken_by(recorded.subject, names, who, text)
    mark = ("*" if bookmarked else "") + ("~" if voided else "!" if lasting(event) else "")
    line = Line(
        position=recorded.position,
        time=f"{wall_clock(envelope.recorded_at, envelope.utc_offset):%H:%M}",
        who=one_line(who),
        text=one_line(text) + _since(amended, revealed),
        mark=mark,
        secret=envelope.visibility == ev.GM_ONLY and revealed is None,
        ruled=str(ruled or ""),
        type=envelope.type,
    )
    return _rolled(line, event) if isinstance(event, ev.RollMade) else line


def sentence(fact: ev.Fact, names: Mapping[str, str]) -> str:
    """What the line of an event that isn't recorded yet will say, as ``Line.sentence``."""
    if isinstance(fact.event, ev.CharacterAdded):
        names = {**names, fact.subject or "": fact.event.name}
    who, text = spoken_by(fact.subject, names, *told(fact.event, names, fact.game_time))
    return one_line(text if type(fact.event).__name__ in _DIVIDING else f"{who} {text}".strip())


def spoken_by(subject: str | None, names: Mapping[str, str], who: str, text: str) -> tuple[str, str]:
    """Whose line it is, and what it says: what ``told`` gives for an event, with the character to whom it happened."""
    if subject is None:
        return word(who), text
    who = called(names, subject)
    return who, text.removeprefix(f"{who}: ")  # a prompt's text stands for itself elsewhere


def reworded(event: ev.Event, amended: ev.Event) -> ev.Event:
    """A note, or the beginning of a session or scene, with its newest words."""
    if not isinstance(amended, ev.NoteAmended):
        return event
    if isinstance(event, ev.NoteAdded):
        return replace(event, text=amended.text)
    return replace(event, title=amended.text) if isinstance(event, ev.SessionStarted | ev.SceneStarted) else event


def _since(amended: ev.Recorded | None, revealed: ev.Recorded | None) -> str:
    """The marks of what was said about an event later."""
    by = _("  [amended by {position}]", position=place(amended.position)) if amended else ""
    return by + (_("  [revealed at {position}]", position=place(revealed.position)) if revealed else "")


def described(line: Line) -> str:
    """What a line says and how its dice fell, without the rest."""
    return line.text + (how_it_fell(line.need, line.rolled, _(line.outcome)) if line.need else "")


def page(
    connection: Connection, campaign_id: str, positions: Sequence[int] | array[int], names: Mapping[str, str], get: Get
) -> list[Line]:
    """The lines at these positions, in their order: one page of a list that holds positions only."""
    voided: set[int] = set()
    bookmarked: set[int] = set()
    ruled: dict[int, Ruled] = {}
    for portion in chunks(positions):
        here = [_lines.c.campaign_id == campaign_id, _lines.c.position.in_(portion), _lines.c.voided.is_not(None)]
        voided.update(connection.scalars(select(_lines.c.position).where(*here)))
        marks = select(_marks.c.at).where(*counting(_marks, campaign_id), _marks.c.at.in_(portion))
        bookmarked.update(connection.scalars(marks))
        ruled |= rulings(connection, campaign_id, portion)
    amended = amended_of(connection, campaign_id, positions, get)
    revealed = revealed_of(connection, campaign_id, get, min(positions, default=0))
    recorded = get(list(positions))
    return [
        describe(
            recorded[position],
            names,
            voided=position in voided,
            bookmarked=position in bookmarked,
            ruled=ruled.get(position),
            amended=amended.get(position),
            revealed=revealed.get(position),
        )
        for position in positions
    ]


def _rolled(line: Line, roll: ev.RollMade) -> Line:
    degree = "" if roll.degree in _COMMON_DEGREES else word(roll.degree)
    return replace(
        line,
        need=f"{roll.target}" if roll.needed is None else f"{roll.needed}+",
        rolled=dice_text(roll.dice, roll.total),
        outcome=OUTCOME_WORDS[outcome(roll.success, roll.critical)],
        by=_("by {margin}", margin=roll.margin),
        degree=degree,
        attempt=roll.attempt,
    )
