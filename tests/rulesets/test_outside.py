"""A rule system in a package of its own, played with the real command line in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent

TOY = '''
    """2d10 low, with degrees of its own."""

    from tracker.rulesets.base import AttributeSpec, Degree, Judgement, Target
    from tracker.rulesets.common import PlainRuleset


    class Toy(PlainRuleset):
        id = "toy"
        version = "7"
        title = "The Toy"
        notation = "2d10"
        attributes = (AttributeSpec("wit", "Wit"),)
        pools = ("Grit",)
        degrees = (
            Degree("flop", success=False, critical=False, note="try again tomorrow"),
            Degree("triumph", success=True, critical=False),
            Degree("marvel", success=True, critical=True, note="songs will tell of it"),
        )

        def target(self, base, modifiers, kind):
            return Target(base + sum(modifier.value for modifier in modifiers))

        def judge(self, base, target, total, kind):
            name = "flop" if total > target else "marvel" if total == 2 else "triumph"
            return Judgement(name != "flop", name == "marvel", name, abs(target - total))


    RULESET = Toy()
'''

Run = Callable[..., Any]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder in which the package stands as if it had been installed there."""
    folder = tmp_path / "site"
    installed = folder / "toy_rules-7.dist-info"
    installed.mkdir(parents=True)
    (folder / "toy_rules.py").write_text(textwrap.dedent(TOY), "utf-8")
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-rules\nVersion: 7\n", "utf-8")
    (installed / "entry_points.txt").write_text("[rollbook.rulesets]\ntoy = toy_rules:RULESET\n", "utf-8")
    return folder


@pytest.fixture
def run(tmp_path: Path, package: Path) -> Run:
    """Run a command; returns the JSON objects that it prints, or its error where another exit ``code`` is expected."""

    def typed(*argv: str, code: int = 0, path: tuple[Path, ...] = (package, ROOT)) -> Any:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        command = [sys.executable, "-m", "tui", "--store", str(tmp_path / "store"), *argv, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == code, done
        objects = [json.loads(line) for line in done.stdout.splitlines()]
        return objects if code == 0 else objects[0]["error"]

    return typed


def test_a_campaign_of_a_system_from_outside(run: Run) -> None:
    run("new", "Playroom", "--ruleset", "toy")
    run("character", "add", "Pip", "wit=11", "grit=6", "juggling=13")
    (flop,) = run("roll", "pip", "juggling", "-2", "wind", "--dice", "9,5")
    roll = flop["result"]
    assert (roll["target"], roll["dice"], roll["degree"], roll["success"], roll["margin"]) == (11, [9, 5], "flop", False, 3)
    payload = flop["events"][0]["payload"]
    assert (payload["ruleset"], payload["ruleset_version"], payload["notation"]) == ("toy", "7", "2d10")

    (marvel,) = run("retry", "--dice", "1,1")
    assert (marvel["result"]["attempt"], marvel["result"]["target"], marvel["result"]["degree"]) == (2, 11, "marvel")
    assert [event["type"] for event in marvel["events"]][-1] == "TaskEnded"
    run("do", "pool pip grit -2 a fall")
    run("void", str(marvel["result"]["position"]), "it was a 2 and a 1")
    (again,) = run("retry", "--dice", "2,1")
    assert (again["result"]["attempt"], again["result"]["degree"]) == (2, "triumph")

    found = [roll["position"] for roll in run("history", "outcome:triumph")]
    assert found == [again["result"]["position"]]
    assert [roll["position"] for roll in run("history", "outcome:marvel", "voided:no")] == []
    assert [roll["position"] for roll in run("history", "outcome:marvel")] == [marvel["result"]["position"]]
    (sheet,) = run("character", "show", "pip")
    assert (sheet["pools"], sheet["attributes"]) == ({"Grit": {"current": 4, "maximum": 6}}, {"wit": 11})
    assert sheet["skills"] == [{"name": "Juggling", "level": 13}]

    run("rule", str(flop["result"]["position"]), "triumph", "because", "the wind had died")
    steps = run("replay")
    assert [step["type"] for step in steps if "Void" in step["type"] or "Ruled" in step["type"]] == [
        "ActionVoided",
        "OutcomeRuled",
    ]
    assert {"character": "Pip", "what": "Grit", "before": 6, "after": 4} in [
        change for step in steps for change in step["changes"]
    ]
    run("rebuild")
    (verified,) = run("verify")
    assert (verified["head"], verified["problems"]) == (len(steps), [])


def test_dice_by_hand_and_chapters_that_it_lacks(run: Run) -> None:
    run("new", "Playroom", "--ruleset", "toy")
    run("character", "add", "Pip", "wit=11")
    run("options", "dice", "hand")
    (asked,) = run("roll", "pip", "wit")
    assert asked["pending"][0]["ask"]["notation"] == "2d10"
    prompt = str(asked["pending"][0]["prompt"])
    assert run("answer", prompt, "--dice", "11", code=2)["code"] == "bad_dice"
    (done,) = run("answer", prompt, "--dice", "10,1")
    assert done["result"]["degree"] == "triumph"
    for words in (
        ("contest", "pip", "wit", "vs", "@cat", "wit=8"),
        ("group", "all", "wit"),
        ("reroll",),
        ("montage", "giveup"),
        ("do", "fright all ghoul"),
    ):
        assert run(*words, code=2)["code"] in ("no_rule", "nothing", "not_found"), words
    assert run("roll", "pip", "wit", "adv", code=2)["code"] == "syntax"
    assert [option["name"] for option in run("options")] == ["dice"], "one retry policy leaves nothing to choose"


def test_without_its_package_a_campaign_is_refused_and_opens_again_with_it(run: Run) -> None:
    run("new", "Playroom", "--ruleset", "toy")
    refused = run("character", "list", code=2, path=(ROOT,))
    assert refused["code"] == "unknown_ruleset"
    assert "'toy'" in refused["message"]
    assert run("new", "Nursery", "--ruleset", "toy", code=2, path=(ROOT,))["code"] == "unknown_ruleset"
    assert run("character", "list") == []
