"""Go to a session, an event or the end of the log; in the past also to a date or a time on the in-game clock."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from textual.app import ComposeResult
from textual.widgets import Static

from tracker.durations import means_clock
from tracker.language import N_, _
from tui.screens.dialog import Dialog
from tui.text import content
from tui.widgets.keys_in_order import Field


class GoTo(Dialog[int | str]):
    """Answers with a position. ``s12`` is a session, ``#812`` an event, ``end`` the last event; a number alone is one of
    those that ``numbers`` names. Among events it answers as well with a moment that is still to be found: a session's end
    (``s12 end``), a date, a time on the in-game clock."""

    CSS_PATH = ["dialog.tcss", "goto.tcss"]
    TITLE = N_("Go to")
    KEYS = N_("Enter Go   Esc Close")
    FIRST = "Field"

    def __init__(
        self, sessions: Sequence[tuple[int, int]], head: int, numbers: Literal["sessions", "events"] = "sessions"
    ) -> None:
        super().__init__()
        self._sessions = dict(sessions)
        self._head = head
        self._alone = "#" if numbers == "events" else "s"  # the sign that a number without one is read with

    def body(self) -> ComposeResult:
        numbers = sorted(self._sessions)
        known = _("1 to {last}", last=numbers[-1]) if len(numbers) > 1 else "1" if numbers else _("none yet")
        head = f"{self._head:,}"
        if self._alone == "#":
            text = _(
                "s12 or s12 end ({sessions}), 812 (1 to {head}), 2026-03-06, day 3 14:05, or end", sessions=known, head=head
            )
        else:
            text = _(
                "a session ({sessions}) such as 12, an event (1 to {head}) such as #812, or end", sessions=known, head=head
            )
        yield Static(content(text), classes="label", markup=False)
        yield Field(self._go, self._examples())

    def _examples(self) -> str:
        session, event = ("s12", "812") if self._alone == "#" else ("12", "#812")
        return _("{session}, {event} or end", session=session, event=event)

    def _go(self, typed: str) -> None:
        text = typed.strip().casefold().replace(",", "")
        sign = text[:1] if text[:1] in ("s", "#") else self._alone
        number = text.removeprefix(sign)
        if text == "end":
            self.dismiss(self._head)
        elif self._alone == "#" and (moment := _moment(typed)):
            self.dismiss(moment)
        elif not re.fullmatch(r"\d{1,15}", number):
            self.say(_("Type a session or an event: {examples}.", examples=self._examples()))
        elif sign == "#":
            self.dismiss(max(1, min(int(number), self._head)))
        elif (position := self._sessions.get(int(number))) is not None:
            self.dismiss(position)
        elif int(number) <= self._head:
            self.say(_("There is no session {number}; the event of that number is #{number}.", number=int(number)))
        else:
            self.say(_("There is no session {number}.", number=number))


def _moment(typed: str) -> str:
    """The moment that is meant, as ``place_of`` reads it; empty where it is none of these."""
    text = " ".join(typed.casefold().split())
    if ended := re.fullmatch(r"s(\d{1,9}) end", text):
        return f"session:{ended[1]}"
    return text if means_clock(text) or re.match(r"\d{4}-", text) else ""
