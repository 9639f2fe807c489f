"""Play at a prompt: lines from a pipe, and somebody at a terminal."""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Answer, Rollbook
from tests.tui.terminal import ROOT, Terminal

Pipe = Callable[..., Answer]


@pytest.fixture
def pipe(innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Lines that come by a pipe, and what is answered."""

    def send(*lines: str, code: int = 0, options: tuple[str, ...] = ()) -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return innsmouth("--plain", *options, code=code)

    return send


def test_a_line_in_a_line_out(pipe: Pipe) -> None:
    answer = pipe("mira lock -3 dark =6,5,4", "note the bell", "", "# nothing", "undo")
    assert answer.lines == [
        "Mira  Lockpicking 12 -3 dark = 9; rolled 6+5+4 = 15: NO by 6   [event 4]   retry: retry (target 8)",
        "note: the bell   [event 5]",
        "undo: took back 5   [event 6]",
    ]
    assert answer.err == ""


def test_a_preview_records_nothing(pipe: Pipe, innsmouth: Rollbook) -> None:
    before = innsmouth.head()
    assert pipe("?mira lock -3 dark", "？ mira stealth").lines == [
        "Mira Lockpicking 12 -3 dark = 9  37.5 %, 81 of 216",
        "Mira Stealth 13 = 13  83.8 %, 181 of 216",
    ]
    assert innsmouth.head() == before


def test_who_acts_when_nobody_is_named(pipe: Pipe) -> None:
    answer = pipe("who mir", "stealth =3,3,3", "who", "stealth =3,3,3", code=2)
    assert answer.lines[0] == "Mira acts when nobody is named."
    assert answer.lines[1].startswith("Mira  Stealth 13; rolled 3+3+3 = 9: ok by 4")
    assert answer.lines[2] == "Nobody acts unless named."
    assert answer.err.startswith("Line 4: ")


def test_looking_back_is_what_the_commands_say(pipe: Pipe, innsmouth: Rollbook) -> None:
    pipe("mira lock =6,5,4", "エルザ 隠密 =3,3,3", 'note "quoted" and not')
    answer = pipe('history character:"Mira" outcome:no', "show mira", "party", "pending", "audit retries")
    parts = [
        *("history", "character:Mira", "outcome:no"),
        *("character", "show", "mira"),
        *("character", "list"),
        *("pending",),
        *("audit", "retries"),
    ]
    told = [
        *innsmouth(*parts[:3]).lines,
        *innsmouth(*parts[3:6]).lines,
        *innsmouth(*parts[6:8]).lines,
        *innsmouth(*parts[8:9]).lines,
        *innsmouth(*parts[9:]).lines,
    ]
    assert answer.lines == told
    assert "Lockpicking" in answer.out


def test_a_script_ends_at_its_first_mistake(pipe: Pipe, innsmouth: Rollbook) -> None:
    answer = pipe("note one", "mira frob", "note two", code=2)
    assert answer.err.startswith("Line 2: Mira has no skill or attribute “frob”.")
    assert answer.err.endswith("Nothing after it was done.\n")
    assert innsmouth.rows("history", "--all", "--limit", "1")[0]["payload"] == {"text": "one"}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('history "x', "Line 1: A quote is not closed."),
        ("history --frob", "Line 1: Unknown option: --frob."),
        ("audit frob", 'Line 1: Unknown command "frob".'),
        ("note \x1b[2J", "Line 1: The note holds a control character (U+001B)"),
        ("show nobody", "Line 1: No character is called “nobody”."),
    ],
)
def test_mistakes(pipe: Pipe, line: str, sentence: str) -> None:
    answer = pipe(line, code=2)
    assert sentence in answer.err
    assert "Traceback" not in answer.err
    assert "\x1b" not in answer.err + answer.out


def test_bytes_that_are_no_text(innsmouth: Rollbook) -> None:
    command = [sys.executable, "-m", "tui", "--store", str(innsmouth.store), "--plain"]
    done = subprocess.run(
        command,
        input=b"note one\nnote \xff\xfe\n",
        capture_output=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert done.returncode == 2
    assert done.stderr == b"The input is no utf-8 text.\n"


def test_json_for_scripts(pipe: Pipe) -> None:
    roll, preview, refusal = pipe("mira lock =6,5,4", "?mira stealth", "frob", code=2, options=("--json",)).objects
    assert (roll["result"]["total"], roll["result"]["margin"]) == (15, 3)
    assert preview == {"line": "mira stealth", "preview": "Mira Stealth 13 = 13  83.8 %, 181 of 216"}
    assert refusal["error"]["message"].startswith("Line 3: ")


def test_only_what_is_new_is_said_to_wait(pipe: Pipe) -> None:
    answer = pipe("option dice hand", "mira lock", "note meanwhile", "answer 6 =3,3,3")
    assert [line for line in answer.lines if "Waiting" in line] == [
        "Waiting 6: Mira: Lockpicking, target 12   -> answer 6 =FACES   (3d6)"
    ]


def test_help_names_every_word(pipe: Pipe) -> None:
    from tracker.quickline import VERBS

    answer = pipe("help", "help contest")
    words = set(answer.out.replace(",", " ").split())
    assert words >= VERBS.keys()
    assert answer.lines[-1] == VERBS["contest"].example


# -- at a terminal ------------------------------------------------------------------------------------------------------


@pytest.fixture
def sit_down(innsmouth: Rollbook, tmp_path: Path) -> Callable[[], Terminal]:
    return lambda: Terminal("--store", str(innsmouth.store), "--plain", home=tmp_path)


def leave(terminal: Terminal) -> None:
    """Ctrl+D, once the program waits for a line."""
    terminal.wait_until(lambda: terminal.seen.endswith(b"> "))
    terminal.send("\x04")
    assert terminal.wait_for_end() == 0


def test_an_evening_at_a_prompt(sit_down: Callable[[], Terminal], innsmouth: Rollbook) -> None:
    with sit_down() as terminal:
        terminal.wait_for("> ")
        terminal.send("option dice hand\nwho mira\n")
        terminal.wait_for("Mira> ")
        terminal.send("stealth -1\n")
        terminal.wait_for("Enter leaves it waiting: ")
        terminal.send("9,9\n")
        terminal.wait_for("3d6 needs 3 dice; 2 given.")
        terminal.send("3,3,4\n")
        terminal.wait_for("ok by 2")
        terminal.send("frob\n")
        terminal.wait_for("no skill or attribute")
        leave(terminal)
        assert "everything is recorded" in terminal.seen.decode()
        for forbidden in (b"\x1b[?1049h", b"\x1b[?1000h", "─".encode(), "│".encode()):
            assert forbidden not in terminal.seen
    assert innsmouth.rows("history", "--limit", "1")[0]["dice"] == [3, 3, 4]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_line_that_was_being_typed_comes_back(sit_down: Callable[[], Terminal], number: signal.Signals) -> None:
    with sit_down() as terminal:
        terminal.wait_for("> ")
        terminal.send("note half a li")
        terminal.wait_for("half a li")
        terminal.pause(0.3)  # until the prompt waits for the next key: it looks for signals only then
        os.kill(terminal.pid, number)
        assert terminal.wait_for_end() == 128 + number
    with sit_down() as terminal:
        terminal.wait_for("Typed last time and not recorded: note half a li")
        terminal.wait_for("> note half a li")
        terminal.send("ne\n")
        terminal.wait_for("note: half a line")
        leave(terminal)


def test_the_first_interrupt_says_how_to_leave_and_the_second_leaves(sit_down: Callable[[], Terminal]) -> None:
    with sit_down() as terminal:
        terminal.wait_for("> ")
        terminal.pause(0.3)  # until the prompt has the terminal as it wants it: what comes meanwhile may be thrown away
        terminal.send("not this")
        terminal.wait_for("not this")
        terminal.send("\x03")
        terminal.wait_for("Ctrl+D leaves")
        terminal.pause(0.3)
        terminal.send("\x03")
        assert terminal.wait_for_end() == 130


def test_a_line_that_must_wait_comes_back_into_the_prompt(
    innsmouth: Rollbook, tmp_path: Path, sit_down: Callable[[], Terminal]
) -> None:
    quick = "import sys; from tracker.store import engine; engine.BUSY_SECONDS = 0.3\n"
    code = f"{quick}from tui.__main__ import main; raise SystemExit(main(sys.argv[1:]))"
    with (
        Terminal("--store", str(innsmouth.store), "--plain", home=tmp_path, code=code) as terminal,
        closing(sqlite3.connect(innsmouth.store / "Innsmouth.rollbook", isolation_level=None)) as other,
    ):
        terminal.wait_for("> ")
        other.execute("BEGIN IMMEDIATE")
        terminal.send("note patience\n")
        terminal.wait_for("Another program is using the campaign")
        other.execute("ROLLBACK")
        terminal.send("\n")
        terminal.wait_for("note: patience")
        leave(terminal)
