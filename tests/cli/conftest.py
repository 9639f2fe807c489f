"""A command line on a store of its own, run within the test's process."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tracker.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command gave back and printed."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[Any]:
        """The JSON objects, one for each line."""
        return [json.loads(line) for line in self.out.split("\n") if line]

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Rollbook:
    """The command line. ``code`` is the exit code that a test expects, None any."""

    def __init__(self, store: Path) -> None:
        self.store = store

    def __call__(self, *argv: str, code: int | None = 0, **hooks: Any) -> Answer:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            returned = main(["--store", str(self.store), *argv], **hooks)
        answer = Answer(returned, out.getvalue(), err.getvalue())
        assert code in (None, answer.code), (argv, answer)
        return answer

    def json(self, *argv: str, code: int = 0) -> Any:
        """The one JSON object that a command prints."""
        objects = self(*argv, "--json", code=code).objects
        assert len(objects) == 1, objects
        return objects[0]

    def rows(self, *argv: str) -> list[Any]:
        """The JSON objects of a list."""
        return self(*argv, "--json").objects

    def result(self, *argv: str) -> Any:
        """What a play command came to."""
        return self.json(*argv)["result"]

    def refusal(self, *argv: str) -> Any:
        """The error of a command that is refused, once it is sure that nothing was recorded."""
        before = self.head()
        answer = self(*argv, "--json", code=2)
        error = answer.objects[0]["error"]
        assert set(error) == {"code", "message", "where"}
        assert answer.err == f"{error['message']}\n"
        assert self.head() == before
        return error

    def head(self) -> tuple[int, str]:
        found = self.json("verify")
        return found["head"], found["hash"]


@pytest.fixture
def rollbook(tmp_path: Path) -> Rollbook:
    """A command line on an empty store."""
    return Rollbook(tmp_path / "store")


@pytest.fixture
def innsmouth(rollbook: Rollbook) -> Rollbook:
    """A campaign with two characters: Mira, good with locks, and エルザ."""
    rollbook("new", "Innsmouth")
    rollbook("character", "add", "Mira", "will=11", "Lockpicking=12", "Stealth=13", "player=Ann", "points=150")
    rollbook("character", "add", "エルザ", "will=8", "ht=12", "隠密=13")
    return rollbook
