"""Traits that the rules ask about, in the spellings of people and programs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.base import read_trait
from tracker.rulesets.gurps4e import RULESET


def read(name: str) -> tuple[str, float | None] | None:
    return read_trait(name, RULESET.traits, RULESET.trait_aliases)


@pytest.mark.parametrize(
    ("name", "key", "level"),
    [
        ("Fearlessness", "fearlessness", None),
        ("FEARLESSNESS", "fearlessness", None),
        ("Fearlessness 2", "fearlessness", 2),
        ("Fearlessness (2)", "fearlessness", 2),
        ("Fearlessness: 2", "fearlessness", 2),
        ("Fearlessness +2", "fearlessness", 2),
        ("Fearlessness (Level 2)", "fearlessness", 2),
        ("Fearlessness 2 [4]", "fearlessness", 2),
        ("Fearlessness [4]", "fearlessness", None),
        ("Fearlessness 2 (Only vs. undead)", "fearlessness", 2),
        ("Ｆｅａｒｌｅｓｓｎｅｓｓ ２", "fearlessness", 2),
        ("Fearlessness @Level@", "fearlessness", None),
        ("Fearfulness (3)", "fearfulness", 3),
        ("Advantage: Combat Reflexes", "combat reflexes", None),
        ("Combat Reflexes (Racial) [15]", "combat reflexes", None),
        ("combat_paralysis", "combat paralysis", None),
        ("Unfazable", "unfazeable", None),
        ("Indomitable (Cosmic (+50%))", "indomitable", None),
        ("Acute Vision 3", "acute vision", 3),
        ("Vision, Acute 3", "acute vision", 3),
        ("Acute Senses (Hearing) 2", "acute hearing", 2),
        ("Acute Sense: Vision", "acute vision", None),
        ("Acute Taste & Smell 2", "acute taste and smell", 2),
        ("Acute Taste/Smell 1", "acute taste and smell", 1),
        ("Danger Sense (ESP) (@Limitation@)", "danger sense", None),
        ("Meta-Trait: Machine", "machine", None),
        ("Machine (Meta-Trait)", "machine", None),
        ("Hard to Kill 2 (Stubborn)", "hard to kill", 2),
        ("Hard To Kill (Stubborn) 2", "hard to kill", 2),
        ("Breath-Holding 3", "breath holding", 3),
        ("Fit, Very", "very fit", None),
        ("Fit (Very)", "very fit", None),
        ("Fit", "fit", None),
    ],
)
def test_a_spelling_is_understood(name: str, key: str, level: float | None) -> None:
    assert read(name) == (key, level)


@pytest.mark.parametrize(
    "name",
    [
        *("Low Empathy", "Animal Empathy", "Spirit Empathy", "Language: Machine Language", "Unfit", "Fit for Duty"),
        *("Danger Sense*DISABLED*", "NO Danger Sense", "Combat Reflexes (disabled)", "Phobia (Machine)", "Magery 3"),
        *("", "(2)", "@Combat Reflexes@", "2", "Fearless Reputation 2", "Machine, the one next door"),
    ],
)
def test_another_trait_is_not_taken_for_one_of_them(name: str) -> None:
    assert read(name) is None


@given(
    st.sampled_from(RULESET.traits), st.integers(1, 20), st.text(st.characters(exclude_characters="()[]@", codec="utf-8"))
)
def test_what_stands_behind_a_name_changes_neither_the_trait_nor_its_level(trait: str, level: int, words: str) -> None:
    assert read(f"{trait.title()} {level} [{words}]") == (trait, level)
    assert read(f"{trait.upper()} [{words}] ({level})") == (trait, level)
