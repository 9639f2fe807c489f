"""Character files of GCA 4 (text) and GCA 5 (XML)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interchange.conftest import FIXTURES, GURPS, read_character, refusal
from tests.interchange.test_hostile import quick, read_or_refuse
from tests.interchange.test_sheets import noted, skill, trait
from tracker.events.sheet import Skill, Trait
from tracker.interchange import Counts, ImportedCharacter, read_characters
from tracker.interchange.gca.text import tags_of

FILES = {version: (FIXTURES / f"oskar.{version}").read_bytes() for version in ("gca4", "gca5")}


def changed(version: str, *changes: tuple[str, str]) -> bytes:
    """A fixture with pieces of text replaced; each has to be there."""
    text = FILES[version].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def read(version: str, *changes: tuple[str, str], name: str | None = None) -> ImportedCharacter:
    return read_character(changed(version, *changes), f"oskar.{version}", ruleset=GURPS, name=name)


@pytest.fixture(scope="module")
def four() -> ImportedCharacter:
    return read("gca4")


@pytest.fixture(scope="module")
def five() -> ImportedCharacter:
    return read("gca5")


def test_who_it_is(four: ImportedCharacter, five: ImportedCharacter) -> None:
    assert (four.name, four.player, four.format) == ("Oskar “Ox” Lindqvist (retired)", "Ylva", "GCA 4")
    assert (five.name, five.player, five.format) == ("Oskar Lindqvist", "Ylva", "GCA 5")


def test_attributes_are_scores_and_of_several_in_a_line_the_last(four: ImportedCharacter, five: ImportedCharacter) -> None:
    basic = {"st": 13, "dx": 12, "iq": 11, "ht": 12, "will": 11, "per": 12}
    assert four.sheet.attributes == basic | {"basic_speed": 6, "basic_move": 6}
    assert five.sheet.attributes == basic | {"basic_speed": 5.75, "basic_move": 5}


def test_pools_are_full_as_the_files_hold_no_injury(four: ImportedCharacter, five: ImportedCharacter) -> None:
    for character in (four, five):
        assert (character.sheet.pools, character.current) == ({"HP": 15, "FP": 12}, {})
        assert noted(character, "how much HP is left")


def test_the_load_comes_from_what_is_carried_and_basic_lift(four: ImportedCharacter, five: ImportedCharacter) -> None:
    assert (four.sheet.load, five.sheet.load) == (0, 2)  # 26.5 and, at sea, 70.5 lb of a Basic Lift of 34 lb
    assert read("gca4", ("currentload(26,5)", "currentload(68,5)")).sheet.load == 2
    assert read("gca5", ("<currentloadout>At sea", "<currentloadout>Ashore")).sheet.load == 0
    unknown = read("gca5", ("<currentloadout>At sea", "<currentloadout>"))
    assert unknown.sheet.load == 0
    assert noted(unknown, "doesn't state the load")


def test_skills_have_their_full_name_and_final_level(four: ImportedCharacter, five: ImportedCharacter) -> None:
    assert four.sheet.skills == (
        Skill("Brawling", 14, points=4, relative="DX+2"),
        Skill("Mechanic/TL7 (Ship's Engines (Diesel))", 10, points=1, relative="IQ-1"),
        Skill("Elbow Strike (Brawling)", 13, kind="technique", points=1),
        Skill("Sewing", None),
    )
    assert five.sheet.skills == (
        Skill("Guns/TL7 (Pistol)", 13, points=2, relative="DX+1"),
        Skill("Kicking (Brawling)", 11, kind="technique", points=1, relative="def-2"),
    )


def test_spells_are_told_from_skills() -> None:
    character = read("gca4", ("[Spells]", "[Spells]\nname(Haste), type(IQ/H), level(12), points(2)"))
    assert (skill(character, "Haste").kind, character.counts.spells) == ("spell", 1)


def test_traits_have_a_level_only_if_more_of_it_can_be_bought(four: ImportedCharacter, five: ImportedCharacter) -> None:
    assert [(one.name, one.level, one.self_control) for one in four.sheet.traits] == [
        ("Swedish", 3, None),
        ("High Pain Threshold", 0, None),
        ("Hard to Kill (Stubborn)", 2, None),
        ("Bad Temper", 0, 12),
        ("Enemy (Dockers)", 0, None),
        ("Hums", 0, None),
    ]
    assert [(one.name, one.level) for one in five.sheet.traits] == [
        ("Swedish", 3),
        ("Night Vision", 3),
        ("Sea Legs", 0),
        ("Sure-Footed (Decks)", 0),
        ("Greed", 0),
    ]
    assert trait(five, "Greed") == Trait("Greed", points=-15, self_control=9, notes="Since the war.")


def test_points_spent_are_those_of_the_rows_each_once(four: ImportedCharacter, five: ImportedCharacter) -> None:
    assert four.sheet.points_spent == 119 + 10 + 4 - 10 - 5 - 1 + 4 + 1 + 1
    # Sea Legs holds the 2 points of Sure-Footed, the template Sailor the 3 and 2 of Night Vision and Guns.
    assert five.sheet.points_spent == 104 + 3 + (12 - 2) + 2 - 15 + 2 + 1 + (13 - 3 - 2)
    assert noted(five, "added up from its rows")


@pytest.mark.parametrize(
    ("base", "logged", "total", "budget"), [(120, 12, 132, 132), (120, 12, 12, 132), (0, 12, 12, 12), (100, 7, 150, 150)]
)
def test_the_point_total_may_leave_out_the_start(base: int, logged: int, total: int, budget: int) -> None:
    character = read(
        "gca4",
        ("basepoints(120), loggedpoints(10), otherpoints(2), totalpoints(132)", ""),
        ("name(North Sea), ", f"basepoints({base}), loggedpoints({logged}), otherpoints(0), totalpoints({total})"),
    )
    assert character.sheet.points_total == budget
    assert noted(character, "what was earned") == (budget != total)


def test_rows_are_counted(four: ImportedCharacter) -> None:
    assert four.counts == Counts(traits=6, traits_enabled=6, skills=4, techniques=1, equipment_carried=1)


def test_what_is_missing_stays_unset_and_is_said() -> None:
    for data in (
        b"Encoding=UTF-8\n[System]\n[General]\ncharname(Bo)\n",
        b'<gca5 xmlns="gca5"><character><name>Bo</name></character></gca5>',
    ):
        character = read_character(data, "bo.gca", ruleset=GURPS)
        assert (character.sheet.attributes, character.sheet.pools, character.sheet.exact) == ({}, {}, True)
        assert noted(character, "doesn't state ST, DX")
        assert noted(character, "doesn't state its point total")


@pytest.mark.parametrize(
    ("line", "tags"),
    [
        ("name(A), level(3)", [("name", "A"), ("level", "3")]),
        ("Name(A (b, (c))), x(level(9))", [("name", "A (b, (c))"), ("x", "level(9)")]),
        ("a() b( )", [("a", ""), ("b", " ")]),
        ("(lost) , name(A", [("name", "A")]),
        ("name(A)) tl(3)", [("name", "A"), ("tl", "3")]),
        ("no tags", []),
    ],
)
def test_values_end_with_the_parenthesis_that_closes_them(line: str, tags: list[tuple[str, str]]) -> None:
    assert list(tags_of(line)) == tags


@given(st.lists(st.tuples(st.sampled_from(["name", "level", "x1"]), st.text("ab, []", max_size=5)), max_size=6))
def test_tags_that_were_written_are_read(pairs: list[tuple[str, str]]) -> None:
    assert list(tags_of(", ".join(f"{tag}({value} (n{value}))" for tag, value in pairs))) == [
        (tag, f"{value} (n{value})") for tag, value in pairs
    ]


def test_a_stated_encoding_is_used() -> None:
    text = "Encoding=Windows-1252\r\n[System]\r\n[General]\r\ncharname(Åsa “Å” Ek)\r\n"
    assert read_character(text.encode("cp1252"), "a.gca4", ruleset=GURPS).name == "Åsa “Å” Ek"
    assert refusal(text.replace("Windows-1252", "EBCDIC").encode()).code == "unknown_encoding"
    assert refusal(text.replace("Windows-1252", "UTF-8").encode("cp1252")).code == "not_utf8"


def test_several_characters_of_a_gca_5_file_are_read() -> None:
    data = changed("gca5", ("</gca5>", "<character><name>Ylva</name></character></gca5>"))
    assert [one.name for one in read_characters(data, "two.gca5", ruleset=GURPS)] == ["Oskar Lindqvist", "Ylva"]
    assert read_character(data, "two.gca5", ruleset=GURPS, name="ylva").name == "Ylva"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'<gca5 xmlns="gca5"></gca5>', "not_a_character"),
        (b'<gca5 xmlns="gca5"><character/></gca5>', "no_name"),
        (b'<gca5 xmlns="gca5"><character>\n</gca5>', "damaged_file"),
        (
            b'<!DOCTYPE gca5 [<!ENTITY a "b">]><gca5 xmlns="gca5"><character><name>&a;</name></character></gca5>',
            "document_type",
        ),
        (b"Encoding=UTF-8\r\n[System]\r\nversion=4\r\n", "no_name"),
        (b"Encoding=UTF-8\n[System]\n[Skills]\n" + b"name(Q)\n" * 4000, "too_many_rows"),
        (
            b"<gca5><character><traits><perks>" + b"<trait/>" * 4000 + b"</perks></traits></character></gca5>",
            "too_many_rows",
        ),
    ],
)
def test_what_is_no_readable_character_is_refused(data: bytes, code: str) -> None:
    assert refusal(data, "odd.gca").code == code


@quick
@given(
    st.sampled_from(sorted(FILES)),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_flipped_bytes_never_end_in_a_traceback(version: str, flips: list[tuple[float, int]]) -> None:
    data = bytearray(FILES[version])
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data))


@quick
@given(
    st.sampled_from(sorted(FILES)),
    st.floats(0, 1),
    st.sampled_from(["(", ")", "²", "9" * 400, "-", "1,5", "1e9", "\x00", "\u202e", "\n[Skills]\n", "name(", "]", ",,"]),
)
def test_odd_text_anywhere_never_ends_in_a_traceback(version: str, share: float, piece: str) -> None:
    text = FILES[version].decode()
    place = int(share * len(text))
    read_or_refuse((text[:place] + piece + text[place:]).encode())


@quick
@given(st.sampled_from(sorted(FILES)), st.floats(0, 1))
def test_a_cut_off_file_never_ends_in_a_traceback(version: str, share: float) -> None:
    read_or_refuse(FILES[version][: int(len(FILES[version]) * share)])
