"""The bar that shows how far a long command has come."""

from __future__ import annotations

import contextlib
import io
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook
from tracker.cli import main
from tracker.cli.progress import progress, with_progress

SHEETS = Path(__file__).parent.parent / "fixtures"
FILES = [str(SHEETS / name) for name in ("borin.gcs", "events.jsonl", "vora.gcs")]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(patch: pytest.MonkeyPatch) -> _Terminal:
    terminal = _Terminal()
    patch.setattr(sys, "stderr", terminal)
    patch.setenv("TERM", "xterm-256color")
    return terminal


def test_a_terminal_sees_how_far_the_files_are(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    assert list(with_progress(FILES, "Importing", as_json=False)) == FILES
    assert "Importing" in terminal.getvalue()
    assert "3/3" in terminal.getvalue()


def test_what_is_printed_meanwhile_stays_on_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, out = on_a_terminal(monkeypatch), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    for file in with_progress(FILES, "Importing", as_json=False):
        print(file)
    assert out.getvalue() == "".join(f"{file}\n" for file in FILES)
    assert "borin" not in terminal.getvalue()


def test_a_script_and_one_file_see_none(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    assert list(with_progress(FILES, "Importing", as_json=True)) == FILES
    assert list(with_progress(FILES[:1], "Importing", as_json=False)) == FILES[:1]
    assert terminal.getvalue() == ""


def test_a_campaign_of_the_version_before_shows_how_far_its_rebuilding_is(
    innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = on_a_terminal(monkeypatch)
    with progress("Rebuilding", as_json=False):
        pass
    assert terminal.getvalue() == "", "nothing told, nothing shown"
    with closing(sqlite3.connect(innsmouth.store / "Innsmouth.rollbook")) as file, file:
        file.execute("UPDATE campaigns SET read_model_version = 6")
    main(["--store", str(innsmouth.store), "note", "x"])
    assert "Rebuilding" in terminal.getvalue()
    assert "3/3" in terminal.getvalue()


def test_work_that_tells_how_far_it_is_moves_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with progress("Rebuilding", as_json=False) as came:
        came(20, 50)
        came(50, 50)
    assert "Rebuilding" in terminal.getvalue()
    assert "50/50" in terminal.getvalue()


def test_a_rebuild_shows_its_events_on_a_terminal_and_to_no_script(
    innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = on_a_terminal(monkeypatch)
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["--store", str(innsmouth.store), "rebuild", "--json"]) == 0
        assert terminal.getvalue() == ""
        assert main(["--store", str(innsmouth.store), "rebuild"]) == 0
    assert "3/3" in terminal.getvalue()


def test_an_import_without_a_terminal_says_only_what_it_always_said(rollbook: Rollbook) -> None:
    rollbook("new", "Import")
    answer = rollbook("import", *FILES, code=2)
    assert answer.lines[-1] == "2 characters taken, 1 refusal."
    assert answer.err.splitlines() == ["“events.jsonl” is damaged at line 2: extra data; nothing was imported."]
