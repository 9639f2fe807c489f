"""The registry's actions in the command palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui import actions
from tui.screens.base import PlayScreen
from tui.text import content

_LESS = 0.5  # a hit in the help, or in another language, counts less than one in the title


class ActionsProvider(Provider):
    """What the screen behind the palette offers. Hits are content, never strings that would be read as markup."""

    def _commands(self) -> list[tuple[actions.Action, Callable[[], None]]]:
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
