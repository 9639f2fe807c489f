"""Sense rolls of GURPS 4e as the tracker asks for them, and where the worked cases don't reach."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.base import Modifier
from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.senses import SENSES, danger_sense, distance_modifier, sense_roll
from tracker.text import fold


@dataclass
class Somebody:
    """A character of whom only traits are asked."""

    traits: dict[str, int] = field(default_factory=dict)
    load: int = 0

    def attribute(self, key: str) -> float:
        raise AssertionError("the sense rules ask for no attribute")

    def skill(self, name: str) -> int | None:
        raise AssertionError("the sense rules ask for no skill")

    def trait(self, name: str) -> int:
        return self.traits.get(name, 0)


SOUNDS = {
    "quiet_conversation": 0.5,
    "normal_conversation": 1,
    "loud_conversation": 4,
    "noisy_office": 8,
    "normal_traffic": 16,
    "heavy_traffic": 64,
    "jet_takeoff": 128,
}


def test_the_ruleset_offers_senses() -> None:
    assert RULESET.senses is SENSES
    assert SENSES.senses == ("vision", "hearing", "taste_smell")
    assert {SENSES.danger_trait, "acute vision", "night vision", "discriminatory taste"} <= set(RULESET.traits)
    assert all(trait == fold(trait) for trait in RULESET.traits)


# --- inputs -----------------------------------------------------------------------------------------------------------


def test_inputs_may_all_be_left_out() -> None:
    for sense in SENSES.senses:
        inputs = SENSES.inputs(sense)
        assert all(each.optional or each.default is not None for each in inputs)
        assert SENSES.modifiers(sense, Somebody(), {each.key: each.default for each in inputs}) == []
        assert SENSES.modifiers(sense, Somebody(), {}) == []


def test_every_sound_can_be_said_in_one_way_only() -> None:
    sound, distance = SENSES.inputs("hearing")
    said = [word for key, words in sound.choices.items() for word in {fold(key), *map(fold, words)}]
    assert len(set(said)) == len(said)
    assert set(sound.choices) == set(SOUNDS)
    assert 12 * distance.units["ft"] == 4
    assert round(distance.units["m"], 4) == 1.0936


# --- vision -----------------------------------------------------------------------------------------------------------


def test_vision_names_what_helps_and_hinders() -> None:
    who = Somebody({"acute vision": 2, "acute hearing": 5, "night vision": 3})
    given = {"darkness": 5.0, "total": False, "plain": True, "size_range": -3.0}
    assert SENSES.modifiers("vision", who, given) == [
        Modifier("Acute Vision 2", 2, "sheet"),
        Modifier("darkness 5", -5, "sense"),
        Modifier("Night Vision 3", 3, "sheet"),
        Modifier("in plain view", 10, "sense"),
        Modifier("size and range", -3, "sense"),
    ]


@given(st.integers(0, 9), st.integers(0, 9))
def test_night_vision_makes_good_as_much_darkness_as_its_level(darkness: int, night: int) -> None:
    found = SENSES.modifiers("vision", Somebody({"night vision": night}), {"darkness": darkness})
    assert sum(modifier.value for modifier in found) == -max(0, darkness - night)


def test_total_darkness_blinds_all_but_dark_vision() -> None:
    with pytest.raises(ValueError, match="nothing can be seen"):
        SENSES.modifiers("vision", Somebody({"night vision": 9}), {"total": True})
    assert SENSES.modifiers("vision", Somebody({"dark vision": 1}), {"total": True, "darkness": 9}) == []
    assert SENSES.modifiers("hearing", Somebody(), {"total": True}) == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"darkness": 10}, "0 to 9"),
        ({"darkness": -10}, "0 to 9"),
        ({"darkness": 2.5}, "whole number"),
        ({"darkness": float("nan")}, "whole number"),
        ({"size_range": float("inf")}, "whole number"),
    ],
)
def test_light_and_range_that_cannot_be(given: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SENSES.modifiers("vision", Somebody(), given)


# --- hearing ----------------------------------------------------------------------------------------------------------


def test_hearing_names_sound_and_distance() -> None:
    who = Somebody({"acute hearing": 2, "discriminatory hearing": 1})
    assert SENSES.modifiers("hearing", who, {"sound": "normal_conversation", "distance": 4}) == [
        Modifier("Acute Hearing 2", 2, "sheet"),
        Modifier("Discriminatory Hearing", 4, "sheet"),
        Modifier("normal conversation at 4 yd", -2, "sense"),
    ]
    at_its_range = SENSES.modifiers("hearing", Somebody(), {"sound": "quiet_conversation", "distance": 0.5})
    assert at_its_range == [Modifier("quiet conversation at 0.5 yd", 0, "sense")]


@given(st.sampled_from(sorted(SOUNDS)), st.integers(-6, 12))
def test_a_step_is_a_doubling_and_between_two_the_farther_counts(sound: str, step: int) -> None:
    yards = SOUNDS[sound] * 2.0**step
    assert distance_modifier(sound, yards) == -step
    assert distance_modifier(sound, yards * 1.01) == -step - 1
    assert distance_modifier(sound, yards * 0.99) == -step


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sound": "noisy_office", "distance": None}, "needs its distance"),
        ({"sound": None, "distance": 4}, "needs the sound"),
        ({"sound": "noisy_office", "distance": 0}, "more than 0 yards"),
        ({"sound": "noisy_office", "distance": -1}, "more than 0 yards"),
        ({"sound": "noisy_office", "distance": float("inf")}, "more than 0 yards"),
        ({"sound": "harp", "distance": 4}, "unknown sound 'harp'"),
    ],
)
def test_sounds_that_cannot_be(given: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SENSES.modifiers("hearing", Somebody(), given)


# --- taste and smell, danger ------------------------------------------------------------------------------------------


def test_a_roll_is_for_taste_or_for_smell() -> None:
    who = Somebody({"acute taste and smell": 1, "discriminatory smell": 1, "discriminatory taste": 1})
    assert [modifier.value for modifier in SENSES.modifiers("taste_smell", who, {})] == [1, 4]
    taster = Somebody({"discriminatory taste": 1})
    assert [modifier.label for modifier in SENSES.modifiers("taste_smell", taster, {})] == ["Discriminatory Taste"]


def test_an_unknown_sense() -> None:
    with pytest.raises(ValueError, match="unknown sense 'touch'"):
        SENSES.inputs("touch")
    with pytest.raises(ValueError, match="unknown sense 'touch'"):
        SENSES.modifiers("touch", Somebody(), {})


def test_no_roll_below_3() -> None:
    seen = sense_roll("vision", 10, traits={}, given={"darkness": 8})
    assert (seen.target, seen.allowed) == (2, False)
    assert sense_roll("vision", 10, traits={}, given={"darkness": 8}, other_modifier=1).allowed


def test_danger_sense_is_a_trait_and_takes_its_roll() -> None:
    with pytest.raises(ValueError, match="second roll"):
        danger_sense(12, 10, 13, dangerous=True, danger_sense=True, second_roll=None)
    unaware = danger_sense(12, 10, 13, dangerous=True, danger_sense=False, second_roll=3)
    assert (unaware.noticed, unaware.second_roll_made) == (False, False)
