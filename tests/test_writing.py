"""Files are there whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tracker import writing
from tracker.writing import new_file, replace_file

ROOT = Path(__file__).parents[1]


def test_a_new_file_is_not_there_before_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "night.html"

    def portions() -> Iterator[bytes]:
        yield b"one "
        assert not path.exists()
        yield b"two"

    new_file(path, portions())
    assert path.read_bytes() == b"one two"
    assert [*tmp_path.iterdir()] == [path]


def test_what_cant_be_completed_leaves_nothing(tmp_path: Path) -> None:
    def portions() -> Iterator[bytes]:
        yield b"one "
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        new_file(tmp_path / "night.html", portions())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_file_that_is_there_stays_also_one_that_comes_meanwhile(
    tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr(writing.os, "link", _refused)
    path = tmp_path / "night.html"

    def portions() -> Iterator[bytes]:
        path.write_bytes(b"somebody else's")
        yield b"ours"

    for _attempt in range(2):
        with pytest.raises(FileExistsError):
            new_file(path, portions())
        assert path.read_bytes() == b"somebody else's"
    path.unlink()
    new_file(path, [b"ours"])
    assert path.read_bytes() == b"ours"
    assert [*tmp_path.iterdir()] == [path]


def _refused(*_paths: Path) -> None:
    raise PermissionError("no links here")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_program_that_is_killed_while_it_writes_leaves_no_file_of_that_name(tmp_path: Path) -> None:
    path = tmp_path / "night.html"
    code = (
        "import sys, time; from pathlib import Path; from tracker.writing import new_file\n"
        "def portions():\n"
        "    yield b'x' * 1_000_000\n"
        "    print('half', flush=True)\n"
        "    time.sleep(60)\n"
        "new_file(Path(sys.argv[1]), portions())\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline() == b"half\n"
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert not path.exists()


def test_a_file_is_replaced_whole_and_by_nobody_elses_leave(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    path.write_bytes(b"before")
    path.chmod(0o644)
    before = path.open("rb")
    replace_file(path, b"after", mode=0o600)
    with before:
        assert before.read() == b"before"
    assert path.read_bytes() == b"after"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [*tmp_path.iterdir()] == [path]
