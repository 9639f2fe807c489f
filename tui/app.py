"""Wiring: screens, themes, the gateway's messages, and how the program ends."""

from __future__ import annotations

import asyncio
import gc
import os
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual._styles_cache import StylesCache
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.keys import _character_to_key
from textual.notifications import SeverityLevel

from tracker.language import _
from tracker.settings import Loaded
from tui import actions, chrome, keymap
from tui.gateway import Gateway, Where
from tui.gateway.messages import (
    Advanced,
    Broken,
    CampaignsListed,
    DependantsAsked,
    Draft,
    HandedBack,
    News,
    Opened,
    Rebuilding,
    Saved,
    Trouble,
)
from tui.keyboard import after_escape, tell_alt
from tui.palette import ActionsProvider, Palette
from tui.screens.base import PlayScreen
from tui.screens.dialog import Dialog
from tui.screens.log_screen import LogScreen
from tui.screens.waiting import Waiting
from tui.signals import leave_on_signals
from tui.text import safe
from tui.theme import THEMES, called, following, put_on
from tui.widgets.keys_in_order import KeysInOrder, Typing
from tui.widgets.roll_bar import RollBar
from tui.widths import count_ambiguous_as_wide

if TYPE_CHECKING:
    from tui.gateway.picture import Picture
    from tui.screens.picker import Choice
    from tui.screens.table import TableScreen

ResultType = TypeVar("ResultType")

_POLL_SECONDS = 1.0
_READING_SECONDS = 15.0  # for a sentence about the settings
# Where the screens are; all but the first are loaded when they are first shown.
_SCREENS = {
    "table": "tui.screens.table:TableScreen",
    "chronicle": "tui.screens.chronicle:ChronicleScreen",
    "replay": "tui.screens.replay:ReplayScreen",
    "audit": "tui.screens.audit:AuditScreen",
    "character": "tui.screens.character:CharacterScreen",
    "sessions": "tui.screens.sessions:SessionsScreen",
    "plots": "tui.screens.plots:PlotsScreen",
}


def screen_class(name: str) -> type[PlayScreen]:
    """The screen of that name."""
    module, _colon, found = _SCREENS[name].partition(":")
    loaded: type[PlayScreen] = getattr(import_module(module), found)
    return loaded


def _maker(name: str) -> Callable[[], PlayScreen]:
    return lambda: screen_class(name)()


class RollbookApp(App[None]):
    """One screen for each mode of play; ``active`` is the id of the character who acts when nobody is named."""

    TITLE = "Rollbook"
    CSS_PATH = "app.tcss"
    MODES = {name: _maker(name) for name in _SCREENS}
    DEFAULT_MODE = next(iter(_SCREENS))
    COMMANDS = {ActionsProvider}
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = []

    def __init__(self, where: Where, drafts_folder: Path | None = None, loaded: Loaded | None = None) -> None:
        super().__init__()
        tell_alt()
        self.loaded = loaded or Loaded()
        settings = self.loaded.settings
        keys, self._mistakes = keymap.chosen(self.loaded.keys)
        actions.use_keys(keys)
        chrome.use(settings)
        if settings.ambiguous == "wide":
            count_ambiguous_as_wide()
        self.set_class(chrome.boxed(), "-boxed")
        self.animation_level = "full" if settings.motion and "SSH_CONNECTION" not in os.environ else "none"
        put_on(self, settings.theme)
        self.gateway = Gateway(where, self, drafts_folder)
        self.picture: Picture | None = None
        self.active: str | None = None
        self.saved_at = ""
        self.kept_note = ""  # of an editor that was closed
        self.left_forms: dict[str, dict[str, str]] = {}  # what was filled in on forms that were closed, by their ids
        self.hiding = settings.hide_secrets  # what only the GM may see
        self.filter = ""  # what the Chronicle was last narrowed by
        self.progress = _("opening campaign ...")
        self.crash: Exception | None = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    # -- life -----------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        leave_on_signals(self)
        for mistake in (*self.loaded.problems, *self._mistakes):
            self.notify(mistake, severity="warning", timeout=_READING_SECONDS)
        self.set_interval(_POLL_SECONDS, self._look)
        self.call_after_refresh(self._begin)  # the first frame doesn't wait for the database's libraries

    def _begin(self) -> None:
        gc.enable()  # ``run_screen`` has put it off until the first frame
        self.gateway.start()

    def _watch_app_focus(self, focus: bool) -> None:
        """The bar keeps its focus while the terminal hasn't any: a terminal, and more so a browser, may tell of that when
        keys are coming already, and some of them would go astray."""

    def on_app_focus(self) -> None:
        self.gateway.poll()

    def _look(self) -> None:
        """See what other programs record, and tell of a line that still waits to be."""
        self.gateway.poll()
        if self.gateway.busy and self._screen_stack:
            self.play_screen.draw_title()

    async def _shutdown(self) -> None:
        unsent = self.unsent()  # while the bars are still there
        await super()._shutdown()
        await asyncio.to_thread(self.gateway.close, unsent)

    def unsent(self) -> list[Draft]:
        """What stands in bars and editors now."""
        from tui.screens.note import NoteEditor

        screens = [screen for stack in self._screen_stacks.values() for screen in stack]
        editors = [screen for screen in screens if isinstance(screen, NoteEditor)]
        texts = [self.kept_note, *(screen.text for screen in editors if screen.amends is None)]
        notes = [Draft(text, note=True) for text in texts]
        notes += [Draft(screen.text, note=True, amends=screen.amends) for screen in editors if screen.amends is not None]
        lines = [Draft(bar.value) for screen in screens for bar in screen.query(RollBar)]
        return [draft for draft in (*lines, *notes) if draft.text.strip()]

    def _fatal_error(self) -> None:
        """A fault of the program: leave without Textual's report, which prints the values of all variables, and with them
        what only the GM may read. ``crash`` is told by ``tui.crash`` once the terminal is itself again."""
        self.crash = self._exception
        self._close_messages_no_wait()

    # -- keys -----------------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes are dealt with here one by one, so that each acts on what the one before it has done."""
        if isinstance(event, events.InputEvent) and not self._screen_stack:
            return  # typed while the screens go away
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            focused, screen = self.focused, self.screen
            if isinstance(screen, Waiting) and screen.waits and await self._held_by(screen, event):
                return
            if isinstance(event, events.Paste) and isinstance(focused, Typing):
                await focused.paste(event)
                return
            if isinstance(event, events.Key):
                if isinstance(focused, KeysInOrder) and await focused.take(event):
                    return
                keeps_alt = isinstance(focused, Typing) and focused.KEEPS_ALT
                if not keeps_alt and (second := after_escape(event)):
                    await self._one_by_one(events.Key("escape", None), second)
                    return
                if not isinstance(focused, Typing):
                    event = _half_width(event)
        await super().on_event(event)

    async def _held_by(self, screen: Waiting, event: events.Key | events.Paste) -> bool:
        """Whether a screen keeps a key for later; the program's own keys are done at once."""
        if isinstance(event, events.Key):
            if event.key in self._bindings.key_to_bindings:
                return False
            if second := after_escape(event):
                await self._one_by_one(events.Key("escape", None), second)
                return True
        return screen.hold(event)

    async def _one_by_one(self, *keys: events.Key | events.Paste) -> None:
        """Each with what it has set off."""
        for event in keys:
            await self.on_event(event)
            await self._flush_next_callbacks()

    # -- what screens ask for ---------------------------------------------------------------------------------------------

    async def go_on(self, screen: Waiting) -> None:
        """What a screen has waited for is there: do the keys that it has held."""
        await self._one_by_one(*screen.let_go())

    async def ask(
        self,
        dialog: Dialog[ResultType],
        then: Callable[[ResultType | None], None] | Callable[[ResultType | None], Awaitable[None]] | None = None,
    ) -> None:
        """Open a dialog that is ready for the very next key. A second one on top of another dialog is not opened."""
        if not isinstance(self.screen, PlayScreen):
            return
        await self.push_screen(dialog, then)
        if dialog.is_current:  # a key that waited may have closed it already
            dialog.focus_first()

    def pop_screen(self) -> AwaitComplete:
        # Textual keeps the drawings of the last 1,024 widgets alive through a cache on a method of theirs: some 150 MB
        # after an evening of dialogs.
        StylesCache.get_inner_outer.cache_clear()
        return super().pop_screen()

    async def action_command_palette(self) -> None:  # type: ignore[override]  # which Textual awaits
        """As Textual's, in the language spoken, and there before the next key."""
        if not isinstance(self.screen, CommandPalette):
            await self.push_screen(Palette())

    async def show(self, name: str) -> PlayScreen:
        """Change to another screen of play."""
        await self.switch_mode(name)
        return self.play_screen

    async def type_line(self, text: str, caret: int | None = None) -> None:
        """Go to the Table and put a line into its bar, to go on typing at its end or behind so many characters."""
        table = cast("TableScreen", await self.show(self.DEFAULT_MODE))
        table.prefill(text, caret)

    @property
    def play_screen(self) -> PlayScreen:
        """The screen of play in sight, perhaps behind a dialog."""
        return cast(PlayScreen, self._screen_stack[0])

    def play_screens(self) -> list[PlayScreen]:
        """All screens of play that were opened so far."""
        return [stack[0] for stack in self._screen_stacks.values() if stack and isinstance(stack[0], PlayScreen)]

    def hide(self, hiding: bool) -> None:
        """Hide what only the GM may see on every screen, or show it again."""
        self.hiding = hiding
        for screen in self.play_screens():
            if isinstance(screen, LogScreen):
                selected = screen.selected
                screen.chronicle.forget()  # at once, and also where the filter that stands there can't be read
                screen.open_log(then=selected)
            screen.follow()

    def switch_theme(self) -> None:
        if self.no_color:
            self.notify(_("NO_COLOR is set: the screen stays without colours."))
            return
        self.theme = following(self.theme)
        name = called(self.theme)
        self.notify(_("Theme: {name}. To keep it: rollbook settings set theme {name}", name=name))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """As Textual's, but a text is never read as markup."""
        super().notify(safe(message), title=safe(title), severity=severity, timeout=timeout, markup=False)

    # -- what the gateway tells -------------------------------------------------------------------------------------------

    def on_rebuilding(self, message: Rebuilding) -> None:
        done, all = (f"{count:,}" for count in (message.done, message.all))
        self.progress = _("rebuilding, {done} of {all} ...", done=done, all=all)
        self._tell(message)

    def on_opened(self, message: Opened) -> None:
        self.picture = message.picture
        self.progress = ""
        self.saved_at = ""
        self.left_forms.clear()  # their names are another campaign's
        members = message.picture.members
        self.active = members[0].id if members else None
        self._tell_all(message)

    def on_advanced(self, message: Advanced) -> None:
        self.picture = message.picture
        if message.picture.member(self.active) is None:
            self.active = message.picture.members[0].id if message.picture.members else None
        self._tell(message)

    def on_saved(self, message: Saved) -> None:
        self.saved_at = message.at
        if message.critical and self.loaded.settings.bell:
            self.bell()
        self._tell(message)

    def on_handed_back(self, message: HandedBack) -> None:
        self._tell_all(message)

    async def on_dependants_asked(self, message: DependantsAsked) -> None:
        from tui.screens.dependants import DependantsDialog

        def chosen(choice: str | None) -> None:
            if choice is None:
                self._tell_all(HandedBack([message.draft], message.message))
            else:
                self.gateway.send(replace(message.draft, text=f"{message.draft.text} dependants {choice}", previewed=None))

        if isinstance(self.screen, PlayScreen):
            await self.ask(DependantsDialog(message.sentences), chosen)
        else:
            chosen(None)

    def on_trouble(self, message: Trouble) -> None:
        """What can't be read is not waited for."""
        for screen in self.screen_stack if self._screen_stack else ():
            if isinstance(screen, Waiting) and screen.waits:
                screen.give_up()
                screen.say(message.message)
        self._tell(message)

    async def on_campaigns_listed(self, message: CampaignsListed) -> None:
        from tui.screens.picker import Picker

        key = actions.get("campaigns").key
        self.progress = "" if self.picture else _("no campaign is open, {key} lists them", key=key)
        self.play_screen.draw_title()
        picker = Picker()
        await self.ask(picker, self._picked)
        if picker.is_current:
            picker.on_campaigns_listed(message)

    async def pick_campaign(self) -> None:
        """Have one of the campaigns chosen."""
        from tui.screens.picker import Picker

        picker = Picker()
        await self.ask(picker, self._picked)
        self.gateway.list_campaigns(picker)

    def on_broken(self, message: Broken) -> None:
        raise message.error

    def _picked(self, choice: Choice | None) -> None:
        if choice is None:
            return
        if choice.demo:
            self.gateway.make_demo()
        elif choice.ruleset:
            self.gateway.create(choice.name, choice.ruleset)
        else:
            self.gateway.open(choice.name)

    def _tell(self, message: News) -> None:
        """Tell the screen in sight; what a thread still says while the screens go away is for nobody."""
        if self.is_running and self._screen_stack:
            self.play_screen.tell(message)

    def _tell_all(self, message: News) -> None:
        for screen in self.play_screens() if self.is_running else ():
            screen.tell(message)


def _half_width(event: events.Key) -> events.Key:
    """A log key typed with an input method on: full-width ``ｒ`` is ``r``."""
    character = event.character
    plain = unicodedata.normalize("NFKC", character) if character else None
    if plain is None or plain == character or len(plain) != 1:
        return event
    return events.Key(_character_to_key(plain), plain)
