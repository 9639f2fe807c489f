"""Looking back and ahead: history, replay, audits, odds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Rollbook
from tracker import rulesets
from tracker.reports.odds import chances, odds_json, odds_lines
from tracker.rulesets.base import ADVANTAGE, DISADVANTAGE


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
    assert lines[3] == "... and more: --before 6 goes on there, --limit N shows more at once."
    assert played("history", "outcome:fumble").lines == ["Nothing matches."]


def test_history_goes_on_behind_an_event(played: Rollbook) -> None:
    assert positions(played, "--limit", "2") == [10, 7]
    assert positions(played, "--limit", "2", "--before", "7") == [6, 5]
    assert positions(played, "sort:margin") == [10, 5, 6, 7]  # failures by 3 and 3, successes by 3 and 9
    assert positions(played, "sort:margin", "--before", "5", "--limit", "1") == [6]
    assert played("history", "--before", "5").lines == ["Nothing more matches."]


def test_history_counts(played: Rollbook) -> None:
    assert played("history", "--count", "outcome:failure").lines == ["2"]
    assert played.json("history", "--count", "--all") == {"count": 10}


def test_history_finds_words(played: Rollbook) -> None:
    played("note", "the duke's seal / 鬼火が三つ")
    assert played("history", "鬼火").lines == ["No roll matches; --all lists 1 other line."]
    assert positions(played, "鬼火", "--all") == [11]
    assert positions(played, "duke seal", "--all") == []  # an argument is held together
    assert positions(played, "duke", "seal", "--all") == [11]
    assert positions(played, "-character:mira") == [10, 7]
    assert [line.split()[0] for line in played("history", "--", "-stealth").lines] == ["10", "7", "6"]


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
        (["what:" + "x" * 2_000], "what"),
        (["what:" + "x" * 100_000], "filter"),
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


def test_audits_of_what_a_filter_lets_through(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("fright", "mira", "--cause", "Ghoul", "--dice", "1,1,1")
    innsmouth("fp", "mira", "-4", "the climb")
    innsmouth("session", "end")
    innsmouth("session", "start", "--elapsed", "2h")
    innsmouth("fright", "エルザ", "--cause", "ghoul", "--dice", "1,1,1")
    innsmouth("fp", "mira", "-1", "the descent")

    def told(*words: str) -> list[tuple[str, int]]:
        return [(row["character"], row["session"]) for row in innsmouth.rows("audit", *words)]

    assert told("frights") == [("Mira", 1), ("エルザ", 2)]
    assert told("frights", "session:2") == told("frights", "エルザ", "threat:ghoul") == [("エルザ", 2)]
    assert told("frights", "s2") == told("frights", "-session:1") == told("frights", "session：2") == [("エルザ", 2)]
    assert told("frights", "mira", "session:2") == []
    [line] = innsmouth.rows("audit", "fatigue", "mira", "descent")
    assert (line["change"], line["balance"]) == (-1, 5), "what came before counts all the same"
    assert innsmouth.refusal("audit", "retries", "sort:margin")["where"] == "sort"
    assert innsmouth.refusal("audit", "secrets", "session:none")["code"] == "syntax"


def test_odds(rollbook: Rollbook) -> None:
    told = rollbook.json("odds", "12", "--ruleset", "gurps4e")
    assert (told["success"], told["of"], told["percent"]) == (160, 216, 74.1)
    assert told["degrees"] == {"critical_failure": 4, "failure": 52, "success": 156, "critical_success": 4}
    assert (told["mode"], told["die"], told["needed"], told["difference"], told["caps"]) == ("", None, None, None, [])
    assert rollbook.json("odds", "-2", "--ruleset", "gurps4e", "--kind", "forced")["success"] == 4  # 3 and 4 succeed
    refused = rollbook("odds", "2", "--ruleset", "gurps4e")
    assert refused.lines[1].startswith("Effective skill 2 is below 3")
    assert set(rollbook.json("odds", "2", "--ruleset", "gurps4e")["degrees"].values()) == {0}


def test_odds_against_mental_disadvantages_and_of_defenses(rollbook: Rollbook) -> None:
    against_14 = rollbook.json("odds", "16", "--ruleset", "gurps3e", "--kind", "mental_disadvantage")
    assert (against_14["success"], against_14["critical_failure"]) == (181, 1)  # 35 throws show 14 or more
    defended = rollbook.json("odds", "16", "--ruleset", "gurps3e", "--kind", "active_defense")
    assert (defended["success"], defended["critical_failure"]) == (212, 4)  # 17 as well, which 3 throws show


@pytest.mark.parametrize(
    ("argv", "degrees", "of", "percent"),
    [
        (["13"], [1, 6, 7, 6], 20, 65.0),  # up to 6 great, up to 13 a success, 20 terrible
        (["13", "--mode", "adv"], [1, 48, 147, 204], 400, 87.8),  # both above 6: 14 * 14, above 13: 7 * 7, both 20: 1
        (["13", "--mode", "disadvantage"], [39, 192, 133, 36], 400, 42.2),  # both up to 6: 36, 13: 169, 19: 361
        (["25"], [1, 0, 7, 12], 20, 95.0),  # a bare number counts in full, but 20 fails
        (["0"], [20, 0, 0, 0], 20, 0.0),
    ],
)
def test_odds_of_a_d20(rollbook: Rollbook, argv: list[str], degrees: list[int], of: int, percent: float) -> None:
    told = rollbook.json("odds", *argv, "--ruleset", "d20under")
    assert list(told["degrees"]) == ["terrible_failure", "failure", "success", "great_success"]
    assert (list(told["degrees"].values()), told["of"], told["percent"]) == (degrees, of, percent)
    assert told["critical_success"] == degrees[-1]


def test_odds_in_the_words_of_the_system(rollbook: Rollbook) -> None:
    assert rollbook("odds", "13", "--ruleset", "d20under", "--mode", "adv").lines == [
        "1d20 against 13 with advantage: 87.8 % (351 of 400); great success 204, terrible failure 1"
    ]


@pytest.mark.parametrize(
    ("argv", "die", "needed", "degrees", "of", "percent", "difference"),
    [
        (["60"], "d100", None, [1, 39, 30, 29, 1], 100, 60.0, 0.0),
        (["60"], "d20", 9, [1, 7, 6, 5, 1], 20, 60.0, 0.0),  # at 30 %: 15 or more
        (["60"], "2d6", 6, [1, 9, 11, 14, 1], 36, 72.2, 12.2),  # at 30 %: 8 or more
        (["60"], "d4", 2, [1, 0, 1, 1, 1], 4, 75.0, 15.0),  # at 30 %: 3 or more
        (["80"], "d4", 2, [1, 0, 5, 5, 5], 16, 93.8, 13.8),  # a 1 is thrown again; at 40 %: 3 or more
        (["1"], "3d6", 17, [1, 211, 3, 0, 1], 216, 1.9, 0.9),  # half of it has no row
        (["50", "--mode", "advantage"], "d10", 5, [1, 15, 33, 32, 19], 100, 84.0, 34.0),  # at 25 %: 8 or more
        (["50", "--mode", "dis"], "d10", 5, [19, 45, 27, 8, 1], 100, 36.0, -14.0),
        (["150"], "d100", None, [1, 0, 49, 49, 1], 100, 99.0, -1.0),  # as 100
        (["-5"], "d20", 21, [1, 19, 0, 0, 0], 20, 0.0, 0.0),  # as 0
    ],
)
def test_odds_by_the_die(
    rollbook: Rollbook,
    argv: list[str],
    die: str,
    needed: int | None,
    degrees: list[int],
    of: int,
    percent: float,
    difference: float,
) -> None:
    told = rollbook.rows("odds", *argv, "--ruleset", "brp")
    assert [one["die"] for one in told] == ["d100", "d4", "d6", "2d6", "3d6", "d8", "d10", "d12", "d20"]
    [with_die] = [one for one in told if one["die"] == die]
    assert list(with_die["degrees"].values()) == degrees
    keys = ("needed", "success", "critical_success", "critical_failure", "of", "percent", "difference")
    assert [with_die[key] for key in keys] == [needed, sum(degrees[2:]), degrees[4], degrees[0], of, percent, difference]


def test_odds_begin_with_the_die_of_the_campaign(rollbook: Rollbook) -> None:
    rollbook("new", "Percent", "--ruleset", "brp")
    assert [one["of"] for one in rollbook.rows("odds", "40")][:2] == [100, 4]
    rollbook("options", "die", "d20")
    assert rollbook("odds", "96").lines[:5] == [
        "96 %, by the dice that are rolled:",
        "                              off  critical    major    minor           critical",
        "die   needs        chance      by   success  success  success  failure   failure",
        "d20   2 or more*     99.8    +3.8       5.2     47.2     47.2      0.0       0.2",  # 399, 21, 189, 189 of 400
        "d100  96 or less     96.0    +0.0       1.0     47.0     48.0      3.0       1.0",
    ]
    assert rollbook("odds", "96").lines[-1] == "* The lowest throw is made once more, and the second one counts."


def test_odds_tell_of_a_target_that_was_out_of_bounds(rollbook: Rollbook) -> None:
    above, below = (rollbook("odds", target, "--ruleset", "brp").lines for target in ("150", "-5"))
    assert (above[0], above[-1]) == ("100 %, by the dice that are rolled:", "A chance is 100 percent at most.")
    assert (below[0], below[-1]) == ("0 %, by the dice that are rolled:", "A chance is 0 percent at least.")
    assert above[3].startswith("d100  99 or less ")  # 100 fails whatever the chance
    assert all("nothing" in line for line in below[3:-1])
    assert rollbook.rows("odds", "150", "--ruleset", "brp")[0]["caps"] == ["A chance is 100 percent at most"]


@given(target=st.integers(-20, 120), mode=st.sampled_from(["", ADVANTAGE, DISADVANTAGE]))
def test_odds_look_certain_only_where_they_are(target: int, mode: str) -> None:
    found = chances(rulesets.get("brp"), {}, target, "success", mode)
    table = list(odds_lines(found))
    assert max(map(len, table)) <= 80
    for chance, line in zip(found, table[3:], strict=False):
        counts = [chance.odds.success, *reversed(odds_json(chance)["degrees"].values())]
        printed = line[17:].split()
        del printed[:-7], printed[1]  # what the die needs, and the difference
        assert sum(counts[1:]) == chance.odds.of
        assert [cell == "0.0" for cell in printed] == [count == 0 for count in counts]
        assert [cell == "100.0" for cell in printed] == [count == chance.odds.of for count in counts]


def test_odds_refuse_a_mode_that_the_system_lacks(rollbook: Rollbook) -> None:
    def refused(ruleset: str, mode: str) -> str:
        problem = rollbook("odds", "12", "--ruleset", ruleset, "--mode", mode, "--json", code=2).objects[0]["error"]
        assert (problem["code"], problem["where"]) == ("bad_value", "mode")
        return str(problem["message"])

    assert refused("gurps4e", "advantage").endswith("no mode “advantage”: it knows no way to roll twice.")
    assert refused("brp", "twice").endswith("no mode “twice”: it knows advantage and disadvantage.")


def test_a_filter_that_the_shell_passes_whole_stays_whole(rollbook: Rollbook) -> None:
    rollbook("new", "Low Road", "--ruleset", "d20under")
    rollbook("character", "add", "Lyssa", "str=13", "athletics=str")
    for faces in ("14", "3"):
        rollbook("roll", "lyssa", "athletics", "--dice", faces)
    assert [row["total"] for row in rollbook.rows("history", "outcome:great success")] == [3]
    assert len(rollbook.rows("history", "what:athletics (str)")) == 2
