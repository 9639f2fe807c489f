"""The Replay: the campaign at any position of its log, stepped through event by event."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Static

from tracker.language import N_, _
from tui import actions
from tui.gateway.messages import News, Opened
from tui.gateway.past import LandmarksRead, Moment, Past, Placed
from tui.screens.base import PlayScreen, Visit, where_in_play
from tui.screens.changes import Changes
from tui.screens.explain import Explanation
from tui.screens.goto import GoTo
from tui.screens.standing import standing
from tui.text import content
from tui.widgets.divider import Divider
from tui.widgets.past_log import PastLog
from tui.widgets.strip import Span, TimeStrip

if TYPE_CHECKING:
    from tracker.reports.landmarks import Landmarks

_SPEEDS = (1, 4, 16)  # events in a second
_FRAME = 11  # lines of the screen that are neither log nor party


class ReplayScreen(PlayScreen):
    """``position`` is where the keys have got to. What is shown follows as fast as it can be read: each key asks for its
    moment, those that a later key has overtaken are dropped unread."""

    NAME = "replay"
    CSS_PATH = "replay.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.position = 1
        self.corrected = False
        self.moment: Moment | None = None
        self._origin = "table"
        self._past = Past()
        self._generation = 0
        self._landmarks: Landmarks | None = None
        self._landmarks_head = 0
        self._awaited: type[News] | None = None
        self._mark: int | None = None
        self._speed = 0
        self._playing: Timer | None = None

    def body(self) -> ComposeResult:
        yield TimeStrip()
        yield Divider()
        yield PastLog(self.gateway)
        yield Divider(id="when")
        yield Static("", id="party", markup=False)
        yield Divider()
        yield Static("", id="event", classes="line", markup=False)
        yield Static("", id="changed", classes="line", markup=False)
        yield Static("", id="message", markup=False)

    # -- where we are ---------------------------------------------------------------------------------------------------

    @property
    def selected(self) -> int | None:
        return self.position

    @property
    def head(self) -> int:
        return self.picture.head if self.picture else 1

    def bounds(self) -> tuple[int, int]:
        """The first and last position of the strip: a session with what followed it up to the next, or what came before
        the first."""
        starts = sorted(position for _number, position in self.picture.sessions) if self.picture else []
        at = bisect_right(starts, self.position)
        return starts[at - 1] if at else 1, starts[at] - 1 if at < len(starts) else self.head

    def arrive(self, visit: Visit) -> None:
        self._origin = visit.origin
        self._start_over()
        self.position = visit.position or self.head
        self._read_landmarks()
        self._go(self.position)

    def opened(self, news: Opened) -> None:
        self._start_over()
        super().opened(news)

    def _start_over(self) -> None:
        self._pause()
        self._past, self.moment, self._landmarks, self._mark = Past(), None, None, None
        self._generation += 1
        self.give_up()

    def follow(self) -> None:
        """New events may have come in; the moment stays."""
        super().follow()
        if self._landmarks is not None and self.head != self._landmarks_head:
            self._read_landmarks()
        self._draw_strip()

    # -- reading --------------------------------------------------------------------------------------------------------

    def _read_landmarks(self) -> None:
        past = self._past
        self._await(LandmarksRead)  # most keys lead from one to the next
        self.gateway.ask(self, past.landmarks, lambda: self._past is past)

    def _await(self, answer: type[News]) -> None:
        """Have keys wait for an answer; of several that were asked for the last one comes last."""
        self._awaited = answer
        self.wait()

    def _came(self, answer: News) -> None:
        if type(answer) is self._awaited:
            self.arrived()

    def on_landmarks_read(self, message: LandmarksRead) -> None:
        if message.past is not self._past:
            return
        self._landmarks, self._landmarks_head = message.landmarks, message.head
        self._came(message)
        self._draw_strip()

    def _go(self, position: int) -> None:
        """Have a moment shown, whatever was asked for before."""
        self.position = max(1, min(position, self.head))
        self._generation += 1
        generation = self._generation
        question = partial(
            self._past.moment,
            generation=generation,
            position=self.position,
            start=self.bounds()[0],
            corrected=self.corrected,
            rows=self.size.height,
        )
        self.gateway.ask(self, question, lambda: self._generation == generation)
        self._draw_strip()
        self.say("")

    def on_moment(self, message: Moment) -> None:
        if message.generation != self._generation:
            return
        self.moment = message
        log = self.query_one(PastLog)
        log.short = message.picture.short
        log.show(message.lines, message.places, message.position, more=message.position < self.head)
        self._draw_moment()
        self.draw_title()

    # -- drawing --------------------------------------------------------------------------------------------------------

    def headline(self) -> str:
        return f"{_('REPLAY')} | {where_in_play(self.moment.picture)}" if self.moment else _("REPLAY")

    def state(self) -> str:
        playing = [_("playing {speed}x", speed=_SPEEDS[self._speed])] if self._playing else []
        live = _("{key} live", key=actions.get("live").key)
        return "  ".join([*playing, self._how(), _("read only"), live]) + " "

    def _how(self) -> str:
        return _("as corrected") if self.corrected else _("as it stood")

    def fit_in(self) -> None:
        super().fit_in()
        if self.moment is not None:
            self._go(self.position)

    def _draw_strip(self) -> None:
        first, last = self.bounds()
        signs: dict[str, array[int]] = {}
        if self._mark is not None:
            signs["="] = array("q", [self._mark])
        if (known := self._landmarks) is not None:
            signs |= {"*": known.marked, "!": known.lasting, "o": known.scenes}
        self.query_one(TimeStrip).show(Span(first, last, signs), self.position)

    def _draw_moment(self) -> None:
        moment = self.moment
        if moment is None:
            return
        self.query_one("#when", Divider).label = _(
            "STATE at {position} {how}, > has just changed", position=f"{moment.position:,}", how=self._how()
        )
        height = max(3, (self.size.height - _FRAME) * 2 // 3)
        party = standing(moment.before, moment.picture, self.size.width, height)
        self.query_one("#party", Static).update(party)
        self.query_one("#event", Static).update(content(f" {moment.event}"))
        changed = (
            _("changed: {changes}", changes="; ".join(moment.changes))
            if moment.changes
            else _("nothing changed in the party")
        )
        self.query_one("#changed", Static).update(content((f"   {changed}", "bold" if moment.changes else "$quiet")))

    def on_time_strip_chosen(self, message: TimeStrip.Chosen) -> None:
        self._go(message.position)

    def on_past_log_chosen(self, message: PastLog.Chosen) -> None:
        self._go(message.position)

    # -- keys: where to -------------------------------------------------------------------------------------------------

    def do_step(self, key: str) -> None:
        self._go(self.position + 1)

    def do_step_back(self, key: str) -> None:
        self._go(self.position - 1)

    def do_scene(self, key: str) -> None:
        self._on(lambda known: known.scenes, N_("There is no later scene."))

    def do_scene_back(self, key: str) -> None:
        self._back(lambda known: known.scenes, N_("There is no earlier scene."))

    def do_notable(self, key: str) -> None:
        self._on(lambda known: known.notable, N_("There is no later failure, critical or consequence."))

    def do_notable_back(self, key: str) -> None:
        self._back(lambda known: known.notable, N_("There is no earlier failure, critical or consequence."))

    def _on(self, among: Callable[[Landmarks], array[int]], else_said: str) -> None:
        places = among(self._landmarks) if self._landmarks else array("q")
        at = bisect_right(places, self.position)
        if at < len(places):
            self._go(places[at])
        else:
            self.say(_(else_said))

    def _back(self, among: Callable[[Landmarks], array[int]], else_said: str) -> None:
        places = among(self._landmarks) if self._landmarks else array("q")
        at = bisect_left(places, self.position) - 1
        if at >= 0:
            self._go(places[at])
        else:
            self.say(_(else_said))

    async def do_goto(self, key: str) -> None:
        if self.picture is not None:
            await self.host.ask(GoTo(self.picture.sessions, self.head, "events"), self._gone)

    def _gone(self, position: int | str | None) -> None:
        if position is None:
            return
        if isinstance(position, str):
            past = self._past
            self._await(Placed)
            self.gateway.ask(self, partial(past.place, text=position), lambda: self._past is past)
        else:
            self._go(position)

    def on_placed(self, message: Placed) -> None:
        if message.past is not self._past:
            return
        self._came(message)
        if message.position is None:
            self.say(message.problem)
        else:
            self._go(message.position)

    # -- keys: playing --------------------------------------------------------------------------------------------------

    def do_play(self, key: str) -> None:
        if self._playing is None:
            self._play()
        else:
            self._pause()

    def do_faster(self, key: str) -> None:
        self._set_speed(self._speed + 1)

    def do_slower(self, key: str) -> None:
        self._set_speed(self._speed - 1)

    def _set_speed(self, speed: int) -> None:
        self._speed = max(0, min(speed, len(_SPEEDS) - 1))
        self.say(_("Speed {speed}x", speed=_SPEEDS[self._speed]), "")
        if self._playing is not None:
            self._pause()
            self._play()

    def _play(self) -> None:
        self._playing = self.set_interval(1 / _SPEEDS[self._speed], self._tick)
        self.draw_title()

    def _pause(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self.draw_title()

    def _tick(self) -> None:
        """The next event, to the end of the session."""
        if self.position < self.bounds()[1]:
            self._go(self.position + 1)
        else:
            self._pause()

    def on_screen_suspend(self) -> None:
        self._pause()

    # -- keys: what happened --------------------------------------------------------------------------------------------

    def do_corrected(self, key: str) -> None:
        self.corrected = not self.corrected
        self._go(self.position)

    async def do_difference(self, key: str) -> None:
        if self._mark is None:
            self._mark = self.position
            told = _(
                "Marked {position}. Press = at another event to see what changed between.", position=f"{self.position:,}"
            )
            self.say(told, "")
        else:
            past = self._past
            question = partial(past.difference, first=self._mark, last=self.position, corrected=self.corrected)
            changes = Changes(self._mark, self.position)
            self._mark = None
            await self.host.ask(changes)
            self.gateway.ask(changes, question, lambda: changes.is_attached)
        self._draw_strip()

    async def do_explain(self, key: str) -> None:
        await self.host.ask(Explanation(self.position))

    async def do_character(self, key: str) -> None:
        (await self.host.show("character")).arrive(Visit(self.NAME, self.position, self.corrected))

    async def do_live(self, key: str) -> None:
        await self.host.show(self._origin)
