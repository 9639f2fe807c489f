"""The log, however long: the positions of all its lines in memory, the lines themselves by pages as they come into sight."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from tracker.language import N_, _, pgettext
from tui.chrome import hour, rule
from tui.gateway.messages import FilterRefused, Page, Positions, Tail
from tui.text import bare_modifiers, cells, fit, flush_right, padded
from tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from tracker.reports.lines import Line
    from tui.gateway import Gateway

_PAGE = 128
_KEPT = 64 * _PAGE  # lines kept in memory
_OUTCOMES = (N_("ok"), N_("NO"), N_("CRIT"), N_("FUMBLE"))
_OUTCOME = 8  # columns at least of how a roll came out: the longest of the finer words is "terrible"
_BY = 5  # columns of "by 12"
_WHO = 8
_WIDE = 96  # from this many columns on a roll's dice are shown one by one
_DICE = 12
_NEED = 8  # of what is needed: " need 12"
_NARROW = 72  # below so many columns only the numbers stay
_FOR_THE_GM = " [GM]"


class VirtualLog(VirtualList):
    """The lines of a campaign that match a filter, newest last.

    New lines never move the view away from under the cursor: unless the cursor is on the last line they are counted as
    ``fresh`` until End follows them. Every answer carries the generation of its question; late ones are dropped.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--ok", "log--no", "log--crit", "log--fumble"}
    DEFAULT_CSS = """
    VirtualLog > .log--ok { color: $outcome-ok; }
    VirtualLog > .log--no { color: $outcome-no; text-style: bold; }
    VirtualLog > .log--crit { color: $outcome-crit; text-style: bold; }
    VirtualLog > .log--fumble { color: $outcome-fumble; text-style: bold; }
    """

    class Changed(Message):
        """The list has other rows, or lines have come in."""

    class Refused(Message):
        """The filter isn't understood; the list stays as it was."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, gateway: Gateway, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.filter = ""
        self.fresh = 0
        self.whole = False
        self.short: Mapping[str, str] = {}  # how long names are written
        self.bare = False  # without the reasons of modifiers
        self._gateway = gateway
        self._generation = 0
        self.asked = ""  # the filter whose lines were asked for last
        self._shown = 0  # the generation that is on the screen
        self._refused = -1  # the last one whose filter wasn't understood
        self._then: int | None = None
        self._sorted = False  # by something else than the log
        self._positions = array("q")
        self._lines: OrderedDict[int, Line] = OrderedDict()
        self._current: set[int] = set()  # pages that are on order, or stand here as they stand in the database

    # -- what it shows ------------------------------------------------------------------------------------------------

    @property
    def selected(self) -> int | None:
        """The position of the event under the cursor."""
        return self._positions[self.cursor] if self._positions else None

    @property
    def newest(self) -> int:
        """The position of the newest line, 0 when there is none."""
        return (max(self._positions) if self._sorted else self._positions[-1]) if self._positions else 0

    @property
    def positions(self) -> array[int]:
        """The positions of all its lines, from top to bottom."""
        return self._positions

    @property
    def is_complete(self) -> bool:
        """Whether all rows that were asked for last are known by now."""
        return self._shown == self._generation and self.whole

    @property
    def is_settled(self) -> bool:
        """Whether nothing that was asked for is on its way: the rows are known, or the filter isn't understood."""
        return self.is_complete or self._refused == self._generation

    def line(self, index: int) -> Line | None:
        """A row's line, None while it is on its way."""
        return self._lines.get(self._positions[index]) if 0 <= index < len(self._positions) else None

    def open(self, filter: str = "", *, then: int | None = None) -> None:
        """Show what matches, at the end or at the position ``then``; an earlier question is dropped."""
        self._generation += 1
        self.asked, self._then = filter, then
        self._gateway.positions(self, self._generation, filter, self._wanted())

    def catch_up(self) -> None:
        """Something was recorded: read what is new, and again what is in sight, since older lines may look otherwise."""
        self._current.clear()
        self.refresh()
        self._gateway.tail(self, self._generation, self.asked, self.newest, self._wanted())

    def forget(self) -> None:
        """Another campaign is open: nothing of this one stays."""
        self._positions = array("q")
        self._lines.clear()
        self.set_count(0)

    def go(self, position: int) -> None:
        """Put the cursor on the line at a position, or on the nearest one behind it; of a sorted list only on that line."""
        if not self._sorted:
            self.move_to(bisect_left(self._positions, position))
        elif position in self._positions:
            self.move_to(self._positions.index(position))

    def move_to(self, index: int) -> None:
        super().move_to(index)
        if self._at_end:
            self.fresh = 0

    @property
    def _at_end(self) -> bool:
        """Whether the cursor is where the list begins to be read: on its newest line, or on the first of a sorted one."""
        return self.cursor == 0 if self._sorted else self.cursor >= self.count - 1

    def _wanted(self) -> Callable[[], bool]:
        generation = self._generation
        return lambda: self._generation == generation

    # -- what comes in ------------------------------------------------------------------------------------------------

    def on_positions(self, message: Positions) -> None:
        if message.generation != self._generation:
            return
        stay = None if self._shown != self._generation or self._at_end else self.selected
        self._sorted = message.sorted
        self.filter, self._shown, self.whole = self.asked, self._generation, message.whole
        self._positions = message.positions
        self._current.clear()
        self._keep(message.lines)
        self.fresh = 0
        self.set_count(len(self._positions))
        if stay is None and message.whole:
            stay, self._then = self._then, None
        self.action_jump(0 if self._sorted else -1) if stay is None else self.go(stay)
        self.post_message(self.Changed())

    def on_tail(self, message: Tail) -> None:
        new = [position for position in message.positions if position > self.newest]
        if message.generation != self._shown or not new:
            return
        follow = self._at_end
        self._positions.extend(new)
        self.set_count(len(self._positions))
        self._current.discard((len(self._positions) - len(new)) // _PAGE)
        if follow:
            self.action_jump(-1)
        else:
            self.fresh += len(new)
        self.post_message(self.Changed())

    def on_page(self, message: Page) -> None:
        if message.generation != self._generation:
            return
        self._keep(message.lines)
        self.refresh()
        self.post_message(self.Changed())

    def on_filter_refused(self, message: FilterRefused) -> None:
        if message.generation == self._generation:
            self._refused = message.generation
            self.post_message(self.Refused(message.message))

    def _keep(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._lines[line.position] = line
            self._lines.move_to_end(line.position)
        while len(self._lines) > _KEPT:
            dropped, _line = self._lines.popitem(last=False)
            if self._sorted:
                self._current.clear()
            else:
                self._current.discard(bisect_left(self._positions, dropped) // _PAGE)

    # -- drawing --------------------------------------------------------------------------------------------------------

    def draw(self, index: int, width: int) -> list[Segment]:
        self._order(index // _PAGE)
        line = self.line(index)
        cursor = ">" if index == self.cursor else " "
        if line is None:
            return [Segment(fit(f"{cursor}  {self._positions[index]:>7,}", width), self._style("list--quiet"))]
        quiet = self._style("list--quiet") if "~" in line.mark else None
        time = f"{hour(line.time)} " if width >= _NARROW else ""
        head = f"{cursor}{line.mark:<2}{line.position:>7,} {time}"
        if not line.need:
            return [Segment(fit(head + self._told(line, width - len(head)), width), quiet)]
        total = f"{line.rolled.rpartition('=')[2]:>2}"
        need = flush_right(
            f" {pgettext('log column', 'need {need}', need=line.need)}", _NEED
        )  # three digits take a column from the text
        roll = f" {pgettext('log column', 'roll')} "
        if width >= _WIDE:
            tail = f"{need}{roll}{line.rolled:>{_DICE}} "
        elif width >= _NARROW:
            tail = f"{need}{roll}{total} "
        else:
            tail = f" {line.need:>3} {total} "
        outcome, by = fit(_outcome(line), _outcome_columns()), f" {padded(line.by, _BY)}"
        end = cells(outcome + by)
        middle = width - len(head) - _WHO - 1 - cells(tail) - end
        text = _rolled(line, middle, bare=self.bare)
        return [
            Segment(
                fit(f"{head}{fit(self._called(line.who), _WHO)} {text}{tail}", width - end),
                quiet,
            ),
            Segment(outcome, quiet or self._style(f"log--{line.outcome.lower()}")),
            Segment(by, quiet),
        ]

    def _order(self, page: int) -> None:
        """Have a page read unless it is on order already."""
        if page not in self._current:
            self._current.add(page)
            self._gateway.page(self, self._generation, self._page(page), self._wanted())

    def _page(self, page: int) -> array[int]:
        return self._positions[page * _PAGE : (page + 1) * _PAGE]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(name, partial=True)

    def _called(self, name: str) -> str:
        return name if cells(name) <= _WHO else self.short.get(name, name)

    def _told(self, line: Line, width: int) -> str:
        """A line that is no roll; what divides the log is drawn as a divider."""
        text = f"{line.text}{_FOR_THE_GM}" if line.secret else line.text
        if not line.divides:
            return f"{fit(self._called(line.who), _WHO)} {text}"
        dashes = max(0, width - cells(text) - 2)
        before = min(10, dashes // 2)
        return f"{rule(before)} {text} {rule(dashes - before)}"


def _rolled(line: Line, room: int, *, bare: bool) -> str:
    """What was rolled and what it counts as, in so many columns. Where there are too few, the reasons of modifiers go first,
    then that of the ruling, and only then the end of what was rolled."""
    text, ruled = line.text, f" {line.ruled}" if line.ruled else ""
    for_the_gm = _FOR_THE_GM if line.secret else ""
    if bare or cells(text + ruled + for_the_gm) > room:
        text = bare_modifiers(text)
    if cells(text + ruled + for_the_gm) > room:
        ruled = ruled.partition(" (")[0]
    end = ruled + for_the_gm
    return fit(text, room - cells(end)) + end


def _outcome_columns() -> int:
    """How many columns that takes in the language spoken."""
    return max(_OUTCOME, *(cells(_(word)) for word in _OUTCOMES))


def _outcome(line: Line) -> str:
    """How a roll came out: the log's word, or the system's own where it is finer."""
    if not line.degree:
        return _(line.outcome)
    word = _(line.degree).partition(" ")[0]
    return word.upper() if line.outcome in ("CRIT", "FUMBLE") else word
