"""The players' view: what happened in a session as far as the players may know, to look at and not to touch.

It shows the players' edition of the recap and nothing else, so that what that leaves out can't be seen here either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from tracker.errors import Refused
from tracker.language import _
from tui.gateway import Where
from tui.gateway.lanes import Lane
from tui.text import content, end_to_end, fit, padded, wrapped
from tui.theme import THEMES
from tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from tracker.campaign.state import CampaignState
    from tracker.reports.recap import Entry, SessionRecap
    from tracker.store import Log

_POLL_SECONDS = 1.0


@dataclass
class Told(Message):
    """A session as it is told now. ``title`` is that of the campaign, ``last`` the number of the newest session."""

    title: str
    session: SessionRecap | None
    last: int


@dataclass
class Failed(Message):
    """Why there is nothing to show."""

    sentence: str


class Telling:
    """Reads a campaign for the players. Its methods run on the lane alone."""

    def __init__(self, where: Where) -> None:
        from tracker.lookback.telling import KnownStates
        from tracker.store import default_location, open_store

        self._store = open_store(where.store or default_location())
        name = where.campaign or self._store.last_used()
        if not name:
            raise Refused(_("Say which campaign the players are to see."), code="missing", where="campaign")
        self._log: Log = self._store.open(name)
        self._known = KnownStates(self._log)
        self._state: CampaignState | None = None
        self._shown: tuple[int, int | None] | None = None

    def look(self, number: int | None) -> Told | None:
        """The session of that number (None: the newest), unless it is told already."""
        from tracker import moments
        from tracker.lookback.telling import tell
        from tracker.lookback.timeline import session_bounds

        head = self._log.head().position
        if self._shown == (head, number):
            return None
        state = self._state
        self._state = state = moments.catch_up(self._log, state) if state else moments.state_at(self._log)
        last = max((session.number for session in state.sessions.values()), default=0)
        if last:
            first, end = session_bounds(self._log, state, last if number is None else number)
            recap = tell(self._log, state, first, end, edition="players", known=self._known)
            self._shown = head, number
            return Told(recap.campaign, next(iter(recap.sessions), None), last)
        self._shown = head, number
        return Told("", None, 0)


class PlayersList(VirtualList):
    """The lines of a session, oldest first."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: Sequence[tuple[str, str]] = ()

    def show(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show lines with their styles; the view follows when it stood at the end."""
        following = self.cursor >= self.count - 1
        self.lines = lines
        self.set_count(len(lines))
        if following:
            self.move_to(self.count - 1)

    def draw(self, index: int, width: int) -> list[Segment]:
        text, style = self.lines[index]
        return [Segment(fit(text, width), Style(bold=style == "bold", dim=style == "dim"))]


class PlayersApp(App[None]):
    """One screen, read-only: a title, who is there, and the session's lines."""

    TITLE = "Rollbook"
    ENABLE_COMMAND_PALETTE = False
    CSS = "#title { background: $panel; height: 1; } #people, #keys { height: 1; color: $quiet; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,left_square_bracket", "turn(-1)", "Session before", priority=True),
        Binding("right,right_square_bracket", "turn(1)", "Session after", priority=True),
        Binding("ctrl+q", "quit", "Leave", priority=True),
    ]

    def __init__(self, where: Where) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.animation_level = "none"
        self._where = where
        self._telling: Telling | None = None
        self._lane = Lane("telling", self._failed)
        self._number: int | None = None  # None follows the newest
        self._told: Told | None = None

    def _failed(self, error: Exception) -> None:
        self.post_message(Failed(_sentence(error)))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        yield Static(content(f" {_('reading ...')}"), id="people", markup=False)
        yield PlayersList()
        yield Static(content(f" {_('Up/Down lines   [ ] sessions   Ctrl+Q leave')}"), id="keys", markup=False)

    def on_mount(self) -> None:
        self._lane.start()
        self.set_interval(_POLL_SECONDS, self._look)
        self.call_after_refresh(self._look)

    def _look(self) -> None:
        number = self._number

        def job() -> None:
            self._telling = self._telling or Telling(self._where)
            if told := self._telling.look(number):
                self.post_message(told)

        self._lane.do(job)

    def action_turn(self, step: int) -> None:
        """Go to the session before or after."""
        if self._told is not None and self._told.last:
            wanted = (self._number or self._told.last) + step
            self._number = max(1, wanted) if wanted < self._told.last else None
            self._look()

    def on_told(self, told: Told) -> None:
        """Draw a session."""
        self._told = told
        self._draw()

    def on_failed(self, failed: Failed) -> None:
        """Say why there is nothing."""
        self.query_one("#people", Static).update(content(" ", wrapped(failed.sentence, max(1, self.size.width - 1))[0]))

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        from tracker.interchange.recap_words import title_of

        if self._told is None:
            return
        session = self._told.session
        what = title_of(session) if session else _("Nothing has been played yet.")
        right = _("PLAYERS' VIEW, read only")
        left = f" {self._told.title} | {what}"
        self.query_one("#title", Static).update(content(end_to_end(left, f"{right} ", self.size.width)))
        self.query_one("#people", Static).update(
            content(fit(f" {_(', ').join(session.present) if session else ''}", self.size.width))
        )
        self.query_one(PlayersList).show([] if session is None else lines_of(session))


def lines_of(session: SessionRecap) -> list[tuple[str, str]]:
    """What stands in the list, with the style of each line."""
    found = []
    for number, scene in enumerate(session.scenes, start=1):
        if scene.begun:
            found.append((f" -- {scene.title or _('scene {number}', number=number)}", "dim"))
        found += [(_line(entry), _style(entry)) for entry in scene.entries]
    return found


def _line(entry: Entry) -> str:
    from tracker.interchange.recap_words import sum_of, tags_of, verdict_of, who_of

    text = f"{entry.number:5}  {padded(who_of(entry), 12)} {entry.text}"
    if rolled := entry.rolled:
        dice = _("need {need}, rolled {dice}", need=rolled.need, dice=rolled.dice)
        text += _(" {sum}; {dice}: {verdict}", sum=sum_of(rolled), dice=dice, verdict=verdict_of(rolled))
    return text + (f"  ({'; '.join(tags_of(entry))})" if tags_of(entry) else "")


def _style(entry: Entry) -> str:
    if entry.voided:
        return "dim"
    return "bold" if entry.rolled and not entry.rolled.outcome.endswith("success") else ""


def _sentence(error: Exception) -> str:
    return (
        error.message
        if isinstance(error, Refused)
        else _("This is a fault of Rollbook: {error}", error=type(error).__name__)
    )
