"""One night at the table, from the new campaign to the audit, typed as a game master would."""

from __future__ import annotations

from tests.cli.conftest import Rollbook


def test_one_night(rollbook: Rollbook) -> None:
    rollbook("new", "The Drowned Bell")
    rollbook("character", "add", "Mira", "will=11", "Lockpicking=12", "player=Ann", "points=150")
    rollbook("character", "add", "Korr", "st=13", "will=10", "fearlessness=1", "player=Ben", "points=150")
    rollbook("session", "start", "The Ferry", "--elapsed", "1d")
    rollbook("scene", "the boathouse")

    # The lock: two failures, the third attempt at -2 succeeds and ends the task.
    rollbook("roll", "mira", "lock", "-2", "rusted", "--at", "boathouse-door", "--dice", "5,5,4")
    assert rollbook.result("retry", "--dice", "4,5,3")["target"] == 9
    opened = rollbook.json("retry", "--dice", "3,2,2")
    assert (opened["result"]["attempt"], opened["result"]["target"], opened["result"]["success"]) == (3, 8, True)
    assert opened["events"][-1]["payload"]["how"] == "success"

    # The winch: an extra effort that fails badly still costs, HP too.
    effort = rollbook.result("effort", "korr", "st", "--increase", "20", "--dice", "6,6,6")
    assert (effort["target"], effort["critical"], effort["fp_spent"], effort["hp_lost"]) == (6, True, 1, 1)

    # The ghoul frightens both; an hour later it frightens less.
    dice = ["--dice", "mira:6,4,3", "--dice", "table:4,4,4", "--dice", "korr:3,3,3", "--dice", "fp:4", "--dice", "stun:2"]
    mira, korr = rollbook.result("fright", "all", "--cause", "ghoul", "--dark", *dice)["checks"]
    assert (mira["margin"], mira["table"]["total"], mira["table"]["row"]) == (3, 15, "14-15")
    assert (korr["target"], korr["success"], korr["table"]) == (10, True, None)
    shown = rollbook.json("character", "show", "mira")
    assert shown["pools"]["FP"]["current"] == 6
    assert [condition["name"] for condition in shown["conditions"]] == ["stunned"]
    rollbook("condition", "mira", "end", "stunned")
    rollbook("clock", "+1h", "hiding")
    assert rollbook.result("fright", "mira", "--cause", "Ghoul", "--dice", "3,3,3")["checks"][0]["exposures"] == 1

    # A slip of the GM's, taken back.
    rollbook("hp", "mira", "-3", "claw")
    rollbook("undo", "it was Korr")
    rollbook("hp", "korr", "-3", "claw")
    rollbook("rest", "20m")
    rollbook("award", "all", "2", "a good night")
    rollbook("session", "end")

    assert rollbook.json("character", "show", "mira")["pools"]["HP"]["current"] == 10
    assert rollbook.json("character", "show", "korr")["pools"]["HP"]["current"] == 9
    chain, *violations = rollbook.rows("audit", "retries")
    assert ([attempt["total"] for attempt in chain["attempts"]], chain["ended"]) == ([14, 12, 7], "success")
    assert violations == []
    assert [(row["character"], row["earlier"]) for row in rollbook.rows("audit", "frights")] == [
        ("Mira", 0),
        ("Korr", 0),
        ("Mira", 1),
    ]
    fatigue = [(row["change"], row["reason"], row["balance"]) for row in rollbook.rows("audit", "fatigue", "mira")]
    assert fatigue == [(-4, "fright", 6), (2, "rest", 8)]
    [session] = rollbook.rows("session", "list")
    assert (session["title"], session["rolls"], session["successes"]) == ("The Ferry", 7, 3)
    rollbook("verify")
