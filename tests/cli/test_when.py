"""Since when something holds."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def hurt(innsmouth: Rollbook) -> Rollbook:
    """Mira's HP 10, 4 (at 5), -1 (6), 2 (10), 8 once the first loss is void (14); エルザ's 10 and 3 (at 13)."""
    innsmouth("session", "start", "One")  # 4
    innsmouth("hp", "mira", "-6", "troll")
    innsmouth("hp", "mira", "-5", "troll")  # 6, and two rolls to make
    innsmouth("clock", "+2h")  # 9
    innsmouth("hp", "mira", "+3")  # 10, and they are over
    innsmouth("hp", "エルザ", "-7")  # 13
    innsmouth("void", "5")  # 14
    return innsmouth


def spans(rollbook: Rollbook, *argv: str) -> list[tuple[int, int | None]]:
    rows = rollbook.rows("when", *argv)
    return [(row["began"]["position"], row["ceased"] and row["ceased"]["position"]) for row in rows]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("mira.hp < 0", [(6, 10)]),
        ("mira.HP <= -1", [(6, 10)]),
        ("mira.hp < mira.hp.max / 3", [(6, 14)]),
        ("mira.hp*3 < mira.hp.max and clock < 1h", [(6, 9)]),
        ("not mira.hp > 4", [(1, 2), (5, 14)]),  # before she is there she has no HP
        ("not (mira.hp > 4) and mira.hp > -99", [(5, 14)]),
        ("mira.hp = 2 or mira.hp = 4", [(5, 6), (10, 14)]),
        ("mira.hp < 0 or mira.hp = 4 and clock > 1h", [(6, 10)]),
        ("mira.hp < -½", [(6, 10)]),
        ("10 - mira.hp >= 6 + 5", [(6, 10)]),
        ("-mira.hp = 1", [(6, 10)]),
        ("mira.will > 10.5", [(2, None)]),
        ('mira."Lockpicking" >= 12', [(2, None)]),
        ("mira.stealth ≥ 13", [(2, None)]),
        ("mira.points.unspent >= 150", [(2, None)]),
        ('mira.player = "ANN"', [(2, None)]),
        ('mira.status != "active"', []),
        ("mira.hp / 0 > 1", []),
        ("session = 1", [(4, None)]),
        ('clock >= "day 1 02:00"', [(9, None)]),
        ('clock = "day 1 00:00"', [(1, 9)]),
        ('"day 1 01:00" < clock', [(9, None)]),
    ],
)
def test_a_condition_held_from_one_event_to_another(hurt: Rollbook, condition: str, found: list[tuple[int, int]]) -> None:
    assert spans(hurt, condition) == found


def test_any_is_each_character_in_turn(hurt: Rollbook) -> None:
    rows = hurt.rows("when", "any.hp < 4")
    assert [(row["character"], row["began"]["position"]) for row in rows] == [("Mira", 6), ("エルザ", 13)]
    ceased = rows[0]["ceased"]
    assert (ceased["position"], ceased["session"], ceased["game_time"]) == (14, 1, 7200)


def test_as_corrected_the_event_is_told_that_stands_there_now(innsmouth: Rollbook) -> None:
    innsmouth("effort", "mira", "st", "--increase", "10", "--dice", "3,3,3")  # 4, and FP -1
    innsmouth("note", "rain")
    innsmouth("correct", "4", "--dice", "6,6,6")  # the fatigue follows anew, and so does an injury
    [fatigue] = innsmouth.rows("when", "mira.fp < mira.fp.max", "--corrected")
    [injury] = innsmouth.rows("when", "mira.hp < mira.hp.max", "--corrected")
    assert (fatigue["began"]["position"], injury["began"]["position"]) == (4, 4)
    assert fatigue["began"]["line"] == "Mira: FP -1 extra effort (ST)"
    assert injury["began"]["line"] == "Mira: HP -1 extra effort (ST)"


def test_as_corrected_what_was_taken_back_never_was(hurt: Rollbook) -> None:
    assert spans(hurt, "mira.hp < 0", "--corrected") == []
    assert spans(hurt, "mira.hp < 6", "--corrected") == [(6, 10)]


def test_conditions_and_traits_are_had(hurt: Rollbook) -> None:
    hurt("condition", "mira", "add", "mentally", "stunned")  # 15
    hurt("condition", "mira", "end", "mentally stunned")  # 16
    hurt("character", "set", "mira", "fearlessness=2")  # 17
    assert spans(hurt, 'mira has "Mentally"') == [(15, 16)]
    assert spans(hurt, "mira has mentally or mira has fearlessness") == [(15, 16), (17, None)]
    assert spans(hurt, 'mira has "mental"') == []  # no whole word
    assert spans(hurt, 'any has "fearlessness"') == [(17, None)]


def test_for_people(hurt: Rollbook) -> None:
    assert hurt("when", "mira.hp < 0").lines == [
        "began at 6, session 1, day 1 00:00: Mira: HP -5 (troll)",
        "    ceased at 10, session 1, day 1 02:00: Mira: HP +3",
    ]
    assert hurt("when", "any.will > 10").lines[-1] == "    still so"
    assert hurt("when", "mira.hp > 99").lines == ["It never held."]


@pytest.mark.parametrize(
    ("condition", "place", "words"),
    [
        ("", 1, "expected a value"),
        ("mira", 1, "alone says nothing"),
        ("mira.hp", 1, "this is a number, not a condition"),
        ("mira.hp <", 10, "found the end"),
        ("mira.hp < 3 mira", 13, "expected “and”, “or” or the end"),
        ("bob.hp < 1", 1, "No character is called “bob”"),
        ("mira.sanity < 1", 6, "nobody has “sanity”"),
        ("mira.hp.spent < 1", 6, "has no “spent”"),
        ("(mira.hp < 3", 13, "expected “)”"),
        ("mira.hp < 'x'", 11, "“'” means nothing here"),
        ('mira.hp < "x', 11, "the quote is not closed"),
        ('mira.hp < "x"', 11, "expected a number, found a text"),
        ("not mira.hp", 5, "expected a condition, found a number"),
        ("1 < 2 < 3", 1, "expected a number, found a condition"),
        ('mira.status < "dead"', 13, "texts are equal"),
        ('clock > "noon"', 9, "is no moment on the campaign's clock"),
        ("mira.hp has x", 1, "“has” follows a character's name"),
        ("(" * 60 + "1", 42, "within each other"),
        ("1 < 2 or " * 120 + "1 < 2", 1001, "1,000 characters at most"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(hurt: Rollbook, condition: str, place: int, words: str) -> None:
    problem = hurt.refusal("when", condition)
    assert problem["where"] == f"place {place}"
    assert problem["message"].startswith(f"At place {place} of the condition: ")
    assert words in problem["message"]


def test_a_tie_between_names_shows_the_candidates(hurt: Rollbook) -> None:
    hurt("character", "add", "Mirabel")
    assert spans(hurt, "mira.hp < 0") == [(6, 10)]  # the whole name
    assert "Mira, Mirabel" in hurt.refusal("when", "mir.hp < 0")["message"]
    assert hurt.rows("when", '"Mirabel".hp = 10')[0]["began"]["position"] == 15


def test_a_control_character_means_nothing_and_is_not_printed(hurt: Rollbook) -> None:
    answer = hurt("when", "mira.hp < \x1b[31m", code=2)
    assert answer.err == "At place 11 of the condition: “\ufffd” means nothing here.\n"
