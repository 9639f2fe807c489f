"""Simple sheets in TOML and JSON: what they say, and what they may not say."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Rollbook
from tests.interchange.conftest import FIXTURES, GURPS, read_character, sheet_bytes
from tests.interchange.test_hostile import ODD, places
from tracker import rulesets
from tracker.errors import Refused
from tracker.events.sheet import Sheet, Skill, Trait
from tracker.interchange import ImportedCharacter
from tracker.interchange.detect import SIMPLE_SIZE_LIMIT
from tracker.rulesets.base import Ruleset
from tracker.text import fold

D20, BRP = rulesets.get("d20under"), rulesets.get("brp")
LYSSA, NYX = (FIXTURES / "lyssa.toml").read_bytes(), (FIXTURES / "nyx.json").read_bytes()

quick = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(text: str | bytes, ruleset: Ruleset = D20, name: str | None = None) -> ImportedCharacter:
    data = text.encode() if isinstance(text, str) else text
    return read_character(data, "folder/who.txt", ruleset=ruleset, name=name)


def refusal(text: str | bytes, ruleset: Ruleset = D20, name: str | None = None) -> Refused:
    with pytest.raises(Refused) as caught:
        read(text, ruleset, name)
    return caught.value


def test_a_toml_sheet_where_skills_go_with_attributes() -> None:
    lyssa = read(LYSSA)
    assert (lyssa.name, lyssa.player, lyssa.format, lyssa.notes) == ("Lyssa Thornby", "Ann", "Rollbook TOML", ())
    assert lyssa.sheet == Sheet(
        attributes={"str": 13, "dex": 9, "con": 12, "int": 10, "will": 14, "perc": 11, "cha": 8, "init": 10},
        pools={"Luck": 12, "HP": 11, "Rerolls": 2},
        skills=(
            Skill("Athletics", attribute="str"),
            Skill("Animal handling", attribute="cha"),
            Skill("Lore (Fens)"),
        ),
        traits=(Trait("Fen-born"), Trait("Old wound", level=2)),
    )
    assert lyssa.current == {"Luck": 12, "HP": 7, "Rerolls": 2}
    assert (lyssa.counts.traits, lyssa.counts.traits_enabled, lyssa.counts.skills) == (2, 2, 3)


def test_a_json_sheet_where_skills_have_numbers() -> None:
    nyx = read(NYX, BRP)
    assert (nyx.name, nyx.player, nyx.format, nyx.notes) == ("Nyx Calder", "", "Rollbook JSON", ())
    assert nyx.sheet == Sheet(
        attributes={"str": 9, "con": 12, "siz": 13, "dex": 15, "int": 14, "pow": 11, "cha": 10},
        pools={"HP": 13, "MP": 11},
        skills=(Skill("Stealth", level=60), Skill("Library use", level=45), Skill("Boating", level=0)),
        traits=(Trait("Night eyes"),),
    )
    assert nyx.current == {"HP": 13, "MP": -1}


def test_a_sheet_of_gurps_has_points_and_a_load_and_halves() -> None:
    gurps = read('name = "Ivo"\npoints = 100.5\nload = 2\nattributes.Basic_Speed = 5.25\nskills.Stealth = 12', GURPS)
    expected = Sheet(attributes={"basic_speed": 5.25}, skills=(Skill("Stealth", level=12),), load=2, points_total=100.5)
    assert gurps.sheet == expected


@pytest.mark.parametrize(
    ("lines", "where", "message"),
    [
        ("armour = 3", "armour", "an unknown key 'armour'"),
        ("Name = 'L'", "Name", "an unknown key 'Name'"),
        ('"a\\u001b[2J" = 3', "a\x1b[2J", "an unknown key 'a\\x1b[2J'"),
        ("player = 5", "player", "player must be text, in quotes."),
        ('player = "A\\u0007nn"', "player", "The player holds a control character (U+0007) at place 2"),
        ("points = 'many'", "points", "points must be a number."),
        ("load = 5", "load", "is 0 to 4"),
        ("load = -1", "load", "is 0 to 4"),
        ("load = 1.5", "load", "“1.5” is no whole number for load."),
        ("load = true", "load", "load must be a number."),
        ("attributes = [13, 9]", "attributes", "attributes must hold names, each with its value."),
        ("[[pools]]\nHP = 3", "pools", "pools must hold names, each with its value."),
        ("attributes.st = 9", "attributes.st", "Roll under (d20) has no such attribute; it has Str, Dex, Con"),
        ("attributes.HP = 9", "attributes.HP", "has no such attribute"),
        ("attributes.str = '13'", "attributes.str", "attributes.str must be a number."),
        ("attributes.str = true", "attributes.str", "attributes.str must be a number."),
        ("attributes.str = 1979-05-27", "attributes.str", "attributes.str must be a number."),
        ("attributes.str = {}", "attributes.str", "attributes.str must be a number."),
        ("attributes.str = nan", "attributes.str", "nan is out of bounds for attributes.str."),
        ("attributes.str = -inf", "attributes.str", "-inf is out of bounds for attributes.str."),
        ("attributes.str = 1e999", "attributes.str", "inf is out of bounds for attributes.str."),
        ("attributes.str = 10000", "attributes.str", "10000.0 is out of bounds for attributes.str."),
        ("attributes.str = 0x" + "f" * 5000, "attributes.str", "inf is out of bounds for attributes.str."),
        ("attributes.str = 9\nattributes.Strength = 9", "attributes.Strength", "says again what attributes.str says"),
        ("attributes.luck = 9\npools.LUCK = 9", "pools.LUCK", "pools.LUCK says again what attributes.luck says."),
        ("attributes.luck = 9.5", "attributes.luck", "“9.5” is no whole number for attributes.luck."),
        ("pools.FP = 9", "pools.FP", "Roll under (d20) has no such pool; it has HP, Luck, Rerolls."),
        ("pools.HP = 9\npools.hp = 9", "pools.hp", "pools.hp says again what pools.HP says."),
        ("pools.HP = -1", "pools.HP", "the maximum of a pool is 0 or more."),
        ("pools.HP = [9, 8]", "pools.HP", "pools.HP must be a number."),
        ("pools.HP.current = 8", "pools.HP", "pools.HP needs a maximum."),
        ("pools.HP = {maximum = 9, now = 8}", "pools.HP", "unknown key 'now'; a pool has maximum and current."),
        ("pools.HP = {maximum = 'x'}", "pools.HP.maximum", "pools.HP.maximum must be a number."),
        ("pools.HP = {maximum = 9, current = 0.5}", "pools.HP.current", "“0.5” is no whole number"),
        ("pools.HP = {maximum = 7, current = 11}", "pools.HP.current", "11, which is more than the maximum of 7."),
        ("skills.Athletics = 3", "skills.Athletics", "must be the attribute that it goes with (Str, Dex"),
        ("skills.Athletics = false", "skills.Athletics", "must be the attribute"),
        ("skills.Athletics = 'HP'", "skills.Athletics", "must be the attribute"),
        ("skills.Animal_handling = true\nskills.'animal  HANDLING' = true", "skills.animal HANDLING", "says again"),
        ("skills.'\uff22ow' = true\nskills.bow = true", "skills.bow", "skills.bow says again what skills.\uff22ow says."),
        ('skills."Bow\\u202e" = true\nskills.Bow = true', "skills.Bow", "skills.Bow says again"),
        ('skills."Bow\\u0000" = true', "name in skills", "The name in skills holds a control character (U+0000) at place 4"),
        ("skills.'' = true", "name in skills", "The name in skills is empty."),
        ("skills._ = true", "name in skills", "The name in skills is empty."),
        (f"skills.{'x' * 201} = true", "name in skills", "201 characters long; 200 are allowed."),
        ("traits.Brave = 0", "traits.Brave", "a level is more than 0."),
        ("traits.Brave = false", "traits.Brave", "must be a level, or true where there are none."),
        ("traits.Brave = 'very'", "traits.Brave", "must be a level"),
        ("traits.Brave = 1\ntraits.BRAVE = 1", "traits.BRAVE", "traits.BRAVE says again what traits.Brave says."),
    ],
)
def test_a_fault_is_named_with_its_place(lines: str, where: str, message: str) -> None:
    refused = refusal(f'name = "Lyssa"\ntraits.Lucky = true\n{lines}')
    assert (refused.code, refused.where) == ("bad_sheet", where)
    assert message in refused.message
    assert "\x1b" not in refused.message


def test_numbers_of_skills_are_for_systems_that_have_them() -> None:
    for value in ("true", "'str'", "60.5"):
        refused = refusal(f"name = 'Nyx'\nskills.Stealth = {value}", BRP)
        assert (refused.code, refused.where) == ("bad_sheet", "skills.Stealth")


def test_markup_is_nothing_but_text() -> None:
    sheet = read("name = '[red]Lyssa[/red]'\nplayer = '<b>Ann</b>'\nskills.'[link=x]Bow[/link]' = true")
    assert (sheet.name, sheet.player, sheet.sheet.skills[0].name) == ("[red]Lyssa[/red]", "<b>Ann</b>", "[link=x]Bow[/link]")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ('{"name": "Nyx", "pools": {"HP": 3, "HP": 4}}', "HP"),
        ('{"name": "Nyx", "name": "Nix", "pools": {}}', "name"),
        ('{"name": "Nyx", "pools": {"HP": {"maximum": 3, "current": 1, "maximum": 4}}}', "maximum"),
    ],
)
def test_json_may_say_a_key_just_once(data: str, key: str) -> None:
    refused = refusal(data, BRP)
    assert (refused.code, refused.where) == ("bad_sheet", key)
    assert refused.message == f"“who.txt” says '{key}' twice in the same place."


@pytest.mark.parametrize("value", ["null", "[1]", '"9"', "1" + "0" * 400])
def test_values_of_json_are_held_to_the_same(value: str) -> None:
    refused = refusal('{"name": "Nyx", "attributes": {"STR": ' + value + "}}", BRP)
    assert (refused.code, refused.where) == ("bad_sheet", "attributes.STR")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("name = 'L'\n[skills]\nBow = true\nSword : true", 4, "expected '=' after a key"),
        ("name = 'L'\r\n[skills]\r\nBow = yes\r\nSword = true", 3, "invalid value"),
        ("name = 'L'\n[skills]\nBow = true\nBow = 'dex'\nSword = true", 4, "it says a name that was said before"),
        ("name = 'L'\n[skills]\n[pools]\n[skills]\n", 4, "it says a name that was said before"),
        ("name = 'L'\n[skills]\nBow = 'dex", 3, "expected"),
        ("name = 'L'\n<<<<<<< HEAD\n[skills]\n=======\n[traits]\n", 2, "merge conflict"),
        ("name = 'L'\n[attributes]\nstr = " + "9" * 5000, 3, "it holds a number of too many digits"),
        ("name = 'L'\n[skills]\n" + ".".join("a" * 300) + " = 1", 3, "it holds more than 200 dots"),
        ("[attributes]\nname = \n", 2, "invalid value"),
    ],
)
def test_damaged_toml_is_refused_with_the_line_and_the_reason(text: str, line: int, reason: str) -> None:
    refused = refusal(text)
    assert (refused.code, refused.where) == ("damaged_file", f"folder/who.txt, line {line}")
    assert f"“who.txt” is damaged at line {line}: " in refused.message
    assert reason in refused.message


@pytest.mark.parametrize("depth", [120, 5_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    assert refusal("name = 'L'\nskills.Bow = " + "[" * depth + "]" * depth).code == "too_deep"
    assert refusal('{"name": "L", "skills": ' + '{"a": ' * depth + "1" + "}" * (depth + 1)).code == "too_deep"


def test_a_sheet_over_the_limit_is_refused() -> None:
    toml = b"name = 'L'\n[skills]\n# "
    json_sheet = b'{"name": "L", "skills": {}} '
    for start in (toml, json_sheet):
        assert read(start.ljust(SIMPLE_SIZE_LIMIT)).name == "L"
        refused = refusal(start.ljust(SIMPLE_SIZE_LIMIT + 1))
        assert refused.code == "too_large"
        assert refused.message == "“who.txt” is 100,001 bytes large; 100,000 are allowed for a simple sheet."


@pytest.mark.parametrize(
    "text",
    [
        "name = 'rollbook'\nversion = '1'",
        "[project]\nname = 'rollbook'\n",
        "# skills = 3, name = 4\nold = 'skills'",
        '{"name": "L", "abilities": {}}',
        '{"skills": {}}',
        "title = 'x'\n[tool]\nname = 'y'\nskills = 3",
    ],
)
def test_what_lacks_a_name_or_a_table_is_no_sheet(text: str) -> None:
    refused = refusal(text)
    assert refused.code in ("not_a_character", "damaged_file")
    assert "sheet" not in refused.message


def test_a_library_of_gcs_is_not_taken_for_a_simple_sheet() -> None:
    refused = refusal('{"name": "Powers", "version": 5, "traits": [], "skills": []}')
    assert refused.message.startswith("“who.txt” is a GCS template, not a character; nothing was imported: bring ")


@pytest.mark.parametrize(
    "text", ["[attributes]\nstr = 13\n\n[traits]\nname = 'Lyssa'", "name = ' '\n[skills]\n", '{"name": "", "pools": {}}']
)
def test_a_sheet_needs_a_name(text: str) -> None:
    refused = refusal(text)
    assert (refused.code, refused.where) == ("no_name", "name")
    assert refused.message == "“who.txt” holds a character without a name: write the name above all tables."


def test_a_name_that_is_given_takes_the_place_of_the_sheets() -> None:
    nyx = read(NYX, BRP, "Nyx  the Elder")
    assert nyx.name == "Nyx the Elder"
    assert nyx.notes == ("The sheet calls the character “Nyx Calder”; “Nyx the Elder” is used.",)
    assert read(NYX, BRP, "Nyx Calder").notes == ()
    assert read("name = ''\n[skills]", D20, "Lyssa").name == "Lyssa"
    assert refusal(NYX, BRP, "\x00").code == "control_character"


def test_a_sheet_of_gcs_is_only_for_gurps() -> None:
    refused = refusal(sheet_bytes("borin"), BRP)
    assert refused.code == "wrong_ruleset"
    assert refused.message == (
        "“who.txt” is a sheet of GURPS, and the campaign plays Percentile (BRP style); nothing was imported: use "
        "a campaign of GURPS (“new NAME --ruleset gurps4e”), or type the character in."
    )
    assert read(sheet_bytes("borin"), rulesets.get("gurps3e")).name == "Borin"


def test_a_byte_order_mark_and_windows_lines_do_not_matter() -> None:
    assert read(b"\xef\xbb\xbf" + LYSSA.replace(b"\n", b"\r\n")).sheet == read(LYSSA).sheet


def test_the_command_line_imports_a_sheet_or_nothing(tmp_path: Path) -> None:
    rollbook = Rollbook(tmp_path / "store.db")
    rollbook("new", "Fens", "--ruleset", "d20under")
    bad = tmp_path / "bad.toml"
    bad.write_text("name = 'Bad'\n[attributes]\nstr = 13\nwits = 3\n", encoding="utf-8")
    assert rollbook.refusal("import", str(bad))["where"] == "attributes.wits"
    assert rollbook.refusal("import", str(FIXTURES / "borin.gcs"))["code"] == "wrong_ruleset"
    done = rollbook.json("import", str(FIXTURES / "lyssa.toml"))
    assert (done["recorded"], done["format"]) == (True, "Rollbook TOML")
    shown = rollbook.json("character", "show", "lyssa")
    assert shown["pools"]["HP"] == {"current": 7, "maximum": 11}
    assert shown["pools"]["Luck"]["maximum"] == 12


names = st.text("abcdeXYZäß0 '", min_size=1, max_size=12).filter(lambda name: bool(name.strip()))
levels = st.integers(-9_999, 9_999) | st.floats(-9_999, 9_999).map(lambda level: round(level, 3))
pools = st.integers(0, 99) | st.fixed_dictionaries(
    {"maximum": st.integers(0, 99)}, optional={"current": st.integers(-99, 0)}
)
sheets = st.fixed_dictionaries(
    {
        "name": names,
        "attributes": st.dictionaries(st.sampled_from(["str", "DEX", "Constitution", "perc"]), levels),
        "skills": st.dictionaries(names, st.sampled_from([True, "Strength", "dex", "INIT"]), max_size=4),
    },
    optional={
        "player": names,
        "load": st.integers(0, 4),
        "points": levels,
        "pools": st.dictionaries(st.sampled_from(["hp", "Luck", "REROLLS"]), pools),
        "traits": st.dictionaries(names, st.just(True) | st.integers(1, 9), max_size=4),
    },
)


def toml(value: object) -> str:
    """A value as TOML writes it, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def alike(document: dict[str, Any]) -> bool:
    """Whether a table says a name in two ways, which is refused."""
    tables = [document.get(table, {}) for table in ("skills", "traits")]
    return any(len({fold(name) for name in table}) < len(table) for table in tables)


@quick
@given(sheets)
def test_a_sheet_says_the_same_in_toml_and_in_json(document: dict[str, Any]) -> None:
    in_toml = "\n".join(f"{key} = {toml(value)}" for key, value in document.items())
    if alike(document):
        assert refusal(in_toml).message == refusal(json.dumps(document)).message
        return
    one, other = read(in_toml), read(json.dumps(document))
    assert (one.sheet, one.name, one.player, one.current) == (other.sheet, other.name, other.player, other.current)
    assert {skill.name.casefold() for skill in one.sheet.skills} == {
        " ".join(name.split()).casefold() for name in document["skills"]
    }
    assert len(one.sheet.attributes) == len(document["attributes"])


def outcome(data: bytes, ruleset: Ruleset) -> ImportedCharacter | str:
    try:
        return read(data, ruleset, "Mutant")
    except Refused as refused:
        return refused.message


def read_or_refuse(data: bytes, ruleset: Ruleset) -> None:
    found = outcome(data, ruleset)
    if isinstance(found, str):
        assert not re.search("[\x00-\x1f\x7f-\x9f]", found)
        return
    assert msgspec.json.decode(msgspec.json.encode(found.sheet), type=Sheet) == found.sheet
    rows = (*found.sheet.skills, *found.sheet.traits)
    assert not [row.name for row in rows if re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", row.name)]
    assert set(found.sheet.pools) <= set(ruleset.pools)
    assert set(found.sheet.attributes) <= {spec.key for spec in ruleset.attributes}
    assert all(found.current[pool] <= maximum for pool, maximum in found.sheet.pools.items())


systems = st.sampled_from([D20, BRP, GURPS])


@quick
@given(st.binary(max_size=200), systems)
def test_random_bytes_never_end_in_a_traceback(data: bytes, ruleset: Ruleset) -> None:
    read_or_refuse(data, ruleset)
    read_or_refuse(b"name = 'L'\n[skills]\n" + data, ruleset)


@quick
@given(
    st.sampled_from([(LYSSA, D20), (NYX, BRP)]),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_flipped_bytes_never_end_in_a_traceback(sheet: tuple[bytes, Ruleset], flips: list[tuple[float, int]]) -> None:
    data = bytearray(sheet[0])
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data), sheet[1])


@quick
@given(st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(ODD)), min_size=1, max_size=4), systems)
def test_values_of_other_kinds_never_end_in_a_traceback(swaps: list[tuple[float, Any]], ruleset: Ruleset) -> None:
    document = json.loads(NYX)
    for place, value in swaps:
        spots = places(document)
        if spots:
            holder, key = spots[int(place * len(spots))]
            holder[key] = copy.deepcopy(value)
    read_or_refuse(json.dumps(document).encode(), ruleset)


def test_a_sheet_says_how_the_name_is_read(tmp_path: Path) -> None:
    sheet = "name = '絵瑠沙'\nreading = ' エルザ '\nattributes.dex = 12"
    assert (read(sheet).reading, read(LYSSA).reading) == ("エルザ", "")
    refused = refusal("name = '絵瑠沙'\nreading = 7\nattributes.dex = 12")
    assert (refused.message, refused.code, refused.where) == ("reading must be text, in quotes.", "bad_sheet", "reading")
    (tmp_path / "elza.toml").write_text(sheet, "utf-8")
    rollbook = Rollbook(tmp_path / "store")
    rollbook("new", "Ravenmoor", "--ruleset", "d20under")
    rollbook("import", str(tmp_path / "elza.toml"))
    assert "reading: エルザ" in rollbook("character", "show", "えるざ").out
