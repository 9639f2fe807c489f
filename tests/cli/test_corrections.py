"""Setting right what was recorded: corrected rolls, amended notes, revealed secrets."""

from __future__ import annotations

import io

import pytest

from tests.cli.conftest import Rollbook


def test_a_corrected_roll_as_scripts_get_it(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "-2", "dark", "--dice", "6,6,4")
    argv = ("correct", "4", "-1", "dark", "--reason", "a torch", "--dice", "4,4,3")
    right = innsmouth.json(*argv)
    result = right["result"]
    assert (result["corrects"], result["dice"], result["target"], result["success"]) == (4, [4, 4, 3], 11, True)
    assert [event["type"] for event in right["events"]] == ["ActionVoided", "RollMade"]
    assert [(roll["position"], roll["voided"], roll.get("corrects")) for roll in innsmouth.rows("history")] == [
        (6, False, 4),
        (4, True, None),
    ]
    lines = innsmouth("history").lines
    assert "(corrects 4)" in lines[0]
    assert lines[1].startswith("~ ")


def test_a_correction_at_the_table(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "-2", "dark", "--dice", "6,6,4")
    assert innsmouth("correct", "4", "--without", "dark", "--dice", "3,3,3").lines == [
        "Mira: took back 4   [event 5]",
        "Mira  Lockpicking 12; rolled 3+3+3 = 9: ok by 3   [event 6]",
    ]
    assert innsmouth.refusal("correct", "4", "--dice", "3,3,3")["message"] == (
        "The roll 4 was corrected already: it is 6 now, correct that one."
    )
    assert (
        innsmouth("correct", "6", "--who", "エルザ")
        .lines[1]
        .startswith("エルザ  Lockpicking (default IQ-5) 5; rolled 3+3+3 = 9: NO by 4   [event 8]")
    )
    innsmouth("undo")
    assert innsmouth.refusal("correct", "6", "-1", "\x1b[2Jdark")["code"] == "control_character"


def test_an_amended_note_shows_its_newest_words_and_keeps_the_old(innsmouth: Rollbook) -> None:
    innsmouth("note", "the bell tolls at noon")
    amended = innsmouth.json("amend", "4", "the bell tolls at midnight", "--reason", "it was dark")
    assert amended["events"][0]["payload"] == {
        "position": 4,
        "reason": "it was dark",
        "text": "the bell tolls at midnight",
    }
    note = next(event for event in innsmouth.rows("history", "--all") if event["position"] == 4)
    assert note["payload"] == {"text": "the bell tolls at noon"}
    assert note["amended"] == {"position": 5, "reason": "it was dark", "text": "the bell tolls at midnight"}
    assert "the bell tolls at midnight  [amended by 5]" in innsmouth("history", "--all").out
    innsmouth("amend", "5", "nobody heard a bell")
    assert "nobody heard a bell  [amended by 6]" in innsmouth("history", "--all").out
    innsmouth("undo")
    innsmouth("undo")
    assert "the bell tolls at noon\n" in innsmouth("history", "--all").out


def test_the_titles_of_sessions_and_scenes_are_amended(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "The Bel Tower")
    innsmouth("scene", "the stare")
    innsmouth("amend", "4", "The Bell Tower")
    innsmouth("amend", "5", "the stair")
    assert [session["title"] for session in innsmouth.rows("session", "list")] == ["The Bell Tower"]
    assert "scene 1: the stair" in innsmouth("history", "--all").out


def test_what_has_no_words_is_not_amended(innsmouth: Rollbook) -> None:
    innsmouth("note", "rain")
    assert innsmouth.refusal("amend", "2", "rain")["code"] == "no_words"
    assert innsmouth.refusal("amend", "4", "rain")["code"] == "nothing"
    assert innsmouth.refusal("amend", "4", " ")["code"] == "empty"
    assert innsmouth.refusal("amend", "44", "rain")["code"] == "not_found"


def test_a_revealed_roll_is_no_secret_and_the_audit_knows_when(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "--dice", "6,6,4", "--secret")
    innsmouth("roll", "mira", "will", "--dice", "3,3,3", "--secret")
    assert innsmouth.json("reveal", "4", "the lock held", "--by", "Ines")["events"][0]["payload"] == {
        "positions": [4],
        "reason": "the lock held",
    }
    rolls = {roll["position"]: roll for roll in innsmouth.rows("history")}
    assert (rolls[4]["secret"], rolls[4]["revealed"], rolls[5]["secret"]) == (False, 6, True)
    assert [roll["position"] for roll in innsmouth.rows("history", "secret:yes")] == [5]
    found = {secret["position"]: secret for secret in innsmouth.rows("audit", "secrets")}
    assert (found[4]["revealed"], found[4]["revealed_by"], found[5]["revealed"]) == (6, "Ines", None)
    assert found[4]["type"] == "secret"
    lines = innsmouth("audit", "secrets", "mira").lines
    assert lines[0] == "2 secrets"
    assert "revealed at 6 by Ines" in " ".join(" ".join(lines).split())
    assert "[revealed at 6]" in innsmouth("history").out
    assert innsmouth.refusal("reveal", "4")["code"] == "nothing"
    innsmouth("void", "6")
    assert [roll["position"] for roll in innsmouth.rows("history", "secret:yes")] == [5, 4]
    assert innsmouth.refusal("reveal", "2")["code"] == "not_secret"


def test_what_came_of_a_secret_is_revealed_with_it_and_nothing_else(innsmouth: Rollbook) -> None:
    innsmouth("fright", "all", "--cause", "ghoul", "--dice", "mira:6,6,4", "--dice", "mira-table:1,1,1", "--secret")
    events = {event["position"]: event for event in innsmouth.rows("history", "--all")}
    mira = next(at for at, event in events.items() if event["type"] == "RollMade" and event["subject"] == "mira")
    table = next(at for at, event in events.items() if event["type"] == "TableConsulted" and event["cause"] == mira)
    shown = innsmouth.json("reveal", str(mira))["events"][0]["payload"]["positions"]
    assert {mira, table} <= set(shown)
    other = [at for at, event in events.items() if event["type"] == "RollMade" and event["subject"] != "mira"]
    assert set(shown).isdisjoint(other)


def test_the_audit_of_voids_at_any_moment(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "One")
    innsmouth("roll", "mira", "lock", "--dice", "6,6,1")  # 5
    innsmouth("retry", "--dice", "3,3,3")  # 6 to 9
    innsmouth("do", "void 5 wrong [red]door[/] dependants keep", "--by", "Ines")
    (void,) = innsmouth.rows("audit", "voids")
    assert (void["type"], void["position"], void["kind"], void["events"]) == ("void", 10, "void", [5])
    assert (void["author"], void["reason"], void["undone"], void["session"]) == ("Ines", "wrong [red]door[/]", None, 1)
    assert {rest["position"] for rest in void["resting"]} == {6, 7, 8, 9}
    text = " ".join(" ".join(innsmouth("audit", "voids").lines).split())
    assert "Ines took back 5 (wrong [red]door[/]): Mira: Lockpicking" in text
    assert "7: attempt 2's penalty rests on 5, which doesn't count" in text
    assert innsmouth.rows("audit", "voids", "エルザ") == []
    innsmouth("void", "10")
    restored = innsmouth.rows("audit", "voids")
    assert [(each["kind"], each["undone"], len(each["resting"])) for each in restored] == [
        ("void", 11, 0),
        ("restoration", None, 0),
    ]
    assert innsmouth.rows("audit", "voids", "--at", "10") == [void]
    assert innsmouth.rows("audit", "voids", "--at", "10", "--corrected") == restored[:1]
    assert innsmouth("audit", "voids", "--at", "9").lines == ["0 voids"]
    assert innsmouth.refusal("audit", "voids", "--at", "99")["where"] == "at"


def test_the_audit_of_bought_successes_at_any_moment(innsmouth: Rollbook) -> None:
    innsmouth("options", "genre", "heroic")
    innsmouth("spend", "mira", "140", "all")
    innsmouth("session", "start", "One")
    innsmouth("roll", "mira", "lock", "--dice", "6,6,4")  # 7
    innsmouth("buy", "7")
    innsmouth("options", "genre", "horror")
    (bought,) = innsmouth.rows("audit", "bought")
    assert bought == {
        "type": "bought",
        "position": 8,
        "character": "Mira",
        "character_id": "mira",
        "session": 1,
        "roll": 7,
        "rolled": "Lockpicking",
        "before": "failure",
        "after": "success",
        "cost": 1,
        "paid": 9,
        "genre": "heroic",
        "price": 1,
        "secret": False,
        "roll_counts": True,
    }
    innsmouth("undo")
    innsmouth("undo")
    assert innsmouth.rows("audit", "bought") == []
    assert innsmouth.rows("audit", "bought", "--at", "9") == [bought]
    assert innsmouth("audit", "bought", "--at", "7").lines == ["0 bought successes"]


def test_the_audit_of_secrets_says_what_is_about_nobody_in_its_newest_words(innsmouth: Rollbook) -> None:
    innsmouth("note", "the duke is the ghoul", "--secret")
    innsmouth("amend", "4", "the duke is the ghoul's brother")
    assert innsmouth("audit", "secrets").lines == [
        "2 secrets",
        "        4  note: the duke is the ghoul's brother  [amended by 5]",
        "        5  amended: the duke is the ghoul's brother, in place of 4",
    ]
    assert [secret["character"] for secret in innsmouth.rows("audit", "secrets")] == ["", ""]


def test_the_audit_of_secrets_knows_what_was_hidden_then(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "lock", "--dice", "6,6,4", "--secret")
    innsmouth("reveal", "4")
    assert [each["revealed"] for each in innsmouth.rows("audit", "secrets")] == [5]
    assert [each["revealed"] for each in innsmouth.rows("audit", "secrets", "--at", "4")] == [None]
    assert innsmouth.rows("audit", "secrets", "--at", "3") == []


@pytest.mark.parametrize(("typed", "gone"), [("k\n", [4]), ("void\n", [4, 6, 7, 8]), ("\n", [])])
def test_a_terminal_is_asked_what_becomes_of_the_dependants(
    innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch, typed: str, gone: list[int]
) -> None:
    innsmouth("roll", "mira", "lock", "--dice", "6,6,1")
    innsmouth("retry", "--dice", "3,3,3")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("tracker.cli.output.at_a_terminal", lambda: True)
    answer = innsmouth("void", "4", code=None)
    assert "attempt 2's penalty rests on 4" in answer.err
    assert answer.code == (0 if gone else 2)
    voided = [roll["position"] for roll in innsmouth.rows("history", "voided:only")]
    assert voided == sorted((at for at in gone if at in (4, 7)), reverse=True)
