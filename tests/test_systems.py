"""A session in each of the other systems, typed as a game master would; then looked at in every way there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Rollbook
from tests.readmodels import rows
from tracker import moments
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.state import CampaignState
from tracker.service import Campaign
from tracker.store import open_store


@pytest.fixture
def rollbook(tmp_path: Path) -> Rollbook:
    return Rollbook(tmp_path / "store")


def outcomes(rollbook: Rollbook, *filter_: str) -> list[int]:
    """The rolls that a filter lets through, oldest first."""
    return [roll["position"] for roll in reversed(rollbook.rows("history", *filter_))]


def sheet(rollbook: Rollbook, who: str, *at: str) -> Any:
    """A character without the position that it is shown at."""
    return {key: value for key, value in rollbook.json("character", "show", who, *at).items() if key != "position"}


def check_that_every_way_of_looking_agrees(rollbook: Rollbook, characters: tuple[str, ...]) -> None:
    """Folded, from keyframes, rebuilt, and as the command line shows each moment: all the same."""
    shown = {who: sheet(rollbook, who) for who in characters}
    history = rollbook.rows("history", "--all")
    with open_store(str(rollbook.store)) as store:
        campaign = Campaign.open(store, store.campaigns()[0].name)
        folded = CampaignState(id=campaign.log.id)
        for recorded in campaign.log.read():
            evolve(folded, fact_of(recorded))
            assert moments.state_at(campaign.log, recorded.position) == folded
        assert campaign.state == folded
        incremental = rows(campaign)
    rollbook("rebuild")
    with open_store(str(rollbook.store)) as store:
        assert rows(Campaign.open(store, store.campaigns()[0].name)) == incremental
    head = rollbook.json("verify")["head"]
    assert rollbook.rows("history", "--all") == history
    assert {who: sheet(rollbook, who, "--at", str(head)) for who in characters} == shown
    replayed = rollbook.rows("replay")
    assert [step["position"] for step in replayed] == list(range(1, head + 1))
    for who in characters:
        pools: dict[str, int] = {}
        name = rollbook.json("character", "show", who)["name"]
        for step in replayed:
            pools |= {each["what"]: each["after"] for each in step["changes"] if each["character"] == name}
        assert {pool: pools[pool] for pool in shown[who]["pools"]} == {
            pool: left["current"] for pool, left in shown[who]["pools"].items()
        }


def test_a_night_of_roll_under(rollbook: Rollbook) -> None:
    rollbook("new", "The Low Road", "--ruleset", "d20under")
    rollbook("character", "add", "Lyssa", "dex=14", "cha=13", "hp=9", "rerolls=2", "stealth=dex", "bluff=cha", "player=Ann")
    rollbook("character", "add", "Kruncor", "dex=9", "str=16", "hp=14", "rerolls=1", "stealth=dex", "athletics=yes")
    rollbook("options", "luck_falls", "always")
    rollbook("session", "start", "The ferry")

    # The roofs: a terrible failure, made anew with success; then the guard's ear.
    slipped = rollbook.result("roll", "lyssa", "stealth", "-2", "wet", "--at", "roofs", "--dice", "20")
    assert (slipped["target"], slipped["degree"]) == (13, "terrible_failure")
    anew = rollbook.json("reroll", "lyssa", "--dice", "7")
    assert [event["type"] for event in anew["events"]] == ["PoolChanged", "RollMade", "OutcomeRuled", "TaskEnded"]
    contest = rollbook.result("contest", "lyssa", "stealth", "vs", "@guard", "perc=12", "--dice", "5", "--dice", "9")
    assert (contest["winner"], contest["margin_of_victory"]) == ("Lyssa", 10 - 3)

    # A door that takes a change of the situation between two tries.
    rollbook("do", "kruncor str at door policy changed =18")
    assert rollbook.refusal("retry")["code"] == "retry_refused"
    assert rollbook.result("retry", "--reason", "he has found a bar", "--dice", "16")["success"] is True

    # Both climb in; it is half of the group, and the GM's word.
    group = rollbook.json("group", "all", "stealth", "--dice", "lyssa:7", "--dice", "kruncor:19")
    assert (group["result"]["successes"], group["result"]["outcome"]) == (1, "special")
    (waiting,) = group["pending"]
    rollbook("effect", str(waiting["prompt"]), "a dog barks")

    # The cult: two courses by hand, one of them a slip of the GM's.
    rollbook("montage", "start", "very hard", "find the cult")
    rollbook("options", "dice", "hand")
    asked = rollbook.json("montage", "lyssa", "bluff", "by", "a disguise")["pending"][0]
    assert asked["text"] == "Lyssa: Bluff (Cha), a disguise, target 14"
    rollbook("answer", str(asked["prompt"]), "--dice", "19")
    assert rollbook.rows("montage") == []
    rollbook("undo", "it was a 9")
    rollbook("answer", str(asked["prompt"]), "--dice", "9")
    assert [(one["successes"], one["failures"]) for one in rollbook.rows("montage")] == [(1, 0)]
    rollbook("options", "dice", "system")

    rollbook("roll", "lyssa", "luck", "adv", "--dice", "19,12")
    rollbook("roll", "lyssa", "luck", "--dice", "3")
    rollbook("chance", "2", "in", "6", "rain", "--dice", "2")
    rollbook("hp", "kruncor", "-3", "the dog")
    rollbook("montage", "giveup")
    rollbook("session", "end")

    pools = sheet(rollbook, "lyssa")["pools"]
    assert {name: pool["current"] for name, pool in pools.items()} == {"HP": 9, "Luck": 8, "Rerolls": 1}
    assert outcomes(rollbook, "outcome:terrible_failure") == [group["result"]["rolls"][1]["position"]], "the roofs no longer"
    check_that_every_way_of_looking_agrees(rollbook, ("lyssa", "kruncor"))


def test_a_night_of_percentiles(rollbook: Rollbook) -> None:
    rollbook("new", "The Lighthouse", "--ruleset", "brp")
    rollbook("character", "add", "Ann", "spot=60", "listen=30", "con=12", "siz=13", "pow=11", "player=Ann")
    rollbook("character", "add", "Bo", "spot=40", "con=14", "siz=15", "pow=9")
    rollbook("session", "start")

    major = rollbook.result("roll", "ann", "spot", "--dice", "25")
    assert (major["target"], major["degree"], major["margin"]) == (60, "major_success", 35)
    assert rollbook.result("roll", "ann", "spot", "adv", "--dice", "73,45")["total"] == 45
    rollbook("roll", "ann", "listen", "-10", "storm", "--at", "cellar", "--dice", "21")
    assert rollbook.result("retry", "--dice", "20")["degree"] == "minor_success"
    contest = rollbook.result("contest", "ann", "spot", "vs", "bo", "spot", "--dice", "25", "--dice", "30")
    assert (contest["winner"], contest["margin_of_victory"]) == ("Ann", None)

    rollbook("options", "die", "d20")
    needed = rollbook.json("roll", "ann", "spot", "--dice", "9")["events"][0]["payload"]
    assert (needed["notation"], needed["needed"], needed["degree"]) == ("1d20", 9, "minor_success")
    rollbook("options", "dice", "hand")
    asked = rollbook.json("roll", "ann", "spot", "dis")["pending"][0]
    assert rollbook.refusal("answer", str(asked["prompt"]), "--dice", "73")["code"] == "bad_dice"
    more = rollbook.json("answer", str(asked["prompt"]), "--dice", "20")["pending"][0]
    assert rollbook.result("answer", str(more["prompt"]), "--dice", "1")["degree"] == "critical_failure"
    rollbook("options", "dice", "system")

    then = rollbook.json("verify")["head"]
    rollbook("hp", "ann", "-4", "the stairs")
    rollbook("options", "characteristics", "percent")
    rollbook("pool", "ann", "mp", "-1", "a charm")
    rollbook("session", "end")

    assert rollbook.json("character", "show", "ann", "--at", str(then))["pools"]["MP"] == {"current": 11, "maximum": 11}
    assert rollbook.json("character", "show", "ann")["pools"]["MP"] == {"current": 1, "maximum": 2}
    changed = [step for step in rollbook.rows("replay") if step["type"] == "OptionSet" and step["changes"]]
    assert {"character": "Ann", "what": "MP", "before": 11, "after": 2} in changed[0]["changes"]
    assert outcomes(rollbook, "outcome:major_success") == [major["position"], contest["rolls"][0]["position"]]
    assert len(outcomes(rollbook, "outcome:critical_failure", "character:ann")) == 1
    check_that_every_way_of_looking_agrees(rollbook, ("ann", "bo"))


def test_a_night_of_the_third_edition(rollbook: Rollbook) -> None:
    rollbook("new", "The Old Wall", "--ruleset", "gurps3e")
    rollbook("character", "add", "Dai", "st=12", "dx=13", "iq=11", "ht=12", "sword=14", "points=100", "player=Ann")
    rollbook("character", "add", "Ogre", "st=18", "dx=10", "ht=14", "axe=12", "--npc")
    rollbook("session", "start", "The gate")

    hit = rollbook.result("attack", "dai", "sword", "--dice", "1,1,2", "--dice", "critical:3,3,3")
    assert (hit["critical"], hit["table"]["table"], hit["table"]["total"]) == (True, "critical_hit", 9)
    assert rollbook.result("defend", "dai", "dodge", "--dice", "6,6,5")["degree"] == "critical_failure"
    rollbook("hp", "dai", "-5", "the axe")
    tempted = rollbook.result("selfcontrol", "dai", "bloodlust", "--dice", "6,6,2")
    assert (tempted["kind"], tempted["success"]) == ("mental_disadvantage", False)

    rollbook("roll", "dai", "dx", "-3", "slippery", "--at", "wall", "--dice", "4,4,4")
    assert rollbook.result("retry", "--dice", "3,3,3")["target"] == 9
    contest = rollbook.result("contest", "dai", "st", "vs", "ogre", "st", "--dice", "3,3,3", "--dice", "6,5,5")
    assert (contest["winner"], contest["margin_of_victory"]) == ("Dai", 3 - 2)

    rollbook("options", "criticals", "none")
    fumbled = rollbook.json("attack", "dai", "sword", "--dice", "6,6,6", "--dice", "critical:3,3,3")
    rollbook("effect", str(fumbled["pending"][0]["prompt"]), "he trips")
    rollbook("rule", str(fumbled["events"][0]["position"]), "failure", "because", "the ground was even")
    rollbook("undo")
    rollbook("fp", "dai", "-2", "the climb")
    rollbook("award", "dai", "2", "a good night")
    rollbook("session", "end")

    assert {name: pool["current"] for name, pool in sheet(rollbook, "dai")["pools"].items()} == {"HP": 7, "FP": 10}
    assert outcomes(rollbook, "outcome:fumble", "voided:no") == [
        rollbook.rows("history", "kind:active_defense")[0]["position"],
        fumbled["events"][0]["position"],
    ]
    check_that_every_way_of_looking_agrees(rollbook, ("dai", "ogre"))


def test_a_filter_knows_the_words_of_its_own_system_only(rollbook: Rollbook) -> None:
    rollbook("new", "The Low Road", "--ruleset", "d20under")
    rollbook("character", "add", "Lyssa", "dex=14")
    made = [rollbook.result("roll", "lyssa", "dex", "--dice", die)["position"] for die in ("7", "8", "19", "20")]
    great, success, failure, terrible = made
    assert outcomes(rollbook, "outcome:great_success") == [great]
    assert outcomes(rollbook, "outcome:success") == [great, success]
    assert outcomes(rollbook, "outcome:ok") == [success]
    assert outcomes(rollbook, "outcome:failure") == [failure, terrible]
    assert outcomes(rollbook, "outcome:terrible_failure") == [terrible]
    assert outcomes(rollbook, "outcome:fumble") == [terrible]
    assert rollbook.rows("history", "--outcome", "great success") == rollbook.rows("history", "outcome:great_success")
    assert rollbook.refusal("history", "outcome:major_success")["code"] == "syntax"
    rollbook("rule", str(failure), "great success", "because", "the rope held")
    assert outcomes(rollbook, "outcome:great_success") == [great, failure]
    assert outcomes(rollbook, "outcome:failure") == [terrible]
