"""Contests, influence, reactions and standing modifiers on the command line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook
from tests.cli.test_play import ROLL_KEYS

MIRA_WINS = ("--dice", "mira:3,3,3", "--dice", "guard:4,4,4")


@pytest.fixture
def tower(innsmouth: Rollbook) -> Rollbook:
    innsmouth("character", "set", "mira", "climbing=14")
    innsmouth("character", "set", "mira", "Detect Lies=12")
    innsmouth("character", "set", "mira", "diplomacy=13")
    return innsmouth


def test_a_contest_in_json(tower: Rollbook) -> None:
    done = tower.json("contest", "mira", "climbing", "-2", "wet rope", "vs", "@guard", "st=12", "+1", "brace", *MIRA_WINS)
    result = done["result"]
    assert set(result) == {"rolls", "winner", "margin_of_victory", "kind", "rounds"}
    assert (result["winner"], result["margin_of_victory"], result["kind"], result["rounds"]) == ("Mira", 2, "quick", 1)
    mira, guard = result["rolls"]
    assert set(mira) == ROLL_KEYS
    assert (mira["character"], mira["kind"], mira["target"]) == ("Mira", "contest", 12)
    assert mira["modifiers"] == [{"label": "wet rope", "value": -2, "source": "gm"}]
    assert (guard["character"], guard["base"], guard["target"]) == ("guard", 12, 13)
    assert done["pending"] == []


def test_a_contest_for_people(tower: Rollbook) -> None:
    answer = tower("contest", "mira", "climbing", "vs", "@guard", "st=12", *MIRA_WINS)
    assert [line.partition("   [")[0] for line in answer.lines] == [
        "Mira  Climbing 14; rolled 3+3+3 = 9: ok by 5",
        "guard  st 12; rolled 4+4+4 = 12: ok by 0",
        "Mira: wins by 5 against guard (quick contest)",
    ]
    tie = tower("contest", "mira", "climbing", "vs", "@guard", "st=14", "--dice", "3,3,3", "--dice", "3,3,3")
    assert tie.lines[2].startswith("Mira: ties with guard (quick contest)")
    resisted = tower("contest", "resist", "@wizard", "sleep=18", "vs", "mira", "supernatural", "--dice", "6,5,6")
    assert resisted.lines[0].startswith("wizard  sleep 18 = 16 (Rule of 16: 16 at most); rolled 6+5+6 = 17: NO by 1")
    assert resisted.lines[1].startswith("wizard: loses to Mira (resistance roll)")


def test_a_tie_has_no_winner(tower: Rollbook) -> None:
    result = tower.result("contest", "mira", "climbing", "vs", "@guard", "st=14", "--dice", "3,3,3", "--dice", "3,3,3")
    assert (result["winner"], result["margin_of_victory"]) == (None, 0)


def test_rounds_are_told_as_they_come_and_the_result_has_all_rolls(tower: Rollbook) -> None:
    even = ("--dice", "3,3,3", "--dice", "3,3,3")
    first = tower.json("contest", "regular", "mira", "climbing", "vs", "@guard", "climbing=12", "rounds", "1", *even)
    (asked,) = [prompt["prompt"] for prompt in first["pending"]]
    assert first["result"]["pending"] == asked
    assert (first["result"]["winner"], first["result"]["rounds"], len(first["result"]["rolls"])) == (None, 1, 2)
    last = tower.result("answer", str(asked), "--dice", "3,3,3", "--dice", "6,6,4")
    assert (last["winner"], last["rounds"], len(last["rolls"])) == ("Mira", 2, 4)
    assert "pending" not in last


def test_dice_by_hand(tower: Rollbook) -> None:
    tower("options", "dice", "hand")
    first = tower.json("contest", "mira", "climbing", "vs", "@guard", "st=12")
    assert (first["result"]["rolls"], first["result"]["pending"]) == ([], first["pending"][0]["prompt"])
    assert "Waiting" in tower("pending").out
    second = tower.json("answer", str(first["result"]["pending"]), "--dice", "3,3,3")
    assert [roll["character"] for roll in second["result"]["rolls"]] == ["Mira"]
    third = tower.result("answer", str(second["result"]["pending"]), "--dice", "6,6,4")
    assert [roll["character"] for roll in third["rolls"]] == ["Mira", "guard"]
    assert third["winner"] == "Mira"


def test_influence_in_json_and_for_people(tower: Rollbook) -> None:
    line = ("influence", "mira", "diplomacy", "+2", "reaction", "vs", "@guard", "will=11")
    result = tower.result(*line, *MIRA_WINS, "--dice", "reaction:6,6,6")
    assert set(result) == {
        *("rolls", "winner", "margin_of_victory", "kind", "rounds", "skill", "outcome", "trait", "reaction", "modifier"),
    }
    assert (result["winner"], result["skill"], result["outcome"], result["reaction"]) == (
        *("Mira", "Diplomacy", "win", "excellent"),
    )
    told = tower(*line, *MIRA_WINS, "--dice", "reaction:3,3,3").lines
    assert told[3].startswith("guard: reaction: 3+3+3=9 +2 reaction = 11, neutral")
    assert told[4].startswith("guard: Diplomacy of Mira wins by 7; reaction: good")
    nothing = tower.result(*line, "indomitable")
    assert (nothing["rolls"], nothing["outcome"], nothing["trait"]) == ([], "impossible", "Indomitable")


def test_the_last_answer_of_an_influence_roll_tells_the_whole(tower: Rollbook) -> None:
    tower("options", "dice", "hand")
    done = tower.json("influence", "mira", "diplomacy", "vs", "@guard", "will=11")
    for dice in ("3,3,3", "4,4,4", "3,3,4"):
        done = tower.json("answer", str(done["pending"][0]["prompt"]), "--dice", dice)
    result = done["result"]
    assert (result["winner"], len(result["rolls"]), result["reaction"]) == ("Mira", 2, "good")


def test_what_a_player_is_left_with(tower: Rollbook) -> None:
    dice = ("--dice", "3,3,3", "--dice", "4,4,4")
    done = tower.json("influence", "@spy", "sex-appeal=14", "vs", "mira", *dice)
    assert (done["result"]["modifier"], done["result"]["pending"]) == (6, done["pending"][0]["prompt"])
    (told,) = tower("pending").lines
    prompt = str(done["result"]["pending"])
    assert told.startswith(f"Waiting {prompt}: Mira: which rolls does Sex Appeal of spy change by 6   -> rollbook concerns")
    assert tower.refusal("answer", prompt, "--dice", "3,3,3")["code"] == "wrong_answer"
    answer = tower("concerns", prompt, "detect lies", "for", "1h")
    assert answer.lines[0].startswith("Mira: -6 Sex Appeal of spy on Detect Lies until day 1 01:00")
    shown = tower.json("character", "show", "mira")["modifiers"]
    assert [(one["label"], one["value"], one["what"], one["until"]) for one in shown] == [
        ("Sex Appeal of spy", -6, "detect lies", 3600)
    ]
    assert "modifier: -6 Sex Appeal of spy on detect lies until day 1 01:00" in tower("character", "show", "mira").lines
    assert tower.result("roll", "mira", "detect lies")["target"] == 6
    tower("clock", "+1h")
    assert tower.json("character", "show", "mira")["modifiers"] == []


def test_a_reaction_roll(tower: Rollbook) -> None:
    line = ("reaction", "@innkeeper", "+2", "appearance", "-1", "accent", "--dice", "3,4,5")
    result = tower.result(*line)
    assert (result["reaction"], result["total"], result["dice"]) == ("good", 13, [3, 4, 5])
    assert [one["label"] for one in result["modifiers"]] == ["appearance", "accent"]
    (told,) = tower(*line).lines
    assert told.startswith("innkeeper: reaction: 3+4+5=12 +2 appearance -1 accent = 13, good")


def test_a_modifier_by_hand(tower: Rollbook) -> None:
    answer = tower("modifier", "mira", "add", "-3", "charm", "on", "detect lies", "for", "6h")
    assert answer.lines[0].startswith("Mira: -3 charm on Detect Lies until day 1 06:00")
    assert tower.result("roll", "mira", "detect lies")["modifiers"][0]["source"] == "standing"
    assert tower.result("roll", "mira", "detect lies", "+0", "charm")["target"] == 12
    assert tower("modifier", "mira", "end", "charm").lines[0].startswith("Mira: modifier over: charm (by the GM)")
    assert tower.refusal("modifier", "mira", "end", "charm")["code"] == "not_found"
    assert tower.refusal("modifier", "@guard", "add", "-3", "charm")["where"] == "who"


def test_history_finds_them_by_kind(tower: Rollbook) -> None:
    tower("contest", "resist", "@wizard", "sleep=18", "vs", "mira", "--dice", "3,3,3", "--dice", "4,4,4")
    tower("influence", "mira", "diplomacy", "vs", "@guard", "will=11")
    for kind, who in (("contest", ["wizard"]), ("influence", ["Mira"]), ("resistance", ["guard", "Mira"])):
        assert [row["character"] for row in tower.rows("history", f"kind:{kind}")] == who
    assert len(tower("history").lines) >= 4


def test_secret_and_undone(tower: Rollbook) -> None:
    done = tower.json("contest", "mira", "climbing", "vs", "@guard", "st=12", "--secret", *MIRA_WINS)
    assert {event["visibility"] for event in done["events"]} == {"gm"}
    assert all(roll["secret"] for roll in done["result"]["rolls"])
    assert "took back 5 events" in tower("undo").out


def test_the_same_action_twice_answers_the_same(tower: Rollbook) -> None:
    line = ("contest", "mira", "climbing", "vs", "@guard", "st=12", "--action", "arm-wrestling")
    first = tower.json(*line)
    again = tower.json(*line)
    assert (again["repeated"], again["result"]) == (True, first["result"])
