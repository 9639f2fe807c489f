"""Plots: are the dice fair, how have margins gone, what comes out for whom, who is lucky."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Sparkline, Static

from tracker.language import _, ngettext
from tui.gateway import plots
from tui.gateway.messages import Opened, Suggested
from tui.gateway.plots import PlotsRead
from tui.screens.base import PlayScreen, Visit, numbered_list
from tui.screens.plot_rows import PLOTS, rows, series
from tui.text import content
from tui.widgets.completing import Completing
from tui.widgets.divider import Divider
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.gateway.picture import Picture

LONG = 25_000
"""How many events are looked at unless more are asked for."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row as it was made."""

    texts: Sequence[tuple[str, str]]

    def parts(self) -> Sequence[tuple[str, str]]:
        return self.texts


def _lately(picture: Picture) -> str:
    """The filter that a long campaign begins with: all of its rolls would take long, and say little of today's dice."""
    if picture.head <= LONG or not picture.sessions:
        return ""
    recent = [number for number, position in picture.sessions if position > picture.head - LONG]
    return f"session:{min(recent, default=picture.sessions[-1][0])}.."


class PlotsScreen(PlayScreen):
    """One plot at a time; ``which`` is its name and ``by`` what the rolls are grouped by."""

    NAME = "plots"
    CSS_PATH = "plots.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.which = PLOTS[0]
        self.by = plots.BY[0]
        self._origin = "table"
        self._generation = 0
        self._read: PlotsRead | None = None
        self._narrowed = False  # to what is looked at unless more is asked for
        self._suggested_for = ""

    def body(self) -> ComposeResult:
        yield Static("", id="lists", classes="line", markup=False)
        with Horizontal(id="entry"):
            yield Static(content(" / "), id="slash", markup=False)
            yield Completing(self._filter_entered, _("all rolls that count"), behind="")
        yield Divider(id="count")
        yield Sparkline([], summary_function=_mean)
        yield Rows()
        yield Divider()
        yield Static("", id="message", markup=False)

    @property
    def field(self) -> Completing:
        return self.query_one(Completing)

    def headline(self) -> str:
        return f"{_('PLOTS')} | {super().headline()}"

    def arrive(self, visit: Visit) -> None:
        self._origin = visit.origin
        self.set_focus(self.query_one(Rows))

    def opened(self, news: Opened) -> None:
        self._read = None
        self._narrowed = False
        super().opened(news)

    def follow(self) -> None:
        super().follow()
        if self.picture is not None and not self._narrowed:
            self._narrowed = True
            with self.prevent(Input.Changed):
                self.field.value = _lately(self.picture)
        self._ask()

    def fit_in(self) -> None:
        super().fit_in()
        self._draw()

    def _ask(self) -> None:
        self._generation += 1
        generation = self._generation
        question = partial(plots.read, generation=generation, filter=self.field.value, by=self.by, players=self.hiding)
        self.gateway.study(self, question, lambda: self._generation == generation)
        self._draw_head()

    def on_plots_read(self, message: PlotsRead) -> None:
        if message.generation != self._generation:
            return
        if message.figures is None:
            self.say(message.problem)
            return
        self.say("")
        self._read = message
        self._draw()

    def _draw(self) -> None:
        self._draw_head()
        figures = self._read.figures if self._read else None
        line = self.query_one(Sparkline)
        line.display = self.which == "margins" and figures is not None and len(figures.margins) > 1
        if figures is None:
            return
        line.data = series(figures)
        width = self.query_one(Rows).scrollable_content_region.width - 2
        self.query_one(Rows).show([PlotRow(row) for row in rows(self.which, figures, width)])

    def _draw_head(self) -> None:
        names = [
            (f" {at}>{_(name)} ", "bold") if name == self.which else (f" {at} {_(name)} ", "")
            for at, name in enumerate(PLOTS, start=1)
        ]
        self.query_one("#lists", Static).update(content(*names, (_("  b by {what}", what=_(self.by)), "$quiet")))
        read = self._read
        counted = ""
        if read is not None and read.figures is not None:
            counted = ngettext("{count} roll", "{count} rolls", read.figures.whole.outcomes.rolls)
        up_to_date = read is not None and read.generation == self._generation
        self.query_one("#count", Divider).label = counted if up_to_date else f"{counted} {_('reading ...')}".strip()

    # -- the filter -----------------------------------------------------------------------------------------------------

    def on_input_changed(self, message: Input.Changed) -> None:
        self._ask()
        self._suggested_for = text = message.value
        self.gateway.suggest(self, text, lambda: self._suggested_for == text)

    def on_suggested(self, message: Suggested) -> None:
        if message.text == self.field.value:
            self.field.offer(message.candidates)

    def _filter_entered(self, text: str) -> None:
        self.set_focus(self.query_one(Rows))

    # -- actions ----------------------------------------------------------------------------------------------------------

    def do_find(self, key: str) -> None:
        self.set_focus(self.field)

    def do_lists(self, key: str) -> None:
        """The plot of that number, without one the next."""
        if (which := numbered_list(PLOTS, self.which, key)) is not None:
            self.which = which
            self.query_one(Rows).action_jump(0)
            self._draw()

    def do_group(self, key: str) -> None:
        self.by = plots.BY[(plots.BY.index(self.by) + 1) % len(plots.BY)]
        self._ask()

    async def do_return(self, key: str) -> None:
        """Back to where the GM came from; from the filter first back to the plot."""
        if self.focused is self.field:
            self.set_focus(self.query_one(Rows))
        else:
            await self.host.show(self._origin)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
