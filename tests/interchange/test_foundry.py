"""Actors of the GURPS Game Aid for Foundry VTT, one in a file or several."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Rollbook
from tests.interchange.conftest import FIXTURES, GURPS, read_character, refusal
from tests.interchange.test_hostile import ODD, places, quick, read_or_refuse
from tests.interchange.test_sheets import noted, skill, trait
from tracker import rulesets
from tracker.errors import Refused
from tracker.events.sheet import Skill, Trait
from tracker.interchange import Counts, ImportedCharacter, read_characters

TESSA = (FIXTURES / "tessa.foundry.json").read_bytes()


def actor(change: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(TESSA)
    if change:
        change(document)
    return document


def pack(*documents: object) -> bytes:
    return json.dumps(documents).encode()


def read(document: dict[str, Any], **options: Any) -> ImportedCharacter:
    return read_character(json.dumps(document).encode(), "tessa.json", ruleset=GURPS, **options)


def renamed(name: str) -> dict[str, Any]:
    return actor(lambda document: document.update(name=name))


@pytest.fixture(scope="module")
def tessa() -> ImportedCharacter:
    return read_character(TESSA, "tessa.json", ruleset=GURPS)


def test_who_it_is_and_where_it_comes_from(tessa: ImportedCharacter) -> None:
    assert (tessa.name, tessa.player, tessa.format) == ("Tessa Rook", "Wim", "Foundry VTT 0.17.1")
    assert (tessa.sheet.tech_level, tessa.sha256) == ("4", hashlib.sha256(TESSA).hexdigest())


def test_attributes_are_the_imported_scores_and_not_the_untouched_tens(tessa: ImportedCharacter) -> None:
    assert tessa.sheet.attributes == {
        "st": 11,
        "dx": 13,
        "iq": 12,
        "ht": 11,
        "will": 14,
        "per": 12,
        "basic_speed": 6.25,
        "basic_move": 6,
    }


def test_pools_keep_what_is_left_even_below_nothing(tessa: ImportedCharacter) -> None:
    assert tessa.sheet.pools == {"HP": 12, "FP": 11}
    assert tessa.current == {"HP": -3, "FP": 9}


def test_the_load_is_the_level_that_the_actor_marks(tessa: ImportedCharacter) -> None:
    assert tessa.sheet.load == 2
    assert noted(tessa, "penalty for the load")


def test_skills_techniques_and_spells_have_the_levels_that_are_stored(tessa: ImportedCharacter) -> None:
    assert tessa.sheet.skills == (
        Skill("Boating/TL4 (Sailboat)", 14, points=4, relative="DX+1"),
        Skill("Disarming (Rapier)", 15, kind="technique", points=2, relative="def+1"),
        Skill("Elbow Drop (Brawling)", 12, kind="technique", points=1, relative="-1"),
        Skill("Heraldry", None, points=0),
        Skill("Seamanship/TL4", 15, points=10, relative="IQ+3"),
        Skill("Purify Water", 13, kind="spell", points=2, relative="IQ+1"),
    )
    assert noted(tessa, "Without a usable level: Heraldry.")


def test_traits_lose_their_level_from_the_name_and_headings_are_none(tessa: ImportedCharacter) -> None:
    assert [(one.name, one.level) for one in tessa.sheet.traits] == [
        ("Combat Reflexes", 0),
        ("Breath-Holding", 2),
        ("Magery", 1),
        ("Magery 0", 0),
        ("Greed", 0),
        ("Enemy (The Excise)", 0),
        ("Luck-Touched", 0),
        ("Bad Temper", 0),
        ("Reputation (-2)", 0),
    ]


def test_a_self_control_number_is_one_that_the_file_calls_so(tessa: ImportedCharacter) -> None:
    controls = {one.name: one.self_control for one in tessa.sheet.traits if one.self_control is not None}
    assert controls == {"Greed": 12, "Bad Temper": 15}
    assert trait(tessa, "Greed") == Trait(
        "Greed", points=-15, self_control=12, notes="Gold first. [CR: 12 (Resist Quite Often)]"
    )


def test_rows_are_counted_with_those_inside_of_others(tessa: ImportedCharacter) -> None:
    assert tessa.counts == Counts(
        traits=9,
        traits_enabled=9,
        trait_containers=1,
        skills=5,
        techniques=2,
        spells=1,
        equipment_carried=3,
        equipment_other=1,
    )


def test_conditional_modifiers_and_reactions_are_shown_and_never_added(tessa: ImportedCharacter) -> None:
    assert tessa.sheet.reminders == ("+2 to cross a deck in a storm", "-2 from customs officers")


def test_what_is_left_out_is_said(tessa: ImportedCharacter) -> None:
    assert noted(tessa, "Low Tongue (Accented)")
    assert noted(tessa, "Powder 3/12")


@pytest.mark.parametrize(
    ("total", "unspent", "budget", "spent", "word"),
    [
        (200, 25, 200, 175, ""),  # from GCS: the total is the budget
        (175, 25, 200, 175, "is what was spent"),  # from GCA: the total is what was spent
        (177, 23, 200, 177, "is what was spent"),  # with the languages, which GCA counts apart
        (200, 23, 200, 177, ""),
        (150, 10, 150, 140, "don't add up"),
        (175, 0, 175, 175, ""),
    ],
)
def test_the_total_is_held_against_the_parts(total: int, unspent: int, budget: int, spent: int, word: str) -> None:
    character = read(actor(lambda one: one["system"]["totalpoints"].update(total=total, unspent=unspent)))
    assert (character.sheet.points_total, character.sheet.points_spent) == (budget, spent)
    told = [note for note in character.notes if "points" in note]
    assert [word in note for note in told] == ([True] if word else [])


def test_what_the_actor_does_not_state_stays_unset_and_is_said() -> None:
    def change(document: dict[str, Any]) -> None:
        system = document["system"]
        del system["attributes"]["WILL"], system["basicspeed"], system["HP"]["value"], system["FP"]["max"]
        del system["encumbrance"], system["totalpoints"]

    character = read(actor(change))
    assert sorted(character.sheet.attributes) == ["basic_move", "dx", "ht", "iq", "per", "st"]
    assert (character.sheet.pools, character.current, character.sheet.load) == ({"HP": 12}, {}, 0)
    assert (character.sheet.exact, character.sheet.points_total) == (True, 0)
    assert noted(character, "doesn't state Will, Basic Speed;")
    assert noted(character, "how much HP is left")
    assert noted(character, "no maximum of FP")
    assert noted(character, "doesn't state the load")
    assert noted(character, "doesn't state its point total")


def test_the_layout_of_foundry_8_and_9_is_read_alike(tessa: ImportedCharacter) -> None:
    def change(document: dict[str, Any]) -> None:
        document["data"] = document.pop("system")
        del document["_stats"]

    character = read(actor(change))
    assert (character.sheet, character.current) == (tessa.sheet, tessa.current)
    assert character.format == "Foundry VTT"


def test_rows_that_a_newer_export_keeps_as_items_are_read() -> None:
    def change(document: dict[str, Any]) -> None:
        document["type"] = "characterV2"
        for key in ("ads", "skills", "spells"):
            del document["system"][key]
        document["items"] = [
            {"name": "Night Vision 3", "type": "featureV2", "system": {"fea": {"points": 3}}},
            {"name": "Stealth", "type": "skillV2", "system": {"ski": {"name": "Stealth", "import": 14, "points": 4}}},
            {"name": "Light", "type": "spellV2", "system": {"spl": {"import": "12", "points": 1}}},
            {"name": "Lamp", "type": "equipmentV2", "system": {"eqt": {"count": 1}}},
        ]

    character = read(actor(change))
    assert trait(character, "Night Vision").level == 3
    assert (skill(character, "Stealth").level, skill(character, "Light").kind) == (14, "spell")
    assert (character.counts.traits, character.counts.skills, character.counts.spells) == (1, 1, 1)


def test_items_that_only_mirror_the_lists_are_not_read_twice(tessa: ImportedCharacter) -> None:
    mirror = {"name": "Combat Reflexes", "type": "feature", "system": {"fea": {"name": "Combat Reflexes", "points": 15}}}
    assert read(actor(lambda document: document["items"].append(mirror))).sheet == tessa.sheet


def test_an_export_without_any_rows_says_so() -> None:
    def change(document: dict[str, Any]) -> None:
        for key in ("ads", "skills", "spells"):
            document["system"][key] = {}

    assert noted(read(actor(change)), "no traits, skills or spells at all")


def test_letters_that_are_lost_are_said() -> None:
    character = read(actor(lambda document: document["system"]["skills"]["00000"].update(name="K\ufffdnstler")))
    assert noted(character, "Letters were lost", "K\ufffdnstler")


@pytest.mark.parametrize("kind", [[], {}, None, "vehicle"])
def test_an_object_of_another_kind_is_no_actor(kind: object) -> None:
    assert refusal(json.dumps(actor(lambda document: document.update(type=kind))).encode()).code == "not_a_character"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda document: document["_stats"].update(systemId="dnd5e"), "is of Foundry's system “dnd5e”"),
        (lambda document: document["system"].update(attributes={"hp": {"value": 9}}), "has none of the GURPS attributes"),
    ],
)
def test_an_actor_of_another_game_is_none(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    refused = refusal(json.dumps(actor(change)).encode(), "hero.json")
    assert refused.code == "not_a_character"
    assert refused.message == f"“hero.json”: the actor “Tessa Rook” {reason}; nothing was imported."


def test_an_actor_does_not_fit_a_campaign_of_another_game() -> None:
    with pytest.raises(Refused) as caught:
        read_characters(TESSA, "tessa.json", ruleset=rulesets.get("brp"))
    assert caught.value.code == "wrong_ruleset"


def test_a_given_name_takes_the_place_of_an_only_actors_own() -> None:
    for data in (TESSA, pack(actor())):
        assert read_character(data, "tessa.json", ruleset=GURPS, name="The Rook").name == "The Rook"


def test_all_actors_of_a_list_are_read_each_with_a_sum_of_its_own() -> None:
    data = pack(actor(), renamed("Hob"), {"name": "Chest", "type": "loot", "system": {}})
    first, second = read_characters(data, "pack.json", ruleset=GURPS)
    assert [first.name, second.name] == ["Tessa Rook", "Hob"]
    assert first.sha256 != second.sha256
    assert all(noted(one, "no characters were left out: 1") for one in (first, second))
    again = read_characters(pack(renamed("Hob"), renamed("Mab")), "pack.json", ruleset=GURPS)
    assert again[0].sha256 == second.sha256


def test_a_given_name_picks_one_of_several() -> None:
    data = pack(actor(), renamed("Hob"), renamed("Mab"))
    assert read_character(data, "pack.json", ruleset=GURPS, name=" hob ").name == "Hob"
    refused = refusal(data, "pack.json", name="Rob")
    assert (refused.code, refused.where) == ("not_found", "name")
    assert refused.message == "“pack.json” holds no character called “Rob”; it holds Tessa Rook; Hob; Mab."
    assert refusal(pack(actor(), actor()), name="Tessa Rook").code == "ambiguous"


def test_one_bad_actor_keeps_the_whole_list_out() -> None:
    bad = actor(lambda document: document["_stats"].update(systemId="pf2e"))
    assert refusal(pack(renamed("Hob"), bad), "pack.json").code == "not_a_character"
    assert refusal(pack(renamed("Hob"), renamed("")), "pack.json").code == "no_name"


def test_actors_without_end_are_refused() -> None:
    small = {"name": "Hob", "type": "enemy", "system": {}}
    assert refusal(pack(*[small] * 201)).code == "too_many_characters"


def test_rows_without_end_are_refused() -> None:
    rows = {str(place): {"name": "Quirk"} for place in range(4000)}
    assert refusal(json.dumps(actor(lambda one: one["system"].update(ads=rows))).encode()).code == "too_many_rows"


def test_the_command_takes_every_actor_of_a_list(tmp_path: Path) -> None:
    rollbook = Rollbook(tmp_path / "store")
    rollbook("new", "Coast")
    file = tmp_path / "pack.json"
    file.write_bytes(pack(actor(), renamed("Hob")))
    dry = rollbook("import", str(file), "--dry-run", "--json").objects
    assert [(row["name"], row["recorded"]) for row in dry] == [("Tessa Rook", False), ("Hob", False)]
    assert [row["name"] for row in rollbook("import", str(file), "--name", "hob", "--json").objects] == ["Hob"]
    answer = rollbook("import", str(file), "--json", code=2).objects
    assert [row.get("name") or row["error"]["code"] for row in answer] == ["Tessa Rook", "already_imported"]
    assert [row["name"] for row in rollbook.rows("character", "list")] == ["Hob", "Tessa Rook"]
    assert rollbook.json("character", "show", "tessa")["pools"]["HP"]["current"] == -3
    file.write_bytes(pack(actor(lambda one: one["system"]["HP"].update(max=15)), renamed("Hob")))
    answer = rollbook("import", str(file), "--update", "--json", code=2).objects
    assert [row.get("name") or row["error"]["code"] for row in answer] == ["Tessa Rook", "already_imported"]
    assert rollbook.json("character", "show", "tessa")["pools"]["HP"] == {"current": 0, "maximum": 15}


@quick
@given(st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(ODD)), min_size=1, max_size=6))
def test_values_of_other_kinds_never_end_in_a_traceback(swaps: list[tuple[float, Any]]) -> None:
    document = actor()
    for place, value in swaps:
        if spots := places(document):
            holder, key = spots[int(place * len(spots))]
            holder[key] = copy.deepcopy(value)
    read_or_refuse(json.dumps(document).encode())


@quick
@given(st.integers(-99, 99), st.integers(0, 99), st.integers(1, 40))
def test_final_values_come_through_as_they_stand(left: int, maximum: int, level: int) -> None:
    def change(document: dict[str, Any]) -> None:
        document["system"]["HP"] = {"value": left, "max": str(maximum)}
        document["system"]["skills"]["00000"]["import"] = str(level)

    character = read(actor(change))
    assert (character.current["HP"], character.sheet.pools["HP"]) == (left, maximum)
    assert skill(character, "Boating/TL4 (Sailboat)").level == level
    assert msgspec.json.decode(msgspec.json.encode(character), type=ImportedCharacter) == character
