"""The past: the campaign at any position of its log, what led there and what the last event changed.

A ``Past`` answers in the readers' thread alone; what it posts are plain facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.language import _
from tui.gateway.messages import News
from tui.gateway.picture import Picture, picture_of
from tui.gateway.wording import summary

if TYPE_CHECKING:
    from tracker.campaign.changes import Change
    from tracker.campaign.state import CampaignState
    from tracker.events import Recorded
    from tracker.lookback.corrected_log import CorrectedLog
    from tracker.reports.landmarks import Landmarks
    from tracker.reports.lines import Line
    from tracker.service import Campaign

_NEAR = 200  # events that are sooner added to the state in hand than read from the nearest keyframe on


@dataclass(eq=False)
class LandmarksRead(News):
    """Where there is something to stop at, as of the event ``head``."""

    past: Past
    landmarks: Landmarks
    head: int


@dataclass(eq=False)
class Moment(News):
    """The campaign at ``position``: the log up to it with the ``places`` where its lines stand, the picture after its event
    and the one ``before``, the event in words, and what it changed."""

    generation: int
    position: int
    corrected: bool
    lines: Sequence[Line]
    places: Sequence[int]
    picture: Picture
    before: Picture
    event: str
    changes: Sequence[str]


@dataclass(eq=False)
class Difference(News):
    """What changed in the campaign between two events."""

    changes: Sequence[str]


@dataclass(eq=False)
class Placed(News):
    """Where a moment is that was typed, or why it is nowhere."""

    past: Past
    position: int | None
    problem: str = ""


_Told = tuple[Sequence[int], Sequence["Line"], str]  # the places of the log's lines, the lines, and the event in words


class Past:
    """Looks back at one campaign. It keeps the state that it told last: a step forward only adds an event to it."""

    def __init__(self) -> None:
        self._state: CampaignState | None = None
        self._began: tuple[tuple[int, bool, int], CampaignState] | None = None
        self._marked: frozenset[int] = frozenset()
        self._corrected: tuple[int, CorrectedLog] | None = None  # as of a head of the log

    def landmarks(self, campaign: Campaign) -> LandmarksRead:
        """Read where to stop; the log's lines know from then on which of them are bookmarked."""
        from tracker.reports.landmarks import landmarks

        head = campaign.state.head
        with campaign.log.reading() as connection:
            found = landmarks(connection, campaign.log.id)
        self._marked = frozenset(found.marked)
        return LandmarksRead(self, found, head)

    def moment(self, campaign: Campaign, generation: int, position: int, start: int, corrected: bool, rows: int) -> Moment:
        """The campaign at a position, with so many rows of the log; ``start`` is the event that began the session."""
        from tracker.campaign.changes import between

        before = state_at(campaign, position - 1, corrected) if corrected else self._stood(campaign, position - 1)
        state = state_at(campaign, position, corrected) if corrected else self._stood(campaign, position)
        names = {key: character.name.get(key) for key, character in state.characters.items()}
        if corrected:
            places, lines, event = self._as_corrected(campaign, position, rows, names)
        else:
            places, lines, event = self._as_it_stood(campaign, state, position, rows, names)
        changed = between(before, state, campaign.ruleset)
        since = between(self._start(campaign, start, corrected), state, campaign.ruleset) if changed else []
        return Moment(
            generation=generation,
            position=position,
            corrected=corrected,
            lines=lines,
            places=places,
            picture=picture_of(campaign, state),
            before=picture_of(campaign, before),
            event=event,
            changes=[f"{change}{_since(change, since)}" for change in changed],
        )

    def difference(self, campaign: Campaign, first: int, last: int, corrected: bool) -> Difference:
        """What changed between two positions, whichever was marked first."""
        from tracker.campaign.difference import difference

        first, last = min(first, last), max(first, last)
        changed = difference(state_at(campaign, first, corrected), state_at(campaign, last, corrected), campaign.ruleset)
        return Difference([str(change) for change in changed])

    def place(self, campaign: Campaign, text: str) -> Placed:
        """Where a moment is that somebody typed."""
        from tracker.errors import Refused
        from tracker.lookback.timeline import place_of

        try:
            return Placed(self, place_of(campaign.log, campaign.state, text))
        except Refused as refused:
            return Placed(self, None, refused.message)

    def _stood(self, campaign: Campaign, position: int) -> CampaignState:
        from tracker import moments

        known = self._state
        if known is not None and known.head <= position <= known.head + _NEAR:
            state = moments.catch_up(campaign.log, known.fork(), position)
        else:
            state = moments.state_at(campaign.log, position)
        self._state = state
        return state

    def _start(self, campaign: Campaign, position: int, corrected: bool) -> CampaignState:
        """The state with which the session began; it stays the same while one looks at that session."""
        asked = (position, corrected, campaign.state.head)
        if self._began is None or self._began[0] != asked:
            self._began = asked, state_at(campaign, position, corrected)
        return self._began[1]

    def _as_it_stood(
        self, campaign: Campaign, state: CampaignState, position: int, rows: int, names: Mapping[str, str]
    ) -> _Told:
        """An event counts until its void has been stepped to."""
        from tracker.reports.lines import describe

        recorded = campaign.log.get(range(max(1, position - rows + 1), position + 1))
        places = sorted(recorded)
        lines = [
            describe(recorded[at], names, voided=at in state.void_positions, bookmarked=at in self._marked) for at in places
        ]
        return places, lines, _event(recorded[position], names)

    def _as_corrected(self, campaign: Campaign, position: int, rows: int, names: Mapping[str, str]) -> _Told:
        """What was taken back is not there, and a roll made anew stands in place of the wrong one, with its bookmark."""
        from tracker.reports.lines import describe

        log = self._corrected_log(campaign)
        standing = log.upto(position, rows)
        lines = [
            describe(
                recorded,
                names,
                voided=False,
                bookmarked=recorded.position in self._marked or (_corrects(recorded) and place in self._marked),
                amended=log.amended.get(recorded.position),
            )
            for place, recorded in standing
        ]
        return [place for place, _recorded in standing], lines, _event_corrected(campaign, log, position, names)

    def _corrected_log(self, campaign: Campaign) -> CorrectedLog:
        from tracker.lookback.corrected_log import CorrectedLog

        head = campaign.state.head
        if self._corrected is None or self._corrected[0] != head:
            self._corrected = head, CorrectedLog(campaign.log, campaign.state.void_positions)
        return self._corrected[1]


def state_at(campaign: Campaign, position: int, corrected: bool) -> CampaignState:
    """The state at a position, as it stood or as corrected since."""
    from tracker.lookback.timeline import Moment as Place

    return Place(position, corrected).state(campaign.log)


def _event(recorded: Recorded, names: Mapping[str, str], amended: Recorded | None = None) -> str:
    """``82  Vora HP -1 extra effort  (from 80)``; of a roll its target, dice and verdict."""
    from tracker.reports.lines import describe

    line = describe(recorded, names, voided=False, amended=amended)
    cause = recorded.envelope.cause
    because = "" if cause is None else _("  (from {position})", position=f"{cause:,}")
    return summary(recorded, line.sentence) + because


def _event_corrected(campaign: Campaign, log: CorrectedLog, position: int, names: Mapping[str, str]) -> str:
    """The same for what stands at a position: of several events the roll; where none does, what was recorded there and what
    became of it."""
    if here := log.at(position):
        first = next((one for one in here if _corrects(one)), here[0])
        return _event(first, names, log.amended.get(first.position))
    told = _event(campaign.log.get([position])[position], names)
    if (place := log.places.get(position)) is not None:
        return told + _("  (stands at {position})", position=f"{place:,}")
    if (void := campaign.state.void_positions.get(position)) is not None:
        return told + _("  (taken back by {position})", position=f"{void:,}")
    return told


def _corrects(recorded: Recorded) -> bool:
    """Whether it is a roll in place of a wrong one."""
    from tracker.events import RollMade

    return isinstance(recorded.event, RollMade) and recorded.event.corrects is not None


def _since(change: Change, since: Sequence[Change]) -> str:
    """How far a number has come since the session began, where that isn't this change alone."""
    if not isinstance(change.before, int | float) or not isinstance(change.after, int | float):
        return ""
    whole = next((one for one in since if (one.character, one.what) == (change.character, change.what)), None)
    if whole is None:
        return _(" (since session start {change})", change="+0")
    if not isinstance(whole.before, int | float) or not isinstance(whole.after, int | float) or whole == change:
        return ""
    return _(" (since session start {change})", change=f"{whole.after - whole.before:+g}")
