"""The command palette, and the registry's actions in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.widgets.option_list import Option

from tracker.language import _
from tui import actions
from tui.screens.base import PlayScreen
from tui.text import content

_LESS = 0.5  # a hit in the help, or in another language, counts less than one in the title


class Palette(CommandPalette):
    """Textual's own in the language spoken, made fit for keys that come faster than its messages. It would close twice, and
    with the second time take the screen below along, do a command twice, and fail at a list that isn't laid out."""

    def __init__(self) -> None:
        super().__init__(placeholder=_("Search for commands…"), id="--command-palette")

    def dismiss(self, result: None = None) -> AwaitComplete:
        if self.is_current:
            closing: AwaitComplete = super().dismiss(result)
            return closing
        self._selected_command = DiscoveryHit("", _nothing)  # what would be done next
        return AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # no line is laid out yet
            super()._action_command_list(action)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """As Textual's, which keeps its sentence to itself."""
        self._stop_no_matches_countdown()

        def tell() -> None:
            if search_value:
                told = Option(content(_("No matches found")), disabled=True, id=self._NO_MATCHES)
                self.query_one(CommandList).add_options([told])
            self._list_visible = bool(search_value)

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, tell)


def _nothing() -> None:
    """The command was done already."""


class ActionsProvider(Provider):
    """What the screen behind the palette offers. Hits are content, never strings that would be read as markup."""

    def _commands(self) -> list[tuple[actions.Action, Callable[[], Awaitable[None]]]]:
        screen = self.screen
        if not isinstance(screen, PlayScreen):
            return []
        return [(action, partial(screen.chosen, action.id)) for action in actions.offered(screen.NAME)]

    async def discover(self) -> Hits:
        for action, run in self._commands():
            yield DiscoveryHit(content(_label(action)), run, text=_label(action), help=action.told)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for action, run in self._commands():
            others = (action.told, action.title, action.help)  # in English too, for when no input method is on
            score = max(matcher.match(_label(action)), *(matcher.match(text) * _LESS for text in others))
            if score > 0:
                yield Hit(score, content(_label(action)), run, text=_label(action), help=action.told)


def _label(action: actions.Action) -> str:
    return f"{action.name}  {action.key}"
