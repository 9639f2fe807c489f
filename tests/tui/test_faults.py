"""Faults of the program, signals and leaving: nothing that was typed is lost, nothing that is secret is printed."""

from __future__ import annotations

import os
import shlex
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import StatementError
from textual.dom import DOMNode
from textual.widget import Widget

from tests.tui.stage import NAME, bar, enter, opened, recorded, shown, type_keys, until
from tests.tui.terminal import Terminal
from tracker import events as ev
from tracker import projections
from tracker.service import Campaign
from tui import crash
from tui.__main__ import main
from tui.app import RollbookApp
from tui.gateway.messages import Draft, HandedBack, Saved

Apps = Callable[[], RollbookApp]


class Boom(Exception):
    """A fault made for the test."""


def explode(*args: object, **more: object) -> None:
    secret = "the duke is the murderer"  # a variable that a report must not show
    raise Boom(len(secret))


async def run_into(app: RollbookApp, act: Callable[[], None]) -> None:
    """Run the app into a fault."""
    with suppress(Boom):  # Pilot raises it again at its end
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            type_keys(app, "note not sent yet")
            await until(lambda: bar(app).value == "note not sent yet")
            act()
            await until(lambda: app.crash is not None)
    assert isinstance(app.crash, Boom)


async def came_back(make_app: Apps) -> str:
    again = make_app()
    async with again.run_test(size=(80, 24)) as pilot:
        await opened(again, pilot)
        await until(lambda: bar(again).value)
        assert "typed last time and not recorded" in shown(again)
        return bar(again).value


async def test_a_fault_in_a_handler(make_app: Apps) -> None:
    app = make_app()
    await run_into(app, lambda: app.call_later(lambda: explode()))
    assert app.return_code == 1
    assert await came_back(make_app) == "note not sent yet"


async def test_a_fault_while_recording(make_app: Apps, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    app = make_app()

    def act() -> None:
        monkeypatch.setattr(Campaign, "execute", explode)
        type_keys(app, ["enter"])

    await run_into(app, act)
    assert app.return_code == 1
    assert not any(isinstance(one.event, ev.NoteAdded) for one in recorded(folder))
    assert await came_back(make_app) == "note not sent yet"


async def test_a_fault_in_a_projection(make_app: Apps, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    app = make_app()

    def act() -> None:
        monkeypatch.setattr(projections, "apply", explode)
        type_keys(app, ["enter"])

    await run_into(app, act)
    assert app.return_code == 1
    assert not any(isinstance(one.event, ev.NoteAdded) for one in recorded(folder))  # whole or not at all
    assert await came_back(make_app) == "note not sent yet"


async def test_a_fault_in_a_reader(make_app: Apps, monkeypatch: pytest.MonkeyPatch) -> None:
    from tracker.reports import history

    app = make_app()

    def act() -> None:
        monkeypatch.setattr(history, "newest_lines", explode)
        app.play_screen.follow()

    await run_into(app, act)
    assert app.return_code == 1


def test_a_report_holds_no_values_of_variables(tmp_path: Path) -> None:
    try:
        explode()
    except Boom as error:
        lines = crash.report(error)
    path = crash.write_down(lines, tmp_path)
    assert path is not None
    assert "Boom" in path.read_text()
    assert "duke" not in path.read_text().replace('"the duke is the murderer"  # a variable', "")


def note_of(text: str, error: Exception) -> None:
    try:
        raise ValueError(f"no such note: {text}")
    except ValueError as first:
        raise error from first


@pytest.mark.parametrize(
    "error",
    [
        KeyError("the duke"),
        ValueError("the duke"),
        OSError(2, "No such file", "/home/ines/the duke.rollbook"),
        StatementError("no", "INSERT", {"text": "the duke"}, ValueError("the duke")),
    ],
)
def test_a_report_holds_nothing_that_an_error_quotes(error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        note_of("the duke", error)
    text = "\n".join(crash.report(caught.value))
    assert "duke" not in text.replace('note_of("the duke", error)', "")
    assert text.index("ValueError") < text.rindex(type(error).__name__)
    assert "in note_of" in text


def test_a_report_tells_what_is_about_the_program() -> None:
    with pytest.raises(AttributeError) as caught:
        None.frobnicate()  # type: ignore[attr-defined]
    assert crash.report(caught.value)[-1] == "AttributeError: 'NoneType' object has no attribute 'frobnicate'"


async def test_the_error_screen(tmp_path: Path) -> None:
    app = crash.CrashApp(["Traceback", "[/] \x1b[2J"], tmp_path / "report.txt")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Rollbook has stopped because of a fault" in shown(app)  # type: ignore[arg-type]
        assert "report.txt" in shown(app).replace("\n", "")  # type: ignore[arg-type]
        await pilot.press("r")
    assert app.return_value is True


FAULTY = """
import sys
from tui.app import RollbookApp
from tui.__main__ import main

def explode(self):
    secret = "the duke is " + "the murderer"
    raise RuntimeError("a fault made for the test")

RollbookApp.switch_theme = explode
raise SystemExit(main(sys.argv[1:]))
"""


def test_after_a_fault_the_error_screen_and_a_code_that_is_not_zero(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path, code=FAULTY) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("note typed before\x1b")
        terminal.wait_until(lambda: b"typed before" in terminal.seen)
        terminal.pause(0.5)
        terminal.send("T")
        terminal.wait_for("because of a fault")
        terminal.send("q")
        assert terminal.wait_for_end() == 1
        assert terminal.restored
        assert b"the duke is the murderer" not in terminal.seen
    assert "RuntimeError" in next((tmp_path / "rollbook" / "crashes").iterdir()).read_text()
    assert any(b"typed before" in path.read_bytes() for path in (tmp_path / "rollbook" / "drafts").iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_error_screen_too(folder: Path, tmp_path: Path, number: signal.Signals) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path, code=FAULTY) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1bT")
        terminal.wait_for("because of a fault")
        terminal.pause(0.3)
        told = len(terminal.seen)
        os.kill(terminal.pid, number)
        assert terminal.wait_for_end() == 128 + number
        assert b"\x1b[?1049l" in terminal.seen[told:]
        assert b"Traceback" not in terminal.seen[told:]


def test_a_second_interrupt_changes_nothing(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("note half a li")
        terminal.wait_for("half a li")
        os.kill(terminal.pid, signal.SIGINT)
        terminal.pause(0.02)
        with suppress(ProcessLookupError):
            os.kill(terminal.pid, signal.SIGINT)
        assert terminal.wait_for_end() in (130, -signal.SIGINT)
        assert terminal.restored
        assert b"Traceback" not in terminal.seen
    assert any(b"half a li" in path.read_bytes() for path in (tmp_path / "rollbook" / "drafts").iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_the_terminal_as_it_was(folder: Path, tmp_path: Path, number: signal.Signals) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("note half a li")
        terminal.wait_for("half a li")
        os.kill(terminal.pid, number)
        assert terminal.wait_for_end() == 128 + number
        assert terminal.restored
    assert any(b"half a li" in path.read_bytes() for path in (tmp_path / "rollbook" / "drafts").iterdir())


SLOW = """
import sys, time
from tracker.reports import history
from tui.__main__ import main

quick = history.newest_lines

def newest_lines(*args, **more):
    time.sleep(20)

history.newest_lines = newest_lines
raise SystemExit(main(sys.argv[1:]))
"""


def test_quitting_does_not_wait_for_a_slow_query(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path, code=SLOW) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x11")
        assert terminal.wait_for_end(4) == 0
        assert terminal.restored


def test_a_line_that_waits_for_another_program_is_kept_when_the_gm_quits(folder: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder / f"{NAME}.rollbook", isolation_level=None)) as other:
        with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
            terminal.wait_for("LIVE")
            other.execute("BEGIN IMMEDIATE")
            terminal.send("note it rains\rmira stealth -1")
            terminal.wait_for("Mira Stealth 12 -1 = 11")  # typing goes on
            terminal.wait_for("saving ...")
            terminal.send("\x11")
            assert terminal.wait_for_end(5) == 0
            assert terminal.restored
        other.execute("ROLLBACK")
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("typed last time and not recorded")
        terminal.wait_for("note it rains")
    assert not any(isinstance(one.event, ev.NoteAdded) for one in recorded(folder))


async def test_what_was_sent_is_recorded_before_the_program_is_gone(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, [*"note last words", "enter", "ctrl+q"])
        await until(lambda: not app.is_running)
    assert recorded(folder)[-1].event == ev.NoteAdded(text="last words")


async def test_a_draft_is_taken_over_once(make_app: Apps, folder: Path) -> None:
    first = make_app()
    async with first.run_test(size=(80, 24)) as pilot:
        await opened(first, pilot)
        type_keys(first, "mira st")
        await until(lambda: bar(first).value == "mira st")
    second = make_app()
    async with second.run_test(size=(80, 24)) as pilot:
        await opened(second, pilot)
        await until(lambda: bar(second).value == "mira st")
        type_keys(second, ["end"])
        await enter(second, pilot, "ealth =3,3,3")
    third = make_app()
    async with third.run_test(size=(80, 24)) as pilot:
        await opened(third, pilot)
        await pilot.pause(0.1)
        assert bar(third).value == ""


def test_without_a_terminal_the_screen_names_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err == (
        'The screen needs a terminal; without one use the commands, such as rollbook do "mira stealth -2", '
        "or rollbook --plain for many lines.\n"
    )


@pytest.mark.parametrize("stream", ["< /dev/null", "> out", "2> err"])
def test_a_stream_that_is_no_terminal_is_told_at_once(folder: Path, tmp_path: Path, stream: str) -> None:
    run = shlex.join([sys.executable, "-m", "tui", "--store", str(folder)])
    command = f"cd {shlex.quote(str(tmp_path))}; exec {run} {stream}"
    with Terminal(home=tmp_path, code=f"import os; os.execvp('sh', ['sh', '-c', {command!r}])") as terminal:
        assert terminal.wait_for_end(20) == 2
        assert b"\x1b[?1049h" not in terminal.seen
    told = terminal.seen + b"".join(path.read_bytes() for path in tmp_path.glob("err"))
    assert told.count(b"The screen needs a terminal") == 1


def test_a_wrong_option_of_the_screen_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--theme", "\x1b[2Jpink"]) == 2
    told = capsys.readouterr().err
    assert "--theme is" in told
    assert "allowed: dark, light, high-contrast, mono." in told
    assert "\x1b" not in told


def test_a_command_goes_to_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--store", str(folder), "campaigns"]) == 0
    assert NAME in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["--store", "X"], ["--store=X", "--campaign", "Y"], ["--by", "me"], ["--theme=mono", "--hide-secrets", "true"]],
)
def test_options_alone_open_the_screen(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2  # there is no terminal here
    assert "needs a terminal" in capsys.readouterr().err


async def test_keys_typed_while_the_screens_go_away_are_dropped(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "ctrl+q", *"rst", "enter", "p", "x"])
    assert app.crash is None


async def test_what_is_told_while_the_screens_go_away_is_no_fault(app: RollbookApp) -> None:
    prune, told = app._prune, []

    async def prune_and_tell(*nodes: Widget, **more: DOMNode | None) -> None:
        await prune(*nodes, **more)
        for news in (Saved("19:00"), HandedBack([Draft("note lost")], "busy")):
            told.append(news)
            await app._dispatch_message(news)

    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        app._prune = prune_and_tell  # type: ignore[method-assign, assignment]
    assert told
    assert app.crash is None
