"""How the command line behaves as a command line: options, exit codes, errors, streams."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook
from tracker.cli import main
from tracker.cli.output import safe

ROOT = Path(__file__).parents[2]
RUN = "import sys; from tracker.cli import main; sys.exit(main(sys.argv[1:]))"


def run(*argv: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", RUN, *argv], cwd=ROOT, capture_output=True, check=False, env={**os.environ, **environment}
    )


def test_options_stand_before_or_after_the_command(innsmouth: Rollbook) -> None:
    roll = ("roll", "mira", "stealth", "-1", "dark")
    before = innsmouth("--by", "Ines", "--secret", "--json", *roll).objects[0]["events"][0]
    after = innsmouth(*roll, "--json", "--secret", "--by=Ines").objects[0]["events"][0]
    among = innsmouth("roll", "--json", "mira", "--secret", "stealth", "-1", "--by", "Ines", "dark").objects[0]["events"][0]
    for event in (before, after, among):
        assert (event["author"], event["visibility"]) == ("Ines", "gm")
        assert event["payload"]["modifiers"] == [{"label": "dark", "value": -1, "source": "gm", "expected": None}]


def test_environment_names_store_and_author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLBOOK_STORE", str(tmp_path))
    monkeypatch.setenv("ROLLBOOK_BY", "Ines")
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["new", "Innsmouth"]) == 0
    assert main(["note", "hello", "--json"]) == 0
    assert json.loads(output.getvalue().splitlines()[-1])["events"][0]["author"] == "Ines"


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["roll"], 'Command "roll" parameter WHO requires an argument.'),
        (["roll", "mira", "stealth", "--frobnicate"], "Unknown option: --frobnicate."),
        (["session", "strt"], 'Unknown command "strt". Did you mean "start"? Available commands: start, end, list.'),
        (["void", "soon"], "“soon” is no event's number; write it like 17."),
        (["hp", "mira", "-3.5"], "“-3.5” is not a whole number for change."),
        (["--by", "\x1b[31m", "note", "x"], "The author holds a control character (U+001B) at place 1; remove it."),
    ],
)
def test_bad_input_is_one_sentence(innsmouth: Rollbook, argv: list[str], sentence: str) -> None:
    before = innsmouth.head()
    assert innsmouth(*argv, code=2).err == f"{sentence}\n"
    error = innsmouth(*argv, "--json", code=2).objects[0]["error"]
    assert error["message"] == sentence
    assert innsmouth.head() == before


def test_every_command_says_what_it_does(rollbook: Rollbook) -> None:
    pages = [
        rollbook("--help").out,
        *(rollbook(name).out for name in ("session", "character", "trait", "audit", "campaign")),
    ]
    lines = [line for page in pages for line in page.splitlines() if re.match("│ [a-z]", line)]
    rows = [line.strip("│ ").split(maxsplit=1) for line in lines]
    assert {"roll", "fright", "history", "verify", "start", "show", "retries", "buyoff", "archive"} <= {
        row[0] for row in rows
    }
    assert all(len(row) == 2 for row in rows)


def test_people_s_text_cannot_steer_the_terminal() -> None:
    assert safe("a\x1b[2Jb\x9bc\u202ed\te\r\nf") == "a\ufffd[2Jb\ufffdc\ufffdd e\ufffd\ufffdf"
    assert safe("鬼火\u3000[bold]é") == "鬼火\u3000[bold]é"


def test_hostile_arguments_are_refused_in_plain_text(innsmouth: Rollbook) -> None:
    answer = innsmouth("character", "show", "\x1b[2J", code=2)
    assert "\x1b" not in answer.err
    assert innsmouth.refusal("note", "ring\x07")["code"] == "control_character"
    assert innsmouth.refusal("note", "half\udc80")["code"] == "control_character"


def test_markup_and_line_separators_are_data(innsmouth: Rollbook) -> None:
    text = "[red]x[/] {0} %s \u2028 next"
    answer = innsmouth("note", text, "--json")
    assert len(answer.out.splitlines()) == 1
    assert answer.objects[0]["events"][0]["payload"]["text"] == text
    assert "[red]x[/] {0} %s" in innsmouth("note", text).out


def test_unexpected_faults_are_one_sentence(innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of nothing")

    monkeypatch.setattr("tracker.service.Campaign.execute", broken)
    answer = innsmouth("note", "x", "--json", code=70)
    assert answer.err == "This is a fault of Rollbook: ZeroDivisionError: of nothing\n"
    assert answer.objects[0]["error"]["code"] == "fault"


def test_a_stream_without_unicode(tmp_path: Path) -> None:
    plain = {"ROLLBOOK_STORE": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    assert run("new", "鬼火", **plain).returncode == 0
    assert run("character", "add", "エルザ", **plain).returncode == 0
    people = run("character", "list", **plain)
    assert (people.returncode, people.stdout.decode("ascii")[:3]) == (0, "???")
    assert json.loads(run("character", "list", "--json", **plain).stdout)["name"] == "エルザ"
    assert run("--help", **plain).returncode == 0


def test_a_reader_that_has_seen_enough(innsmouth: Rollbook) -> None:
    innsmouth("note", "long " * 3000)
    script = f"{sys.executable} -c '{RUN}' --store '{innsmouth.store}' replay --json | head -c 10"
    done = subprocess.run(script, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_single_roll_loads_little(innsmouth: Rollbook) -> None:
    code = (
        "import sys\nfrom tracker.cli import main\n"
        f"assert main(['--store', {str(innsmouth.store)!r}, 'roll', 'mira', 'stealth', '--json']) == 0\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "tracker.service" in loaded
    unwanted = ("alembic", "sqlalchemy.orm", "textual", "rich", "tui", "tracker.interchange", "tracker.reports.ledgers")
    assert not [name for name in loaded if name.startswith(tuple(f"{one}." for one in unwanted)) or name in unwanted]
