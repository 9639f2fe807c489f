"""Dice notation, dice typed in by hand, and the tray of one command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dice import Notation, SeededDice, SystemDice, Throw, Tray, check_faces, parse, read_faces
from tracker.errors import Refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d", "3d6"),
        ("d", "1d6"),
        ("3d6", "3d6"),
        ("2d-1", "2d6-1"),
        ("1d+2", "1d6+2"),
        ("2d6+3", "2d6+3"),
        ("2d6+0", "2d6"),
        ("d20", "1d20"),
        ("d%", "1d100"),
        ("D100", "1d100"),
        ("2d−1", "2d6-1"),
        ("2d–1", "2d6-1"),
        ("３ｄ６", "3d6"),
        ("２Ｄ　＋　３", "2d6+3"),
        (" 2d6 - 1 ", "2d6-1"),
        ("003d006", "3d6"),
        ("100d1000-1000", "100d1000-1000"),
    ],
)
def test_notation(text: str, expected: str) -> None:
    assert str(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "place 1: expected a number of dice or"),
        ("3", 'place 2: expected "d", found the end'),
        ("three", "place 1"),
        ("3d6x", 'place 4: expected "+", "-" or the end, found \'x\''),
        ("3d6+", "place 5: expected a number"),
        ("3d6+-1", "place 5: expected a number"),
        ("0d6", "place 1: expected a number of dice from 1 to 100"),
        ("101d6", "from 1 to 100, found '101'"),
        ("3d1", "place 3: expected a number of sides from 2 to 1000"),
        ("3d6+1001", "place 5: expected a modifier from 0 to 1000"),
        ("9" * 9000 + "d6", "place 1"),
        ("3 d6", "place 2"),
        ("3d6\n", "place 4"),
        ("３ｄ６！", "place 4"),
    ],
)
def test_what_is_not_notation_is_refused_by_its_place(text: str, said: str) -> None:
    with pytest.raises(Refused, match="dice") as refused:
        parse(text)
    assert said in refused.value.message
    assert (refused.value.code, refused.value.where) == ("bad_dice", "dice")
    assert len(refused.value.message) < 200


@given(st.one_of(st.text(), st.text("0123456789dD%+- −３ｄ"), st.from_regex(r"[0-9]{0,3}d[0-9]{0,4}[+-][0-9]{1,4}")))
def test_any_text_parses_or_is_refused(text: str) -> None:
    try:
        notation = parse(text)
    except Refused:
        return
    assert parse(str(notation)) == notation


@given(st.builds(Notation, st.integers(1, 100), st.integers(2, 1000), st.integers(-1000, 1000)))
def test_canonical_text_reads_back(notation: Notation) -> None:
    assert parse(str(notation)) == notation


@given(st.sampled_from(["3d6", "d%", "d20", "2d-1"]), st.one_of(st.text(), st.text("0123456789,+ 、，３")))
def test_any_text_is_faces_or_refused(notation: str, text: str) -> None:
    dice = parse(notation)
    try:
        faces = read_faces(dice, text)
    except Refused:
        return
    check_faces(dice, faces)


@pytest.mark.parametrize("text", ["3,4,5", "3+4+5", "3 4 5", "3, 4, 5", "３，４，５", "3、4、5", " 3 + 4 + 5 "])
def test_faces_typed_by_hand(text: str) -> None:
    assert read_faces(parse("3d"), text) == (3, 4, 5)


@pytest.mark.parametrize(("text", "face"), [("00", 100), ("100", 100), ("1", 1), ("01", 1), ("10", 10), ("００", 100)])
def test_percentile_die_by_hand(text: str, face: int) -> None:
    assert read_faces(parse("d%"), text) == (face,)


@pytest.mark.parametrize(
    ("notation", "text", "said"),
    [
        ("d%", "0", "Is 0 meant as 00 = 100, or as a 10?"),
        ("d%", "101", "Die 1 of 1d100 can't show 101: it shows 1 to 100."),
        ("3d6", "11", "11 is one number; type each of the 3 dice"),
        ("3d6", "3,4", "3d6 needs 3 dice; 2 given."),
        ("d20", "3,4", "1d20 needs 1 die; 2 given."),
        ("3d6", "", "3d6 needs 3 dice; 0 given."),
        ("3d6", "3,7,0", "Die 2 of 3d6 can't show 7: it shows 1 to 6."),
        ("3d6", "3,0,4", "Die 2 of 3d6 can't show 0"),
        ("3d6", "3,4,x", "place 5: expected the number that a die shows, found 'x'"),
        ("3d6", "3,,4,5", "place 3: expected the number that a die shows"),
        ("3d6", "3,4,5,", "place 7: expected the number that a die shows, found the end"),
        ("3d6", "3;4;5", 'place 2: expected a comma, "+" or a blank'),
        ("d20", "-4", "place 1"),
        ("d20", "9" * 5000, "5000 digits"),
    ],
)
def test_dice_that_cannot_lie_on_the_table(notation: str, text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_faces(parse(notation), text)
    assert said in refused.value.message
    assert (refused.value.code, refused.value.where) == ("bad_dice", "dice")


def test_total_adds_the_modifier() -> None:
    assert Throw("2d6-1", (3, 4), "hand").total == 6
    assert Throw("3d6", (1, 1, 1), "seed").total == 3


@pytest.mark.parametrize("source", [SystemDice(), SeededDice(1)])
def test_sources_throw_what_dice_can_show(source: SystemDice | SeededDice) -> None:
    faces = source.throw(Notation(100, 6))
    check_faces(Notation(100, 6), faces)
    assert set(faces) == {1, 2, 3, 4, 5, 6}


def test_a_seed_repeats_its_dice() -> None:
    assert SeededDice("7").throw(Notation(20, 6)) == SeededDice(7).throw(Notation(20, 6))
    assert SeededDice("7").throw(Notation(20, 6)) != SeededDice("8").throw(Notation(20, 6))


class TestTray:
    def test_the_most_specific_label_wins_and_values_queue_up(self) -> None:
        tray = Tray.given(["1,1,1", "table:2,2,2", "mira table:3,3,3", "table:4,4,4", "5,5,5"])
        throws = [tray.throw(("mira table", "table"), "3d") for _ in range(6)]
        assert [throw and throw.faces[0] for throw in throws] == [3, 2, 4, 1, 5, None]

    def test_labels_are_compared_folded_and_split_at_the_last_colon(self) -> None:
        tray = Tray.given(["Mira_Table:3,4,5", "a:b：1,2,3"])
        assert tray.throw(["mira table"], "3d") == Throw("3d6", (3, 4, 5), "hand")
        assert tray.throw(["A:B"], "3d") == Throw("3d6", (1, 2, 3), "hand")

    def test_a_label_that_drives_a_terminal_is_refused(self) -> None:
        with pytest.raises(Refused):
            Tray.given(["\x1b[2J:3,4,5"])
        with pytest.raises(Refused):
            Tray.given([":3,4,5"])

    def test_what_is_missing_is_drawn(self) -> None:
        tray = Tray.given(["3,4,5"], SeededDice(1))
        assert tray.throw(["mira"], "3d") == Throw("3d6", (3, 4, 5), "hand")
        drawn = tray.throw(["mira"], "3d")
        assert drawn is not None
        assert (drawn.source, drawn.notation) == ("seed", "3d6")

    def test_dice_by_hand_are_asked_for(self) -> None:
        assert Tray.given([]).throw(["mira"], "3d") is None

    def test_leftover_dice_are_named(self) -> None:
        tray = Tray.given(["3,4,5", "1,1,1", "gil:2,2,2"])
        tray.throw(["mira"], "3d")
        assert [str(dice) for dice in tray.leftover()] == ["1,1,1", "gil:2,2,2"]

    def test_given_dice_must_fit_the_throw(self) -> None:
        tray = Tray.given(["mira:3,4"], SystemDice())
        with pytest.raises(Refused, match="3d6 needs 3 dice; 2 given"):
            tray.throw(["mira"], "3d")
        assert [str(dice) for dice in tray.leftover()] == ["mira:3,4"]
