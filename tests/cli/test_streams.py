"""Standard streams that are closed or full, and an interruption before anything has begun."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook

ROOT = Path(__file__).parents[2]
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")


def run(command: str, redirected: str, **environment: str) -> subprocess.CompletedProcess[str]:
    script = f"{sys.executable} -m tui {command} {redirected}"
    variables = {**os.environ, **environment}
    return subprocess.run(script, shell=True, cwd=ROOT, capture_output=True, check=False, text=True, env=variables)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("json_", ["", "--json"])
def test_a_closed_stream_is_one_that_nobody_reads(innsmouth: Rollbook, closed: str, json_: str) -> None:
    done = run(f"--store '{innsmouth.store}' note x {json_}", closed)
    assert (done.returncode, done.stderr) == (0, "")
    assert innsmouth.head()[0] == 4
    assert innsmouth("verify").lines[0].startswith("Innsmouth: all 4 events")


def test_a_refusal_with_closed_streams(innsmouth: Rollbook) -> None:
    assert run(f"--store '{innsmouth.store}' void 99", "2>&-").returncode == 2
    assert run(f"--store '{innsmouth.store}' void 99 --json", ">&-").stderr == "There is no event 99; the log ends at 3.\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_the_screen_needs_all_streams(innsmouth: Rollbook, closed: str) -> None:
    done = run(f"--store '{innsmouth.store}'", closed)
    assert done.returncode == 2
    assert done.stderr.startswith("The screen needs a terminal")


@FULL
@pytest.mark.parametrize("json_", ["", "--json"])
def test_what_was_recorded_is_said_when_the_answer_has_no_room(innsmouth: Rollbook, json_: str) -> None:
    done = run(f"--store '{innsmouth.store}' note x {json_}", "> /dev/full")
    assert done.returncode == 74
    assert done.stderr == "It was recorded, but the answer could not be written: No space left on device.\n"
    assert innsmouth.head()[0] == 4


@FULL
@pytest.mark.parametrize("command", ["history", "campaigns", "--help", "replay --json"])
def test_an_answer_without_room_of_a_command_that_records_nothing(innsmouth: Rollbook, command: str) -> None:
    innsmouth("note", "long " * 3000)
    done = run(command, "> /dev/full", ROLLBOOK_STORE=str(innsmouth.store))
    assert (done.returncode, done.stderr) == (74, "The answer could not be written: No space left on device.\n")


@FULL
def test_a_refusal_without_room(innsmouth: Rollbook) -> None:
    done = run(f"--store '{innsmouth.store}' void 99 --json", "> /dev/full")
    assert done.returncode == 74
    assert done.stderr.splitlines()[0] == "There is no event 99; the log ends at 3."
    assert run(f"--store '{innsmouth.store}' void 99", "2> /dev/full").returncode in (2, 120)


@pytest.mark.parametrize("module", ["cyclopts", "tracker.cli", "tracker.cli.app", "sqlalchemy", "tracker.service"])
def test_an_interruption_while_modules_load(innsmouth: Rollbook, module: str) -> None:
    program = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from tui.__main__ import main\n"
        f"sys.exit(main(['--store', {str(innsmouth.store)!r}, 'history']))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("said", ["--json=true", "--json=yes", "--json=1"])
def test_json_is_asked_for_in_any_way(innsmouth: Rollbook, said: str) -> None:
    for command in (["void", "99"], ["void"], ["--frobnicate"]):
        answer = innsmouth(*command, said, code=2)
        assert json.loads(answer.out)["error"]["message"] == answer.err.strip()


def test_json_is_not_asked_for(innsmouth: Rollbook) -> None:
    assert innsmouth("void", "--json=false", code=2).out == ""
    assert innsmouth("void", "99", "--json=no", code=2).out == ""
    assert innsmouth("roll", "mira", "--", "--json", code=2).out == ""
