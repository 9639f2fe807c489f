"""The guide to the rules: every command in it runs, in the order in which its topic shows them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tracker import demo
from tracker.cli import main
from tracker.cli.guide import read_guide

TOPICS = {topic["id"]: topic for topic in read_guide("gurps4e")["topic"]}


@pytest.mark.parametrize("id", TOPICS)
def test_the_examples_of_a_topic_run_in_the_demo(id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    location, _ = demo.make(str(tmp_path / "store"))
    for example in (*TOPICS[id].get("before", ()), *TOPICS[id]["examples"]):
        assert main(["--store", location, *shlex.split(example)]) == 0, (example, capsys.readouterr())


def test_a_topic_is_found_by_its_id_and_by_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "time"]) == 0
    by_id = capsys.readouterr().out
    assert main(["rules", "Time spent"]) == 0
    assert capsys.readouterr().out == by_id
    assert "B346" in by_id
    assert "haste 30%" in by_id


def test_an_unknown_topic_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "alchemy"]) == 2
    assert "success, difficulty" in capsys.readouterr().err


def test_what_is_not_covered_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = capsys.readouterr().out
    assert all(f"{id} " in listed for id in TOPICS)
    assert "Catching thrown objects" in listed
