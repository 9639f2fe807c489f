"""The Chronicle: everything that was ever recorded, over the full width, narrowed by a filter."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input, Static

from tui import actions
from tui.screens.base import Visit
from tui.screens.log_screen import LogScreen
from tui.text import content
from tui.widgets.divider import Divider
from tui.widgets.keys_in_order import Field
from tui.widgets.virtual_log import VirtualLog

_PLACEHOLDER = "character:mira  skill:stealth  outcome:no  session:10..14  margin:>=5  marked:yes"


class ChronicleScreen(LogScreen):
    NAME = "chronicle"
    CSS_PATH = "chronicle.tcss"
    BINDINGS = [*actions.bindings("chronicle"), Binding("down,tab", "leave_filter", "To the list")]

    def body(self) -> ComposeResult:
        with Horizontal(id="entry"):
            yield Static(content(" / "), id="slash", markup=False)
            yield Field(self._filter_entered, _PLACEHOLDER)
        yield Divider()
        yield VirtualLog(self.gateway)
        yield Divider(id="count")
        yield Static("", id="explain", classes="line", markup=False)
        yield Static("", id="message", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self.chronicle)
        if self.picture is not None:
            self.chronicle.open()

    def arrive(self, visit: Visit) -> None:
        """Show an event among all others."""
        with self.prevent(Input.Changed):
            self.query_one(Field).value = ""
        self.chronicle.open(then=visit.position)
        self.set_focus(self.chronicle)

    def counted(self) -> str:
        log = self.chronicle
        if not log.count:
            return "no row matches"
        reading = "" if log.whole else ", reading ..."
        return "  ".join(part for part in (f"row {log.cursor + 1:,} of {log.count:,}{reading}", super().counted()) if part)

    def state(self) -> str:
        return f"CHRONICLE  {super().state()}"

    def on_input_changed(self, message: Input.Changed) -> None:
        """The list follows the filter as it is typed; what can't be understood yet is only said."""
        self.say("")
        self.chronicle.open(message.value)

    def _filter_entered(self, text: str) -> None:
        self.set_focus(self.chronicle)

    def action_leave_filter(self) -> None:
        self.set_focus(self.chronicle)

    def do_find(self, key: str) -> None:
        self.set_focus(self.query_one(Field))

    async def do_table(self, key: str) -> None:
        """Back to the Table; from the filter first back to the list."""
        if self.focused is not self.chronicle:
            self.set_focus(self.chronicle)
        else:
            await self.host.show("table")
