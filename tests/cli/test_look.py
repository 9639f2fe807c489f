"""Looking back and ahead: history, replay, audits, odds."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def played(innsmouth: Rollbook) -> Rollbook:
    """Two short sessions; rolls at 5 (NO), 6 (ok), 7 (CRIT) and, in the second session, 10 (NO)."""
    innsmouth("session", "start", "One", "--elapsed", "1d")
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,2")
    innsmouth("roll", "mira", "lock", "--dice", "3,3,3")
    innsmouth("roll", "エルザ", "will", "--dice", "1,1,1", "--secret")
    innsmouth("session", "end")
    innsmouth("session", "start", "Two")
    innsmouth("roll", "@guard", "per=9", "--dice", "6,3,3")
    return innsmouth


def positions(rollbook: Rollbook, *filter_: str) -> list[int]:
    return [row["position"] for row in rollbook.rows("history", *filter_)]


def test_history_lists_rolls_newest_first(played: Rollbook) -> None:
    rows = played.rows("history")
    assert [(row["position"], row["character"], row["session"]) for row in rows] == [
        (10, "guard", 2),
        (7, "エルザ", 1),
        (6, "Mira", 1),
        (5, "Mira", 1),
    ]
    assert rows[3] == played.rows("history", "what:stealth")[0]


@pytest.mark.parametrize(
    ("filter_", "found"),
    [
        (["outcome:failure"], [10, 5]),
        (["outcome:success", "session:1"], [7, 6]),
        (["--session", "2"], [10]),
        (["--character", "mira"], [6, 5]),
        (["--character", "@guard"], [10]),
        (["--what", "lockpicking"], [6]),
        (["--kind", "will"], [7]),
        (["--outcome", "crit"], [7]),
        (["secret:yes"], [7]),
        (["--limit", "2"], [10, 7]),
        (["--limit", "1", "character:mira"], [6]),
        (["--what", "Juggling"], []),
    ],
)
def test_history_is_narrowed(played: Rollbook, filter_: list[str], found: list[int]) -> None:
    assert positions(played, *filter_) == found


def test_history_for_people(played: Rollbook) -> None:
    lines = played("history", "--limit", "3").lines
    assert len(lines) == 4
    assert lines[0].endswith("guard    per  need 9  rolled 6+3+3=12  NO by 3")
    assert lines[1].endswith("[GM]")
    assert lines[3] == "... and 1 older: --limit N shows more."
    assert played("history", "outcome:fumble").lines == ["Nothing matches."]


def test_history_of_every_line(played: Rollbook) -> None:
    rows = played.rows("history", "--all")
    assert [row["position"] for row in rows] == [*range(10, 0, -1)]
    assert rows[-1]["type"] == "CampaignCreated"
    assert len(played("history", "--all").lines) == 10


def test_history_marks_what_was_taken_back(played: Rollbook) -> None:
    played("void", "6")
    assert [row["position"] for row in played.rows("history") if row["voided"]] == [6]
    assert 6 not in positions(played, "voided:no")


def test_history_refuses_unknown_filters(played: Rollbook) -> None:
    assert played.refusal("history", "weather:rain")["code"] == "syntax"
    assert played.refusal("history", "--outcome", "great")["where"] == "outcome"
    assert played.refusal("history", "--limit", "0")["where"] == "limit"
    assert played.refusal("history", "--character", "nobody")["code"] == "not_found"


@pytest.mark.parametrize(
    ("filter_", "where"),
    [
        (["--what", "x" * 100_000], "what"),
        (["what:" + "x" * 100_000], "what"),
        (["--kind", "x" * 201], "kind"),
        (["--character", "@" + "x" * 100_000], "character"),
        (["--what", "half\udc80"], "what"),
    ],
)
def test_history_refuses_what_no_name_can_be(played: Rollbook, filter_: list[str], where: str) -> None:
    for all_ in ([], ["--all"]):
        problem = played.refusal("history", *filter_, *all_)
        assert (problem["code"] in ("too_long", "control_character"), problem["where"]) == (True, where)
        assert len(problem["message"]) < 100


def test_replay_shows_what_each_event_changed(innsmouth: Rollbook) -> None:
    innsmouth("hp", "mira", "-3")
    innsmouth("condition", "mira", "add", "stunned")
    innsmouth("award", "mira", "2")
    innsmouth("void", "4")
    steps = innsmouth.rows("replay", "--from", "4")
    assert [set(step) for step in steps] == [{"position", "type", "line", "changes"}] * 4
    assert [(step["position"], step["type"], step["changes"]) for step in steps] == [
        (4, "PoolChanged", [{"character": "Mira", "what": "HP", "before": 10, "after": 7}]),
        (5, "ConditionAdded", [{"character": "Mira", "what": "condition", "before": None, "after": "stunned"}]),
        (6, "PointsChanged", [{"character": "Mira", "what": "points", "before": 150, "after": 152}]),
        (7, "ActionVoided", [{"character": "Mira", "what": "HP", "before": 7, "after": 10}]),
    ]
    assert innsmouth("replay", "--from", "4", "--to", "4").lines == [
        "     4  Mira: HP -3",
        "        Mira: HP 10 -> 7",
    ]


def test_replay_of_a_session(played: Rollbook) -> None:
    assert [row["position"] for row in played.rows("replay", "--session", "1")] == [4, 5, 6, 7, 8]
    assert [row["position"] for row in played.rows("replay", "--session", "2")] == [9, 10]
    assert [row["position"] for row in played.rows("replay")] == [*range(1, 11)]
    assert played.refusal("replay", "--from", "50")["code"] == "not_found"
    assert played.refusal("replay", "--session", "3")["where"] == "session"


def test_audit_of_frights(innsmouth: Rollbook) -> None:
    innsmouth("fright", "mira", "--cause", "Ghoul", "--dice", "1,1,1")
    innsmouth("fright", "mira", "--cause", "ghoul", "--dice", "1,1,1")
    rows = innsmouth.rows("audit", "frights", "mira")
    assert [(row["type"], row["threat"], row["earlier"], row["check"]["success"]) for row in rows] == [
        ("exposure", "Ghoul", 0, True),
        ("exposure", "Ghoul", 1, True),
    ]
    assert innsmouth.rows("audit", "frights", "エルザ") == []
    assert innsmouth("audit", "frights").lines[0] == "2 exposures"


def test_audit_of_traits(innsmouth: Rollbook) -> None:
    innsmouth("fright", "mira", "--cause", "ghoul", "--dice", "mira:6,6,4", "--dice", "table:6,6,6")
    [waiting] = innsmouth.rows("audit", "traits")
    assert (waiting["type"], waiting["status"], waiting["points"]) == ("trait", "pending", -10)


def test_ledgers_of_fatigue_and_injury(innsmouth: Rollbook) -> None:
    innsmouth("fp", "mira", "-4", "the climb")
    innsmouth("effort", "mira", "st", "--increase", "5", "--dice", "3,3,3")
    innsmouth("hp", "エルザ", "-2")
    fatigue = innsmouth.rows("audit", "fatigue")
    assert [(line["change"], line["reason"], line["balance"], line["roll"]) for line in fatigue] == [
        (-4, "manual", 6, None),
        (-1, "extra_effort", 5, 5),
    ]
    [injury] = innsmouth.rows("audit", "injury", "エルザ")
    assert (injury["change"], injury["balance"]) == (-2, 8)
    assert "the climb" in innsmouth("audit", "fatigue", "mira").out


def test_odds(rollbook: Rollbook) -> None:
    told = rollbook.json("odds", "12", "--ruleset", "gurps4e")
    assert (told["success"], told["of"], told["percent"]) == (160, 216, 74.1)
    assert rollbook.json("odds", "-2", "--ruleset", "gurps4e", "--kind", "forced")["success"] == 4  # 3 and 4 succeed
    assert rollbook("odds", "2", "--ruleset", "gurps4e").lines[1].startswith("Effective skill 2 is below 3")
    rollbook("new", "Percent", "--ruleset", "brp")
    assert rollbook.json("odds", "40")["of"] == 100
