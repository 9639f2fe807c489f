"""GCS sheets in JSON 1, which store attributes as single keys and nothing that is worked out; and versions to come."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interchange.conftest import GURPS, read, read_character, refusal, sheet_bytes
from tests.interchange.test_hostile import ODD, places, quick, read_or_refuse
from tests.interchange.test_sheets import noted, skill, trait
from tracker.events.sheet import Skill
from tracker.interchange import ImportedCharacter

SHEET = sheet_bytes("kesh_json1")


@pytest.fixture(scope="module")
def kesh() -> ImportedCharacter:
    return read("kesh_json1")


def test_name_player_and_version(kesh: ImportedCharacter) -> None:
    assert (kesh.name, kesh.player, kesh.format, kesh.sheet.tech_level) == ("Kesh Vane", "Tove", "GCS JSON 1", "5")


def test_the_same_character_in_xml_is_the_same_sheet(kesh: ImportedCharacter) -> None:
    other = read_character(sheet_bytes("kesh_xml5"), "kesh.gcs", ruleset=GURPS)
    assert other.format == "GCS XML 5"
    assert (other.sheet, other.current, other.counts, other.notes) == (kesh.sheet, kesh.current, kesh.counts, kesh.notes)


def test_attributes_follow_the_bases_of_the_sheet(kesh: ImportedCharacter) -> None:
    found = kesh.sheet.attributes
    assert (found["st"], found["dx"], found["iq"], found["ht"]) == (10, 10, 14, 11)
    assert (found["will"], found["per"]) == (12, 10)  # from 10, not from IQ
    assert (found["basic_speed"], found["basic_move"]) == (5.25, 5)
    assert (kesh.sheet.pools, kesh.current) == ({"HP": 10, "FP": 14}, {"HP": 6, "FP": 13})


@pytest.mark.parametrize(
    ("settings", "will", "per"),
    [
        ({}, 16, 14),
        ({"base_will_on_10": True}, 12, 14),
        ({"base_per_on_10": True}, 16, 10),
        ({"base_will_and_per_on_10": True}, 12, 10),
    ],
)
def test_will_and_perception_can_start_at_ten(settings: dict[str, bool], will: int, per: int) -> None:
    found = read("kesh_json1", lambda document: document.update(settings=settings)).sheet.attributes
    assert (found["will"], found["per"]) == (will, per)


def test_points_count_purchases_and_rows(kesh: ImportedCharacter) -> None:
    # IQ 80, HT 10, Will 10, FP 9, a trait of 20 raised and lowered by half, skills 10; the oath is switched off.
    assert (kesh.sheet.points_total, kesh.sheet.points_spent) == (120, 134)
    assert trait(kesh, "Blessed").points == 15
    assert (trait(kesh, "Old Oath").active, trait(kesh, "Old Oath").points) == (False, 0)


def test_levels_are_worked_out(kesh: ImportedCharacter) -> None:
    assert skill(kesh, "Ritual Magic").level == 14
    assert skill(kesh, "Gaming").level == 7  # from ten, less three
    assert skill(kesh, "Hush") == Skill(name="Hush", level=5, kind="spell", points=0, relative="-9")
    assert noted(kesh, "worked out anew")


def test_levels_leave_out_the_load_and_keep_its_factor(kesh: ImportedCharacter) -> None:
    # Three bags of 10 kg count as 60 lb against a Basic Lift of 20.
    assert kesh.sheet.load == 2
    assert skill(kesh, "Climbing") == Skill(name="Climbing", level=11, points=2, relative="DX+1", load_factor=1)


def test_lifting_follows_the_strength_rule_of_the_sheet() -> None:
    def stronger(own_strength: bool) -> Any:
        def change(document: dict[str, Any]) -> None:
            document["ST"] = 15
            document["settings"]["use_know_your_own_strength"] = own_strength

        return change

    # 60 lb are light against 63 lb of lift, and more than 45.
    assert read("kesh_json1", stronger(True)).sheet.load == 0
    assert read("kesh_json1", stronger(False)).sheet.load == 1


def test_a_spell_without_points_has_one() -> None:
    def add(document: dict[str, Any]) -> None:
        document["spells"].append({"type": "spell", "name": "Spark", "difficulty": "IQ/H", "college": "Fire"})

    character = read("kesh_json1", add)
    assert skill(character, "Spark") == Skill(name="Spark", level=12, kind="spell", points=1, relative="IQ-2")
    assert character.sheet.points_spent == 135


def test_a_bonus_for_all_colleges_is_not_for_a_spell_without_one() -> None:
    def add(document: dict[str, Any]) -> None:
        bonus = {"type": "spell_bonus", "match": "all_colleges", "amount": 2}
        document["advantages"].append(
            {"type": "advantage", "name": "Gift", "modifiers": [{"name": "x", "features": [bonus]}]}
        )
        document["spells"] += [
            {"type": "spell", "name": "Spark", "difficulty": "IQ/H", "college": "Fire"},
            {"type": "spell", "name": "Charm", "difficulty": "IQ/H"},
        ]

    character = read("kesh_json1", add)
    assert (skill(character, "Spark").level, skill(character, "Charm").level) == (14, 12)


def test_equipment_without_a_quantity_is_none_of_it_but_a_container_is_one() -> None:
    def change(document: dict[str, Any]) -> None:
        del document["equipment"][0]["quantity"]

    def contain(document: dict[str, Any]) -> None:
        row = document["equipment"][0]
        document["equipment"] = [{"type": "equipment_container", "description": "Box", "weight": "1 lb", "children": [row]}]

    assert read("kesh_json1", change).sheet.load == 0
    assert read("kesh_json1", contain).sheet.load == 3  # 61 lb against three times 20


def test_numbers_may_be_texts() -> None:
    def change(document: dict[str, Any]) -> None:
        document |= {"ST": "12", "will_adj": "1", "hp_damage": "3"}

    character = read("kesh_json1", change)
    assert (character.sheet.attributes["st"], character.sheet.attributes["will"], character.current["HP"]) == (12, 11, 9)


def test_what_is_no_number_is_left_out_and_reported() -> None:
    character = read("kesh_json1", lambda document: document.update(ST=["strong"], will_adj={}))
    assert (character.sheet.attributes["st"], character.sheet.attributes["will"]) == (10, 10)
    assert noted(character, "unexpected kind", "attributes[1].adj; attributes[5].adj")


@pytest.mark.parametrize("version", [6, 999])
def test_a_version_to_come_is_read_with_a_note(version: int) -> None:
    character = read("mira_dusk", lambda document: document.update(version=version))
    assert character.format == f"GCS JSON {version}"
    assert character.sheet == read("mira_dusk").sheet
    assert noted(character, f"version {version} is newer", "check the result")


def test_an_unsaid_version_is_noted_and_the_known_ones_are_not() -> None:
    assert noted(read("mira_dusk", lambda document: document.pop("version")), "doesn't say its format version")
    assert not noted(read("kesh_json1"), "version")


def test_deep_nesting_is_refused() -> None:
    row: dict[str, Any] = {"name": "x"}
    for _ in range(100):
        row = {"type": "advantage_container", "name": "x", "children": [row]}
    document = json.loads(SHEET) | {"advantages": [row]}
    assert refusal(json.dumps(document).encode()).code == "too_deep"


@quick
@given(st.floats(0, 1))
def test_a_cut_off_sheet_never_ends_in_a_traceback(share: float) -> None:
    read_or_refuse(SHEET[: int(len(SHEET) * share)])


@quick
@given(st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4))
def test_flipped_bytes_never_end_in_a_traceback(flips: list[tuple[float, int]]) -> None:
    data = bytearray(SHEET)
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data))


@quick
@given(st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(ODD)), min_size=1, max_size=6))
def test_values_of_other_kinds_never_end_in_a_traceback(swaps: list[tuple[float, Any]]) -> None:
    document = json.loads(SHEET)
    for place, value in swaps:
        if spots := places(document):
            holder, key = spots[int(place * len(spots))]
            holder[key] = copy.deepcopy(value)
    read_or_refuse(json.dumps(document).encode())
