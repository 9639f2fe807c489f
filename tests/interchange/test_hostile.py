"""Whatever the bytes: a character or a refusal, and nothing in between."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.interchange.conftest import GURPS, read_character, sheet_bytes
from tracker.errors import Refused
from tracker.events.sheet import Sheet

SHEETS = {name: sheet_bytes(name) for name in ("mira_dusk", "vora", "borin")}
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    10**30,
    -(10**18),
    1e300,
    0.1,
    "",
    "12",
    "x1/0",
    "²",
    "١٢",
    "\x00\x1b[2J",
    "\u202e@a@",
    "$st",
    "$a+" * 200,
    "(" * 250,
    "floor(1/0)",
    "1,,.5 lb",
    "9" * 400,
    [],
    {},
    [None],
    [[[]]],
    [{}],
    {"compare": "is", "qualifier": 5},
    {"": {}},
]

quick = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read_or_refuse(data: bytes) -> None:
    try:
        character = read_character(data, "mutant.gcs", ruleset=GURPS, name="Mutant")
    except Refused:
        return
    assert msgspec.json.decode(msgspec.json.encode(character.sheet), type=Sheet) == character.sheet
    texts = [*character.notes, *character.sheet.reminders, character.player]
    texts += [skill.name for skill in character.sheet.skills]
    texts += [text for trait in character.sheet.traits for text in (trait.name, trait.notes)]
    assert not [text for text in texts if re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", text)]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every spot of a document: the container and the key or index in it."""
    found: list[tuple[Any, Any]] = []
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        found += places(value[key])
    return found


@quick
@given(st.sampled_from(sorted(SHEETS)), st.floats(0, 1))
def test_a_cut_off_sheet_never_ends_in_a_traceback(name: str, share: float) -> None:
    read_or_refuse(SHEETS[name][: int(len(SHEETS[name]) * share)])


@quick
@given(
    st.sampled_from(sorted(SHEETS)), st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4)
)
def test_flipped_bytes_never_end_in_a_traceback(name: str, flips: list[tuple[float, int]]) -> None:
    data = bytearray(SHEETS[name])
    for place, byte in flips:
        data[int(place * len(data))] = byte
    read_or_refuse(bytes(data))


@quick
@given(
    st.sampled_from(sorted(SHEETS)),
    st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(ODD)), min_size=1, max_size=6),
)
def test_values_of_other_kinds_never_end_in_a_traceback(name: str, swaps: list[tuple[float, Any]]) -> None:
    document = json.loads(SHEETS[name])
    for place, value in swaps:
        spots = places(document)
        if spots:
            holder, key = spots[int(place * len(spots))]
            holder[key] = copy.deepcopy(value)
    read_or_refuse(json.dumps(document).encode())


@quick
@given(st.binary(max_size=200))
def test_random_bytes_never_end_in_a_traceback(data: bytes) -> None:
    read_or_refuse(data)


def test_attributes_that_refer_to_each_other_in_circles_are_no_trap() -> None:
    definitions = [{"id": f"a{i}", "type": "integer", "base": f"$a{(i + 1) % 900} * $a{(i + 1) % 900}"} for i in range(900)]
    document = {"version": 5, "profile": {}, "settings": {"attributes": definitions}, "attributes": []}
    read_or_refuse(json.dumps(document).encode())


def test_skills_that_default_to_each_other_in_circles_are_no_trap() -> None:
    def row(place: int) -> dict[str, Any]:
        defaults = [{"type": "skill", "name": f"S{(place + step) % 300}", "modifier": 5} for step in range(1, 40)]
        return {"name": f"S{place}", "difficulty": "dx/e", "points": 1, "defaults": defaults}

    document = {"version": 5, "profile": {}, "attributes": [], "skills": [row(place) for place in range(300)]}
    read_or_refuse(json.dumps(document).encode())


def test_bonuses_without_end_are_refused() -> None:
    feature = {"type": "skill_bonus", "amount": 1, "name": {"compare": "is", "qualifier": "Bow"}}
    document = {"version": 5, "profile": {}, "attributes": [], "traits": [{"name": "Gift", "features": [feature] * 4000}]}
    with pytest.raises(Refused, match="4,000 bonuses"):
        read_character(json.dumps(document).encode(), "mutant.gcs", ruleset=GURPS, name="Mutant")


def test_prices_that_multiply_without_end_are_no_trap() -> None:
    modifiers = [{"name": "More", "cost_adj": "x9999999"}] * 500
    trait = {"name": "Dear", "base_points": 9_999_999, "modifiers": modifiers}
    document = {"version": 5, "profile": {}, "attributes": [], "traits": [trait]}
    read_or_refuse(json.dumps(document).encode())
