"""Self-control numbers that sheets write into the names of traits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.interchange.conftest import read
from tracker.interchange.stated import trait_of


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("Bad Temper (12)", -10, ("Bad Temper", 0, 12)),
        ("Bad Temper (9)", None, ("Bad Temper", 0, 9)),
        ("Bad Temper (12 or less)", -10, ("Bad Temper (12 or less)", 0, 12)),
        ("Phobia (Spiders) (6)", -10, ("Phobia (Spiders)", 0, 6)),
        ("Phobia (Spiders)", -5, ("Phobia (Spiders)", 0, None)),
        ("Fearlessness (6)", 12, ("Fearlessness", 6, None)),
        ("Damage Resistance (12)", 60, ("Damage Resistance", 12, None)),
        ("Fearlessness (2)", 4, ("Fearlessness", 2, None)),
        ("Fearfulness (3)", -6, ("Fearfulness", 3, None)),
        ("Enemy (9)", -10, ("Enemy", 9, None)),
        ("Post-Combat Shakes (CR: 12)", -5, ("Post-Combat Shakes (CR: 12)", 0, 12)),
    ],
)
def test_a_number_in_brackets_is_told_from_a_level(
    name: str, points: int | None, expected: tuple[str, float, int | None]
) -> None:
    trait = trait_of(name, None if points is None else Fraction(points))
    assert (trait.name, trait.level, trait.self_control) == expected


def test_a_row_of_gcs_says_it_in_its_name_where_the_program_had_no_field_for_it() -> None:
    def change(document: dict[str, Any]) -> None:
        document["traits"] += [
            {"name": "Post-Combat Shakes (CR: 12)", "base_points": -5, "calc": {"points": -5}},
            {"name": "Duty (FR: 15)", "base_points": -15, "calc": {"points": -15}},
        ]

    found = {trait.name: trait.self_control for trait in read("mira_dusk", change).sheet.traits}
    assert (found["Post-Combat Shakes (CR: 12)"], found["Duty (FR: 15)"]) == (12, None)


@pytest.mark.parametrize("heading", ["Meta-Trait: Machine", "Machine"])
def test_a_machine_is_one_though_its_meta_trait_is_a_heading(heading: str) -> None:
    def change(document: dict[str, Any]) -> None:
        part = {"name": "Unhealing (Total)", "base_points": -30, "calc": {"points": -30}}
        document["traits"].append({"name": heading, "children": [part]})

    plain, machine = read("mira_dusk"), read("mira_dusk", change)
    (own,) = [trait for trait in machine.sheet.traits if trait.name == heading]
    assert (own.active, own.points) == (True, None)
    assert machine.sheet.points_spent == plain.sheet.points_spent - 30
    assert machine.counts.trait_containers == plain.counts.trait_containers + 1
