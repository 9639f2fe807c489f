"""Sheets of JSON 1, told in the terms of JSON 2: attributes as a list with their definitions, spells with their points."""

from __future__ import annotations

from typing import Any

from tracker.interchange.gcs.attributes import USUAL
from tracker.interchange.gcs.document import number_in, plain

Data = dict[str, Any]

_AT_TEN = {"st": "ST", "dx": "DX", "iq": "IQ", "ht": "HT"}  # stored with the 10 that everybody has
_DIFFERENCES = {
    "will": "will_adj",
    "per": "per_adj",
    "basic_speed": "speed_adj",
    "basic_move": "move_adj",
    "hp": "HP_adj",
    "fp": "FP_adj",
}
_BASES_ON_TEN = {"will": "base_will_on_10", "per": "base_per_on_10"}


def as_json2(document: Data) -> Data:
    """The document of JSON 2 for one of JSON 1. Values of a wrong kind are passed on, for the reader to report them."""
    given = document.get("settings")
    settings: Data = dict(given) if isinstance(given, dict) else {}
    settings["attributes"] = _definitions(settings)
    if settings.get("use_know_your_own_strength") is True:
        settings["damage_progression"] = "knowing_your_own_strength"
    changed: Data = {"settings": settings, "attributes": _attributes(document)}
    for name in ("advantages", "skills", "spells", "equipment", "other_equipment"):
        changed[name] = _rows(document.get(name))
    return document | changed


def _definitions(settings: Data) -> list[Data]:
    together = settings.get("base_will_and_per_on_10") is True
    on_ten = {identity for identity, key in _BASES_ON_TEN.items() if together or settings.get(key) is True}
    return [
        {
            "id": identity,
            "name": name,
            "type": kind,
            "base": "10" if identity in on_ten else base,
            "cost_per_point": price,
            "cost_adj_percent_per_sm": discount,
        }
        for identity, name, kind, base, price, discount in USUAL
    ]


def _attributes(document: Data) -> list[Data]:
    rows = [{"attr_id": identity, "adj": _above_ten(document.get(key))} for identity, key in _AT_TEN.items()]
    for identity, key in _DIFFERENCES.items():
        row = {"attr_id": identity, "adj": document.get(key)}
        if identity in ("hp", "fp"):
            row |= {"damage": document.get(f"{identity}_damage"), "current": document.get(f"current_{identity}")}
        rows.append(row)
    return rows


def _above_ten(value: object) -> object:
    number = number_in(value)
    return value if number is None else plain(number - 10)


def _rows(rows: object) -> object:
    return [_row(row) if isinstance(row, dict) else row for row in rows] if isinstance(rows, list) else rows


def _row(row: Data) -> Data:
    kind = row.get("type")
    changed: Data = {"features": _features(row.get("features"))}
    changed |= {key: _rows(row[key]) for key in ("children", "modifiers") if key in row}
    if kind in ("spell", "ritual_magic_spell"):
        changed["points"] = row.get("points", 1)  # left out when it is 1, later when it is 0
    if kind == "equipment":
        changed["quantity"] = row.get("quantity", 0)  # left out when it is 0; containers have none and count once
    return row | changed


def _features(features: object) -> object:
    """Bonuses for all colleges, which spells without a college don't get in this version."""
    if not isinstance(features, list):
        return features
    with_college = {"match": "college_name", "name": {"compare": "is_not", "qualifier": ""}}
    return [
        feature | with_college if isinstance(feature, dict) and feature.get("match") == "all_colleges" else feature
        for feature in features
    ]
