"""Keys that come before what they are meant for: they are kept until it is there, and then done in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import events

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.app import RollbookApp

    _Mixin = Screen[Any]
else:  # a second screen among the bases would hide the styles and keys of the first
    _Mixin = object


class Waiting(_Mixin):
    """A screen or dialog that may be in sight before the gateway has answered what it shows.

    ``wait`` begins to hold keys and ``arrived`` has the app do those that were held. Esc is done at once, so that nobody has
    to wait for an answer: behind other keys the first Esc keeps its place, the second one is done at once.
    """

    _held: list[events.Key | events.Paste] | None = None  # None while nothing is waited for
    _here = False  # whether it has come, and the held keys are about to be done

    @property
    def waits(self) -> bool:
        """Whether what is shown is still on its way."""
        return self._held is not None

    def wait(self) -> None:
        """What the next keys are meant for has been asked for."""
        self._here = False
        if self._held is None:
            self._held = []

    def arrived(self) -> None:
        """It is here."""
        if self._held is not None and not self._here:
            self._here = True
            app = cast("RollbookApp", self.app)
            app.call_next(app.go_on, self)

    def give_up(self) -> None:
        """It won't come, and what was typed for it is meant for nothing else."""
        self._held = None

    def say(self, message: str) -> None:
        """A sentence in the line for messages."""
        raise NotImplementedError

    def hold(self, event: events.Key | events.Paste) -> bool:
        """Keep a key for later; False when it can be done now."""
        if self._held is None:
            return False
        if _is_escape(event) and (not self._held or any(map(_is_escape, self._held))):
            return False
        self._held.append(event)
        return True

    def let_go(self) -> list[events.Key | events.Paste]:
        """The keys that were held; none while something else is waited for by now."""
        if not self._here:
            return []
        held, self._held, self._here = self._held or [], None, False
        return held


def _is_escape(event: events.Key | events.Paste) -> bool:
    return isinstance(event, events.Key) and event.key == "escape"
