"""The shared options of an earlier moment, and the difference between two."""

from __future__ import annotations

from datetime import datetime
from unittest.mock import patch

import pytest

from tests.cli.conftest import Rollbook
from tracker import service


@pytest.fixture
def played(innsmouth: Rollbook) -> Rollbook:
    """Two sessions three in-game days apart: Mira is hit at 5, tires at 7 and is stunned at 12; the hit is taken back at
    13."""
    innsmouth("session", "start", "One")  # 4
    innsmouth("hp", "mira", "-3", "arrow")
    innsmouth("clock", "+14h")  # 6
    innsmouth("fp", "mira", "-2", "the climb")
    innsmouth("session", "end")  # 8
    innsmouth("session", "start", "Two", "--elapsed", "3d")  # 9
    innsmouth("roll", "mira", "lock", "--at", "gate", "--dice", "6,6,4")  # 10, 11
    innsmouth("condition", "mira", "add", "stunned")  # 12
    innsmouth("void", "5")  # 13
    return innsmouth


def hit_points(rollbook: Rollbook, *when: str) -> tuple[int, int]:
    shown = rollbook.json("character", "show", "mira", *when)
    return shown["position"], shown["pools"]["HP"]["current"]


def test_a_moment_is_named_in_several_ways(played: Rollbook) -> None:
    assert hit_points(played, "--at", "#6") == (6, 7)
    assert hit_points(played, "--session", "1") == (8, 7)
    assert hit_points(played, "--session", "1", "--corrected") == (8, 10)
    assert hit_points(played, "--time", "day 1") == (8, 7)
    assert hit_points(played, "--time", "day 1 13:59") == (5, 7)
    assert hit_points(played, "--time", "day 1 14:00") == (8, 7)
    assert hit_points(played, "--time", "Day 99") == (13, 10)
    assert hit_points(played, "--on", "9999-12-30") == (13, 10)
    for named in ("8", "#8", "session:1", "Session 1", "day  1", "ＤＡＹ １"):
        assert played("diff", "1", named).lines[0] == "From 1 to 8, as it stood:"


def test_what_was_corrected_later_is_no_part_of_the_time_that_it_tells_of(innsmouth: Rollbook) -> None:
    innsmouth("clock", "+2h")  # 4
    innsmouth("roll", "mira", "lock", "--dice", "6,6,4")  # 5
    innsmouth("hp", "mira", "-1", "a splinter")  # 6
    innsmouth("clock", "+3h")  # 7
    innsmouth("hp", "mira", "-3", "arrow")  # 8
    innsmouth("correct", "5", "--dice", "3,3,4")  # 9, 10: of two hours
    assert hit_points(innsmouth, "--time", "day 1 02:00") == (6, 9)
    assert hit_points(innsmouth, "--time", "day 1 04:59") == (6, 9)
    assert hit_points(innsmouth, "--time", "day 1 05:00") == (10, 6)


def test_the_characters_of_a_moment_with_pools_and_conditions(played: Rollbook) -> None:
    [mira, elza] = played.rows("character", "list")
    assert (mira["pools"]["HP"], mira["conditions"]) == ({"current": 10, "maximum": 10}, ["stunned"])
    assert elza["pools"]["HP"]["current"] == 10
    [mira, _] = played.rows("character", "list", "--session", "1")
    assert (mira["pools"]["HP"]["current"], mira["pools"]["FP"]["current"], mira["conditions"]) == (7, 8, [])
    assert [row["name"] for row in played.rows("character", "list", "--at", "2")] == ["Mira"]


@pytest.mark.parametrize(
    ("when", "where"),
    [
        (["--at", "99"], "at"),
        (["--at", "0"], "at"),
        (["--session", "7"], "session"),
        (["--on", "2026-02-30"], "on"),
        (["--on", "2026-03-01 24:00"], "on"),
        (["--on", "yesterday"], "on"),
        (["--on", "0001-01-01"], "on"),
        (["--on", "9999-12-31"], "on"),
        (["--time", "day 0"], "time"),
        (["--time", "day 1 25:00"], "time"),
        (["--time", "noon"], "time"),
        (["--at", "3", "--session", "1"], "session"),
        (["--on", "2026-03-01", "--time", "day 1"], "time"),
    ],
)
def test_a_moment_that_there_is_not_is_refused(played: Rollbook, when: list[str], where: str) -> None:
    for command in (["character", "show", "mira"], ["character", "list"], ["audit", "injury"], ["audit", "retries"]):
        assert played.refusal(*command, *when)["where"] == where


def test_a_date_is_that_of_whoever_recorded_it(rollbook: Rollbook) -> None:
    """Recorded at 22:30 UTC, where it was 23:30, and at 23:30 UTC, where it was 00:30 of the next day."""

    def record(moment: str, offset: int, *argv: str) -> None:
        with patch.object(service, "datetime") as clock, patch.object(service, "_utc_offset", return_value=offset):
            clock.now.return_value = datetime.fromisoformat(f"{moment}+00:00")
            rollbook(*argv)

    record("2026-03-06T22:30:00", 60, "new", "Innsmouth")
    record("2026-03-06T23:30:00", 60, "note", "past midnight")
    record("2026-03-07T00:10:00", -120, "note", "from the west")  # 22:10 there
    record("2026-03-07T10:00:00", 60, "character", "add", "Mira")
    record("2026-03-07T10:00:30", 60, "hp", "mira", "-1")
    assert hit_points(rollbook, "--on", "2026-03-07 11:00") == (5, 9)
    assert rollbook.refusal("character", "show", "mira", "--on", "2026-03-07 10:59")["code"] == "not_found"
    assert rollbook.rows("diff", "2026-03-06", "2026-03-06 23:29") == []
    head = rollbook("diff", "2026-03-06", "2026-03-07").lines[0]
    assert head == "From 3 to 5, as it stood:"  # the note from the west is of the 6th
    assert rollbook("diff", "2026-03-06 22:09", "now", code=2).err.startswith("Nothing was recorded by 2026-03-06 22:09")


def test_audits_count_what_counted_then(played: Rollbook) -> None:
    def ledger(*when: str) -> list[tuple[int, float, bool]]:
        return [(row["position"], row["balance"], row["voided"]) for row in played.rows("audit", "injury", "mira", *when)]

    assert ledger() == [(5, 10, True)]
    assert ledger("--at", "12") == [(5, 7, False)]
    assert ledger("--at", "12", "--corrected") == [(5, 10, True)]
    assert ledger("--at", "4") == []
    played("void", "13")
    assert ledger() == [(5, 7, False)]
    assert ledger("--at", "13") == [(5, 10, True)]
    assert ledger("--at", "13", "--corrected") == [(5, 7, False)]
    assert [chain["task"] for chain in played.rows("audit", "retries", "--at", "11")] == [10]
    assert played.rows("audit", "retries", "--session", "1") == []
    assert played.refusal("audit", "points", "エルザ", "--at", "2")["code"] == "not_found"


def test_the_difference_between_two_moments(played: Rollbook) -> None:
    assert played("diff", "session:1", "now").lines == [
        "From 8 to 13, as it stood:",
        "  Mira: HP 7 -> 10",
        "  Mira: condition stunned",
        "  Mira: task Lockpicking at gate open",
        "  clock day 1 14:00 -> day 4 14:00",
        "  session 2",
    ]
    assert played.rows("diff", "4", "7", "mira") == [
        {"type": "pool", "character": "Mira", "what": "HP", "before": 10, "after": 7},
        {"type": "pool", "character": "Mira", "what": "FP", "before": 10, "after": 8},
    ]
    assert [row["what"] for row in played.rows("diff", "4", "7", "mira", "--corrected")] == ["FP"]
    assert played.rows("diff", "day 1", "session:2", "エルザ") == []
    assert played("diff", "7", "4", "mira").lines[1:] == ["  Mira: HP 7 -> 10", "  Mira: FP 8 -> 10"]


def test_the_difference_tells_of_sheets_skills_and_options(played: Rollbook) -> None:
    played("character", "set", "mira", "stealth=15")
    played("character", "set", "mira", "iq=12")
    played("do", "modifier mira add -2 rain on stealth")
    played("do", "option retry free")
    played("character", "status", "mira", "absent")
    played("fright", "エルザ", "--cause", "Ghoul", "--dice", "1,1,1")
    played("do", "giveup gate")
    changes = {(row["character"], row["what"]): (row["before"], row["after"]) for row in played.rows("diff", "13", "now")}
    assert changes["Mira", "Stealth"] == (13, 15)
    assert changes["Mira", "iq"] == (10, 12)
    assert changes["Mira", "modifier"] == (None, "-2 rain on stealth")
    assert changes["Mira", "status"] == ("active", "absent")
    assert changes["Mira", "task Lockpicking at gate"] == ("open", "ended")
    assert changes["エルザ", "times met Ghoul"] == (None, 1)
    assert changes[None, "option retry"] == ("penalty", "free")
    assert changes[None, "threat"] == (None, "Ghoul")


@pytest.mark.parametrize(("argv", "where"), [(["x", "3"], "before"), (["3", "99"], "after"), (["1", "session:9"], "after")])
def test_a_difference_to_nowhere_is_refused(played: Rollbook, argv: list[str], where: str) -> None:
    assert played.refusal("diff", *argv)["where"] == where
    assert played.refusal("diff", "1", "3", "nobody")["code"] == "not_found"


def test_nothing_changed(played: Rollbook) -> None:
    assert played("diff", "3", "3").lines == ["From 3 to 3, as it stood: nothing changed."]
