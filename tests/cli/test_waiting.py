"""What an action leaves waiting, as it is read at the table."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def night(rollbook: Rollbook) -> Rollbook:
    rollbook("new", "Night")
    rollbook("character", "add", "Mira", "st=10", "dx=12", "will=10", "fearlessness=2")
    return rollbook


def test_names_to_choose_from_are_told_once_and_again_when_asked(night: Rollbook) -> None:
    shaken = night("fright", "mira", "--cause", "ghoul", "--dice", "6,6,6", "--dice", "1,3,3").lines
    (asked,) = (at for at, line in enumerate(shaken) if line.startswith("Waiting"))
    assert "name a mental quirk (-1 point) " in shaken[asked].replace("  ", " ")
    assert shaken[asked + 1].startswith("  such as ")
    later = night("roll", "mira", "dx", "--dice", "3,3,3").lines
    assert [line.partition(":")[0] for line in later] == ["Mira  DX 12; rolled 3+3+3 = 9", shaken[asked].partition(":")[0]]
    assert night("pending").lines == shaken[asked:]


def test_a_contest_that_waits_says_against_whom(night: Rollbook) -> None:
    night("options", "dice", "hand")
    asked = night("contest", "mira", "dx", "vs", "@thief", "dx=11").lines
    assert [line.partition("   ->")[0] for line in asked] == ["Waiting 5: Mira: DX against thief, target 12"]
    answered = night("answer", "5", "--dice", "3,3,3").lines
    assert answered[-1].partition("   ->")[0].endswith("thief: dx against Mira, target 11")


def test_a_defense_is_no_task_to_try_again(night: Rollbook) -> None:
    (missed,) = night("defend", "mira", "dodge", "--dice", "6,5,5").lines
    assert "retry" not in missed
    assert night.refusal("retry", missed.rpartition("[event ")[2].rstrip("]"))["code"] == "not_retried"


def test_a_trait_shows_its_level(night: Rollbook) -> None:
    (traits,) = (line for line in night("character", "show", "mira").lines if line.startswith("traits:"))
    assert "Fearlessness 2" in traits
