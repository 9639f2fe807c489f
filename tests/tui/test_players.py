"""What the players' view makes of a session."""

from __future__ import annotations

import pytest

from tests.tongue import speak
from tracker.reports.recap import Entry, Scene, SessionRecap
from tui.players import lines_of


def test_what_speaks_by_itself_is_named_in_the_language_spoken_and_people_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, {"note": "メモ"})
    entries = [
        Entry(number=1, kind="note", who="note", text="the bells toll"),
        Entry(number=2, kind="change", who="note", text="HP -1", subject="note"),
    ]
    lines = lines_of(SessionRecap(1, scenes=[Scene(entries=entries)]))
    assert [text.split() for text, _style in lines] == [["1", "メモ", "the", "bells", "toll"], ["2", "note", "HP", "-1"]]
