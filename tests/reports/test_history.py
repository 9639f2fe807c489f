"""Filters over lines and rolls, paging, and the JSON form of a roll."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.projections.builder import CAMPAIGN, Log, projected, sample
from tracker import events as ev
from tracker.reports import history, roster
from tracker.reports.filters import EVERYTHING, Filter, Range, where
from tracker.reports.rolls import roll_json


def found(log: Log, **narrowed: Any) -> tuple[list[int], list[int]]:
    """Positions of the lines and of the rolls that match."""
    with projected(log) as connection:
        filter = where(**narrowed)
        lines = list(history.line_positions(connection, CAMPAIGN, filter))
        rolls = list(history.roll_positions(connection, CAMPAIGN, filter))
        assert history.count(connection, CAMPAIGN, filter) == len(rolls)
        newest = history.newest_lines(connection, CAMPAIGN, filter, limit=2)
        assert list(newest) == lines[-2:]
        return lines, rolls


def both(log: Log, **narrowed: Any) -> list[int]:
    """Positions that match, where lines and rolls agree."""
    lines, rolls = found(log, **narrowed)
    assert lines == rolls
    return rolls


def test_outcomes_in_words_of_the_log_and_of_the_rules() -> None:
    log = Log()
    ok = log.roll("mira", "Stealth", 9)
    no = log.roll("mira", "Stealth", 14)
    crit = log.roll("mira", "Stealth", 4, critical=True)
    fumble = log.roll("mira", "Stealth", 18, critical=True)
    assert both(log, outcome="ok") == [ok]
    assert both(log, outcome="success") == [ok, crit]
    assert both(log, outcome="no") == [no]
    assert both(log, outcome="failure") == [no, fumble]
    assert both(log, outcome="crit") == both(log, outcome="critical_success") == [crit]
    assert both(log, outcome="fumble") == both(log, outcome="critical_failure") == [fumble]
    assert both(log, notable=True) == [no, crit, fumble]


def test_what_is_found_by_its_beginning_in_any_spelling() -> None:
    log = Log()
    plain = log.roll("mira", "Guns/TL8 (Pistol)")
    rifle = log.roll("mira", "Guns/TL8 (Rifle)")
    hidden = log.roll("mira", "隠密－夜")
    assert both(log, what="guns/tl8") == [plain, rifle]
    assert both(log, what="=ＧＵＮＳ/tl8 (pistol)") == [plain]
    assert both(log, what="=guns") == []
    assert both(log, what="=隠密-夜") == [hidden]


@pytest.mark.parametrize("pattern", ["%", "100%", "a_b", "/", "\\", "'; DROP TABLE rolls; --"])
def test_what_is_never_a_pattern(pattern: str) -> None:
    log = Log()
    log.roll("mira", "Stealth")
    exact = log.roll("mira", pattern)
    assert both(log, what=pattern) == [exact]


def test_sessions_characters_and_kinds() -> None:
    log = Log()
    positions: list[int] = []
    for number in (1, 2, 3):
        log.add(ev.SessionStarted(number=number))
        positions += [log.roll("mira", "Stealth"), log.roll("korr", "Will", kind="will")]
    assert both(log, session=Range(2, 2), character="korr") == [positions[3]]
    assert both(log, session=Range(2), kind="success") == [positions[2], positions[4]]
    assert found(log, session=Range(last=1))[1] == positions[:2]


def test_secret_and_taken_back() -> None:
    log = Log()
    open_ = log.roll("mira", "Stealth")
    secret = log.roll("mira", "Perception", secret=True)
    gone = log.roll("mira", "Climbing")
    void = log.void(gone)
    assert both(log, secret=True) == [secret]
    assert found(log, voided=False) == ([open_, secret, void], [open_, secret])
    assert both(log, voided=True) == [gone]
    assert found(log)[1] == [open_, secret, gone]


def test_a_task_holds_its_first_plain_roll_too() -> None:
    log = Log()
    plain = log.roll("mira", "Climbing", 14)
    log.roll("mira", "Stealth")
    with log.action():
        task = log.add(ev.TaskStarted(name="Climbing", what="Climbing", policy="penalty", first=plain), "mira")
    retry = log.retry("mira", "Climbing", task, 2)
    assert both(log, task=task) == [plain, retry]


def test_overridden_penalties() -> None:
    log = Log()
    task, first = log.task("mira", "Climbing")
    ruled = log.retry("mira", "Climbing", task, 2)
    waived = log.retry("mira", "Climbing", task, 3, expected=-2, applied=0, reason="a rope")
    lines, rolls = found(log, overridden=True)
    assert rolls == [waived]
    assert lines == [waived - 1, waived]  # the override is a line of its own
    assert both(log, overridden=False) == [first, ruled]


def test_margins_on_lines_as_on_rolls() -> None:
    log = Log()
    log.add(ev.NoteAdded(text="rain"))
    log.roll("mira", "Stealth", 11)
    by_five = log.roll("mira", "Stealth", 17)
    assert both(log, margin=Range(5)) == [by_five]
    assert both(log, margin=Range(2, 4)) == []


def test_bookmarked() -> None:
    log = Log()
    one, other = log.roll("mira", "Stealth"), log.roll("mira", "Stealth")
    mark = log.add(ev.BookmarkAdded(at=one))
    assert both(log, marked=True) == [one]
    assert both(log, marked=False) == [other]
    log.void(mark)
    assert found(log, marked=True) == ([], [])


def test_a_family_narrows_the_lines() -> None:
    assert [sample().events[at - 1].event.__class__ for at in found(sample(), family="note")[0]] == [ev.NoteAdded]


def test_pages_go_back_without_gap_or_repetition() -> None:
    log = Log()
    log.character("mira", "Mira")
    for number in range(7):
        log.roll("mira", "Stealth", 9 + number % 2)
    with projected(log) as connection:
        pages, before = [], None
        while page := history.rolls(connection, CAMPAIGN, EVERYTHING, log.get, before=before, limit=3):
            pages.append([roll["position"] for roll in page])
            before = pages[-1][-1]
    assert pages == [[8, 7, 6], [5, 4, 3], [2]]


@given(st.integers(1, 9), st.sampled_from([EVERYTHING, where(outcome="no"), where(character="mira", voided=False)]))
@settings(max_examples=20, deadline=None)
def test_paged_rolls_are_all_rolls(limit: int, filter: Filter) -> None:
    log = sample()
    with projected(log) as connection:
        before, seen = None, []
        while page := history.rolls(connection, CAMPAIGN, filter, log.get, before=before, limit=limit):
            seen += [roll["position"] for roll in page]
            before = seen[-1]
        assert seen == list(reversed(history.roll_positions(connection, CAMPAIGN, filter)))


def test_a_roll_as_scripts_rely_on_it() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=3))
    modifiers = (ev.AppliedModifier("dark", -3), ev.AppliedModifier("fine tools", 1, "sheet"))
    at = log.roll("mira", "Lockpicking", 12, target=10, base=12, modifiers=modifiers, dice=(3, 4, 5), secret=True)
    assert roll_json(log.events[at - 1], "Mira", False) == {
        "position": 2,
        "character": "Mira",
        "kind": "success",
        "what": "Lockpicking",
        "base": 12,
        "modifiers": [
            {"label": "dark", "value": -3, "source": "gm"},
            {"label": "fine tools", "value": 1, "source": "sheet"},
        ],
        "target": 10,
        "notation": "3d6",
        "dice": [3, 4, 5],
        "dice_source": "system",
        "total": 12,
        "success": False,
        "critical": False,
        "degree": "failure",
        "margin": 2,
        "attempt": 1,
        "retry_penalty": 0,
        "secret": True,
        "voided": False,
        "session": 3,
    }


def test_what_only_some_rolls_have() -> None:
    log = Log()
    at = log.roll("@guard", "Will", 9, kind="effort", increase=10, motivation="revenge", caps=("Rule of 20",), task=1)
    made = roll_json(log.events[at - 1], None, True)
    extras = {key: made[key] for key in ("character", "increase", "motivation", "caps", "task", "voided")}
    assert extras == {
        "character": "guard",
        "increase": 10,
        "motivation": "revenge",
        "caps": ["Rule of 20"],
        "task": 1,
        "voided": True,
    }
    assert "effort" not in made
    assert "threat" not in made


def test_names_follow_renames_and_outlive_a_voided_character() -> None:
    log = Log()
    log.character("mira", "Mira", player="Aiko")
    renamed = log.add(ev.SheetValueSet(field="name", key="", value="Mira Dusk"), "mira")
    guard = log.character("guard", "Guard", kind="npc")
    log.add(ev.CharacterStatusChanged(status="retired"), "mira")
    log.void(guard)
    with projected(log) as connection:
        assert roster.people(connection, CAMPAIGN) == [
            roster.Person("mira", "Mira Dusk", "Aiko", "pc", "retired", True),
        ]
        assert roster.names(connection, CAMPAIGN) == {"mira": "Mira Dusk", "guard": "Guard"}
    log.void(renamed)
    with projected(log) as connection:
        assert roster.names(connection, CAMPAIGN)["mira"] == "Mira"
