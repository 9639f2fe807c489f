"""The past: the campaign at any position of its log, what led there and what the last event changed.

A ``Past`` answers in the readers' thread alone; what it posts are plain facts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
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
    """The campaign at ``position``: the log up to it, the picture after its event and the one ``before``, the event in
    words, and what it changed."""

    generation: int
    position: int
    corrected: bool
    lines: Sequence[Line]
    picture: Picture
    before: Picture
    event: str
    changes: Sequence[str]


@dataclass(eq=False)
class Difference(News):
    """What changed in the campaign from the event ``first`` to the event ``last``."""

    past: Past
    first: int
    last: int
    changes: Sequence[str]


@dataclass(eq=False)
class Placed(News):
    """Where a moment is that was typed, or why it is nowhere."""

    past: Past
    position: int | None
    problem: str = ""


class Past:
    """Looks back at one campaign. It keeps the state that it told last: a step forward only adds an event to it."""

    def __init__(self) -> None:
        self._state: CampaignState | None = None
        self._began: tuple[tuple[int, bool, int], CampaignState] | None = None
        self._marked: frozenset[int] = frozenset()

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
        recorded = campaign.log.get(range(max(1, position - rows + 1), position + 1))
        # As it stood, an event counts until its void has been stepped to.
        voided = campaign.state.void_positions if corrected else state.void_positions
        names = {key: character.name.get(key) for key, character in state.characters.items()}
        lines = self._lines([recorded[at] for at in sorted(recorded)], names, voided)
        changed = between(before, state, campaign.ruleset)
        since = between(self._start(campaign, start, corrected), state, campaign.ruleset) if changed else []
        return Moment(
            generation=generation,
            position=position,
            corrected=corrected,
            lines=lines,
            picture=picture_of(campaign, state),
            before=picture_of(campaign, before),
            event=_event(recorded[position], names),
            changes=[f"{change}{_since(change, since)}" for change in changed],
        )

    def difference(self, campaign: Campaign, first: int, last: int, corrected: bool) -> Difference:
        """What changed between two positions, whichever was marked first."""
        from tracker.campaign.difference import difference

        first, last = min(first, last), max(first, last)
        changed = difference(state_at(campaign, first, corrected), state_at(campaign, last, corrected), campaign.ruleset)
        return Difference(self, first, last, [str(change) for change in changed])

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

    def _lines(self, found: Sequence[Recorded], names: dict[str, str], voided: Container[int]) -> list[Line]:
        from tracker.reports.lines import describe

        return [
            describe(one, names, voided=one.position in voided, bookmarked=one.position in self._marked) for one in found
        ]


def state_at(campaign: Campaign, position: int, corrected: bool) -> CampaignState:
    """The state at a position, as it stood or as corrected since."""
    from tracker.lookback.timeline import Moment as Place

    return Place(position, corrected).state(campaign.log)


def _event(recorded: Recorded, names: Mapping[str, str]) -> str:
    """``82  Vora HP -1 extra effort  (from 80)``; of a roll its target, dice and verdict."""
    from tracker.reports.lines import describe

    line = describe(recorded, names, voided=False)
    cause = recorded.envelope.cause
    because = "" if cause is None else _("  (from {position})", position=f"{cause:,}")
    return summary(recorded, f"{line.who} {line.text}") + because


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
