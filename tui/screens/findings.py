"""A screen of lists whose rows lead to events: the audits, the sessions and the bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.widgets import Static

from tracker.language import _
from tui.gateway.findings import Finding, FindingsRead
from tui.gateway.messages import Opened
from tui.screens.base import WIDE, PlayScreen, Visit, numbered_list
from tui.text import cells, content
from tui.widgets.divider import Divider
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tracker.service import Campaign

_MORE = " .."  # in place of the lists whose names don't fit


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as the list draws it."""

    finding: Finding
    short: Mapping[str, str]  # how long names are written

    def parts(self) -> Sequence[tuple[str, str]]:
        text = self.finding.told()
        for name, called in self.short.items():
            text = text.replace(name, called)
        return [(text, self.finding.look)]


class FindingsScreen(PlayScreen):
    """One list at a time; ``which`` is its name, at first ``FIRST``."""

    CSS_PATH = ["findings.tcss"]
    FIRST: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.which = self.FIRST
        self._found: Sequence[Finding] = ()
        self._origin = "table"
        self._generation = self._answered = 0

    def body(self) -> ComposeResult:
        yield Static("", id="lists", classes="line", markup=False)
        yield from self.entry()
        yield Divider(id="count")
        yield Rows()
        yield Divider()
        yield Static("", id="detail", markup=False)
        yield Static("", id="message", markup=False)

    def entry(self) -> ComposeResult:
        """What narrows the lists, if anything does."""
        return iter(())

    @property
    def rows(self) -> Rows:
        return self.query_one(Rows)

    @property
    def lists(self) -> Sequence[str]:
        """The names of the lists that the open campaign has."""
        raise NotImplementedError

    def question(self, generation: int) -> Callable[[Campaign], FindingsRead]:
        """What is asked for the list ``which``."""
        raise NotImplementedError

    @property
    def finding(self) -> Finding | None:
        """What the cursor is on."""
        row = cast("FindingRow | None", self.rows.chosen)
        return row.finding if row else None

    @property
    def selected(self) -> int | None:
        return self.finding.position if self.finding else None

    def arrive(self, visit: Visit) -> None:
        self._origin = visit.origin
        self.set_focus(self.rows)
        if visit.which and visit.which != self.which:
            self.look_at(visit.which)
        else:
            self.wait()
            if self._answered == self._generation:  # else an answer is on its way already
                self._read()

    def opened(self, news: Opened) -> None:
        self.which = self.FIRST  # another campaign may lack what was looked at
        self._show(())
        super().opened(news)

    def follow(self) -> None:
        super().follow()
        self._read()

    def _read(self) -> None:
        self._draw_lists()
        self._generation += 1
        self.call_later(self._ask, self._generation)

    def _ask(self, generation: int) -> None:
        """A screen that comes into sight reads more than once in a row: only the last time is asked for."""
        if generation == self._generation:
            self.put(self.question(generation), lambda: self._generation == generation)

    def put(self, question: Callable[[Campaign], FindingsRead], wanted: Callable[[], bool]) -> None:
        """Have a question answered."""
        self.gateway.ask(self, question, wanted)

    def on_findings_read(self, message: FindingsRead) -> None:
        if message.generation != self._generation:
            return
        self._answered = message.generation
        self.query_one("#count", Divider).label = message.summary
        if message.problem:
            self.say(message.problem)
        else:
            self._show(message.rows)
        self._draw_detail()
        self.arrived()

    def fit_in(self) -> None:
        super().fit_in()
        self._draw_lists()
        self._show(self._found)

    def _show(self, found: Sequence[Finding]) -> None:
        self._found = found
        self.rows.show([FindingRow(finding, self._short()) for finding in found])

    def _short(self) -> dict[str, str]:
        """Short names where the rows are narrow; the line under the cursor has them in full."""
        names = self.picture.short if self.picture and self.size.width < WIDE else {}
        return {name: called for name, called in names.items() if name != called}

    def on_virtual_list_moved(self) -> None:
        self._draw_detail()

    def _draw_lists(self) -> None:
        names = [
            (f" {at % 10}>{_(name)} ", "bold") if name == self.which else (f" {at % 10} {_(name)} ", "")
            for at, name in enumerate(self.lists, start=1)
        ]
        chosen = self.lists.index(self.which) + 1
        room = self.size.width - len(_MORE)
        while chosen > 1 and sum(cells(text) for text, _style in names[:chosen]) > room:
            names, chosen = names[1:], chosen - 1  # the chosen one stays in sight
        if sum(cells(text) for text, _style in names) > self.size.width:
            while len(names) > 1 and sum(cells(text) for text, _style in names) > room:
                names.pop()
            names.append((_MORE, ""))
        self.query_one("#lists", Static).update(content(*names))

    def _draw_detail(self) -> None:
        """The line under the cursor in full."""
        finding = self.finding
        self.query_one("#detail", Static).update(content(f" {finding.told().strip()}" if finding else _(" Nothing here.")))

    # -- actions ------------------------------------------------------------------------------------------------------------

    def do_lists(self, key: str) -> None:
        """The list of that number, without one the next."""
        if (which := numbered_list(self.lists, self.which, key)) is not None:
            self.look_at(which)

    def look_at(self, which: str) -> None:
        """Show the list of that name."""
        self.which = which
        self.say("")
        self._show(())
        self.wait()
        self._read()

    async def do_cause(self, key: str) -> None:
        position = self.selected
        (await self.host.show("chronicle")).arrive(Visit(self.NAME, position))

    async def do_return(self, key: str) -> None:
        await self.host.show(self._origin)
