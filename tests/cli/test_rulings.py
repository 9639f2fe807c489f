"""The command line of criticals, bought and ruled outcomes, secret rolls and their audit."""

from __future__ import annotations

from tests.cli.conftest import Rollbook


def test_an_attack_with_what_it_takes_and_what_it_does(innsmouth: Rollbook) -> None:
    answer = innsmouth(
        "attack", "mira", "broadsword=14", "-2", "head", "mighty", "blows", "--dice", "1,1,1", "--dice", "critical:2,2,3"
    )
    assert answer.lines == [
        "Mira  broadsword 14 -2 head +0 Mighty Blows: 2 damage more, or 1 a die = 12; "
        "rolled 1+1+1 = 3: CRIT by 9   [event 4]",
        "Mira: FP -1 extra effort (Mighty Blows: 2 damage more, or 1 a die), now 9/10   [event 5]",
        "Mira: critical hit: 2+2+3=7   [event 6]",
        "Waiting 8: Mira: critical hit, 7 on your table: what happens?   -> rollbook effect 8 WHAT HAPPENS",
    ]
    named = innsmouth.json("effect", "8", "the hilt cracks", "-1 to hit")
    assert [event["type"] for event in named["events"]] == ["PromptAnswered", "EffectNamed", "ProcedureEnded"]
    assert named["result"]["lines"] == ["Mira: the hilt cracks -1 to hit"]


def test_the_json_of_an_attack_holds_price_and_table(innsmouth: Rollbook) -> None:
    innsmouth("options", "criticals", "gurps3e")
    struck = innsmouth.result(
        "attack", "mira", "dx", "rapid strike", "flurry", "--dice", "6,6,6", "--dice", "critical:2,2,3"
    )
    assert (struck["kind"], struck["degree"], struck["fp_spent"], struck["hp_lost"]) == ("attack", "critical_failure", 1, 0)
    assert struck["table"] == {
        "table": "critical_miss",
        "notation": "3d6",
        "dice": [2, 2, 3],
        "dice_source": "hand",
        "total": 7,
        "row": "6-7",
        "text": "The weapon is dropped.",
    }
    assert "table" not in innsmouth.result("defend", "mira", "dodge", "--dice", "3,3,3")


def test_a_bought_success_from_failure_to_ledger(innsmouth: Rollbook) -> None:
    innsmouth("options", "genre", "heroic")
    roll = innsmouth.result("roll", "mira", "lockpicking", "--at", "door", "--dice", "6,6,4")["position"]
    bought = innsmouth.json("buy", str(roll))
    assert bought["result"]["ruling"] == {
        "roll": roll,
        "before": "failure",
        "degree": "success",
        "success": True,
        "critical": False,
        "by": "points",
        "reason": "",
        "points": 1,
    }
    (shown,) = innsmouth.rows("history", "outcome:success")
    assert (shown["success"], shown["ruled"]["degree"], shown["ruled"]["by"]) == (False, "success", "points")
    assert innsmouth("history").lines[0].endswith("NO by 4 -> ok (bought)")
    (line,) = innsmouth.rows("audit", "points", "mira")
    assert (line["spent"], line["reason"], line["unspent"]) == (1, "success", 149)
    (chain,) = innsmouth.rows("audit", "retries")
    assert (chain["ended"], chain["attempts"][0]["outcome"]) == ("success", "success")
    innsmouth("undo")
    assert innsmouth.rows("history", "outcome:success") == []


def test_a_ruling_says_what_it_leaves(innsmouth: Rollbook) -> None:
    done = innsmouth.result("roll", "mira", "lockpicking", "--at", "door", "--dice", "3,3,3")["position"]
    said = innsmouth("rule", str(done), "failure", "because", "the lock was jammed").lines
    assert said[0].startswith(f"Mira: ruled: success counts as failure, roll {done} (the lock was jammed)")
    assert said[1] == "Its task is over and stays so: name it again to begin anew."
    innsmouth("effort", "mira", "st", "--increase", "10", "--dice", "6,6,6")
    roll = innsmouth.rows("history", "kind:effort")[0]["position"]
    assert innsmouth("rule", str(roll), "failure").lines[1].startswith("What the roll led to stays: ")


def test_the_audit_of_overrides_shows_the_hidden_ones(innsmouth: Rollbook) -> None:
    innsmouth("--secret", "roll", "mira", "stealth", "-2", "dark", "--target", "12", "--reason", "moon", "--dice", "6,6,4")
    innsmouth("told", "nothing", "stirs")
    innsmouth("roll", "エルザ", "隠密", "--at", "door", "--policy", "once", "--dice", "6,6,5")
    innsmouth("retry", "エルザ", "penalty", "-2", "because", "oil", "--dice", "6,6,5")
    found = innsmouth.rows("audit", "overrides")
    assert [(one["kind"], one["character"], one["rules_say"], one["gm_says"], one["secret"]) for one in found] == [
        ("target", "Mira", "11", "12", True),
        ("retry", "エルザ", "no attempt", "-2", False),
    ]
    assert [one["kind"] for one in innsmouth.rows("audit", "overrides", "エルザ")] == ["retry"]
    assert innsmouth("audit", "overrides").lines[1].endswith("(moon)  [GM]")
    assert innsmouth.rows("history", "secret:yes")[0]["told"] == "nothing stirs"


def test_retry_takes_words_and_options_alike(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lockpicking", "--at", "door", "--policy", "damage", "--dice", "6,6,4")
    assert "“retry damage waited”" in innsmouth.refusal("retry", "--dice", "3,3,3")["message"]
    assert innsmouth.result("retry", "mira", "damage", "waited", "--dice", "6,6,4")["attempt"] == 2
    assert innsmouth.result("retry", "--damage-assessed", "--waited", "-1", "rust", "--dice", "6,6,4")["attempt"] == 3


def test_odds_are_exact(innsmouth: Rollbook) -> None:
    assert innsmouth("odds", "12").lines == ["3d6 against 12: 74.1 % (160 of 216); critical success 4, critical failure 4"]


def test_refusals_of_the_command_line(innsmouth: Rollbook) -> None:
    for argv, code in (
        (("attack",), "syntax"),
        (("buy",), "nothing"),
        (("rule", "1", "success"), "not_a_roll"),
        (("told", "nothing"), "nothing"),
        (("effect", "x"), "syntax"),
    ):
        assert innsmouth.refusal(*argv)["code"] == code, argv


def test_the_reason_of_a_ruled_target_stands_with_the_roll(rollbook: Rollbook) -> None:
    rollbook("new", "Word")
    rollbook("character", "add", "Mira", "dx=12")
    (line,) = rollbook("do", "mira dx target 9 because the floor is icy =3,3,3").lines
    assert "DX 12 = 9 (ruled: the floor is icy); rolled 3+3+3 = 9: ok by 0" in line


def test_a_reason_that_overrules_nothing_is_no_ruling(rollbook: Rollbook) -> None:
    rollbook("new", "Word")
    rollbook("character", "add", "Mira", "dx=12")
    (line,) = rollbook("do", "mira dx -1 ice because the guard is bored =3,3,3").lines
    assert "DX 12 -1 ice = 11 (because the guard is bored); rolled 3+3+3 = 9: ok by 2" in line
    assert rollbook("audit", "overrides").lines[0] == "0 overrides"
