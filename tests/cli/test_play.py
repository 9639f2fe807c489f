"""Rolls and what follows from them."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook
from tracker.text import clean_name

EVENT_KEYS = {
    *("position", "type", "version", "action", "ordinal", "cause", "procedure", "session", "scene", "subject", "author"),
    *("recorded_at", "game_time", "visibility", "payload", "hash"),
}
ROLL_KEYS = {
    *("position", "character", "kind", "what", "base", "modifiers", "target", "notation", "dice", "dice_source", "total"),
    *("success", "critical", "degree", "margin", "attempt", "retry_penalty", "secret", "voided", "session"),
}


def test_roll_in_json(innsmouth: Rollbook) -> None:
    done = innsmouth.json("roll", "mira", "lock", "-3", "dark", "+2", "fine tools", "--dice", "6,5,4")
    assert set(done) == {"campaign", "action_id", "head", "result", "pending", "events"}
    assert (done["campaign"], done["head"], done["pending"]) == ("Innsmouth", 4, [])
    [event] = done["events"]
    assert set(event) == EVENT_KEYS
    assert (event["type"], event["subject"], event["action"]) == ("RollMade", "mira", done["action_id"])
    assert event["payload"]["dice"] == [6, 5, 4]
    result = done["result"]
    assert set(result) == ROLL_KEYS
    assert result["modifiers"] == [
        {"label": "dark", "value": -3, "source": "gm"},
        {"label": "fine tools", "value": 2, "source": "gm"},
    ]
    assert (result["what"], result["base"], result["target"], result["total"]) == ("Lockpicking", 12, 11, 15)
    assert (result["success"], result["margin"], result["dice_source"]) == (False, 4, "hand")


def test_roll_for_people(innsmouth: Rollbook) -> None:
    answer = innsmouth("roll", "mira", "lock", "-3", "dark", "+2", "fine tools", "--dice", "6,5,4")
    assert answer.lines == [
        "Mira  Lockpicking 12 -3 dark +2 fine tools = 11; rolled 6+5+4 = 15: NO by 4   [event 4]"
        "   retry: rollbook retry (target 10)"
    ]


def test_dice_are_thrown_when_none_are_given(innsmouth: Rollbook) -> None:
    result = innsmouth.result("roll", "mira", "stealth")
    assert result["dice_source"] == "system"
    assert len(result["dice"]) == 3
    assert result["total"] == sum(result["dice"])


def test_label_of_words_without_quotes_and_typographic_minus(innsmouth: Rollbook) -> None:
    result = innsmouth.result("roll", "mira", "stealth", "−2", "thin", "ice", "＋１", "--dice", "3,3,3")
    assert [(one["label"], one["value"]) for one in result["modifiers"]] == [("thin ice", -2), ("", 1)]
    assert result["target"] == 12


def test_somebody_made_up_on_the_fly(innsmouth: Rollbook) -> None:
    result = innsmouth.result("roll", "@guard", "per=12", "-1", "--dice", "3,4,5")
    assert (result["character"], result["what"], result["target"], result["success"]) == ("guard", "per", 11, False)
    assert innsmouth.refusal("roll", "@guard", "per")["where"] == "what"
    assert innsmouth.refusal("roll", "@guard", "per=many")["code"] == "bad_number"


def test_task_with_retries(innsmouth: Rollbook) -> None:
    first = innsmouth.result("roll", "mira", "lock", "--at", "west-door", "--policy", "penalty", "--dice", "6,6,1")
    second = innsmouth.json("retry", "--dice", "6,6,1")
    assert (second["result"]["attempt"], second["result"]["retry_penalty"], second["result"]["target"]) == (2, -1, 11)
    assert [event["type"] for event in second["events"]] == ["RetryPenaltyApplied", "RollMade"]
    assert second["events"][1]["cause"] == second["events"][0]["position"]
    overruled = innsmouth.result(
        *("retry", str(first["position"]), "--penalty", "-5", "--reason", "the bolt is bent", "-1", "wet"),
        *("--dice", "6,6,1"),
    )
    assert (overruled["attempt"], overruled["retry_penalty"], overruled["target"]) == (3, -5, 6)
    findings = innsmouth.rows("audit", "retries", "mira")
    assert [finding["type"] for finding in findings] == ["chain", "violation"]
    assert (findings[1]["code"], findings[1]["reason"]) == ("penalty_differs", "the bolt is bent")
    assert innsmouth("giveup", "west-door").lines[0].startswith("Mira: task ended, given up: 4")
    assert innsmouth.refusal("giveup", "west-door")["code"] == "not_found"


def test_one_chance_offers_no_retry(innsmouth: Rollbook) -> None:
    answer = innsmouth("roll", "mira", "lock", "--at", "chest", "--policy", "once", "--dice", "6,6,6")
    assert "retry:" not in answer.out
    assert innsmouth.refusal("retry")["code"] == "retry_refused"


def test_again_is_no_retry(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "stealth", "-2", "dark", "--dice", "6,6,1")
    result = innsmouth.result("again", "+1", "calm", "--dice", "3,3,3")
    assert (result["target"], result["attempt"], result["retry_penalty"]) == (12, 1, 0)


def test_again_for_somebody(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,1")
    innsmouth("roll", "@guard", "per=12", "--dice", "3,3,3")
    assert innsmouth.result("again", "mira", "--dice", "3,3,3")["what"] == "Stealth"


def test_retry_without_a_failure(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("retry")["code"] == "nothing"
    assert innsmouth.refusal("again")["code"] == "nothing"
    assert innsmouth.refusal("undo", "--by", "Ines")["code"] == "nothing"


def test_fright_of_the_whole_party(innsmouth: Rollbook) -> None:
    dice = ["--dice", "mira:3,3,3", "--dice", "エルザ:6,5,5", "--dice", "エルザ table:2,2,2"]
    done = innsmouth.json("fright", "all", "-2", "the stench", "--cause", "Ghoul", "--dark", *dice)
    mira, elsa = done["result"]["checks"]
    assert set(mira) == ROLL_KEYS | {"exposures", "table", "threat"}
    assert (mira["character"], mira["target"], mira["success"], mira["table"]) == ("Mira", 8, False, mira["table"])
    assert (elsa["character"], elsa["target"], elsa["margin"]) == ("エルザ", 5, 11)
    assert elsa["table"] == {
        "notation": "3d6",
        "dice": [2, 2, 2],
        "dice_source": "hand",
        "total": 17,
        "row": "17",
        "effects": [{"kind": "faint", "minutes": "1d", "recover": "ht"}],
    }
    again = innsmouth.result("fright", "mira", "--cause", "ghoul", "--dice", "mira:3,3,3")["checks"]
    assert (again[0]["exposures"], again[0]["target"]) == (1, 12)


def test_unfazeable_needs_no_check(innsmouth: Rollbook) -> None:
    innsmouth("character", "add", "Korr", "unfazeable=yes")
    [check] = innsmouth.result("fright", "Korr", "--cause", "ghoul")["checks"]
    assert (check["character"], check["needed"], check["waived_by"]) == ("Korr", False, "Unfazeable")


def test_fright_needs_somebody(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("fright", "-2", "--cause", "ghoul")["where"] == "who"
    assert innsmouth.refusal("fright", "mira")["code"] == "usage"


def test_trait_of_a_fright_is_named_and_paid_off(innsmouth: Rollbook) -> None:
    done = innsmouth.json("fright", "mira", "--cause", "ghoul", "--dice", "mira:6,6,4", "--dice", "table:6,6,6")
    [prompt] = done["pending"]
    assert set(prompt) == {"prompt", "kind", "text", "character", "procedure", "ask"}
    assert (prompt["kind"], prompt["character"], prompt["ask"]["points"]) == ("trait", "Mira", -10)
    assert innsmouth.rows("pending") == [prompt]
    waiting = innsmouth("pending").lines
    assert waiting[0].endswith(f'-> rollbook trait name {prompt["prompt"]} "NAME"')
    assert innsmouth.refusal("answer", str(prompt["prompt"]))["code"] == "wrong_answer"
    innsmouth("trait", "name", str(prompt["prompt"]), "Fear", "of", "the", "Dead")
    shown = innsmouth.json("character", "show", "mira")
    assert shown["traits"] == [{"name": "Fear of the Dead", "points": -10, "source": "fright"}]
    assert shown["points"] == {"total": 140, "spent": -10, "unspent": 150}
    innsmouth("trait", "buyoff", "mira", "fear")
    assert innsmouth.json("character", "show", "mira")["traits"] == []
    assert innsmouth("pending").lines == ["Nothing waits."]


def test_effort_costs_fatigue_and_lets_a_feat_use_it(innsmouth: Rollbook) -> None:
    done = innsmouth.json("effort", "mira", "st", "--increase", "+10%", "--motivated", "her brother", "--dice", "3,3,3")
    result = done["result"]
    assert set(result) == ROLL_KEYS | {"fp_spent", "hp_lost", "increase", "motivation"}
    assert (result["target"], result["fp_spent"], result["hp_lost"]) == (14, 1, 0)
    feat = innsmouth.result("roll", "mira", "st", "--dice", "3,3,3")
    assert feat["effort"] == result["position"]


def test_the_roll_for_an_effort_is_not_told_as_one_on_what_it_is_for(innsmouth: Rollbook) -> None:
    """It is against Will 11; her ST is 10."""
    innsmouth("session", "start")
    (roll, paid) = innsmouth("effort", "mira", "st", "--increase", "10", "--dice", "3,3,3").lines
    assert roll.startswith("Mira  ST effort 11 -2 10% more = 9; rolled 3+3+3 = 9: ok by 0")
    assert paid.startswith("Mira: FP -1")
    assert "**Mira**: ST effort 11, -2 10% more; need 9, rolled 3+3+3=9: **ok by 0**" in innsmouth("recap").out


def test_a_chance_says_of_how_many(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    for typed, told in (
        (("2", "in", "6", "rain", "--dice", "3"), "chance  rain 2 in 6; rolled 3: NO by 1"),
        (("35%", "--dice", "20"), "chance  35 in 100; rolled 20: ok by 15"),
    ):
        assert innsmouth("chance", *typed).lines[0].startswith(told)
    assert "**chance**: rain 2 in 6; need 2, rolled 3: **NO by 1**" in innsmouth("recap").out
    assert "**chance**: 35 in 100; need 35, rolled 20: **ok by 15**" in innsmouth("recap").out


def test_effort_of_the_exhausted_costs_hit_points(innsmouth: Rollbook) -> None:
    innsmouth("fp", "mira", "-10", "the march")
    result = innsmouth.result("effort", "mira", "st", "--increase", "5", "--dice", "3,3,3")
    assert (result["fp_spent"], result["hp_lost"]) == (1, 1)


def test_dice_by_hand_become_a_prompt(innsmouth: Rollbook) -> None:
    innsmouth("options", "dice", "hand")
    asked = innsmouth.json("roll", "mira", "stealth", "-2", "dark")
    [prompt] = asked["pending"]
    assert (prompt["kind"], prompt["ask"]["notation"]) == ("dice", "3d6")
    assert asked["result"] == {"lines": ["Mira: Stealth, target 11"]}
    number = str(prompt["prompt"])
    assert innsmouth("pending").lines[0].endswith(f"-> rollbook answer {number} --dice FACES   (3d6)")
    assert innsmouth.refusal("answer", number)["where"] == "dice"
    result = innsmouth.result("answer", number, "--dice", "3,4,5")
    assert (result["target"], result["success"], result["margin"]) == (11, False, 1)
    assert innsmouth.refusal("answer", number, "--dice", "3,4,5")["code"] == "not_found"


def test_fright_dice_given_later_still_count_the_exposures(innsmouth: Rollbook) -> None:
    innsmouth("fright", "mira", "--cause", "ghoul", "--dice", "1,1,1")
    innsmouth("options", "dice", "hand")
    [prompt] = innsmouth.json("fright", "mira", "--cause", "ghoul")["pending"]
    [check] = innsmouth.result("answer", str(prompt["prompt"]), "--dice", "3,3,3")["checks"]
    assert (check["exposures"], check["target"], check["table"]) == (1, 12, None)


def test_same_action_is_recorded_once(innsmouth: Rollbook) -> None:
    first = innsmouth.json("roll", "mira", "stealth", "--action", "evening-1")
    second = innsmouth.json("roll", "mira", "stealth", "--action", "evening-1")
    assert second["events"] == first["events"]
    assert innsmouth.head()[0] == first["head"]
    assert innsmouth("roll", "mira", "stealth", "--action", "evening-1").lines[0].startswith("This action was recorded")


def test_a_repeated_action_is_looked_up_before_its_target(innsmouth: Rollbook) -> None:
    innsmouth("hp", "mira", "-3")
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,6")
    innsmouth("roll", "mira", "lock", "--dice", "6,6,6")
    for number, command in enumerate((["again"], ["retry"], ["undo"], ["do", "again"], ["mark"])):
        first = innsmouth.json(*command, "--action", f"U{number}")
        assert "repeated" not in first
        again = innsmouth.json(*command, "--action", f"U{number}")
        assert again.pop("repeated") is True
        assert again == first
        assert innsmouth.head()[0] == first["head"]
    while innsmouth("undo", code=None).code == 0:
        pass  # until there is nothing left
    answer = innsmouth("undo", "--action", "U2")
    assert answer.lines[0] == "This action was recorded already; nothing is new."
    for command in (["retry"], ["do", "nobody", "juggling"], ["void", "99"]):
        assert innsmouth.json(*command, "--action", "U2")["repeated"] is True


def test_lines_of_the_quick_line(innsmouth: Rollbook) -> None:
    result = innsmouth.result("do", "mira stealth -2 dark =3,4,5")
    assert (result["target"], result["dice"]) == (11, [3, 4, 5])
    secret = innsmouth.json("do", "secret エルザ 隠密-3", "--dice", "3,4,5")
    assert (secret["result"]["secret"], secret["result"]["target"]) == (True, 10)
    assert innsmouth("do", "hp", "mira", "-3", "arrow").lines == ["Mira: HP -3 (arrow), now 7/10   [event 6]"]
    assert innsmouth.refusal("do", "nobody juggling")["code"] == "syntax"


def test_secret_stays_with_the_gm(innsmouth: Rollbook) -> None:
    done = innsmouth.json("--secret", "roll", "mira", "per", "--dice", "3,4,5")
    assert done["result"]["secret"] is True
    assert done["events"][0]["visibility"] == "gm"


def test_undo_void_and_restore(innsmouth: Rollbook) -> None:
    innsmouth("hp", "mira", "-3")
    innsmouth("fp", "mira", "-1", "--by", "Ines")
    assert innsmouth.json("undo", "misheard")["result"] == {"lines": ["Mira: took back 4 (misheard)"]}
    assert innsmouth.json("character", "show", "mira")["pools"]["HP"] == {"current": 10, "maximum": 10}
    assert innsmouth.json("character", "show", "mira")["pools"]["FP"]["current"] == 9
    assert innsmouth.refusal("void", "4")["code"] == "already_void"
    innsmouth("void", "#6", "after all")
    assert innsmouth.json("character", "show", "mira")["pools"]["HP"]["current"] == 7
    assert innsmouth.refusal("void", "1")["code"] == "kept"


def health(rollbook: Rollbook) -> int:
    current: int = rollbook.json("character", "show", "mira")["pools"]["HP"]["current"]
    return current


def test_undo_takes_an_explicit_void_back(innsmouth: Rollbook) -> None:
    for loss in ("-1", "-2", "-4"):
        innsmouth("hp", "mira", loss)
    innsmouth("void", "5")
    assert health(innsmouth) == 5
    innsmouth("undo")
    assert health(innsmouth) == 3
    left = []
    for _ in range(3):
        innsmouth("undo")
        left.append(health(innsmouth))
    assert left == [7, 9, 10]


def test_undo_walks_back_over_its_own_voids(innsmouth: Rollbook) -> None:
    for loss in ("-1", "-2", "-4"):
        innsmouth("hp", "mira", loss)
    innsmouth("undo")
    innsmouth("undo")
    assert health(innsmouth) == 9
    innsmouth("void", "8")  # the second undo: its loss is back
    assert health(innsmouth) == 7
    innsmouth("undo")
    assert health(innsmouth) == 9
    innsmouth("undo")
    assert health(innsmouth) == 10


def test_undo_passes_over_what_somebody_else_took_back(innsmouth: Rollbook) -> None:
    innsmouth("hp", "mira", "-1")
    innsmouth("hp", "mira", "-2")
    innsmouth("void", "5", "--by", "Ines")
    innsmouth("undo")
    assert health(innsmouth) == 10
    innsmouth("undo", "--by", "Ines")
    assert health(innsmouth) == 8
    innsmouth("undo")
    assert health(innsmouth) == 10


def test_a_void_names_what_rests_on_it(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "--dice", "6,6,1")
    innsmouth("retry", "--dice", "3,3,3")
    refused = innsmouth.refusal("void", "4")
    assert (refused["code"], refused["where"]) == ("dependants", "dependants")
    resting = ["6: attempt 2's penalty rests on 4", "7: Mira Lockpicking -1 attempt 2 comes of 6"]
    assert "; ".join(resting) in refused["message"]
    assert innsmouth("void", "4", "--dependants", "keep").lines == [
        "Mira: took back 4   [event 9]",
        "Left as it is, though it rests on this; look whether it still holds:",
        *(f"  {sentence}" for sentence in resting),
    ]
    innsmouth("void", "9")
    both = innsmouth.json("void", "4", "--dependants", "void")["events"]
    assert [[event["position"] for event in void["payload"]["events"]] for void in both] == [[5, 6, 7, 8], [4]]


def test_notes_and_marks(innsmouth: Rollbook) -> None:
    innsmouth("note", "the bell", "tolls")
    assert innsmouth.json("note", "-1", "to all")["events"][0]["payload"] == {"text": "-1 to all"}
    assert "--json" in innsmouth("note", "--", "--json", "is an option").out
    for text in ("- a dash", "-> the cellar", "-", "-2h", "--- done", "--json is an option", "-1.5e", "-\u200bx"):
        told = innsmouth("note", text, "then", text, "--json", "--action", text).objects[0]
        assert (told["events"][0]["payload"]["text"], told["action_id"]) == (f"{text} then {text}", clean_name(text))
    for option in ("--frobnicate", "-x", "--actoin=a"):
        assert innsmouth.refusal("note", "the bell", option)["code"] == "usage"
    marked = innsmouth.json("mark", "4", "the", "bell")["events"][0]
    assert (marked["payload"], marked["cause"]) == ({"at": 4, "label": "the bell"}, 4)
    assert innsmouth.json("mark")["events"][0]["payload"]["at"] == 15
    assert innsmouth.refusal("mark", "99")["code"] == "not_found"
    assert innsmouth.refusal("note")["code"] == "empty"


def test_a_slip_in_a_label_is_refused(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("roll", "mira", "stealth", "--dice", "mria:1,1,1")["code"] == "bad_dice"


@pytest.mark.parametrize(
    ("dice", "code"), [("9,9,9", "bad_dice"), ("12", "bad_dice"), ("3,4", "bad_dice"), ("three", "bad_dice")]
)
def test_impossible_dice(innsmouth: Rollbook, dice: str, code: str) -> None:
    assert innsmouth.refusal("roll", "mira", "stealth", "--dice", dice)["code"] == code


def test_dice_as_the_roll_bar_takes_them_are_not_lost(innsmouth: Rollbook) -> None:
    refused = innsmouth.refusal("roll", "mira", "stealth", "=3,4,5")
    assert refused["message"] == "“=3,4,5”: dice are given with --dice 3,4,5 here."
