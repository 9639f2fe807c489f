"""The Chronicle: everything that was ever recorded, over the full width, narrowed by a filter and by facets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input, Static

from tracker.language import _
from tui import actions
from tui.gateway import exports
from tui.gateway.messages import Opened, Suggested
from tui.screens.base import Visit
from tui.screens.export import ExportDialog, Wish
from tui.screens.facets import Facets
from tui.screens.grammar import FILTER, Grammar
from tui.screens.log_screen import LogScreen
from tui.text import cells, content
from tui.widgets.completing import Completing
from tui.widgets.divider import Divider
from tui.widgets.virtual_log import VirtualLog

_PLACEHOLDER = "character:mira  skill:stealth  outcome:no  session:10..14  margin:>=5  marked:yes"
_FACET = "facet_"


class ChronicleScreen(LogScreen):
    NAME = "chronicle"
    CSS_PATH = "chronicle.tcss"
    BINDINGS = [Binding("down", "leave_filter", "To the list")]

    def __init__(self) -> None:
        super().__init__()
        self._facets = Facets()
        self._suggested_for = ""

    def body(self) -> ComposeResult:
        with Horizontal(id="entry"):
            yield Static(content(" / "), id="slash", markup=False)
            yield Completing(self._filter_entered, _PLACEHOLDER, behind="")
        yield Static("", id="facets", classes="line", markup=False)
        yield Divider()
        yield VirtualLog(self.gateway)
        yield Divider(id="count")
        yield Static("", id="explain", classes="line", markup=False)
        yield Static("", id="message", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self.chronicle)
        if self.picture is not None:
            self._look_up()

    @property
    def field(self) -> Completing:
        return self.query_one(Completing)

    def arrive(self, visit: Visit) -> None:
        """Show an event among all others."""
        self._clear()
        self._look_up(visit.position)
        self.set_focus(self.chronicle)

    def opened(self, news: Opened) -> None:
        self._clear()  # it was about another campaign
        super().opened(news)

    def _clear(self) -> None:
        with self.prevent(Input.Changed):
            self.field.value = ""
        self._facets.clear()
        self._draw_facets()

    def narrowed(self) -> str:
        return " ".join(part for part in (self.field.value.strip(), self._facets.words(), super().narrowed()) if part)

    def counted(self) -> str:
        log = self.chronicle
        if not log.count:
            return _("no row matches")
        row = _("row {row} of {count}", row=f"{log.cursor + 1:,}", count=f"{log.count:,}")
        reading = "" if log.whole else _(", reading ...")
        return "  ".join(part for part in (f"{row}{reading}", super().counted()) if part)

    def state(self) -> str:
        return f"{_('CHRONICLE')}  {super().state()}"

    def follow(self) -> None:
        super().follow()
        self._draw_facets()

    def fit_in(self) -> None:
        super().fit_in()
        self._draw_facets()

    def _draw_facets(self) -> None:
        """The facets that narrow the list, and the keys of all of them; those that don't, first give way."""
        if self.picture is None:
            return
        keys = [
            (action.id.removeprefix(_FACET), action.key)
            for action in actions.offered(self.NAME)
            if action.id.startswith(_FACET)
        ]
        told = self._facets.told(keys, self.picture)
        parts: list[str | tuple[str, str]] = []
        room = self.size.width - 1
        for text, style in told:
            if (room := room - cells(text) - 2) >= 0:
                parts += [" ", (text, style), " "]
        self.query_one("#facets", Static).update(content(*parts))

    # -- the filter -----------------------------------------------------------------------------------------------------

    def on_input_changed(self, message: Input.Changed) -> None:
        """The list follows the filter as it is typed; what can't be understood yet is only said."""
        self.say("")
        self._ask_for_rows()
        self._suggested_for = text = message.value
        self.gateway.suggest(self, text, lambda: self._suggested_for == text)

    def on_suggested(self, message: Suggested) -> None:
        if message.text == self.field.value:
            self.field.offer(message.candidates)
            self._selection_changed()

    def on_virtual_log_changed(self) -> None:
        """The base does the rest; Textual tells both."""
        self.host.filter = self.chronicle.filter
        if self.chronicle.is_complete:
            self.arrived()

    def on_virtual_log_refused(self, message: VirtualLog.Refused) -> None:
        """The base does the rest here as well."""
        self.arrived()

    def _look_up(self, then: int | None = None) -> None:
        """Show the list as it is narrowed now; the next keys are meant for its rows."""
        self.open_log(then=then)
        self._wait_for_rows()

    def _ask_for_rows(self) -> None:
        """Have the list follow what narrows it. The message that the filter was typed may come later than the key that
        leaves it."""
        if self.chronicle.asked != self.narrowed():
            self.open_log()

    def _wait_for_rows(self) -> None:
        if self.picture is not None and not self.chronicle.is_settled:
            self.wait()

    def _selection_changed(self) -> None:
        super()._selection_changed()
        if self.focused is self.field and self.field.candidates[0]:
            self.query_one("#explain", Static).update(self.field.drawn_candidates())

    def _filter_entered(self, text: str) -> None:
        self._to_list()

    def action_leave_filter(self) -> None:
        self._to_list()

    def _to_list(self) -> None:
        self.set_focus(self.chronicle)
        self._ask_for_rows()
        self._wait_for_rows()
        self._asked = None  # what is selected is told where the candidates stood
        self._selection_changed()

    # -- actions ----------------------------------------------------------------------------------------------------------

    def do_find(self, key: str) -> None:
        self.set_focus(self.field)

    async def do_help(self, key: str) -> None:
        """In the filter: what can be typed there."""
        if key and self.focused is self.field:
            await self.host.ask(Grammar(FILTER, self.host.active, filters=True), self._example_chosen)
        else:
            await super().do_help(key)

    def _example_chosen(self, filter: str | None) -> None:
        if filter is not None:
            self.field.value = filter

    async def do_table(self, key: str) -> None:
        """Back to the Table; from the filter first back to the list."""
        if self.focused is not self.chronicle:
            self._to_list()
        else:
            await self.host.show("table")

    async def do_next_match(self, key: str) -> None:
        self.chronicle.action_move(1)

    async def do_previous_match(self, key: str) -> None:
        self.chronicle.action_move(-1)

    def do_facet_who(self, key: str) -> None:
        self._step("who")

    def do_facet_kind(self, key: str) -> None:
        self._step("kind")

    def do_facet_result(self, key: str) -> None:
        self._step("result")

    def do_facet_session(self, key: str) -> None:
        self._step("session")

    def do_facet_struck(self, key: str) -> None:
        self._step("struck")

    def do_facet_order(self, key: str) -> None:
        self._step("order")

    def do_only(self, key: str) -> None:
        """Only what is about the character of that number; chosen from a menu, the next one."""
        if self.picture is None:
            return
        if not key.isdigit():
            self._step("who")
        elif self._facets.only(int(key), self.picture):
            self._narrow()
        else:
            self.say(_("There is no character number {number}.", number=key))

    def do_everything(self, key: str) -> None:
        """Neither filter nor facets, at the same event."""
        selected = self.selected
        self._clear()
        self._look_up(selected)

    def _step(self, name: str) -> None:
        if self.picture is not None:
            self._facets.step(name, self.picture)
            self._narrow()

    def _narrow(self) -> None:
        """Show what the facets let through, at the event that was selected or behind it."""
        self.say("")
        self._draw_facets()
        self._look_up(self.selected)

    async def do_export(self, key: str) -> None:
        if not self.chronicle.is_complete:
            self.say(_("The rows are still being looked up: {key} again in a moment.", key=actions.get("export").key))
        elif self.picture is not None:
            usual = exports.usual_name(self.picture.campaign, "history", exports.FORMATS[0])
            dialog = ExportDialog(usual, len(self.chronicle.positions), exports.FORMATS)
            await self.host.ask(dialog, self._export)

    def _export(self, wish: Wish | None) -> None:
        if wish is not None:
            positions = list(self.chronicle.positions)
            question = partial(exports.write, path=Path(wish.path), format=wish.format, positions=positions)
            self.gateway.study(self, question, lambda: True)
