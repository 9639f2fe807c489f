"""Real sheets with known facts. They aren't part of the repository: ROLLBOOK_SAMPLES names their folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.interchange.conftest import GURPS, read_character
from tracker.errors import Refused
from tracker.interchange import ImportedCharacter

FOLDER = os.environ.get("ROLLBOOK_SAMPLES")
if not FOLDER:
    pytest.skip("ROLLBOOK_SAMPLES doesn't name a folder with facts.json and sample sheets", allow_module_level=True)

SAMPLES: list[dict[str, Any]] = json.loads((Path(FOLDER) / "facts.json").read_text(encoding="utf-8"))
OLD = ("XML 0", "XML 1", "XML 2", "XML 3", "XML 4", "XML 5", "JSON 1")  # nothing in them is worked out
READABLE = (*OLD, "JSON 2", "JSON 4", "JSON 5")
GOOD = [sample for sample in SAMPLES if sample["format_version"] in READABLE and "three_skills" in sample["facts"]]
DAMAGED = [sample for sample in SAMPLES if sample["format_version"] in READABLE and "three_skills" not in sample["facts"]]
OTHERS = [sample for sample in SAMPLES if sample["format_version"] not in READABLE]


def sample_id(sample: dict[str, Any]) -> str:
    return Path(sample["file"]).name


def load(sample: dict[str, Any], **options: Any) -> ImportedCharacter:
    assert FOLDER
    return read_character((Path(FOLDER) / sample["file"]).read_bytes(), sample_id(sample), ruleset=GURPS, **options)


def unloaded(character: ImportedCharacter) -> dict[tuple[str, bool], list[int | None]]:
    levels: dict[tuple[str, bool], list[int | None]] = {}
    for skill in character.sheet.skills:
        levels.setdefault((skill.name, skill.kind == "technique"), []).append(skill.level)
    return levels


@pytest.mark.parametrize("sample", GOOD, ids=sample_id)
def test_a_real_sheet_is_read_as_its_player_reads_it(sample: dict[str, Any]) -> None:
    facts = sample["facts"]
    nameless = not (facts["name"] or "").strip()
    if nameless:
        with pytest.raises(Refused, match="without a name"):
            load(sample)
    character = load(sample, name="Nameless" if nameless else None)
    sheet, counts = character.sheet, character.counts

    assert character.format == f"GCS {sample['format_version']}"
    assert character.sha256 == sample["sha256"]
    assert character.name == ("Nameless" if nameless else facts["name"].strip())
    if not (facts["player"] or "").startswith("("):  # "(a name, see file)"
        assert character.player == (facts["player"] or "")
    assert {key: sheet.attributes.get(key.lower()) for key in facts["attributes"]} == facts["attributes"]
    assert sheet.attributes["basic_speed"] == facts["basic_speed"]
    assert sheet.attributes["basic_move"] == facts["basic_move"]
    for pool in ("HP", "FP"):
        assert sheet.pools.get(pool) == facts[pool]
        assert character.current.get(pool) == facts[f"{pool}_current"]
    assert (counts.traits, counts.traits_enabled) == (facts["traits"], facts["traits_enabled"])
    assert counts.trait_containers == facts["trait_containers"]
    traits = [trait for trait in sheet.traits if trait.points is not None]  # the others are meta-traits' headings
    assert len(traits) == counts.traits
    assert sum(trait.active for trait in traits) == counts.traits_enabled
    assert (counts.skills, counts.techniques) == (facts["skills"], facts["techniques_among_skills"])
    assert counts.spells == facts["spells"]
    assert len(sheet.skills) == counts.skills + counts.spells
    assert (counts.equipment_carried, counts.equipment_other) == (facts["equipment_rows"], facts["other_equipment_rows"])
    for skill in facts["three_skills"]:
        assert unloaded(character)[skill["name"], skill["technique"]] == [skill["level"]]
    assert (sheet.points_total, sheet.points_spent) == (facts["total_points"], facts["spent_points"])
    assert sheet.points_total - sheet.points_spent == facts["unspent_points"]


@pytest.mark.parametrize("sample", [sample for sample in GOOD if sample["format_version"] not in OLD], ids=sample_id)
def test_working_everything_out_anew_gives_what_the_sheet_stores(sample: dict[str, Any]) -> None:
    def forget(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: forget(entry) for key, entry in value.items() if key != "calc"}
        return [forget(entry) for entry in value] if isinstance(value, list) else value

    assert FOLDER
    stored = load(sample, name="X")
    document = forget(json.loads((Path(FOLDER) / sample["file"]).read_bytes()))
    bare = read_character(json.dumps(document).encode(), sample_id(sample), ruleset=GURPS, name="X")
    assert bare.sheet.attributes.items() <= stored.sheet.attributes.items()
    assert {key: stored.sheet.attributes[key] for key in ("st", "dx", "iq", "ht")}.items() <= bare.sheet.attributes.items()
    assert [(s.name, s.level) for s in bare.sheet.skills] == [(s.name, s.level) for s in stored.sheet.skills]
    assert bare.sheet.traits == stored.sheet.traits
    assert (bare.sheet.pools, bare.sheet.load) == (stored.sheet.pools, stored.sheet.load)
    assert bare.sheet.points_spent == stored.sheet.points_spent


@pytest.mark.parametrize(
    ("file", "load_level", "levels"),
    [
        ("json4_ampua.gcs", 1, {"Climbing": 17, "Judo": 19, "Stealth": 22, "Swimming": 12, "Knot-Tying": 13}),
        ("json5_test-mctesterson.gcs", 1, {"Karate": 10, "Kicking": 8}),
        ("json5_no-name-orc-sergeant.gcs", 1, {"Stealth": 12}),
        ("json5_rodique-de-passan.gcs", 0, {"Climbing": 11, "Stealth": 12}),
        ("xml4_rudolf-vautour.gcs", 1, {"Climbing": 11, "Stealth": 13, "Swimming": 12}),
        ("xml2_betty-morgan.gcs", 4, {"Stealth": 20}),
        ("json1_betty-morgan.gcs", 4, {"Stealth": 20}),
    ],
)
def test_levels_of_hindered_skills_are_those_without_load(file: str, load_level: int, levels: dict[str, int]) -> None:
    (sample,) = [entry for entry in GOOD if sample_id(entry) == file]
    character = load(sample, name="X")
    found = {skill.name: skill for skill in character.sheet.skills}
    assert character.sheet.load == load_level
    assert {name: found[name].level for name in levels} == levels
    assert all(found[name].load_factor >= 1 for name in levels)


def test_a_sheet_that_was_saved_in_json_later_is_the_same_sheet() -> None:
    before, after = (load(entry) for entry in GOOD if entry["facts"]["name"] == "Betty Morgan")
    assert (before.sheet, before.current) == (after.sheet, after.current)


@pytest.mark.parametrize("sample", DAMAGED, ids=sample_id)
def test_a_damaged_sheet_is_refused_with_its_line(sample: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"is damaged at line 4: .*merge conflict") as caught:
        load(sample)
    assert caught.value.where.endswith("line 4")


@pytest.mark.parametrize("sample", OTHERS, ids=sample_id)
def test_another_programs_character_is_read_as_its_file_states_it(sample: dict[str, Any]) -> None:
    facts = sample["facts"]
    character = load(sample)
    sheet, counts = character.sheet, character.counts
    assert character.name == facts["name"].strip()
    assert {key: sheet.attributes[key.lower()] for key in facts["attributes"]} == facts["attributes"]
    assert (sheet.attributes["basic_speed"], sheet.attributes["basic_move"]) == (facts["basic_speed"], facts["basic_move"])
    assert sheet.pools == {"HP": facts["HP"], "FP": facts["FP"]}
    assert character.current == {"HP": facts["HP_current"], "FP": facts["FP_current"]}
    assert (counts.traits, counts.skills, counts.spells) == (facts["traits"], facts["skills"], facts["spells"])
    assert (len(sheet.traits), len(sheet.skills)) == (facts["traits"], facts["skills"] + facts["spells"])
    assert counts.traits + counts.trait_containers == facts.get("trait_rows", facts["traits"])
    for skill in facts["three_skills"]:
        assert [one.level for one in sheet.skills if one.name == skill["name"]] == [skill["level"]]
    # Actors that came from GCA store as their total what was spent.
    total = facts["total_points"] + (facts["unspent"] if sample_id(sample) == "ampua.json" else 0)
    assert (sheet.points_total, sheet.points_total - sheet.points_spent) == (total, facts["unspent"])
    assert any("Letters were lost" in note for note in character.notes) == bool(facts.get("replacement_characters"))
