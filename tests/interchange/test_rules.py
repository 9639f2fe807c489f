"""The arithmetic of the rules: modifiers, weights, loads, criteria."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tracker.interchange.gcs.document import Report, Row, walk
from tracker.interchange.gcs.features import Bonuses, Subject, collect
from tracker.interchange.gcs.load import basic_lift, pounds
from tracker.interchange.gcs.points import group_cost, trait_cost


def row(**data: Any) -> Row:
    return Row(data, "row", Report())


def cost(multiplicative: bool = False, **data: Any) -> Fraction:
    return trait_cost(row(**data), (), multiplicative=multiplicative)


def bonuses(*features: dict[str, Any], **trait: Any) -> Bonuses:
    return collect(walk([row(name="Gift", features=list(features), **trait)]), [], [], [])


@pytest.mark.parametrize(
    ("adjustments", "points"),
    [
        (["10%"], 22),
        (["-40%"], 12),
        (["-60%", "-60%"], 4),
        (["5"], 25),
        (["x1/3"], 7),
        (["x2", "-50%"], 20),
        (["nonsense"], 20),
    ],
)
def test_modifiers_change_the_cost_of_a_trait(adjustments: list[str], points: int) -> None:
    assert cost(base_points=20, modifiers=[{"cost_adj": text} for text in adjustments]) == points


def test_older_modifiers_have_cost_and_kind_apart() -> None:
    modifiers = [{"cost": 50}, {"cost": 2, "cost_type": "multiplier"}, {"cost": 5, "cost_type": "points", "disabled": True}]
    assert cost(base_points=10, modifiers=modifiers) == 30


def test_a_modifier_can_touch_only_the_base_or_only_the_levels() -> None:
    assert cost(base_points=10, levels=2, points_per_level=5, modifiers=[{"cost_adj": "50%", "affects": "base_only"}]) == 25
    assert cost(base_points=10, levels=2, points_per_level=5, modifiers=[{"cost_adj": "2", "affects": "levels_only"}]) == 24


def test_enhancements_and_limitations_can_multiply() -> None:
    modifiers = [{"cost_adj": "50%"}, {"cost_adj": "-50%"}]
    assert cost(base_points=20, modifiers=modifiers) == 20
    assert cost(True, base_points=20, modifiers=modifiers) == 15


@pytest.mark.parametrize(("number", "points"), [(6, -20), (9, -15), (12, -10), (15, -5), (0, -10)])
def test_self_control_changes_the_cost(number: int, points: int) -> None:
    assert cost(base_points=-10, cr=number) == points


def test_fractions_are_rounded_up_unless_the_trait_says_down() -> None:
    assert cost(base_points=-5, cr=15) == -2
    assert cost(base_points=-5, cr=15, round_down=True) == -3


def test_of_alternative_abilities_only_the_dearest_counts_fully() -> None:
    heading = row(container_type="alternative_abilities")
    assert group_cost(heading, [Fraction(16), Fraction(40), Fraction(34)]) == 40 + 4 + 7
    assert group_cost(row(), [Fraction(16), Fraction(40)]) == 56


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("2.5 lb", Fraction(5, 2)),
        ("1,000 lb", 1000),
        ("900 g", Fraction(9, 5)),
        ("1 kg", 2),
        ("8 oz", Fraction(1, 2)),
        ("3", 3),
    ],
)
def test_weights_are_read_in_pounds(text: str, weight: Fraction) -> None:
    assert pounds(text) == weight


@pytest.mark.parametrize("text", ["", "lb", "heavy", "2 stone", "-3 lb", "$x lb"])
def test_what_is_no_weight_is_none(text: str) -> None:
    assert pounds(text) is None


def test_basic_lift_grows_with_the_square_of_strength() -> None:
    assert [basic_lift(Fraction(st)) for st in (0, 6, 10, 12, 16)] == [0, Fraction(36, 5), 20, 29, 51]
    assert basic_lift(Fraction(10), own_strength=True) == 20
    assert basic_lift(Fraction(20), own_strength=True) == 200


@pytest.mark.parametrize(
    ("compare", "qualifier", "fits"),
    [
        ("is", "AXE/mace", True),
        ("is", "Axe", False),
        ("is_not", "Axe", True),
        ("starts_with", "axe", True),
        ("ends with", "mace", True),
        ("contains", "e/m", True),
        ("does_not_contain", "e/m", False),
        ("any", "", True),
        ("resembles", "axe", False),
    ],
)
def test_bonuses_find_their_skill_by_a_criterion(compare: str, qualifier: str, fits: bool) -> None:
    given = bonuses({"type": "skill_bonus", "amount": 2, "name": {"compare": compare, "qualifier": qualifier}})
    assert given.skill(Subject("Axe/Mace")) == (2 if fits else 0)


def test_bonuses_find_spells_by_college_power_or_name() -> None:
    def match(how: str, qualifier: str) -> Fraction:
        criterion = {"compare": "is", "qualifier": qualifier}
        given = bonuses({"type": "spell_bonus", "amount": 1, "match": how, "name": criterion})
        return given.spell(Subject("Light", colleges=("Light & Darkness", "Fire"), power_source="Arcane"))

    assert match("college_name", "fire") == match("power_source_name", "arcane") == match("spell_name", "light") == 1
    assert match("all_colleges", "whatever") == 1
    assert match("college_name", "arcane") == match("unheard_of", "light") == 0


def test_a_strength_bonus_for_lifting_is_not_a_strength_bonus() -> None:
    given = bonuses({"type": "attribute_bonus", "attribute": "st", "amount": 3, "limitation": "lifting_only"})
    assert given.attribute("st") == 0
    assert given.attribute("st", "lifting_only") == 3


def test_old_names_of_attributes_are_understood() -> None:
    given = bonuses({"type": "attribute_bonus", "attribute": "fright check", "amount": 2})
    assert given.attribute("fright_check") == 2


def test_a_switchable_feature_counts_only_while_switched_on() -> None:
    feature = {"type": "attribute_bonus", "attribute": "dx", "amount": 1, "switchable": True}
    assert bonuses(feature).attribute("dx") == 0
    assert bonuses(feature, switched_on=True).attribute("dx") == 1


def test_compulsive_spending_hurts_merchants() -> None:
    assert bonuses(cr=9, cr_adj="major_cost_of_living_increase").skill(Subject("Merchant")) == -3
