"""The statistics as a game master asks for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.conftest import Rollbook


def whole(rollbook: Rollbook, *argv: str) -> Any:
    [group] = [row for row in rollbook.rows("stats", *argv) if row["type"] == "group" and row["by"] is None]
    return group


@pytest.fixture
def played(innsmouth: Rollbook) -> Rollbook:
    """Mira's Stealth 13: 14 NO, 9 ok, 3 CRIT, 10 ok and, secretly, 16 NO; エルザ's Will 8: 12 NO. Another roll is taken
    back."""
    for faces in ("6,6,2", "3,3,3", "1,1,1", "4,3,3"):
        innsmouth("roll", "mira", "stealth", "--dice", faces)  # 4 to 7
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,4", "--secret")
    innsmouth("roll", "エルザ", "will", "--dice", "4,4,4")
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,6")
    innsmouth("undo")
    return innsmouth


def test_outcomes_margins_and_runs(played: Rollbook) -> None:
    found = whole(played)
    assert (found["rolls"], found["successes"]) == (6, 3)
    assert found["degrees"] == {"critical_success": 1, "success": 2, "failure": 3, "critical_failure": 0}
    assert found["margin_of_success"] == pytest.approx((4 + 10 + 3) / 3)
    assert found["margin_of_failure"] == pytest.approx((1 + 3 + 4) / 3)
    assert found["runs"] == {
        "success": {"length": 3, "first": 5, "last": 7},
        "failure": {"length": 2, "first": 8, "last": 9},
    }


def test_a_corrected_roll_is_part_of_the_run_that_it_was_rolled_in(played: Rollbook) -> None:
    played("correct", "5", "--dice", "3,3,4")  # at 13: still a success, and still between 4 and 6
    assert whole(played)["runs"] == {
        "success": {"length": 3, "first": 13, "last": 7},
        "failure": {"length": 2, "first": 8, "last": 9},
    }


def test_a_roll_that_newly_comes_of_a_correction_is_part_of_that_run_as_well(innsmouth: Rollbook) -> None:
    words = ("contest", "resist", *["mira", "stealth", "vs", "エルザ", "will"])
    innsmouth(*words, "--dice", "6,6,2")  # fails: nobody resists it
    innsmouth("roll", "mira", "stealth", "--dice", "3,3,3")
    [attack] = [row["position"] for row in innsmouth.rows("history", "outcome:failure")]
    innsmouth("correct", str(attack), "--dice", "mira:3,3,4", "--dice", "エルザ:4,4,4")
    runs = whole(innsmouth)["runs"]
    assert [runs[each]["length"] for each in ("success", "failure")] == [1, 1]  # ok, NO, ok


def test_faces_and_how_many_dice_are_missing(played: Rollbook) -> None:
    [die] = whole(played)["dice"]
    assert (die["die"], die["faces"]) == ("d6", {"1": 3, "2": 1, "3": 5, "4": 5, "5": 0, "6": 4})
    assert (die["test"], die["missing"], die["left_out"]) == (None, 12, 0)
    assert "  Too few to tell whether they are fair: 12 more dice needed." in played("stats").lines


def test_luck_of_each_roll_and_of_all(played: Rollbook) -> None:
    rows = played.rows("stats")
    each = {row["position"]: row["mid_p"] for row in rows if row["type"] == "roll"}
    assert each[5] == pytest.approx((56 + 25 / 2) / 216)  # 56 throws of 216 show 8 or less, 25 a 9
    assert each[6] == pytest.approx(1 / 432)
    luck = whole(played)["luck"]
    assert (luck["throws"], luck["successes"]) == (6, 3)
    assert luck["expected"] == pytest.approx((5 * 181 + 56) / 216)  # 13 or less: 181, 8 or less: 56
    assert luck["luckiest"]["position"] == 6
    assert luck["unluckiest"]["position"] == 8
    alone = whole(played, "what:will")["luck"]
    assert alone["percentile"] == pytest.approx(100 * (1 - (135 + 25 / 2) / 216))  # 135 show 11 or less, 25 a 12


def test_groups(played: Rollbook) -> None:
    def groups(by: str) -> list[tuple[str, int]]:
        return [(row["name"], row["rolls"]) for row in played.rows("stats", "--by", by) if row.get("by")]

    assert groups("character") == [("Mira", 5), ("エルザ", 1)]
    assert groups("player") == [("Ann", 5), ("", 1)]
    assert groups("skill") == [("Stealth", 5), ("Will", 1)]
    assert groups("source") == [("hand", 6)]
    assert groups("session") == [("", 6)]
    played("roll", "mira", "stealth")
    assert groups("source") == [("hand", 6), ("system", 1)]
    assert "player: no player" in played("stats", "--by", "player").lines


def test_players_see_no_secret_rolls(played: Rollbook) -> None:
    assert whole(played, "--edition", "players")["rolls"] == 5
    assert 8 not in {row.get("position") for row in played.rows("stats", "--edition", "players")}
    assert played.refusal("stats", "secret:yes", "--edition", "players")["where"] == "secret"
    assert whole(played, "secret:yes")["rolls"] == 1


def test_what_was_secretly_ruled_is_not_told_to_players(played: Rollbook) -> None:
    played("rule", "4", "success", "because", "I say so", "--secret")
    assert whole(played)["degrees"]["failure"] == 2
    assert whole(played, "--edition", "players")["degrees"]["failure"] == 2  # 14 and 12, as the dice fell


def test_rolls_chosen_by_their_outcome_tell_of_no_luck(played: Rollbook) -> None:
    found = whole(played, "outcome:failure")
    assert (found["fair"], found["rolls"], found["successes"]) == (False, 3, 0)
    assert found["luck"]["percentile"] is None
    assert found["dice"][0]["test"] is None
    assert "  Not tested: these rolls were chosen by how they came out." in played("stats", "outcome:failure").lines


def test_bars_and_plain(played: Rollbook) -> None:
    lines = played("stats").lines
    assert lines[0] == "6 rolls, 50.0 % successful"
    assert lines[3] == "           failure       3  50.0 %  ##############################"
    assert "#" not in played("stats", "--plain").out
    assert played("stats", "--plain").lines[3] == "           failure       3  50.0 %"
    assert max(map(len, lines)) <= 80


def test_a_reroll_counts_once_and_its_dice_both_times(rollbook: Rollbook) -> None:
    rollbook("new", "Low Road", "--ruleset", "d20under")
    rollbook("character", "add", "Lyssa", "dex=14", "rerolls=2", "stealth=dex")
    rollbook("roll", "lyssa", "stealth", "--dice", "20")
    rollbook("reroll", "lyssa", "--dice", "7")
    rollbook("roll", "lyssa", "stealth", "adv", "--dice", "3,18")
    rollbook("chance", "2", "in", "6", "rain", "--dice", "2")
    found = whole(rollbook)
    assert found["degrees"] == {"great_success": 2, "success": 0, "failure": 0, "terrible_failure": 0}
    assert found["margin_of_success"] == pytest.approx((8 + 12) / 2)
    assert found["luck"]["throws"] == 3
    dice = {die["die"]: die for die in found["dice"]}
    assert {face: number for face, number in dice["d20"]["faces"].items() if number} == {"7": 1, "20": 1}
    assert dice["d20"]["left_out"] == 1  # of the 3 and the 18 the better one was kept
    assert sum(dice["d6"]["faces"].values()) == 1
    assert whole(rollbook, "kind:chance")["rolls"] == 0


def test_percentile_dice_are_two_dice(rollbook: Rollbook) -> None:
    rollbook("new", "Lighthouse", "--ruleset", "brp")
    rollbook("character", "add", "Ann", "spot=60")
    for face in ("100", "7", "45", "90"):
        rollbook("roll", "ann", "spot", "--dice", face)
    tens, units = whole(rollbook)["dice"]
    assert (tens["die"], units["die"]) == ("d100 tens", "d100 units")
    assert {face: number for face, number in tens["faces"].items() if number} == {"00": 2, "40": 1, "90": 1}
    assert {face: number for face, number in units["faces"].items() if number} == {"0": 2, "5": 1, "7": 1}
    assert list(whole(rollbook)["degrees"]) == [
        "critical_success",
        "major_success",
        "minor_success",
        "failure",
        "critical_failure",
    ]


def test_an_uneven_die_is_told_in_plain_words(innsmouth: Rollbook) -> None:
    for _ in range(10):
        innsmouth("roll", "mira", "stealth", "--dice", "6,6,6")
    [die] = whole(innsmouth)["dice"]
    assert die["test"]["statistic"] == pytest.approx(5 * 5 + 25 * 25 / 5)  # five faces missing 5 each, one 25 too many
    told = " ".join(line.strip() for line in innsmouth("stats").lines)
    assert "Chi-square 150.00, 5 degrees of freedom, p < 0.001:" in told
    assert told.endswith("Chance alone hardly does that.")


def test_nothing_to_count(innsmouth: Rollbook) -> None:
    assert innsmouth("stats").lines == ["0 rolls"]
    assert innsmouth.refusal("stats", "weather:rain")["code"] == "syntax"
    assert innsmouth.refusal("stats", "--by", "weather")["code"] == "usage"
    for command in ("stats", "rejudge"):
        assert innsmouth.refusal(command, "voided:only")["where"] == "voided"
