"""Recorded words in the language spoken, and what stays English in any."""

from __future__ import annotations

from threading import Thread

import pytest

from tests.projections.builder import Log, rolled
from tests.tongue import speak
from tracker import events as ev
from tracker.language import _, english, spoken_now
from tracker.reports.lines import Line, describe
from tracker.reports.render import cells
from tracker.reports.words import word

WORDS = {
    "NO": "失敗",
    "by {margin}": "差{margin}",
    "need {need}": "目標値{need}",
    "rolled {rolled}": "出目{rolled}",
    "Stealth": "忍び",
    "dark": "暗さ",
    "note": "メモ",
}


def line(event: ev.Event, who: str | None = None) -> Line:
    log = Log()
    log.add(event, who)
    return describe(log.events[0], {"mira": "note"}, voided=False)


def test_a_roll_is_told_in_the_language_spoken_and_its_outcome_stays_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    roll = rolled(
        "Stealth",
        target=10,
        total=12,
        dice=(4, 4, 4),
        modifiers=(ev.AppliedModifier("dark", -2), ev.AppliedModifier("fog", -1)),
    )
    speak(monkeypatch, WORDS)
    told = line(roll, "mira")
    assert (told.text, told.outcome, told.by) == ("忍び -2 暗さ -1 fog", "NO", "差2")
    assert str(told).endswith("目標値10  出目4+4+4=12  失敗 差2")


def test_a_task_that_a_retry_began_has_no_name_of_its_own_to_tell() -> None:
    assert line(ev.TaskStarted(name="Stealth", what="Stealth", policy="free"), "mira").text == "task: Stealth, retries free"
    door = ev.TaskStarted(name="west-door", what="Stealth", policy="free")
    assert line(door, "mira").text == "task: Stealth at west-door, retries free"


def test_what_speaks_for_nobody_is_translated_and_a_character_of_that_name_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, WORDS)
    assert line(ev.NoteAdded(text="dark")).who == "メモ"
    assert line(ev.NoteAdded(text="dark")).text == "dark"  # people's words stay
    assert line(ev.ConditionEnded(condition=1, name="dark", by="time"), "mira").who == "note"


def test_columns_are_counted_in_columns_of_the_terminal() -> None:
    shown = [str(Line(7, "21:30", who, "x")) for who in ("エルザ", "Mira", "影")]
    assert {cells(text.partition("x")[0]) for text in shown} == {25}


def test_nothing_is_said_for_an_empty_word(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, {"": "Language: ja"})
    assert word("") == ""


def test_english_holds_for_one_thread_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, {"NO": "失敗"})
    elsewhere: list[str] = []
    with english():
        other = Thread(target=lambda: elsewhere.append(_("NO")))
        other.start()
        other.join()
        assert (_("NO"), spoken_now()) == ("NO", "en")
        with pytest.raises(ZeroDivisionError), english():
            raise ZeroDivisionError
        assert _("NO") == "NO"
    assert elsewhere == ["失敗"]
    assert (_("NO"), spoken_now()) == ("失敗", "ja")
