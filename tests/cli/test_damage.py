"""What commands say about a file that isn't as it was recorded: one sentence, and nothing is added."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import Rollbook
from tracker import projections

COMMANDS = [
    ["history", "--all"],
    ["history", "--all", "--json"],
    ["replay"],
    ["character", "show", "mira", "--at", "6"],
    ["note", "x"],
    ["hp", "mira", "-1"],
    ["undo"],
    ["rebuild"],
]
ADDING = COMMANDS[4:7]


@pytest.fixture
def played(innsmouth: Rollbook) -> Rollbook:
    """Seven events: a campaign, two characters, two rolls, a note and a loss."""
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,2")
    innsmouth("roll", "mira", "lock", "--dice", "3,3,3")
    innsmouth("note", "the bell")
    innsmouth("hp", "mira", "-3")
    return innsmouth


def damage(rollbook: Rollbook, *statements: str) -> None:
    with closing(sqlite3.connect(rollbook.store / "Innsmouth.rollbook")) as file, file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f'DROP TRIGGER "{trigger}"')
        for statement in statements:
            file.execute(statement)


def events(rollbook: Rollbook) -> int:
    with closing(sqlite3.connect(rollbook.store / "Innsmouth.rollbook")) as file:
        [(count,)] = file.execute("SELECT count(*) FROM events").fetchall()
    return int(count)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE events SET payload = CAST(X'7B22E1' AS TEXT) WHERE position = 5", "its payload or its hash is no text"),
        ("UPDATE events SET session = 'one' WHERE position = 5", "`int | null`, got `str`"),
        ("UPDATE events SET payload = '{}' WHERE position = 5", "RollMade version 4 does not decode"),
        ("DELETE FROM events WHERE position = 5", "it is missing"),
    ],
)
def test_an_event_that_can_not_be_read_is_named(played: Rollbook, statement: str, reason: str) -> None:
    damage(played, statement)
    before = events(played)
    for command in COMMANDS:
        answer = played(*command, code=2)
        assert answer.err.startswith("Event 5 can't be read: "), command
        assert answer.err.endswith("; `rollbook verify` says more.\n")
        assert reason in answer.err
    assert played("note", "x", "--json", code=2).objects[0]["error"]["code"] == "unreadable_event"
    assert events(played) == before
    assert played("verify", code=1).lines[0].startswith("event 5: ")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE events SET author = CAST(X'4BE5' AS TEXT) WHERE position = 5", "`str`, got `bytes`"),
        ("UPDATE events SET recorded_at = 'yesterday' WHERE position = 5", "there is no such time"),
        ("UPDATE events SET utc_offset = 99999 WHERE position = 5", "there is no such time"),
    ],
)
def test_damage_that_no_number_rests_on_is_named_where_the_event_is_told(
    played: Rollbook, statement: str, reason: str
) -> None:
    damage(played, statement)
    assert "HP 7/10" in played("character", "show", "mira").out
    answer = played("history", code=2)
    assert answer.err.startswith("Event 5 can't be read: ")
    assert reason in answer.err
    assert played("verify", code=1).lines[0].startswith("event 5: ")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE campaigns SET head_position = 6",
        "UPDATE campaigns SET head_position = 9",
        "UPDATE campaigns SET head_hash = 'f'",
        "DELETE FROM events WHERE position = 7",
    ],
)
def test_nothing_is_added_to_a_log_that_ends_elsewhere(played: Rollbook, statement: str) -> None:
    damage(played, statement)
    before = events(played)
    for command in ADDING:
        answer = played(*command, code=2)
        assert answer.err.endswith("so nothing is added to it; `rollbook verify` says more.\n"), command
    assert events(played) == before
    assert played("history").code == 0


def test_events_that_changed_places_are_no_fault_of_the_program(played: Rollbook) -> None:
    damage(
        played,
        "UPDATE events SET position = 99 WHERE position = 5",
        "UPDATE events SET position = 5 WHERE position = 6",
        "UPDATE events SET position = 6 WHERE position = 99",
    )
    answer = played("history", "--json", code=2)
    assert answer.err == (
        "The campaign “Innsmouth” is damaged, event 5: the event was altered: its content and its hash don't match; "
        "“rollbook verify” says more.\n"
    )
    assert answer.objects[-1]["error"]["code"] == "damaged"


def test_a_void_that_carries_what_is_not_known_is_refused(played: Rollbook) -> None:
    played("undo")
    damage(played, 'UPDATE events SET payload = replace(payload, \'"type":"PoolChanged"\', \'"type":"Newer"\')')
    for command in (["history"], ["note", "x"]):
        answer = played(*command, code=2)
        assert answer.err.startswith("The campaign can't be read: event type 'Newer' version 1 is not known to this program")


def test_read_models_of_the_version_before_are_built_anew_before_anything_is_answered_or_recorded(played: Rollbook) -> None:
    before = played("history", "--json").out
    for command in (["history", "--json"], ["audit", "retries", "--json"], ["note", "x"], ["undo", "--json"]):
        damage(played, "UPDATE campaigns SET read_model_version = 6", "DELETE FROM rolls", "DELETE FROM lines")
        answer = played(*command)
        assert answer.err == ""
        with closing(sqlite3.connect(played.store / "Innsmouth.rollbook")) as file:
            found = file.execute("SELECT read_model_version, (SELECT count(*) FROM rolls) FROM campaigns").fetchall()
        assert found == [(projections.VERSION, 2)], command
    assert played("history", "--json").out == before


def test_read_models_of_no_version_are_built_anew(played: Rollbook) -> None:
    before = played("history", "--json").out
    damage(played, "UPDATE campaigns SET read_model_version = 'x'", "DELETE FROM rolls")
    assert played("history", "--json").out == before
