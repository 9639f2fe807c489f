"""Plots: are the dice fair, how have margins gone, what comes out for whom, who is lucky."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.widgets import Sparkline, Static

from tracker.language import N_, _, ngettext
from tui.gateway import plots
from tui.gateway.messages import Opened
from tui.gateway.plots import PlotsRead
from tui.screens.base import Visit, numbered_list
from tui.screens.narrowed import NarrowedScreen
from tui.screens.plot_rows import PLOTS, rows, series
from tui.text import content
from tui.widgets.divider import Divider
from tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row as it was made."""

    texts: Sequence[tuple[str, str]]

    def parts(self) -> Sequence[tuple[str, str]]:
        return self.texts


class PlotsScreen(NarrowedScreen):
    """One plot at a time; ``which`` is its name and ``by`` what the rolls are grouped by."""

    NAME = "plots"
    EVERYTHING = N_("all rolls that count")
    CSS_PATH = ["plots.tcss", "narrowed.tcss"]

    def __init__(self) -> None:
        super().__init__()
        self.which = PLOTS[0]
        self.by = plots.BY[0]
        self._origin = "table"
        self._generation = 0
        self._read: PlotsRead | None = None

    def body(self) -> ComposeResult:
        yield Static("", id="lists", classes="line", markup=False)
        yield from self.entry()
        yield Divider(id="count")
        yield Sparkline([], summary_function=_mean)
        yield Rows()
        yield Divider()
        yield Static("", id="message", markup=False)

    def headline(self) -> str:
        return f"{_('PLOTS')} | {super().headline()}"

    def arrive(self, visit: Visit) -> None:
        self._origin = visit.origin
        self.set_focus(self.query_one(Rows))

    def opened(self, news: Opened) -> None:
        self._read = None
        super().opened(news)

    def follow(self) -> None:
        super().follow()
        self.narrowed()

    def fit_in(self) -> None:
        super().fit_in()
        self._draw()

    def narrowed(self) -> None:
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

    # -- actions ----------------------------------------------------------------------------------------------------------

    def do_lists(self, key: str) -> None:
        """The plot of that number, without one the next."""
        if (which := numbered_list(PLOTS, self.which, key)) is not None:
            self.which = which
            self.query_one(Rows).action_jump(0)
            self._draw()

    def do_group(self, key: str) -> None:
        self.by = plots.BY[(plots.BY.index(self.by) + 1) % len(plots.BY)]
        self.narrowed()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
