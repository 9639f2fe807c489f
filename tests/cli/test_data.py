"""Copies, checks and the demo."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.conftest import Rollbook
from tracker import settings


def test_verify_tells_head_and_hash(innsmouth: Rollbook) -> None:
    found = innsmouth.json("verify")
    assert set(found) == {"campaign", "head", "hash", "problems"}
    assert (found["campaign"], found["head"], found["problems"]) == ("Innsmouth", 3, [])
    assert innsmouth("verify").lines == [f"Innsmouth: all 3 events are as they were recorded; {found['hash']}"]
    innsmouth("note", "later")
    innsmouth("verify", "--expect", found["hash"])


def test_a_hash_that_never_was_fails_the_check(innsmouth: Rollbook) -> None:
    [problem] = innsmouth.json("verify", "--expect", "0" * 63 + "1", code=1)["problems"]
    assert problem["position"] == 3
    refused = innsmouth.refusal("verify", "--expect", "f00")
    assert (refused["where"], refused["message"]) == (
        "expect",
        "“f00” is no whole hash: that has 64 of the characters 0 to 9 and a to f.",
    )


def test_tampering_is_found_at_its_position(innsmouth: Rollbook) -> None:
    with closing(sqlite3.connect(innsmouth.store / "Innsmouth.rollbook")) as file, file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f'DROP TRIGGER "{trigger}"')
        file.execute("UPDATE events SET payload = replace(payload, 'Lockpicking', 'Lockpickinh') WHERE position = 2")
    problems = innsmouth.json("verify", code=1)["problems"]
    assert [problem["position"] for problem in problems] == [2]


def test_backup_goes_where_it_is_told(innsmouth: Rollbook, tmp_path: Path) -> None:
    target = tmp_path / "copy.rollbook"
    assert innsmouth.json("backup", str(target)) == {"campaign": "Innsmouth", "path": str(target)}
    assert target.is_file()
    assert innsmouth.refusal("backup", str(target))["code"] == "exists"
    assert Path(innsmouth.json("backup")["path"]).parent == innsmouth.store / "backups"


def test_rebuild_gives_the_same_answers(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "--at", "door", "--dice", "6,6,6")
    innsmouth("retry", "--dice", "3,3,3")
    before = innsmouth("history", "--json").out, innsmouth("audit", "retries", "--json").out
    assert innsmouth.json("rebuild") == {"campaign": "Innsmouth", "head": innsmouth.head()[0]}
    assert (innsmouth("history", "--json").out, innsmouth("audit", "retries", "--json").out) == before


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """A demo campaign that is quick to make; the list fills with the places that were asked for."""
    asked: list[str | None] = []
    module = ModuleType("tracker.demo")

    def make(location: str | None) -> tuple[str, str]:
        asked.append(location)
        return location or "somewhere", "The Demo"

    module.make = make  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tracker.demo", module)
    return asked


def test_the_screen_of_the_demo_speaks_as_the_command_was_told_to(
    rollbook: Rollbook, demo: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLBOOK_LANGUAGE", "en")
    spoken = []

    def screen(*what: str) -> int:
        spoken.append(settings.load().settings.language)
        return 0

    rollbook("demo", open_screen=screen)
    rollbook("demo", "--language", "ja", open_screen=screen)
    assert spoken == ["en", "ja"]


def test_demo_opens_the_screen(rollbook: Rollbook, demo: list[str | None]) -> None:
    opened: list[tuple[str, str, str]] = []

    def screen(*what: str) -> int:
        opened.append(what)  # type: ignore[arg-type]
        return 0

    rollbook("demo", "--by", "Ines", open_screen=screen)
    assert opened == [(str(rollbook.store), "The Demo", "Ines")]
    assert rollbook("demo", "--no-screen", "--json", open_screen=screen).objects == [
        {"store": str(rollbook.store), "campaign": "The Demo"}
    ]
    assert "The Demo" in rollbook("demo").out
    assert (len(opened), demo) == (1, [str(rollbook.store)] * 3)
