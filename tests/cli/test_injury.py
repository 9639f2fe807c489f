"""Injury, recovery, healing and self-control from the command line, as they are read out at the table."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def table(rollbook: Rollbook) -> Rollbook:
    rollbook("new", "Ravenmoor")
    rollbook("character", "add", "Mira", "st=10", "ht=11", "will=12", "hard_to_subdue=1")
    rollbook("character", "add", "Vora", "st=13", "ht=12", "first aid=13")
    rollbook("session", "start")
    return rollbook


def prompt(table: Rollbook, words: str) -> str:
    (found,) = [str(one["prompt"]) for one in table.rows("pending") if words in one["text"]]
    return found


def test_a_wound_is_read_out_with_what_it_asks_for(table: Rollbook) -> None:
    hurt = table("hp", "mira", "-12", "ghoul")
    assert hurt.lines == [
        "Mira: HP -12 (ghoul), now -2/10   [event 5]",
        "Waiting 7: Mira: Consciousness (HT, each turn that the character acts), target 12   "
        "-> rollbook answer 7 --dice FACES   (3d6)",
    ]
    assert table("answer", "7", "--dice", "5,5,5").lines == [
        "Mira  Consciousness 11 +1 Hard To Subdue = 12; rolled 5+5+5 = 15: NO by 3   [event 9]",
        "Mira: condition: unconscious, recovery roll after 1 h   [event 10]",
    ]


def test_the_sheet_says_what_holds_and_when_the_next_roll_is_due(table: Rollbook) -> None:
    table("hp", "mira", "-22")
    assert (
        "HP -12/10: consciousness roll (HT -1), each turn that the character acts"
        in table("character", "show", "mira").lines
    )
    table("answer", prompt(table, "Consc"), "--dice", "6,6,6")
    shown = table("character", "show", "mira")
    assert (
        "condition: unconscious; recovers by HT, next roll day 1 12:00 (one roll to wake up, after 12 hours; then it takes "
        "medical care)"
    ) in shown.lines
    assert "consciousness roll" not in shown.out
    (condition,) = table.json("character", "show", "mira")["conditions"]
    assert (condition["name"], condition["next_roll"]) == ("unconscious", 12 * 3600)


def test_endure_recover_and_heal(table: Rollbook) -> None:
    table("hp", "mira", "-12")
    table("answer", prompt(table, "Consc"), "--dice", "3,3,3")
    again = table.result("endure", "mira", "-1", "blinding pain", "--dice", "6,6,6")
    assert (again["kind"], again["what"], again["target"], again["success"]) == ("forced", "Consciousness", 11, False)
    woken = table.json("recover", "mira", "--dice", "3,3,3")
    assert (woken["result"]["kind"], woken["result"]["what"]) == ("recovery", "HT")
    assert [event["type"] for event in woken["events"]] == ["RollMade", "ConditionEnded"]
    healed = table.result("heal", "mira", "--dice", "3,3,3")
    assert (healed["kind"], healed["restored"]) == ("healing", 1)


def test_first_aid_and_bandages(table: Rollbook) -> None:
    table("hp", "mira", "-7")
    aid = table("firstaid", "vora", "mira", "tl", "3", "-2", "on horseback", "--dice", "3,3,3", "--dice", "healed:5")
    assert aid.lines[:3] == [
        "Vora  First aid 13 -2 on horseback = 11; rolled 3+3+3 = 9: ok by 2   [event 7]",
        "Mira: healed 1d6-3: 5-3=2 HP   [event 8]",
        "Mira: HP +2 first aid (by Vora, TL 3, 30 minutes), now 5/10   [event 9]",
    ]
    botched = table.result("firstaid", "vora", "mira", "--dice", "6,6,6")
    assert (botched["kind"], botched["restored"]) == ("first_aid", -2)
    assert table("bandage", "mira", "by Vora").lines[0] == "Mira: HP +1 bandage (by Vora), now 4/10   [event 15]"
    assert table.refusal("firstaid", "vora", "mira", "tl", "11")["where"] == "tl"
    assert table.refusal("firstaid", "vora")["code"] == "syntax"
    assert table.refusal("bandage", "vora")["code"] == "full"


def test_self_control(table: Rollbook) -> None:
    roll = table.result("selfcontrol", "mira", "bad temper=12", "-2", "provoked", "--dice", "3,4,4")
    assert (roll["kind"], roll["what"], roll["target"], roll["success"]) == ("self_control", "bad temper", 10, False)
    assert table.result("selfcontrol", "@orc", "bad-temper=9", "--dice", "3,3,3")["character"] == "orc"
    assert table.refusal("selfcontrol", "mira", "bad temper")["code"] == "no_self_control"
    kinds = [row["kind"] for row in table.rows("history", "kind:self_control")]
    assert kinds == ["self_control", "self_control"]
    assert table.rows("history", "kind:will") == []


def test_a_long_rest_says_how_many_rolls_it_left_out(table: Rollbook) -> None:
    table("hp", "vora", "-9")
    rested = table("rest", "9d")
    assert "7 of 9 days of rest ask for their rolls; “heal Vora” makes each of the 2 others." in rested.out
    assert sum(line.startswith("Waiting") for line in rested.lines) == 7


def test_help_of_each_command_has_an_example(table: Rollbook) -> None:
    for name in ("recover", "endure", "heal", "firstaid", "bandage", "selfcontrol"):
        assert table(name, "--help").lines


def test_nothing_that_is_typed_ends_in_a_traceback(table: Rollbook) -> None:
    table("hp", "mira", "-30")
    odd = ["", " ", "\x00", "=", "=9", "-", "-1", "+1", "@", "@x", "“", '"']
    odd += ["tl", "mira", "mira=12", "a=99999", "エルザ", "*"]
    for name in ("recover", "endure", "heal", "firstaid", "bandage", "selfcontrol"):
        for word in odd:
            two = [["mira", "vora", word], ["vora", "mira", "tl", word]] if name == "firstaid" else []
            for words in ([word], ["mira", word], *two):
                answer = table(name, *words, code=None)
                assert answer.code in (0, 2), (name, words, answer)
