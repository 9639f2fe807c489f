"""The worked cases of GURPS 4e once more, this time as a GM would type them.

Dice are given by hand; what the JSON says is renamed to the words of a case and compared.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Rollbook

CASES = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "gurps4e.jsonl").read_text("utf-8").splitlines()
]

FLAGS = {"in_combat": "--combat", "remote_view": "--remote", "alone": "--alone", "dark": "--dark", "touched": "--touched"}
TRAITS = ("fearlessness", "fearfulness", "combat_reflexes", "combat_paralysis", "unfazeable")


def cases(rule: str) -> Any:
    return pytest.mark.parametrize("case", [pytest.param(one, id=one["id"]) for one in CASES if one["rule"] == rule])


def faces(total: int) -> str:
    """Three dice that show a total."""
    dice = [1, 1, 1]
    for index in range(3):
        dice[index] += min(5, total - sum(dice))
    return ",".join(map(str, dice))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Rollbook:
    """One campaign for all cases; every case has characters and threats of its own."""
    rollbook = Rollbook(tmp_path_factory.mktemp("cases"))
    rollbook("new", "Cases")
    return rollbook


@cases("success_roll")
def test_success_roll(table: Rollbook, case: dict[str, Any]) -> None:
    given = case["given"]
    kind = () if given["kind"] == "normal" else ("--kind", given["kind"])
    roll = ("roll", f"@{case['id']}", f"test={given['target']}", *kind, "--dice", faces(given["roll"]))
    if not case["expect"]["attemptable"]:
        assert table.refusal(*roll)["code"] == "not_attemptable"
        assert {case["expect"][key] for key in ("success", "critical", "margin")} == {None}
        return
    result = table.result(*roll)
    told = {key: result[key] for key in ("success", "critical", "margin")}
    assert told | {"attemptable": True} == case["expect"]


@cases("retry")
def test_retry(table: Rollbook, case: dict[str, Any]) -> None:
    given, failing = case["given"], ("--dice", "6,6,6")
    policy = {"one_chance": "once", "after_damage": "damage"}.get(given["policy"], given["policy"])
    result = table.result("roll", f"@{case['id']}", "test=12", "--at", case["id"], "--policy", policy, *failing)
    flags = [f"--{flag.replace('_', '-')}" for flag in ("damage_assessed", "waited") if given[flag]]
    for attempt in range(2, given["attempt"] + 1):
        retry = ("retry", str(result["position"]), *failing, *flags)
        if attempt == given["attempt"] and not case["expect"]["allowed"]:
            assert table.refusal(*retry)["code"] == "retry_refused"
            assert case["expect"]["modifier"] is None
            return
        result = table.result(*retry)
    assert result["attempt"] == given["attempt"]
    assert {"allowed": True, "modifier": result["retry_penalty"]} == case["expect"]
    assert result["target"] == 12 + result["retry_penalty"]


@cases("fright_check")
def test_fright_check(table: Rollbook, case: dict[str, Any]) -> None:
    given, name = case["given"], case["id"]
    traits = [f"{trait}={int(given[trait])}" for trait in TRAITS if given[trait]]
    table("character", "add", name, f"will={given['will']}", *traits)
    seconds = sorted((round(3600 * hours) for hours in given["exposures_hours_ago"]), reverse=True)
    for ago, following in pairwise([*seconds, 0]):
        table("fright", name, "--cause", name, "--dice", "1,1,1")
        table("clock", f"+{ago - following}s")
    flags = [flag for key, flag in FLAGS.items() if given[key]]
    distance = () if given["distance_yards"] is None else ("--distance", str(given["distance_yards"]))
    dice = () if given["roll"] is None else ("--dice", f"{name}:{faces(given['roll'])}")
    [check] = table.result("fright", name, "--cause", name, *flags, *distance, *dice)["checks"]
    if check.get("needed") is False:
        assert {"needed": False} | dict.fromkeys(("modifier", "target", "success", "margin")) == case["expect"]
        return
    told = {key: check[key] for key in ("target", "success", "margin")}
    told |= {"needed": True, "modifier": sum(modifier["value"] for modifier in check["modifiers"])}
    assert told == case["expect"]
    assert check["exposures"] == sum(hours <= 24 for hours in given["exposures_hours_ago"])


@cases("fright_table")
def test_fright_table(table: Rollbook, case: dict[str, Any]) -> None:
    given, name = case["given"], case["id"]
    margin = given["margin_of_failure"]
    total = min(10 + margin, 18)  # and the Will that fails by just that margin
    table("character", "add", name, f"will={total - margin}", f"ht={given['ht']}")
    dice = ("--dice", f"{name}:{faces(total)}", "--dice", f"table:{faces(given['table_roll'])}")
    [check] = table.result("fright", name, "--cause", name, *dice)["checks"]
    assert (check["success"], check["margin"]) == (False, margin)
    assert {key: check["table"][key] for key in ("total", "row", "effects")} == case["expect"]
    assert sum(check["table"]["dice"]) == given["table_roll"]


@cases("extra_effort")
def test_extra_effort(table: Rollbook, case: dict[str, Any]) -> None:
    given, expect, name = case["given"], case["expect"], case["id"]
    table("character", "add", name, f"will={given['score']}", *(["machine=yes"] if given["machine"] else []))
    motive = ("--motivated", "the child") if given["motivated"] else ()
    dice = () if given["roll"] is None else ("--dice", faces(given["roll"]))
    effort = ("effort", name, "lift the gate", "--increase", f"{given['percent']}%", *motive, *dice)
    if not expect["allowed"]:
        code = "effort_refused" if given["machine"] else "not_attemptable"
        assert table.refusal(*effort)["code"] == code
        assert (expect["fp_cost"], expect["hp_loss"], expect["granted_percent"]) == (0, 0, 0)
        return
    result = table.result(*effort)
    told = {"allowed": True, "target": result["target"], "success": result["success"]}
    told |= {"granted_percent": result["increase"] if result["success"] else 0}
    assert told | {"fp_cost": result["fp_spent"], "hp_loss": result["hp_lost"]} == expect
