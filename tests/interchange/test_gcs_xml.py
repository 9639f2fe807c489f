"""GCS sheets in XML: nothing in them is worked out, so every value here is one that the rules give."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interchange.conftest import GURPS, read_character, refusal, sheet_bytes
from tests.interchange.test_hostile import quick, read_or_refuse
from tests.interchange.test_sheets import noted, skill, trait
from tracker.events.sheet import Skill
from tracker.interchange import Counts, ImportedCharacter

NAMES = ("tamsin_xml0", "orvo_xml3", "ysra_xml4", "kesh_xml5")
SHEETS = {name: sheet_bytes(name) for name in NAMES}


def xml(name: str, *changes: tuple[str, str], **options: Any) -> ImportedCharacter:
    """Reads a fixture in which pieces of text have been replaced; each has to be there."""
    text = SHEETS[name].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read_character(text.encode(), f"{name}.gcs", ruleset=GURPS, **options)


@pytest.fixture(scope="module")
def tamsin() -> ImportedCharacter:
    return xml("tamsin_xml0")


@pytest.fixture(scope="module")
def orvo() -> ImportedCharacter:
    return xml("orvo_xml3")


@pytest.fixture(scope="module")
def ysra() -> ImportedCharacter:
    return xml("ysra_xml4")


def levels(character: ImportedCharacter) -> dict[str, int | None]:
    return {entry.name: entry.level for entry in character.sheet.skills}


def test_the_oldest_sheets_have_their_profile_at_the_top(tamsin: ImportedCharacter) -> None:
    assert (tamsin.name, tamsin.player, tamsin.format) == ("Tamsin Rëd", "Ilse", "GCS XML 0")
    assert tamsin.sheet.tech_level == "3"


def test_later_sheets_name_their_version(orvo: ImportedCharacter, ysra: ImportedCharacter) -> None:
    assert (orvo.name, orvo.player, orvo.format) == ("Orvo Pell", "Mara", "GCS XML 3")
    assert (ysra.name, ysra.player, ysra.format) == ("Ysra", "", "GCS XML 4")


def test_attributes_hold_ten_and_secondary_ones_only_the_difference(orvo: ImportedCharacter) -> None:
    found = orvo.sheet.attributes
    assert (found["st"], found["dx"], found["iq"], found["ht"]) == (13, 11, 10, 12)
    # (11 + 12) / 4 and a quarter bought.
    assert (found["will"], found["per"], found["basic_speed"], found["basic_move"]) == (10, 10, 6, 6)
    assert orvo.sheet.pools == {"HP": 13, "FP": 11}


def test_bonuses_of_the_race_change_attributes_and_what_rests_on_them(ysra: ImportedCharacter) -> None:
    assert ysra.sheet.attributes["st"] == 8
    assert ysra.sheet.pools["HP"] == 9


def test_up_to_version_4_the_file_says_what_is_left(tamsin: ImportedCharacter, ysra: ImportedCharacter) -> None:
    assert tamsin.current == {"HP": 6, "FP": 10}  # 99 of 10 is unhurt
    assert ysra.current == {"HP": -3, "FP": 10}  # an empty element is unhurt as well


def test_from_version_5_on_the_file_says_what_is_lost() -> None:
    assert xml("kesh_xml5").current == {"HP": 6, "FP": 13}


def test_points_are_those_of_the_rules(orvo: ImportedCharacter, ysra: ImportedCharacter) -> None:
    # Attributes 69 (ST a tenth cheaper for SM +1), traits 58, skills 24, spells 4.
    assert (orvo.sheet.points_total, orvo.sheet.points_spent) == (150, 155)
    assert (ysra.sheet.points_total, ysra.sheet.points_spent) == (40, 57)


def test_a_sheet_that_only_says_what_is_unspent_has_its_total_worked_out(tamsin: ImportedCharacter) -> None:
    assert (tamsin.sheet.points_total, tamsin.sheet.points_spent) == (140, 137)
    assert noted(tamsin, "total was worked out")


def test_a_sheet_without_a_total_counts_as_none_and_says_so() -> None:
    bare = xml("orvo_xml3", ("<total_points>150</total_points>", ""))
    assert bare.sheet.points_total == 0
    assert noted(bare, "doesn't say its point total")


@pytest.mark.parametrize(
    ("name", "points", "level"),
    [("Keen Ears", 4, 2), ("Night Sight", 11, 2), ("Steady Hand", 5, 0), ("Iron Gut", 6, 3), ("Grasping", -30, 0)],
)
def test_the_first_way_to_note_the_price_of_a_trait(tamsin: ImportedCharacter, name: str, points: int, level: int) -> None:
    found = trait(tamsin, name)
    assert (found.points, found.level) == (points, level)


def test_notes_of_a_trait_come_along(tamsin: ImportedCharacter) -> None:
    assert trait(tamsin, "Fire Blood").notes == "Warm to the touch."


def test_self_control_doubles_or_halves_a_price(tamsin: ImportedCharacter, orvo: ImportedCharacter) -> None:
    assert trait(tamsin, "Grasping").self_control == 6
    assert (trait(orvo, "Spendthrift").self_control, trait(orvo, "Spendthrift").points) == (9, -15)


def test_modifiers_count_unless_they_are_switched_off(orvo: ImportedCharacter) -> None:
    assert trait(orvo, "Old Friend").points == 10  # 5 points, doubled
    assert trait(orvo, "Tough").points == 6  # 6.5, rounded down as the trait says
    assert trait(orvo, "Half Gift").points == 8  # a level and a half of 5
    assert trait(orvo, "Half Gift").level == 1.5


def test_what_is_switched_off_stays_and_does_nothing(orvo: ImportedCharacter) -> None:
    assert not trait(orvo, "Fangs").active
    assert orvo.sheet.attributes["dx"] == 11
    assert (orvo.counts.traits, orvo.counts.traits_enabled, orvo.counts.trait_containers) == (9, 8, 2)
    assert noted(orvo, "switched off", "Fangs")


def test_levels_of_skills_are_worked_out(orvo: ImportedCharacter) -> None:
    assert levels(orvo) == {
        "Broadsword": 13,
        "Disarming": 15,
        "Merchant": 7,  # IQ, and -3 for spending
        "Climbing": 11,
        "Swimming": 12,
        "Savoir-Faire (Servant)": 6,
        "Tinker!": 8,  # nine points in a wildcard skill are worth three
        "Spark": 10,
        "Odd Charm": 8,
        "Storm Call": 10,
    }
    assert skill(orvo, "Disarming").kind == "technique"


def test_a_technique_ends_at_its_limit() -> None:
    assert skill(xml("orvo_xml3", ('limit="5"', 'limit="1"')), "Disarming").level == 14


def test_levels_leave_out_the_load_and_keep_its_factor(orvo: ImportedCharacter, ysra: ImportedCharacter) -> None:
    assert (orvo.sheet.load, ysra.sheet.load) == (1, 1)
    assert skill(orvo, "Climbing") == Skill(name="Climbing", level=11, points=1, relative="DX+0", load_factor=1)
    assert skill(orvo, "Swimming") == Skill(name="Swimming", level=12, points=1, relative="HT+0", load_factor=2)
    assert skill(ysra, "Stealth") == Skill(name="Stealth", level=12, points=2, relative="DX+0", load_factor=1)


def test_the_oldest_sheets_do_not_say_which_skills_a_load_hinders(tamsin: ImportedCharacter) -> None:
    assert tamsin.sheet.load == 1
    assert skill(tamsin, "Climbing").load_factor == 0
    assert noted(tamsin, "don't say which skills a load hinders")


def test_what_is_not_carried_weighs_nothing_with_all_that_is_in_it(orvo: ImportedCharacter) -> None:
    # ST 13 lifts as 15: Basic Lift 45. Carried are 57 lb; the chest with the gold and the tent would make it 247.
    assert orvo.sheet.load == 1
    assert noted(orvo, "not carried", "Chest; Tent")
    assert xml("orvo_xml3", ('state="not carried"', 'state="carried"')).sheet.load == 3


def test_only_what_is_equipped_gives_its_bonus(orvo: ImportedCharacter) -> None:
    assert (
        skill(xml("orvo_xml3", ("Lucky Cap", "Lucky Hat"), ('state="carried"', 'state="equipped"')), "Swimming").level == 13
    )
    assert skill(orvo, "Swimming").level == 12


def test_rows_of_equipment_are_counted_by_the_list_that_they_are_in(
    tamsin: ImportedCharacter, orvo: ImportedCharacter, ysra: ImportedCharacter
) -> None:
    assert (tamsin.counts.equipment_carried, tamsin.counts.equipment_other) == (3, 1)
    assert (orvo.counts.equipment_carried, orvo.counts.equipment_other) == (7, 0)
    assert ysra.counts == Counts(
        traits=2, traits_enabled=2, trait_containers=1, skills=3, equipment_carried=1, equipment_other=1
    )


def test_a_spell_needs_neither_points_nor_difficulty(tamsin: ImportedCharacter) -> None:
    # IQ/H with the one point that isn't written, and a bonus for the college of fire.
    assert skill(tamsin, "Candle Glow") == Skill(name="Candle Glow", level=12, kind="spell", points=1, relative="IQ-1")
    # The mark of a very hard spell goes, and its level comes from four points.
    assert skill(tamsin, "Deep Slumber") == Skill(name="Deep Slumber", level=12, kind="spell", points=4, relative="IQ-1")


def test_criteria_have_blanks_in_their_words(ysra: ImportedCharacter) -> None:
    assert levels(ysra)["Guns/TL8 (Pistol)"] == 15  # "starts with gun", "is not rifle"
    assert levels(ysra)["Guns/TL8 (Rifle)"] == 12


def test_a_bonus_for_skills_that_names_none_is_for_none(ysra: ImportedCharacter) -> None:
    assert levels(ysra)["Stealth"] == 12


def test_a_blank_line_before_the_declaration_is_no_fault() -> None:
    data = b"\xef\xbb\xbf\r\n\n" + SHEETS["ysra_xml4"]
    assert read_character(data, "y.gcs", ruleset=GURPS).name == "Ysra"


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-8"])
def test_the_declared_encoding_decides(encoding: str) -> None:
    text = SHEETS["ysra_xml4"].decode().replace("US-ASCII", encoding).replace("Ysra", "Ysrä")
    assert read_character(text.encode(encoding), "y.gcs", ruleset=GURPS).name == "Ysrä"


def test_a_later_version_is_read_with_a_note() -> None:
    character = xml("ysra_xml4", ('-000000000004" version="4"', '-000000000004" version="9"'))
    assert character.format == "GCS XML 9"
    assert noted(character, "version 9 is newer", "check the result")


def test_a_number_that_is_none_is_left_out_and_reported() -> None:
    character = xml("ysra_xml4", ("<DX>12</DX>", "<DX>twelve</DX>"))
    assert character.sheet.attributes["dx"] == 10
    assert noted(character, "unexpected kind")


BOMB = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};&e{n - 1};">' for n in range(1, 60))


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (f'<!DOCTYPE character [<!ENTITY e0 "ha">{BOMB}]><character><name>&e59;</name></character>', "document_type", "DTD"),
        (
            '<!DOCTYPE character [<!ENTITY x SYSTEM "file:///etc/hostname">]><character><name>&x;</name></character>',
            "document_type",
            "DTD",
        ),
        (
            '<!DOCTYPE character SYSTEM "http://example.org/c.dtd"><character><name>A</name></character>',
            "document_type",
            "DTD",
        ),
        ("<character>\n<name>&nbsp;</name></character>", "damaged_file", "at line 2: undefined entity"),
        ("<character>\n<name>A & B</name></character>", "damaged_file", "at line 2"),
        ("<character>\n<name>A</nam></character>", "damaged_file", "at line 2: mismatched tag"),
        ("<character>\n<<<<<<< HEAD\n<name>A</name>\n=======\n</character>", "damaged_file", "line 2: .*merge conflict"),
        ("<character>\n<name>Al", "damaged_file", "at line 2: the file ends in the middle of its data"),
        ("<character>\n<na", "damaged_file", "at line 2: the file ends in the middle of its data"),
        ("\n\n<character>\n<name>A</nam></character>", "damaged_file", "at line 4: mismatched tag"),
        ("<character>" + "<notes>" * 100 + "</notes>" * 100 + "</character>", "too_deep", "100 levels"),
        ("<character>" + "<a/>" * 300_000 + "</character>", "too_many_elements", "300,000 elements"),
        ("<character><a " + " ".join(f'a{n}=""' for n in range(300_001)) + "/></character>", "too_many_elements", "300,000"),
        ('<?xml version="1.0" encoding="klingon"?><character/>', "unknown_encoding", "encoding"),
        ('<?xml version="1.0" encoding="utf-7"?><character/>', "unknown_encoding", "encoding"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_what_no_sheet_holds_is_refused_in_one_sentence(text: str, code: str, words: str) -> None:
    refused = refusal(text.encode(), "who.gcs", name="Somebody")
    assert refused.code == code
    assert re.search(words, refused.message)
    assert refused.message.startswith("“who.gcs” ")


@pytest.mark.parametrize("declared", ["US-ASCII", "utf-8"])
def test_bytes_that_do_not_fit_the_declared_encoding_are_refused_with_their_line(declared: str) -> None:
    data = f'<?xml version="1.0" encoding="{declared}"?>\n<character>\n<name>J'.encode() + b"\xe4rn</name></character>"
    refused = refusal(data)
    assert (refused.code, refused.where) == ("damaged_file", "sheet.gcs, line 3")
    assert "encoding that the file declares" in refused.message


def test_a_hundred_levels_are_not_too_deep() -> None:
    data = ("<character><name>Deep</name>" + "<notes>" * 99 + "</notes>" * 99 + "</character>").encode()
    assert read_character(data, "d.gcs", ruleset=GURPS).name == "Deep"


def test_headings_in_headings_are_read_to_the_limit_of_depth() -> None:
    inner = "<advantage><name>Core</name><base_points>5</base_points></advantage>"
    data = f"<character><name>Deep</name><advantage_list>{'<advantage_container>' * 90}{inner}"
    data += "</advantage_container>" * 90 + "</advantage_list></character>"
    character = read_character(data.encode(), "d.gcs", ruleset=GURPS)
    assert (character.counts.trait_containers, character.sheet.points_spent) == (90, 5)


LARGEST = """
import resource, sys
from tracker.errors import Refused
from tracker.interchange import read_characters
from tracker.interchange.detect import SIZE_LIMIT
from tracker.rulesets.gurps4e import RULESET

resource.setrlimit(resource.RLIMIT_AS, (512 * 1024 * 1024,) * 2)
piece = sys.argv[1].encode()
body = piece * ((SIZE_LIMIT - 100) // len(piece))
try:
    data = b"<character><name>Big</name><notes>" + body + b"</notes></character>"
    print(read_characters(data, "big.gcs", ruleset=RULESET)[0].name)
except Refused as refused:
    print(refused.code)
"""


@pytest.mark.parametrize(
    ("piece", "ends"),
    [
        ("<a/>", "too_many_elements"),
        ("<a>x</a>", "too_many_elements"),
        ("<advantage_list/>", "too_many_elements"),
        ('<a b="c"/>', "too_many_elements"),
        ("<!---->", "Big"),
        ("<?a?>", "Big"),
        ("&#65;", "Big"),
        ("\n", "Big"),
        ("<![CDATA[]]>", "Big"),
    ],
)
def test_a_file_of_the_largest_size_is_read_in_half_a_gigabyte(piece: str, ends: str) -> None:
    done = subprocess.run([sys.executable, "-c", LARGEST, piece], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{ends}\n", "")


def test_a_sheet_of_thousands_of_rows_is_refused() -> None:
    rows = "<advantage><name>Quirk</name></advantage>" * 4000
    data = f"<character><name>Many</name><advantage_list>{rows}</advantage_list></character>".encode()
    assert refusal(data).code == "too_many_rows"


def several(element: str, number: int) -> str:
    return "".join(element.format(place) for place in range(number))


BONUSES = several("<skill_bonus><name compare='contains'>s</name></skill_bonus>", 1_000)
SKILLS = several("<skill><name>S{}</name></skill>", 600)
DEFAULTS = several("<default><type>Skill</type><name>Guns</name><modifier>-{}</modifier></default>", 30)


@pytest.mark.parametrize(
    ("lists", "what"),
    [
        (
            f"<advantage_list><advantage>{BONUSES}</advantage></advantage_list><skill_list>{SKILLS}</skill_list>",
            "bonuses for skills",
        ),
        (
            f"<skill_list>{several('<skill><name>Guns</name>' + DEFAULTS + '</skill>', 300)}</skill_list>",
            "defaults of skills",
        ),
        (
            f"<advantage_list><advantage_container>{several('<modifier><name>M</name></modifier>', 100)}"
            f"{several('<advantage><name>A</name></advantage>', 400)}</advantage_container></advantage_list>",
            "modifiers",
        ),
    ],
    ids=["bonuses", "defaults", "modifiers"],
)
def test_rows_that_multiply_each_others_work_are_refused(lists: str, what: str) -> None:
    refused = refusal(f"<character><name>Busy</name>{lists}</character>".encode(), "busy.gcs")
    assert refused.code == "too_many_rows"
    assert refused.message == f"“busy.gcs” has more {what} than any character's sheet; nothing was imported."


def test_a_sheet_without_a_name_asks_for_one() -> None:
    assert refusal(b"<character><DX>12</DX></character>").code == "no_name"


@quick
@given(st.sampled_from(NAMES), st.floats(0, 1))
def test_a_cut_off_sheet_never_ends_in_a_traceback(name: str, share: float) -> None:
    read_or_refuse(SHEETS[name][: int(len(SHEETS[name]) * share)])


@quick
@given(st.sampled_from(NAMES), st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4))
def test_flipped_bytes_never_end_in_a_traceback(name: str, flips: list[tuple[float, int]]) -> None:
    data = bytearray(SHEETS[name])
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data))


SPOT = re.compile(r'(?<=>)[^<>\n]*(?=</)|(?<==")[^"<>]*(?=")')  # texts of elements and values of attributes
TEXTS = st.sampled_from(
    [
        "",
        "-",
        "x",
        "-1",
        "1e9",
        "9" * 400,
        "1/0",
        "½",
        "²",
        "yes",
        "is anything",
        "@a@",
        "$st",
        "IQ/VH",
        "&#1;",
        "<name/>",
        "[[",
    ]
)


@quick
@given(st.sampled_from(NAMES), st.lists(st.tuples(st.floats(0, 0.999), TEXTS), min_size=1, max_size=6))
def test_other_texts_and_attributes_never_end_in_a_traceback(name: str, swaps: list[tuple[float, str]]) -> None:
    text = SHEETS[name].decode()
    for place, value in swaps:
        spots = list(SPOT.finditer(text))
        spot = spots[int(place * len(spots))]
        text = text[: spot.start()] + value + text[spot.end() :]
    read_or_refuse(text.encode())


@quick
@given(st.sampled_from(NAMES), st.lists(st.tuples(st.floats(0, 0.999), st.floats(0, 0.999)), min_size=1, max_size=4))
def test_lines_in_other_places_never_end_in_a_traceback(name: str, moves: list[tuple[float, float]]) -> None:
    lines = SHEETS[name].splitlines(keepends=True)
    for source, target in moves:
        lines.insert(int(target * len(lines)), lines[int(source * len(lines))])
    read_or_refuse(b"".join(lines))
