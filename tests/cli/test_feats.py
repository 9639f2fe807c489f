"""Feats, senses and long tasks on the command line: what people read, and what scripts get."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def tower(rollbook: Rollbook) -> Rollbook:
    """A campaign with a climber who has an ear for danger."""
    rollbook("new", "Tower")
    attributes = ("st=10", "dx=12", "iq=11", "ht=11", "per=12")
    rollbook("character", "add", "Mira", *attributes, "climbing=14", "carpentry=12", "danger_sense=1", "acute_hearing=2")
    return rollbook


def test_a_feat_tells_what_it_comes_to_and_how_long_it_takes(tower: Rollbook) -> None:
    dice = ("--dice", "3,4,4", "--dice", "3,3,3", "--dice", "2,2,1")
    *rolls, told = tower("feat", "mira", "climb", "wall", "60ft", "roped", *dice).lines
    assert rolls[0] == "Mira  Climbing 14 -3 vertical stone wall = 11; rolled 3+4+4 = 11: ok by 0   [event 4]"
    assert len(rolls) == 3
    assert told.startswith(
        "Mira: Climbing (vertical stone wall, 60 ft, roped): time 15 min   let the time pass: rollbook clock +15m"
    )
    tower("clock", "+15m")


def test_the_json_of_a_feat(tower: Rollbook) -> None:
    climbed = tower.result("feat", "mira", "climb", "wall", "30ft", "-1", "icy", "--dice", "3,3,3", "--dice", "6,5,4")
    assert [roll["total"] for roll in climbed.pop("rolls")] == [9, 15]
    assert climbed == {
        "position": 6,
        "character": "Mira",
        "feat": "climb",
        "title": "Climbing",
        "given": {"surface": "vertical_stone_wall", "height": {"value": 30.0, "unit": "ft"}},
        "figures": {"time": {"value": 450.0, "unit": "seconds"}},
        "seconds": 450,
        "outcome": "falls after 5 min",
        "effort": None,
        "increase": 0,
    }


def test_a_feat_by_hand_has_all_its_rolls_at_the_end(tower: Rollbook) -> None:
    tower("options", "dice", "hand")
    asked = tower.json("feat", "mira", "climb", "wall", "30ft")
    for dice in ("3,3,3", "4,4,3"):
        asked = tower.json("answer", str(asked["pending"][0]["prompt"]), "--dice", dice)
    assert [roll["total"] for roll in asked["result"]["rolls"]] == [9, 11]
    assert asked["result"]["outcome"] == "done"


def test_what_a_feat_lacks_is_said(tower: Rollbook) -> None:
    error = tower.refusal("feat", "mira", "climb", "60ft")
    assert (error["code"], error["where"]) == ("missing", "surface")
    assert error["message"].startswith("Climbing: say the surface (ordinary tree, ordinary mountain, vertical stone wall")
    assert tower.refusal("feat", "mira", "swim", "--dice", "9,9,9")["code"] == "bad_dice"


def test_a_sense_roll(tower: Rollbook) -> None:
    heard = tower.result("sense", "mira", "hearing", "normal conversation", "8yd", "-2", "rain", "--dice", "3,4,2")
    assert (heard["what"], heard["target"], heard["noticed"]) == ("Hearing", 9, True)
    assert [each["source"] for each in heard["modifiers"]] == ["sheet", "sense", "gm"]
    missed = tower.result("sense", "mira", "vision", "dark", "4", "danger", "--dice", "4,4,4", "--dice", "danger:3,3,3")
    assert (missed["success"], missed["noticed"], missed["danger_sense"]["secret"]) == (False, True, True)
    seen = tower.result("sense", "mira", "vision", "understand", "--dice", "3,3,3", "--dice", "4,4,4")
    assert (seen["noticed"], seen["understood"]["what"], seen["understood"]["success"]) == (True, "IQ", False)
    hidden = tower.result("sense", "mira", "vision", "vs", "@thief", "stealth=14", "--dice", "3,3,3", "--dice", "4,4,4")
    assert (hidden["winner"], hidden["noticed"], len(hidden["rolls"])) == ("Mira", True, 2)
    tower("options", "dice", "hand")
    asked = tower.json("sense", "mira", "vision", "danger")
    missed = tower.json("answer", str(asked["pending"][0]["prompt"]), "--dice", "6,5,5")
    assert missed["result"]["noticed"] is False
    felt = tower.result("answer", str(missed["pending"][0]["prompt"]), "--dice", "3,3,3")
    assert (felt["noticed"], felt["danger_sense"]["total"]) == (True, 9)


def test_a_long_task(tower: Rollbook) -> None:
    assert tower("longtask").lines == ["No long task is open."]
    tower("longtask", "start", "the bridge", "40")
    words = ("work", "the bridge", "mira", "carpentry,", "@helper", "carpentry=11", "supervisor", "@korr", "leadership=14")
    day = tower("longtask", *words, "--dice", "3,3,3", "--dice", "3,3,3", "--dice", "6,4,4").lines
    assert day[-2:] == ["helper: 4 man-hours of work   [event 9]", "the bridge: 12 of 40 man-hours done"]
    more = tower.result("longtask", "work", "bridge", "mira", "carpentry", "--dice", "6,6,6", "--dice", "destroyed:2,2")
    assert len(more["rolls"]) == 1
    assert {key: more[key] for key in ("hours", "destroyed", "done", "of")} == {
        "hours": 0,
        "destroyed": 4,
        "done": 8,
        "of": 40,
    }
    assert tower.rows("longtask") == [{"position": 3, "name": "the bridge", "done": 8, "of": 40}]
    assert tower("longtask").lines == ["the bridge: 8 of 40 man-hours done"]
    tower("longtask", "giveup", "the bridge")
    assert tower("longtask").lines == ["No long task is open."]


def test_the_history_finds_them(tower: Rollbook) -> None:
    tower("feat", "mira", "climb", "tree", "10ft", "--dice", "3,3,3")
    tower("sense", "mira", "taste", "--dice", "3,3,3")
    for kind, what in (("feat", "Climbing"), ("sense", "Taste/Smell")):
        assert [roll["what"] for roll in tower.rows("history", f"kind:{kind}")] == [what]


def test_another_system_has_none_of_it(rollbook: Rollbook) -> None:
    rollbook("new", "Other", "--ruleset", "d20under")
    rollbook("character", "add", "Mira", "jump=str")
    for words in (("feat", "mira", "climb"), ("sense", "mira", "vision"), ("longtask", "start", "the bridge", "80")):
        assert rollbook.refusal(*words)["code"] == "no_rule", words


def test_what_is_left_of_a_pool_stands_at_its_last_change(tower: Rollbook) -> None:
    lines = tower("feat", "mira", "run", "sprint", "30s", "--dice", "6,6,5", "--dice", "6,6,5").lines
    lost = [line.partition("   [")[0] for line in lines if "FP -1" in line]
    assert lost == ["Mira: FP -1 feat (Running: is winded)", "Mira: FP -1 feat (Running: is winded), now 9/11"]
