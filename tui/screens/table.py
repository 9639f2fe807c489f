"""The Table: the log, the party and the bar into which play is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from tracker.language import _
from tui import actions
from tui.gateway.messages import Draft, Hinted, Opened
from tui.screens.base import FULL, WIDE
from tui.screens.beginning import beginning
from tui.screens.log_screen import LogScreen
from tui.screens.panels import panels, party_line
from tui.text import content, fit, safe, wrapped
from tui.widgets.divider import Divider
from tui.widgets.roll_bar import RollBar
from tui.widgets.virtual_log import VirtualLog

if TYPE_CHECKING:
    from tracker.quickline.forms import Form
    from tracker.service import Campaign, Preview
    from tui.gateway.likely import QuickRead
    from tui.gateway.picture import Lasting
    from tui.screens.form import FormDialog

_ANSWERS = {"dice": "answer", "trait": "trait", "modifier": "concerns", "effect": "effect"}  # verbs, by a prompt's kind
_WHO = 12
_ROOM = 20  # rows that the first steps need
_PLACEHOLDER = "stealth -2 dark  |  retry  |  hp -3 arrow  |  note ..."


class TableScreen(LogScreen):
    """Two states only: the bar has the focus and you type, or the log has it and letters act. Esc and r change them."""

    NAME = "table"
    CSS_PATH = "table.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._hint: Hinted | None = None
        self._hint_for: tuple[str, str | None] | None = None
        self._said = "", ""
        self._unchanged, self._caret = "", 0  # a line that would change nothing yet
        self._quick: QuickRead | None = None
        self._quick_for: tuple[str, int] | None = None

    def body(self) -> ComposeResult:
        yield Static("", id="party", classes="line", markup=False)
        yield Divider()
        with Horizontal(id="middle"):
            yield VirtualLog(self.gateway)
            yield Static("", id="panels", markup=False)
        yield Static("", id="beginning", markup=False)
        yield Divider(id="count")
        yield Static("", id="explain", classes="line", markup=False)
        with Horizontal(id="entry"):
            yield Static("", id="who", markup=False)
            yield RollBar(self.typed, self.leave_bar, self._edit, self._list_keys, self._to_newest, _PLACEHOLDER)
        yield Static("", id="message", classes="line", markup=False)
        yield Static("", id="candidates", classes="line", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self.bar)
        self.draw_party()

    @property
    def bar(self) -> RollBar:
        return self.query_one(RollBar)

    @property
    def active(self) -> str | None:
        return self.host.active

    # -- drawing --------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        super().follow()
        self.draw_party()
        self._ask_quick()
        self.ask_hint()

    def fit_in(self) -> None:
        super().fit_in()
        self.draw_party()
        if self._quick is None:
            self._ask_quick()
        self.draw_below()

    def say(self, message: str, style: str = "$outcome-no") -> None:
        self._said = message, style
        self.draw_below()

    def draw_party(self) -> None:
        picture = self.picture
        member = picture.member(self.active) if picture else None
        name = fit(picture.short[member.name], _WHO).strip() if picture and member else ""
        self.query_one("#who", Static).update(content(f" {name}> "))
        if picture is None:
            return
        self.query_one("#party", Static).update(party_line(picture, self.active, self.size.width, hiding=self.hiding))
        side = self.query_one("#panels", Static)
        quick = self._quick.skills if self._quick and self._quick.id == self.active else ()
        whole = self.size.width >= FULL
        side.update(panels(picture, self.active, 40, quick, whole=whole, hiding=self.hiding))
        first = self.query_one("#beginning", Static)
        first.display = not picture.members and self.size.height >= _ROOM
        if first.display:
            first.update(beginning(picture, self.gateway.named_store))

    def _ask_quick(self) -> None:
        """Have the active character's quick skills read, where there is room for them."""
        from tui.gateway import likely

        id, picture = self.active, self.picture
        if id is not None and picture is not None and self.size.width >= WIDE:
            question = partial(likely.quick_skills, id=id)
            self._quick_for = asked = (id, picture.head)
            self.gateway.ask(self, question, lambda: self._quick_for == asked)

    def on_quick_read(self, message: QuickRead) -> None:
        if message.id == self.active:
            self._quick = message
            self.draw_party()

    def draw_below(self) -> None:
        """The two lines below the bar: what there is to say, and what Tab goes through. A long message takes both lines
        unless there are candidates; while there are neither, the second says what could be done next."""
        candidates, _at = self.bar.candidates
        said, style = self._said
        width = max(1, self.size.width - 1)
        first = wrapped(said, width)[0]
        rest = safe(said)[len(first) :].strip()
        self.query_one("#message", Static).update(content(" ", (fit(said, width) if candidates else first, style)))
        line = self.query_one("#candidates", Static)
        if not candidates:
            told, style = (rest, style) if rest else self._next_step()
            line.update(content(" ", (fit(told, width), style)))
            return
        line.update(self.bar.drawn_candidates())

    def _next_step(self) -> tuple[str, str]:
        picture = self.picture
        if picture is None:
            return "", ""
        if (waiting := picture.waiting) and not self.hiding:
            answer = actions.get("answer")
            keys = _(" or ").join((answer.key, *answer.twins))
            told = _("{count} waiting, {keys} answers: {text}", count=len(waiting), keys=keys, text=waiting[0].text)
            return told, "$outcome-no"
        if not picture.members and self.size.height < _ROOM:
            return _("No characters yet. To add one: character Vora st=12 dx=12"), "$quiet"
        if picture.session is None and picture.members and not self.bar.value:
            return _("Between sessions. To begin one: session start TITLE"), "$quiet"
        return "", ""

    # -- the bar --------------------------------------------------------------------------------------------------------

    def typed(self, text: str) -> None:
        """A line was sent from the bar."""
        if text == self._unchanged:
            self.say("")
            self.prefill(text, self._caret)
            return
        self._unchanged = ""
        self.send(Draft(text, self.active, previewed=self._shown_preview(text)))

    def _shown_preview(self, text: str) -> Preview | None:
        """What the screen shows of this very line; nothing while earlier lines are on their way and may change it."""
        hint, picture = self._hint, self.picture
        if hint is None or hint.preview is None or picture is None or self.gateway.busy:
            return None
        fits = self._hint_for == (hint.text, self.active) and hint.text.strip() == text
        return hint.preview if fits and hint.preview.head == picture.head else None

    def ask_hint(self) -> None:
        """Have the bar's text looked at."""
        text, active = self.bar.value, self.active
        self._hint_for = (text, active)
        if text.strip():
            self.gateway.hint(self, text, active, lambda: self._hint_for == (text, active))
        else:
            self.bar.offer(())
            self.draw_below()

    def on_input_changed(self, message: Input.Changed) -> None:
        if message.value != self.bar.value:
            return  # a line that came back meanwhile keeps what was said about it; its own message follows
        if message.value.strip():
            self.ask_hint()
        else:
            if self._hint is not None:
                self._said = "", ""  # it was about what stood in the bar
            self._hint, self._hint_for = None, None
            self.bar.offer(())
            self.draw_below()

    def on_hinted(self, message: Hinted) -> None:
        if message.text != self.bar.value:
            return
        self._hint = message
        if not self.bar.came_back:  # then the line says why it did
            if message.text.strip() == self._unchanged:
                self.say(_("Change a number, or add what was wrong; # begins the reason."), "")
            else:
                self.say(message.words, "$outcome-no" if message.refused else "")
        self.bar.offer(message.candidates)
        self.draw_below()

    def leave_bar(self) -> None:
        self.set_focus(self.chronicle)

    # -- what comes in ------------------------------------------------------------------------------------------------

    def opened(self, news: Opened) -> None:
        super().opened(news)
        if news.unsent:
            self.bring_back(news.unsent)
            self.say(_("This was typed last time and not recorded. Up brings back more."))
        for warning in news.warnings:
            self.host.notify(warning, severity="warning")

    def bring_back(self, drafts: Sequence[Draft]) -> None:
        super().bring_back(drafts)
        if texts := [draft.text for draft in drafts if not draft.note]:
            into_the_bar = self.bar.give_back(texts)
            if not into_the_bar:
                told = _("Not recorded: {lines}. Up brings it back.", lines=_(", ").join(texts))
                self.say(f"{told} {self._said[0]}")

    # -- actions ----------------------------------------------------------------------------------------------------------

    def prefill(self, text: str, caret: int | None = None) -> None:
        """Open the bar with a line; one with a ``caret`` is not sent as it stands."""
        self.bar.prefill(text, caret)
        self._unchanged, self._caret = (text.strip(), caret) if caret is not None else ("", 0)
        self.set_focus(self.bar)

    def do_roll(self, key: str) -> None:
        self.set_focus(self.bar)

    async def do_help(self, key: str) -> None:
        """In the bar: what can be typed there."""
        from tui.screens.grammar import LINE, Grammar

        if key and self.focused is self.bar:
            await self.host.ask(Grammar(LINE, self.active, filters=False), self._example_chosen)
        else:
            await super().do_help(key)

    def _to_newest(self) -> None:
        """Out of the empty bar: where new lines came in below what is shown, to them."""
        self.chronicle.action_jump(-1)

    async def _list_keys(self) -> None:
        """Out of the bar: the keys that are listed are those of the log."""
        self.leave_bar()
        await super().do_help("")

    def _example_chosen(self, line: str | None) -> None:
        if line is not None:
            self.prefill(line)

    def do_retry(self, key: str) -> None:
        self.prefill("retry ")

    def do_again(self, key: str) -> None:
        self.send(Draft("again", self.active))

    async def do_contest(self, key: str) -> None:
        from tui.gateway import likely

        await self._open_with(partial(likely.contest, active=self.active))

    async def do_fright(self, key: str) -> None:
        from tui.gateway import likely

        await self._open_with(partial(likely.fright, active=self.active))

    async def do_effort(self, key: str) -> None:
        from tui.gateway import likely

        await self._open_with(partial(likely.effort, active=self.active))

    async def _open_with(self, question: Callable[[Campaign], str]) -> None:
        text = await self.gateway.fetch(question)
        if text is not None:
            self.prefill(text)

    async def do_modifiers(self, key: str) -> None:
        from tui.screens.modifiers import Modifiers

        if self.picture is not None:
            await self.host.ask(Modifiers(self.picture.lasting), self._modified)

    def _modified(self, choice: Lasting | str | None) -> None:
        if isinstance(choice, str):
            self.prefill(choice)
        elif choice is not None:
            self.send(Draft(choice.ending))

    def do_clear(self, key: str) -> None:
        self.send(Draft("modifier clear"))

    async def do_form(self, key: str) -> None:
        from tui.screens.form import FormPicker

        picker = FormPicker()
        await self.host.ask(picker, self._form_chosen)
        self.gateway.forms(picker, self.active)

    async def _form_chosen(self, form: Form | None) -> None:
        from tui.screens.form import FormDialog

        if form is not None:
            dialog = FormDialog(form, self.active, self.host.left_forms.pop(form.id, {}))
            await self.host.ask(dialog, partial(self._form_filled, dialog))

    def _form_filled(self, dialog: FormDialog, draft: Draft | None) -> None:
        """A form that was closed is kept for the next time, as a note is."""
        if draft is not None:
            self.send(draft)
        elif filled := dialog.filled:
            self.host.left_forms[dialog.form.id] = filled

    def do_damage(self, key: str) -> None:
        self.prefill("hp -")

    def do_answer(self, key: str) -> None:
        if self.picture is not None:
            waiting = self.picture.waiting[0]
            dice = "=" if waiting.kind == "dice" and self.picture.by_hand else ""
            self.prefill(f"{_ANSWERS[waiting.kind]} {waiting.position} {dice}")

    def do_undo(self, key: str) -> None:
        self.send(Draft("undo"))

    def do_redo(self, key: str) -> None:
        self.send(Draft("redo"))

    def do_label(self, key: str) -> None:
        self.prefill(f"mark {self.selected} ")

    async def do_find(self, key: str) -> None:
        await (await self.host.show("chronicle")).action_perform("find")

    def do_active(self, key: str) -> None:
        """The character of that number; chosen from a menu, the next one."""
        members = self.picture.members if self.picture else ()
        if key.isdigit():
            chosen = members[int(key) - 1] if int(key) <= len(members) else None
        else:
            at = next((number for number, member in enumerate(members) if member.id == self.active), -1)
            chosen = members[(at + 1) % len(members)]
        if chosen is None:
            self.say(_("There is no character number {number}.", number=key))
            return
        self.host.active = chosen.id
        self.draw_party()
        self._ask_quick()
        self.ask_hint()
