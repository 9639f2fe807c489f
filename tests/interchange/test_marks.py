"""What an export adds to a sheet comes off again, to the last key, whatever play did and whatever the player edits."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.interchange.conftest import GURPS, read_characters, sheet_bytes
from tracker.interchange.gcs.export import export_sheet
from tracker.interchange.gcs.marks import read_mark, take_off
from tracker.interchange.played import Played, PlayedPoints, PlayedTrait

ORIGINAL = json.loads(sheet_bytes("mira_dusk"))
(READ,) = read_characters(sheet_bytes("mira_dusk"), "mira.gcs", ruleset=GURPS)
WHEN = "2026-11-30T20:00:00+01:00"
AMOUNTS = st.integers(-60, 60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def plays(draw: st.DrawFn) -> Played:
    traits = [
        PlayedTrait(100 + at, draw(st.text(max_size=8)), draw(AMOUNTS), "From play") for at in range(draw(st.integers(0, 2)))
    ]
    points = [
        PlayedPoints(200 + at, draw(AMOUNTS), draw(AMOUNTS), WHEN, "bought", "why") for at in range(draw(st.integers(0, 3)))
    ]
    control = {"curious": ((300,), draw(st.sampled_from([6, 9])))} if draw(st.booleans()) else {}
    gained = sum(one.total for one in points) + sum(trait.points for trait in traits)
    used = sum(one.spent for one in points) + sum(trait.points for trait in traits) + draw(st.sampled_from([0, 3]))
    return Played(
        character="mira",
        position=999,
        traits=tuple(traits),
        self_control=control,
        points=tuple(points),
        lost={"HP": draw(st.integers(-2, 20)), "FP": draw(st.integers(0, 20))},
        gained=gained,
        used=used,
        total=READ.sheet.points_total + gained,
        spent=READ.sheet.points_spent + used,
        left_out=(),
    )


def returned(document: dict[str, Any]) -> Any:
    (character,) = read_characters(
        json.dumps(document).encode(), "mira.gcs", ruleset=GURPS, campaign="ravenmoor", known={"mira": "Mira Dusk"}
    )
    return character


@settings(max_examples=60, deadline=None)
@given(plays(), st.dictionaries(st.sampled_from(["third_party", "odd", "notes"]), JSON))
def test_what_is_added_comes_off_again(played: Played, more: dict[str, Any]) -> None:
    if not isinstance(more.get("third_party", {}), dict):
        more["third_party"] = {}
    original = {**ORIGINAL, **more}
    exported = json.loads(export_sheet(json.dumps(original).encode(), played, "ravenmoor").data)
    mark = read_mark(exported)
    assert mark is not None
    assert take_off(exported, mark).sheet == original
    again = json.loads(export_sheet(json.dumps(exported).encode(), played, "ravenmoor").data)
    assert (again["traits"], again["total_points"]) == (exported["traits"], exported["total_points"])


@settings(max_examples=60, deadline=None)
@given(plays(), AMOUNTS, st.lists(st.none() | AMOUNTS, min_size=4, max_size=4), AMOUNTS)
def test_what_the_player_did_is_what_is_left(played: Played, grown: int, replaced: list[int | None], own: int) -> None:
    exported = json.loads(export_sheet(sheet_bytes("mira_dusk"), played, "ravenmoor").data)
    exported["total_points"] += grown
    change = own
    kept = []
    edits = iter(replaced)
    for row in exported["traits"]:
        if row.get("third_party", {}).get("rollbook", {}).get("kind") == "points":
            edit = next(edits)
            change += (edit or 0) - row["base_points"]
            if edit is None:
                continue
            row |= {"base_points": edit, "calc": {"points": edit}}
        kept.append(row)
    mine = {"id": "tABCDEFGHIJKLMNOP", "name": "Mine", "base_points": own, "calc": {"points": own}}
    exported["traits"] = [*kept, mine]
    character = returned(exported)
    assert character.sheet.points_total == READ.sheet.points_total + grown
    assert character.sheet.points_spent == READ.sheet.points_spent + change
    assert character.sheet.traits[:-1] == READ.sheet.traits
    assert character.exported.rows == tuple(trait.position for trait in played.traits)
    assert character.exported.untouched == ""
