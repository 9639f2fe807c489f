"""What the screens with the log in their middle have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.widgets import Static

from tracker.language import _, ngettext
from tui.gateway.messages import Draft, Explained, Opened
from tui.screens.base import PlayScreen
from tui.text import bare_modifiers, content, fit
from tui.widgets.divider import Divider
from tui.widgets.virtual_log import VirtualLog

if TYPE_CHECKING:
    from tracker.reports.lines import Line
    from tui.gateway.exports import Written
    from tui.gateway.lookback import RecapRead
    from tui.gateway.past import Past
    from tui.screens.note import NoteEditor
    from tui.screens.recap import RecapWish

_PUBLIC = "-secret:yes"  # what narrows a list while players look on


def _always() -> bool:
    return True


class LogScreen(PlayScreen):
    """Has a ``VirtualLog``, a ``Divider`` with the id ``count`` that counts, and a line with the id ``explain`` about the
    selected event."""

    def __init__(self) -> None:
        super().__init__()
        self._explained: Explained | None = None
        self._asked: tuple[int, int] | None = None
        self._past: Past | None = None  # made when somebody looks back
        self._mark: int | None = None
        self._unmade: RecapWish | None = None  # a recap that couldn't be made as it was asked for

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

    def fit_in(self) -> None:
        super().fit_in()
        self._asked = None  # the line about what is selected is cut to the new width
        self._selection_changed()

    def counted(self) -> str:
        """What the divider says."""
        return _("{count} new, End", count=self.chronicle.fresh) if self.chronicle.fresh else ""

    @property
    def line(self) -> Line | None:
        return self.chronicle.line(self.chronicle.cursor)

    def open_log(self, *, then: int | None = None) -> None:
        """Read the log anew and show its end, or the event at the position ``then``."""
        self.chronicle.bare = self.hiding
        self.chronicle.open(self.narrowed(), then=then)

    def narrowed(self) -> str:
        """What the list is narrowed by."""
        return _PUBLIC if self.hiding else ""

    def send(self, draft: Draft) -> None:
        """Have a line done; what was said before is no word about it."""
        self.say("")
        self.gateway.send(draft)

    # -- what comes in ------------------------------------------------------------------------------------------------

    def opened(self, news: Opened) -> None:
        self.chronicle.forget()
        self._asked = self._explained = self._mark = None
        self._past = self._unmade = None
        self._selection_changed()
        self.open_log()
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
            self._tell_selected("")
            return
        if self.hiding:
            self._explained = self._asked = None
            self._tell_selected(self._without_reasons())
            return
        asked = (position, self.picture.head)  # a later event may have changed what there is to say
        if asked != self._asked:
            self._asked = asked
            self.gateway.explain(self, position, lambda: self._asked == asked)

    def _tell_selected(self, told: str) -> None:
        """A line about the selected event; Enter tells the rest of one that is too long."""
        self.query_one("#explain", Static).update(content(" ", fit(told, max(0, self.size.width - 1))))

    def _without_reasons(self) -> str:
        """The selected event as players may read it."""
        line = self.line
        if line is None:
            return ""
        told = f"{line.position:,}  {replace(line, text=bare_modifiers(line.text)).sentence}"
        if not line.need:
            return told
        return _(
            "{told}, need {need}; rolled {dice}; {verdict}",
            told=told,
            need=line.need,
            dice=line.rolled,
            verdict=f"{_(line.outcome)} {line.by}",
        )

    def on_explained(self, message: Explained) -> None:
        if message.position != self.selected or self.hiding:
            return
        self._explained = message
        self._tell_selected(message.summary)

    def bring_back(self, drafts: Sequence[Draft]) -> None:
        """Take drafts that were not recorded; a note goes back into the editor of the screen in sight."""
        if self.host.play_screen is not self:
            return
        for draft in drafts:
            if draft.note:
                self.call_next(self._edit, draft.text, draft.amends)
                return

    # -- actions ----------------------------------------------------------------------------------------------------------

    async def do_explain(self, key: str) -> None:
        from tui.screens.explain import Explanation

        known, position = self._explained, self.selected
        if position is not None:
            facts = known.facts if known is not None and known.position == position else None
            await self.host.ask(Explanation(position, facts))

    def do_mark(self, key: str) -> None:
        self.send(Draft(f"mark {self.selected}"))

    async def do_note(self, key: str) -> None:
        text, self.host.kept_note = self.host.kept_note, ""
        await self._edit(text)

    async def _edit(self, text: str, amends: int | None = None) -> None:
        from tui.screens.note import NoteEditor

        editor = NoteEditor(text, amends)
        await self.host.ask(editor, partial(self._noted, editor))

    def _noted(self, editor: NoteEditor, text: str | None) -> None:
        """A note that was closed is kept for the next time, so that a slip of Esc costs nothing."""
        if text:
            self.send(Draft(text, note=True, amends=editor.amends))
        elif editor.text.strip() and editor.amends is None:
            self.host.kept_note = editor.text

    async def do_correct(self, key: str) -> None:
        from tui.gateway import likely

        if self.selected is not None:
            found = await self.gateway.fetch(partial(likely.correction, position=self.selected))
            if found is not None:
                await self.host.type_line(found.text, found.caret)

    async def do_amend(self, key: str) -> None:
        from tui.gateway import likely

        if self.selected is not None:
            text = await self.gateway.fetch(partial(likely.text_at, position=self.selected))
            if text is not None:
                await self._edit(text, self.selected)

    def do_reveal(self, key: str) -> None:
        self.send(Draft(f"reveal {self.selected}"))

    def do_hide(self, key: str) -> None:
        """What only the GM may see goes away on every screen, or comes back."""
        self.host.hide(not self.hiding)

    async def do_next_match(self, key: str) -> None:
        await self._to_match(later=True)

    async def do_previous_match(self, key: str) -> None:
        await self._to_match(later=False)

    async def _to_match(self, *, later: bool) -> None:
        from tui.gateway import matches

        if self.selected is None:
            return
        text = f"{self.filter} {_PUBLIC}" if self.hiding else self.filter
        question = partial(matches.nearest, text=text, position=self.selected, later=later)
        found = await self.gateway.fetch(question)
        if found:
            self.chronicle.go(found)
        elif found == 0:
            self.say(
                _("Nothing later matches: {filter}", filter=self.filter)
                if later
                else _("Nothing earlier matches: {filter}", filter=self.filter)
            )

    async def do_difference(self, key: str) -> None:
        """Mark an event; at a second one tell what changed between."""
        from tui.gateway.past import Past
        from tui.screens.changes import Changes

        position = self.selected
        if position is None:
            return
        if self._mark is None:
            self._mark = position
            self.say(_("Marked {position}. Press = at another event to see what changed.", position=f"{position:,}"), "")
        else:
            self._past = self._past or Past()
            question = partial(self._past.difference, first=self._mark, last=position, corrected=False)
            changes = Changes(self._mark, position)
            self._mark = None
            self.say("")
            await self.host.ask(changes)
            self.gateway.study(changes, question, lambda: changes.is_attached)

    async def do_when(self, key: str) -> None:
        from tui.screens.asking import When

        await self.host.ask(When(), self._gone)

    async def do_rejudge(self, key: str) -> None:
        from tui.gateway import lookback
        from tui.screens.asking import Rejudge

        choices = await self.gateway.fetch(lookback.other_rules)
        if choices is not None:
            await self.host.ask(Rejudge(choices, self.filter if self.NAME == "chronicle" else ""), self._gone)

    async def do_recap(self, key: str) -> None:
        from tui.gateway import exports, lookback
        from tui.screens.recap import RecapDialog, RecapWish

        if self.picture is not None:
            numbers = [number for number, _position in self.picture.sessions]
            usual = exports.usual_name(self.picture.campaign, "recap", "")
            editions = ("players",) if self.hiding else lookback.EDITIONS
            last = RecapWish(str(max(numbers)) if numbers else "", editions[0], lookback.RECAPS[0], "")
            await self.host.ask(RecapDialog(self._unmade or last, usual.removesuffix("."), editions), self._recap)

    async def _recap(self, wish: RecapWish | None) -> None:
        from tui.gateway import lookback
        from tui.screens.recap import Reading

        if wish is None:
            return
        self._unmade = wish
        question = partial(lookback.recap, **wish._asdict())
        if wish.path:
            self.say(_("reading ..."), "$quiet")
            self.gateway.study(self, question, _always)
        else:
            reading = Reading(_("Recap for {edition}", edition=_(wish.edition)))
            await self.host.ask(reading, self._unread)
            self.gateway.study(reading, question, lambda: reading.is_attached)

    def _unread(self, problem: str | None) -> None:
        if problem is None:
            self._unmade = None
        else:
            self.say(problem)

    def on_recap_read(self, message: RecapRead) -> None:
        """A recap that was to be written can't be made."""
        self.say(message.problem)

    def on_written(self, message: Written) -> None:
        if message.problem:
            self.say(message.problem)
        elif message.count is None:
            self._unmade = None
            self.say(_("It is in {path}.", path=message.path), "")
        else:
            told = ngettext("{count} line is in {path}.", "{count} lines are in {path}.", message.count, path=message.path)
            self.say(told, "")

    async def do_goto(self, key: str) -> None:
        from tui.screens.goto import GoTo

        if self.picture is not None:
            await self.host.ask(GoTo(self.picture.sessions, self.picture.head), self._gone)

    def _gone(self, position: int | str | None) -> None:
        if isinstance(position, int):
            self.set_focus(self.chronicle)
            self.chronicle.go(position)
