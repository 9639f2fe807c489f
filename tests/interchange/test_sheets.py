"""What is read from a GCS sheet."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from tests.interchange.conftest import read, refusal, sheet_bytes
from tracker.errors import Refused
from tracker.events.sheet import Sheet, Skill, Trait
from tracker.interchange import Counts, ImportedCharacter


def skill(character: ImportedCharacter, name: str) -> Skill:
    (found,) = [entry for entry in character.sheet.skills if entry.name == name]
    return found


def trait(character: ImportedCharacter, name: str) -> Trait:
    (found,) = [entry for entry in character.sheet.traits if entry.name == name]
    return found


def noted(character: ImportedCharacter, *words: str) -> bool:
    return any(all(word in note for word in words) for note in character.notes)


def test_name_and_player_come_from_the_profile(mira: ImportedCharacter) -> None:
    assert (mira.name, mira.player, mira.format) == ("Mira Dusk", "Jule", "GCS JSON 5")
    assert mira.sheet.tech_level == "3"


def test_the_sum_of_the_bytes_is_kept(mira: ImportedCharacter) -> None:
    assert mira.sha256 == hashlib.sha256(sheet_bytes("mira_dusk")).hexdigest()


def test_attributes_are_final_values_with_bonuses(mira: ImportedCharacter) -> None:
    assert mira.sheet.attributes == {
        "st": 11,
        "dx": 13,
        "iq": 12,
        "ht": 11,
        "will": 13,
        "fright_check": 17,
        "per": 12,
        "vision": 12,
        "basic_speed": 6,
        "basic_move": 6,
    }


def test_pools_have_a_maximum_and_what_is_left_and_separators_are_none(mira: ImportedCharacter) -> None:
    assert mira.sheet.pools == {"HP": 12, "FP": 11, "ER": 6}
    assert mira.current == {"HP": 7, "FP": 8, "ER": 5}


def test_a_pool_that_the_sheet_lacks_is_absent_and_the_report_says_so(vora: ImportedCharacter) -> None:
    assert vora.sheet.pools == {"HP": 16}
    assert vora.current == {"HP": 16}
    assert noted(vora, "no FP")


def test_hit_points_can_be_below_zero() -> None:
    def hurt(document: dict[str, Any]) -> None:
        document["attributes"][11]["damage"] = 30

    assert read("mira_dusk", hurt).current["HP"] == -18


def test_points_count_what_the_rows_cost(mira: ImportedCharacter, vora: ImportedCharacter, borin: ImportedCharacter) -> None:
    assert (mira.sheet.points_total, mira.sheet.points_spent) == (180, 193)
    assert (borin.sheet.points_total, borin.sheet.points_spent) == (100, 69)
    # The dearest of Vora's alternative abilities costs 22, the other one a fifth of 16; her wolf form costs nothing.
    assert (vora.sheet.points_total, vora.sheet.points_spent) == (220, 150)


def test_levels_leave_out_the_present_load_and_keep_its_factor(mira: ImportedCharacter) -> None:
    assert mira.sheet.load == 1
    assert skill(mira, "Climbing") == Skill(name="Climbing", level=13, points=2, relative="DX+0", load_factor=1)
    assert skill(mira, "Stealth").level == 14
    assert skill(mira, "Rapier") == Skill(name="Rapier", level=15, points=8, relative="DX+2")
    assert noted(mira, "load level 1")


def test_a_heavier_load_takes_more_off_the_stored_levels(vora: ImportedCharacter) -> None:
    assert vora.sheet.load == 2
    assert skill(vora, "Swimming") == Skill(name="Swimming", level=12, points=1, relative="HT+0", load_factor=2)


def test_a_technique_is_hindered_with_the_skill_beneath_it(mira: ImportedCharacter) -> None:
    assert skill(mira, "Scaling") == Skill(
        name="Scaling", level=12, kind="technique", points=2, relative="-1", load_factor=1
    )


def test_skills_are_named_with_tech_level_and_specialization(mira: ImportedCharacter, vora: ImportedCharacter) -> None:
    assert skill(mira, "Lockpicking/TL3").level == 12
    assert skill(mira, "Fast-Draw (Knife)").level == 13
    assert skill(vora, "Guns/TL4 (Shotgun)").level == 15


def test_techniques_of_one_name_are_told_apart_by_their_skill(mira: ImportedCharacter) -> None:
    assert skill(mira, "Disarming (Rapier)").level == 16
    assert skill(mira, "Disarming (Brawling)").level == 13


def test_skills_of_one_name_are_both_kept() -> None:
    def double(document: dict[str, Any]) -> None:
        document["skills"].append(document["skills"][2])

    names = [entry.name for entry in read("mira_dusk", double).sheet.skills]
    assert names.count("Rapier") == 2


def test_a_skill_without_a_level_can_not_be_used(mira: ImportedCharacter) -> None:
    assert skill(mira, "Surgery/TL3").level is None
    assert noted(mira, "Without a usable level", "Surgery/TL3")


def test_spells_are_skills_of_their_own_kind(mira: ImportedCharacter) -> None:
    assert skill(mira, "Light") == Skill(name="Light", level=10, kind="spell", points=1, relative="IQ-2")


def test_traits_keep_their_level_apart_from_the_name(mira: ImportedCharacter) -> None:
    assert trait(mira, "Fearlessness") == Trait(name="Fearlessness", points=4, level=2)
    assert trait(mira, "Combat Reflexes") == Trait(name="Combat Reflexes", points=15)


def test_a_trait_that_is_switched_off_is_inactive_and_gives_nothing(mira: ImportedCharacter) -> None:
    assert trait(mira, "Night Vision") == Trait(name="Night Vision", points=0, level=3, active=False)
    assert mira.sheet.attributes["vision"] == 12
    assert noted(mira, "1 trait is switched off", "Night Vision")


def test_a_heading_that_is_switched_off_takes_its_traits_along(vora: ImportedCharacter) -> None:
    assert [entry.active for entry in vora.sheet.traits if entry.name == "Increased Strength"] == [False, True]
    assert vora.sheet.attributes["st"] == 16


def test_self_control_and_notes_stay_with_the_trait(mira: ImportedCharacter) -> None:
    assert trait(mira, "Curious") == Trait(name="Curious", points=-5, self_control=12, notes="Roll against closed doors.")


def test_placeholders_are_replaced_in_names(mira: ImportedCharacter) -> None:
    assert trait(mira, "Energy Reserve (Magical)").level == 4


def test_an_unfilled_placeholder_is_reported() -> None:
    def unfill(document: dict[str, Any]) -> None:
        del document["skills"][7]["replacements"]

    assert noted(read("mira_dusk", unfill), "unfilled placeholder", "Fast-Draw (@Weapon@)")


def test_conditional_bonuses_are_reminders_and_never_added(mira: ImportedCharacter) -> None:
    assert mira.sheet.reminders == (
        "+6 from Combat Reflexes on all IQ rolls to wake up",
        "+2 to reactions from Voice: from those who can hear you",
    )


def test_rows_are_counted_without_headings(mira: ImportedCharacter, vora: ImportedCharacter) -> None:
    assert mira.counts == Counts(
        traits=6,
        traits_enabled=5,
        trait_containers=1,
        skills=11,
        techniques=3,
        spells=1,
        equipment_carried=3,
        equipment_other=1,
    )
    assert (vora.counts.traits, vora.counts.traits_enabled, vora.counts.trait_containers) == (6, 4, 2)


def test_a_row_of_an_unknown_kind_is_a_plain_trait_and_reported(vora: ImportedCharacter) -> None:
    assert trait(vora, "Howl").points == 2
    assert noted(vora, "Howl (action)")


def test_a_formula_that_is_a_script_is_not_run(vora: ImportedCharacter) -> None:
    assert vora.sheet.attributes["highjump"] == 26
    assert noted(vora, "scripts", "High Jump")


def test_a_stale_value_gives_way_to_what_the_purchases_say(borin: ImportedCharacter) -> None:
    assert borin.sheet.attributes["dx"] == 12
    assert borin.sheet.attributes["basic_speed"] == 5.75
    assert "The file's stored DX 10 contradicts its own purchases and bonuses; DX 12 is used." in borin.notes


def test_with_stale_values_the_skills_are_worked_out_anew(borin: ImportedCharacter) -> None:
    assert skill(borin, "Axe/Mace") == Skill(name="Axe/Mace", level=14, points=4, relative="DX+2")
    assert skill(borin, "Stealth") == Skill(name="Stealth", level=7, points=0, relative="DX-5", load_factor=1)
    assert skill(borin, "Hook").level == 11
    assert noted(borin, "worked out anew")


def test_without_stored_weights_the_load_is_added_up_from_the_rows(borin: ImportedCharacter) -> None:
    assert borin.sheet.load == 1  # 44.5 lb at a Basic Lift of 29
    assert noted(borin, "Basic Lift was worked out")


def test_a_container_can_lighten_what_it_holds() -> None:
    def enchant(document: dict[str, Any]) -> None:
        sack = document["equipment"][1]
        sack["features"] = [{"type": "contained_weight_reduction", "reduction": "80%"}]

    assert read("borin", enchant).sheet.load == 0  # 4 + 0.5 + 8 lb


def test_what_is_worn_without_hindering_skills_still_counts_as_load() -> None:
    def fit(document: dict[str, Any]) -> None:
        document["equipment"][1]["ignore_weight_for_skills"] = True
        for place, level in ((0, 13), (1, 14)):
            document["skills"][0]["children"][place]["calc"]["level"] = level
        document["skills"][1]["calc"]["level"] = 12

    character = read("mira_dusk", fit)
    assert character.sheet.load == 1
    assert skill(character, "Climbing").level == 13
    assert noted(character, "without hindering skills")


@pytest.mark.parametrize("name", ["mira_dusk", "vora"])
def test_a_sheet_without_stored_values_is_worked_out_to_the_same(name: str) -> None:
    def forget(value: Any) -> None:
        if isinstance(value, dict):
            value.pop("calc", None)
            value = list(value.values())
        if isinstance(value, list):
            for entry in value:
                forget(entry)

    stored, bare = read(name), read(name, forget)
    known = {key: value for key, value in stored.sheet.attributes.items() if key != "highjump"}
    assert bare.sheet.attributes == known
    assert [(s.name, s.level, s.relative) for s in bare.sheet.skills if s.level] == [
        (s.name, s.level, s.relative) for s in stored.sheet.skills if s.level
    ]
    assert bare.sheet.traits == stored.sheet.traits
    assert (bare.sheet.points_spent, bare.sheet.load) == (stored.sheet.points_spent, stored.sheet.load)
    assert noted(bare, "stores no final attributes")


def test_a_stored_level_that_the_rules_do_not_give_is_kept_and_reported() -> None:
    def pick(document: dict[str, Any]) -> None:
        document["skills"][2]["calc"]["level"] = 17

    character = read("mira_dusk", pick)
    assert skill(character, "Rapier").level == 17
    assert noted(character, "the rules give other ones", "Rapier 17 (worked out: 15)")


def test_a_newer_version_is_read_with_a_warning() -> None:
    character = read("mira_dusk", lambda document: document.update(version=6))
    assert character.format == "GCS JSON 6"
    assert noted(character, "version 6 is newer")


def test_a_missing_version_is_told_from_the_keys() -> None:
    assert noted(read("borin", lambda document: document.pop("version")), "doesn't say its format version")


def test_the_usual_attributes_are_assumed_when_the_sheet_defines_none() -> None:
    character = read("mira_dusk", lambda document: document.pop("settings"))
    assert character.sheet.attributes["dx"] == 13
    assert character.sheet.pools == {"HP": 12, "FP": 11}
    assert noted(character, "doesn't define its attributes")


def test_a_sheet_without_a_name_asks_for_one() -> None:
    data = msgspec.json.encode({"version": 5, "profile": {}, "attributes": []})
    refused = refusal(data, "orc.gcs")
    assert (refused.code, refused.where) == ("no_name", "name")
    assert refused.message == "“orc.gcs” holds a character without a name; give the name to use."


def test_a_given_name_takes_the_place_of_the_sheets_own() -> None:
    assert read("mira_dusk", lambda document: document["profile"].pop("name"), name="Mirabel").name == "Mirabel"
    assert noted(read("mira_dusk", name="Mirabel"), "Mira Dusk", "Mirabel")
    with pytest.raises(Refused):
        read("mira_dusk", name="\x1b[2J")


@pytest.mark.parametrize("placeholder", ["[INSERT NAME]", "="])
def test_a_placeholder_for_a_name_is_kept_but_noted(placeholder: str) -> None:
    character = read("mira_dusk", lambda document: document["profile"].update(name=placeholder))
    assert character.name == placeholder
    assert noted(character, f"“{placeholder}”", "it is kept")


def test_control_characters_in_texts_do_not_come_through() -> None:
    def poison(document: dict[str, Any]) -> None:
        document["profile"]["name"] = "Mira\u202e Dusk\x1b[2J"
        document["traits"][0]["name"] = "Combat\x07 Reflexes\u200b"

    character = read("mira_dusk", poison)
    assert character.name == "Mira Dusk [2J"
    assert noted(character, "invisible marks")
    assert character.sheet.traits[0].name == "Combat Reflexes"


def test_values_of_a_wrong_kind_are_left_out_and_named() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["traits"][3]["cr"] = {"twelve": 12}
        document["skills"][2]["points"] = True
        document["spells"] = "Light"

    character = read("mira_dusk", spoil)
    assert noted(character, "unexpected kind", "traits[4].cr", "skills[3].points", "spells")
    assert character.counts.spells == 0


def test_numbers_written_as_text_are_read() -> None:
    def spell_out(document: dict[str, Any]) -> None:
        document["total_points"] = "180"
        document["attributes"][0]["adj"] = "1"

    assert read("mira_dusk", spell_out).sheet.points_total == 180


def test_the_sheet_survives_being_stored(mira: ImportedCharacter) -> None:
    assert msgspec.json.decode(msgspec.json.encode(mira.sheet), type=Sheet) == mira.sheet
