"""What the screens with the log in their middle have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.widgets import Static

from tui.gateway.messages import Draft, Explained, Opened
from tui.screens.base import PlayScreen
from tui.screens.explain import Explanation
from tui.screens.goto import GoTo
from tui.screens.note import NoteEditor
from tui.text import content
from tui.widgets.divider import Divider
from tui.widgets.virtual_log import VirtualLog


class LogScreen(PlayScreen):
    """Has a ``VirtualLog``, a ``Divider`` with the id ``count`` that counts, and a line with the id ``explain`` about the
    selected event."""

    def __init__(self) -> None:
        super().__init__()
        self._explained: Explained | None = None
        self._wants_dialog: int | None = None
        self._asked: tuple[int, int] | None = None

    @property
    def chronicle(self) -> VirtualLog:
        return self.query_one(VirtualLog)

    @property
    def selected(self) -> int | None:
        return self.chronicle.selected

    def follow(self) -> None:
        super().follow()
        if self.picture is not None:
            self.chronicle.short = self.picture.short
            self.chronicle.catch_up()

    def counted(self) -> str:
        """What the divider says."""
        return f"{self.chronicle.fresh} new, End" if self.chronicle.fresh else ""

    def send(self, draft: Draft) -> None:
        self.gateway.send(draft)

    # -- what comes in ------------------------------------------------------------------------------------------------

    def opened(self, news: Opened) -> None:
        self.chronicle.forget()
        self._asked = self._explained = self._wants_dialog = None
        self._selection_changed()
        self.chronicle.open()
        super().opened(news)

    def on_virtual_list_moved(self) -> None:
        self._selection_changed()

    def on_virtual_log_changed(self) -> None:
        self._selection_changed()

    def on_virtual_log_refused(self, message: VirtualLog.Refused) -> None:
        self.say(message.reason)

    def _selection_changed(self) -> None:
        self.query_one("#count", Divider).label = self.counted()
        position = self.selected
        if position is None or self.picture is None:
            self.query_one("#explain", Static).update(content(""))
            return
        asked = (position, self.picture.head)  # a later event may have changed what there is to say
        if asked != self._asked:
            self._asked = asked
            self.gateway.explain(self, position, lambda: self._asked == asked)

    def on_explained(self, message: Explained) -> None:
        if message.position != self.selected:
            return
        self._explained = message
        self.query_one("#explain", Static).update(content(f" {message.summary}"))
        if self._wants_dialog == message.position:
            self._wants_dialog = None
            self.call_next(self.do_explain, "")

    def bring_back(self, drafts: Sequence[Draft]) -> None:
        """Take drafts that were not recorded; a note goes back into the editor of the screen in sight."""
        if self.host.play_screen is not self:
            return
        for draft in drafts:
            if draft.note:
                self.call_next(self._edit, draft.text)
                return

    # -- actions ----------------------------------------------------------------------------------------------------------

    async def do_explain(self, key: str) -> None:
        if self._explained is not None and self._explained.position == self.selected:
            await self.host.ask(Explanation(self._explained.position, self._explained.facts))
        else:
            self._wants_dialog = self.selected

    def do_mark(self, key: str) -> None:
        self.send(Draft(f"mark {self.selected}"))

    async def do_note(self, key: str) -> None:
        text, self.host.kept_note = self.host.kept_note, ""
        await self._edit(text)

    async def _edit(self, text: str) -> None:
        editor = NoteEditor(text)
        await self.host.ask(editor, partial(self._noted, editor))

    def _noted(self, editor: NoteEditor, text: str | None) -> None:
        """A note that was closed is kept for the next time, so that a slip of Esc costs nothing."""
        if text:
            self.send(Draft(text, note=True))
        elif editor.text.strip():
            self.host.kept_note = editor.text

    async def do_goto(self, key: str) -> None:
        if self.picture is not None:
            await self.host.ask(GoTo(self.picture.sessions, self.picture.head), self._gone)

    def _gone(self, position: int | str | None) -> None:
        if isinstance(position, int):
            self.set_focus(self.chronicle)
            self.chronicle.go(position)
