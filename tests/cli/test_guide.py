"""The guides to the rules: every command in them runs, in the order in which its topic shows them."""

from __future__ import annotations

import shlex
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook
from tracker import demo, rulesets
from tracker.cli.guide import read_guide

GUIDES = {id: read_guide(rulesets.get(id)) for id in ("gurps4e", "gurps3e", "brp", "d20under")}
TOPICS = {(id, topic["id"]): topic for id, guide in GUIDES.items() for topic in guide["topic"]}


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package that adds a system ``homebrew``, which has no guide yet."""
    package = tmp_path / "homebrewn"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "system.py").write_text(
        "from tracker.rulesets.gurps3e import Gurps3e\n"
        "class Homebrew(Gurps3e):\n    id, title = 'homebrew', 'Home brew'\n"
        "RULESET = Homebrew()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("homebrew", "homebrewn.system:RULESET", "rollbook.rulesets")
    monkeypatch.setattr(rulesets, "_offered", lambda: {"homebrew": entry})
    return package


@pytest.mark.parametrize(("ruleset", "topic"), TOPICS)
def test_the_examples_of_a_topic_run(ruleset: str, topic: str, tmp_path: Path) -> None:
    rollbook = Rollbook(tmp_path / "store")
    setup = GUIDES[ruleset].get("setup")
    if setup is None:
        demo.make(str(rollbook.store))
    for command in (*(setup or ()), *TOPICS[ruleset, topic].get("before", ()), *TOPICS[ruleset, topic]["examples"]):
        rollbook(*shlex.split(command))
    assert [campaign["ruleset"] for campaign in rollbook.rows("campaigns")] == [ruleset]


@pytest.mark.parametrize("ruleset", GUIDES)
def test_no_two_topics_are_asked_for_by_one_word(ruleset: str) -> None:
    topics = GUIDES[ruleset]["topic"]
    assert len({topic["id"] for topic in topics}) == len(topics)
    assert len({topic["title"] for topic in topics}) == len(topics)


def test_a_topic_is_found_by_its_id_and_by_its_title(rollbook: Rollbook) -> None:
    by_id = rollbook("rules", "time").out
    assert rollbook("rules", "Time spent").out == by_id
    assert "B346" in by_id
    assert "haste 30%" in by_id


def test_an_unknown_topic_is_refused_with_those_that_there_are(rollbook: Rollbook) -> None:
    assert "success, difficulty" in rollbook("rules", "alchemy", code=2).err
    assert "percentile, degrees" in rollbook("rules", "fright", "--ruleset", "brp", code=2).err


@pytest.mark.parametrize("ruleset", GUIDES)
def test_topics_and_gaps_are_listed(ruleset: str, rollbook: Rollbook) -> None:
    guide, listed = GUIDES[ruleset], rollbook("rules", "--ruleset", ruleset).out
    for topic in guide["topic"]:
        assert f"  {topic['id']:14} {topic['title']} ({topic['source']})\n" in listed
    folded = " ".join(listed.split())
    assert all(gap in folded for gap in guide["not_covered"])
    assert all(f"\n  rollbook {command}\n" in listed for command in guide.get("setup", ()))


def test_the_guide_is_that_of_the_campaign_in_use(rollbook: Rollbook) -> None:
    def title(*argv: str) -> str:
        return rollbook("rules", *argv).lines[0].partition(":")[0]

    assert title() == "GURPS Fourth Edition"  # there is no campaign yet
    rollbook("new", "The Low Road", "--ruleset", "d20under")
    assert title() == "Roll under (d20)"
    rollbook("new", "The Old Lighthouse", "--ruleset", "brp")
    rollbook("options", "die", "d20")
    assert title() == "Percentile (BRP style)"
    assert title("--campaign", "The Low Road") == "Roll under (d20)"
    assert title("--ruleset", "gurps3e") == "GURPS Third Edition"
    assert rollbook.refusal("rules", "--campaign", "Nowhere")["code"] == "not_found"


def test_a_system_of_another_package_brings_its_own_guide(rollbook: Rollbook, offered: Path) -> None:
    problem = rollbook("rules", "--ruleset", "homebrew", code=2).err
    assert problem == "There is no guide to Home brew.\n"  # and not that of the system that it builds on
    (offered / "guide.toml").write_text(
        'not_covered = ["Dragons."]\n[[topic]]\nid = "beer"\ntitle = "Beer"\nsource = "page 2"\ntext = "Cold."\n'
        'examples = ["odds 9"]\n'
    )
    assert rollbook("rules", "beer", "--ruleset", "homebrew").lines == ["Beer (page 2)", "Cold.", "  rollbook odds 9"]
    assert rollbook("rules", "--ruleset", "homebrew").lines[-2:] == ["Not covered:", "  Dragons."]
