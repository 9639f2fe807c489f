"""Real sheets with known facts. They aren't part of the repository: ROLLBOOK_SAMPLES names their folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.interchange.conftest import GURPS
from tracker.errors import Refused
from tracker.interchange import ImportedCharacter, read_character

FOLDER = os.environ.get("ROLLBOOK_SAMPLES")
if not FOLDER:
    pytest.skip("ROLLBOOK_SAMPLES doesn't name a folder with facts.json and sample sheets", allow_module_level=True)

SAMPLES: list[dict[str, Any]] = json.loads((Path(FOLDER) / "facts.json").read_text(encoding="utf-8"))
READABLE = ("JSON 2", "JSON 4", "JSON 5")
GOOD = [sample for sample in SAMPLES if sample["format_version"] in READABLE and "three_skills" in sample["facts"]]
DAMAGED = [sample for sample in SAMPLES if sample["format_version"] in READABLE and "three_skills" not in sample["facts"]]
OTHERS = [sample for sample in SAMPLES if sample["format_version"] not in READABLE]
WORDS = {"XML": "a GCS XML {} sheet", "JSON": "a GCS JSON {} sheet", "Fou": "a Foundry VTT actor", "Fan": "Fantasy Grounds"}


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
    assert len(sheet.traits) == counts.traits
    assert sum(trait.active for trait in sheet.traits) == counts.traits_enabled
    assert (counts.skills, counts.techniques) == (facts["skills"], facts["techniques_among_skills"])
    assert counts.spells == facts["spells"]
    assert len(sheet.skills) == counts.skills + counts.spells
    assert (counts.equipment_carried, counts.equipment_other) == (facts["equipment_rows"], facts["other_equipment_rows"])
    for skill in facts["three_skills"]:
        assert unloaded(character)[skill["name"], skill["technique"]] == [skill["level"]]
    assert (sheet.points_total, sheet.points_spent) == (facts["total_points"], facts["spent_points"])
    assert sheet.points_total - sheet.points_spent == facts["unspent_points"]


@pytest.mark.parametrize("sample", GOOD, ids=sample_id)
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
    ],
)
def test_levels_of_hindered_skills_are_those_without_load(file: str, load_level: int, levels: dict[str, int]) -> None:
    (sample,) = [entry for entry in GOOD if sample_id(entry) == file]
    character = load(sample, name="X")
    found = {skill.name: skill for skill in character.sheet.skills}
    assert character.sheet.load == load_level
    assert {name: found[name].level for name in levels} == levels
    assert all(found[name].load_factor >= 1 for name in levels)


@pytest.mark.parametrize("sample", DAMAGED, ids=sample_id)
def test_a_damaged_sheet_is_refused_with_its_line(sample: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"is damaged at line 4: .*merge conflict") as caught:
        load(sample)
    assert caught.value.where.endswith("line 4")


@pytest.mark.parametrize("sample", OTHERS, ids=sample_id)
def test_another_format_is_refused_by_its_name(sample: dict[str, Any]) -> None:
    form = sample["format_version"]
    words = WORDS[next(key for key in WORDS if form.startswith(key))].format(form.split()[1])
    with pytest.raises(Refused) as caught:
        load(sample)
    assert words in caught.value.message
    assert sample_id(sample) in caught.value.message
