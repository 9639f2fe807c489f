"""Characters that Fantasy Grounds exports as XML, sound and as its templates leave it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interchange.conftest import FIXTURES, GURPS, read_character, refusal
from tests.interchange.test_hostile import quick, read_or_refuse
from tests.interchange.test_sheets import noted, skill, trait
from tracker.events.sheet import Skill, Trait
from tracker.interchange import Counts, ImportedCharacter, read_characters

GRIMMA = (FIXTURES / "grimma.fg.xml").read_bytes()


def changed(*changes: tuple[str, str]) -> bytes:
    """The fixture with pieces of text replaced; each has to be there."""
    text = GRIMMA.decode("ascii")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode("latin-1")


def read(*changes: tuple[str, str], name: str | None = None) -> ImportedCharacter:
    return read_character(changed(*changes), "grimma.xml", ruleset=GURPS, name=name)


@pytest.fixture(scope="module")
def grimma() -> ImportedCharacter:
    return read()


def test_who_it_is(grimma: ImportedCharacter) -> None:
    assert (grimma.name, grimma.player, grimma.format) == ("Grimma of Fjell", "", "Fantasy Grounds")
    assert grimma.sheet.tech_level == "2"
    assert noted(grimma, "no place for the player's name")


def test_attributes_are_final_values(grimma: ImportedCharacter) -> None:
    assert grimma.sheet.attributes == {
        "st": 13,
        "dx": 12,
        "iq": 10,
        "ht": 13,
        "will": 11,
        "per": 10,
        "basic_speed": 6.25,
        "basic_move": 6,
    }


def test_a_pool_keeps_what_is_left_unless_a_template_word_stands_there(grimma: ImportedCharacter) -> None:
    assert (grimma.sheet.pools, grimma.current) == ({"HP": 14, "FP": 13}, {"HP": 6})
    assert noted(grimma, "how much FP is left")
    assert noted(grimma, "unexpected kind", "attributes.fps")


def test_the_load_is_the_level_that_is_marked(grimma: ImportedCharacter) -> None:
    assert grimma.sheet.load == 2
    unmarked = read(('<enc_2 type="number">1<', '<enc_2 type="number"><'))
    assert unmarked.sheet.load == 0
    assert noted(unmarked, "doesn't state the load")


def test_skills_techniques_and_spells_have_the_levels_that_are_stored(grimma: ImportedCharacter) -> None:
    assert grimma.sheet.skills == (
        Skill("Axe/Mace", 14, points=8, relative="DX+2"),
        Skill("Retain Weapon (Axe/Mace)", 15, kind="technique", points=2, relative="def+1"),
        Skill("Brewing", None),
        Skill("Frost", 11, kind="spell", points=1),
    )


def test_traits_are_taken_out_of_what_the_template_puts_into_the_name(grimma: ImportedCharacter) -> None:
    assert grimma.sheet.traits == (
        Trait("Hard to Kill", points=4, level=2, notes="[Only when drunk] Page Ref: B58"),
        Trait("Berserk", points=-15, self_control=9, notes="[CR: 9 (Resist Fairly Often)] Mäd & bad"),
        Trait("Duty (Jarl) (9 or less)", points=-5),  # how often, not self-control
    )


def test_points_and_rows_are_counted(grimma: ImportedCharacter) -> None:
    assert (grimma.sheet.points_total, grimma.sheet.points_spent) == (100, 95)
    assert grimma.counts == Counts(
        traits=3, traits_enabled=3, skills=3, techniques=1, spells=1, equipment_carried=1, equipment_other=1
    )
    assert noted(grimma, "left out: Fjellish")


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("Axe/Mace <", "Axe & Mace <", "Axe & Mace"),
        ("Axe/Mace <", "Axe &copy; Mace <", "Axe &copy; Mace"),
        ("Axe/Mace <", "Axe < 5 lb <", "Axe < 5 lb"),
        ("<p> </p>", "<p>One<br>two</p>", "Axe/Mace"),
        ("<p> </p>", "<p>One<BR>two</p>", "Axe/Mace"),
    ],
)
def test_what_templates_leave_unescaped_is_mended_and_said(old: str, new: str, name: str) -> None:
    character = read((old, new))
    assert character.sheet.skills[0].name == name
    assert noted(character, "isn't sound XML")


def test_sound_xml_is_not_mended(grimma: ImportedCharacter) -> None:
    assert not noted(grimma, "isn't sound XML")
    assert skill(read(("Axe/Mace <", "Axe &amp;amp; Mace <")), "Axe &amp; Mace").level == 14


def test_what_cannot_be_mended_is_refused_with_its_line() -> None:
    refused = refusal(changed(("</skilllist>", "</skillist>"), ("Axe/Mace <", "Axe & Mace <")), "grimma.xml")
    assert (refused.code, refused.where) == ("damaged_file", "grimma.xml, line 28")


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE root [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE root SYSTEM "http://example.org/x.dtd">',
        '<!DOCTYPE root [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_document_types_and_entities_are_refused(declared: str) -> None:
    data = changed(("<root", f"{declared}\n<root"), ("Axe/Mace <", "&a; <"))
    assert refusal(data).code == "document_type"


def test_deep_nesting_is_refused() -> None:
    assert refusal(changed(("<p> </p>", "<p>" * 120 + "</p>" * 120))).code == "too_deep"


def test_rows_without_end_are_refused() -> None:
    assert refusal(changed(("<skilllist>", "<skilllist>" + "<id><name>Q</name></id>" * 4000))).code == "too_many_rows"


def test_what_is_missing_stays_unset_and_is_said() -> None:
    character = read_character(b"<root><character><name>Ulf</name></character></root>", "ulf.xml", ruleset=GURPS)
    assert (character.sheet.attributes, character.sheet.pools, character.current) == ({}, {}, {})
    assert (character.sheet.exact, character.sheet.points_total, character.sheet.load) == (True, 0, 0)
    assert noted(character, "doesn't state ST, DX, IQ, HT, Will, Per, Basic Speed, Basic Move;")


def test_a_character_without_a_name_asks_for_one() -> None:
    assert refusal(changed(("Grimma of Fjell ", ""))).code == "no_name"
    assert read(("Grimma of Fjell ", ""), name="Grim").name == "Grim"


def test_several_characters_of_one_file_are_read() -> None:
    text = GRIMMA.decode("ascii")
    second = text[text.index("<character>") : text.index("</root>")].replace("Grimma", "Helga")
    data = text.replace("</root>", f"{second}</root>").encode()
    first, other = read_characters(data, "two.xml", ruleset=GURPS)
    assert (first.name, other.name, first.sheet) == ("Grimma of Fjell", "Helga of Fjell", other.sheet)
    assert read_character(data, "two.xml", ruleset=GURPS, name="helga of fjell").sha256 == other.sha256
    assert trait(other, "Berserk").self_control == 9


@quick
@given(st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4))
def test_flipped_bytes_never_end_in_a_traceback(flips: list[tuple[float, int]]) -> None:
    data = bytearray(GRIMMA)
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data))


@quick
@given(st.floats(0, 1), st.sampled_from(["", "<a/>", "x", "9" * 400, "-1", "1e9", "²", "&#x202e;", "<id><name/></id>"]))
def test_odd_text_between_any_two_tags_never_ends_in_a_traceback(share: float, piece: str) -> None:
    pieces = GRIMMA.decode("ascii").split("><")
    place = int(share * (len(pieces) - 1))
    pieces[place] += f">{piece}<" if place < len(pieces) - 1 else ""
    read_or_refuse("><".join(pieces).replace(">><", "><").encode())


@quick
@given(st.floats(0, 1))
def test_a_cut_off_file_never_ends_in_a_traceback(share: float) -> None:
    read_or_refuse(GRIMMA[: int(len(GRIMMA) * share)])
