"""Sessions and marks: when was played and what, scene by scene, and the bookmarks; a session begins and ends here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracker.language import _
from tui.gateway import sessions
from tui.gateway.findings import FindingsRead
from tui.screens.findings import FindingsScreen

if TYPE_CHECKING:
    from tracker.service import Campaign


class SessionsScreen(FindingsScreen):
    NAME = "sessions"
    FIRST = sessions.SESSIONS

    @property
    def lists(self) -> Sequence[str]:
        return sessions.LISTS

    def question(self, generation: int) -> Callable[[Campaign], FindingsRead]:
        return partial(sessions.read, generation=generation, which=self.which)

    def headline(self) -> str:
        return f"{_('SESSIONS')} | {super().headline()}"

    # -- actions ------------------------------------------------------------------------------------------------------------

    async def do_start(self, key: str) -> None:
        await self.host.type_line("session start ")

    async def do_end(self, key: str) -> None:
        await self.host.type_line("session end")

    async def do_new_scene(self, key: str) -> None:
        await self.host.type_line("scene ")
