"""Sheets in XML, versions 0 to 5, told in the terms of JSON 1: the same data, with each piece under its later name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

Data = dict[str, Any]

# Version 0 has the profile's elements directly below the root; only these are used.
_PROFILE = ("name", "player_name", "tech_level", "SM")
_LISTS = {"advantage_list": "advantages", "skill_list": "skills", "spell_list": "spells"}
_ATTRIBUTES = {
    "ST": "ST",
    "DX": "DX",
    "IQ": "IQ",
    "HT": "HT",
    "will": "will_adj",
    "perception": "per_adj",
    "speed": "speed_adj",
    "move": "move_adj",
    "HP": "HP_adj",
    "FP": "FP_adj",
    "hp_damage": "hp_damage",
    "fp_damage": "fp_damage",
    "current_hp": "current_hp",
    "current_fp": "current_fp",
    "total_points": "total_points",
    "unspent_points": "unspent_points",
}
_FEATURES = {
    "attribute_bonus",
    "conditional_modifier",
    "contained_weight_reduction",
    "cost_reduction",
    "reaction_bonus",
    "skill_bonus",
    "skill_point_bonus",
    "spell_bonus",
    "spell_point_bonus",
}
_MODIFIERS = ("modifier", "eqp_modifier")
_CRITERIA = ("name", "specialization", "category")
_SPELL_MATCHES = ("college_name", "power_source_name", "spell_name")
_ANYTHING = {"compare": "any"}
_NOTHING = {"compare": "is", "qualifier": ""}
_NUMBER = re.compile(r"[+-]?\d+")
_VERY_HARD = re.compile(r"\s*\(vh\)\s*$", re.IGNORECASE)


def as_json1(root: Element) -> Data:
    """The document of JSON 1 for a ``<character>``; values stay texts, as the reader takes numbers from texts as well.

    What isn't in the later formats keeps its own key: ``current_hp`` and ``current_fp`` (versions below 5),
    ``unspent_points`` (very old sheets) and ``state`` of equipment (versions below 4).
    """
    profile = root.find("profile")
    settings = root.find("settings")
    document: Data = {
        "profile": _texts(root if profile is None else profile, _PROFILE),
        "settings": {} if settings is None else {child.tag: _is_true(_text(child)) for child in settings},
        "equipment": [],
        "other_equipment": [],
    }
    for child in root:
        if child.tag in _ATTRIBUTES:
            document[_ATTRIBUTES[child.tag]] = _text(child)
        elif child.tag in _LISTS:
            document[_LISTS[child.tag]] = _rows(child)
        elif child.tag == "equipment_list":
            # The oldest sheets know a list of what is carried and one of what isn't.
            carried = child.get("carried") in (None, "") or _is_true(child.get("carried"))
            document["equipment" if carried else "other_equipment"] += _rows(child)
        elif child.tag == "other_equipment_list":
            document["other_equipment"] += _rows(child)
    return document


def _rows(parent: Element) -> list[Data]:
    return [_ROWS[tag](child) for child in parent if (tag := child.tag.removesuffix("_container")) in _ROWS]


def _trait(element: Element) -> Data:
    row = _row(element, "cr", "levels", "base_points", "points_per_level")
    row["round_down"] = _is_true(element.get("round_down"))
    if _is_true(element.get("disabled")):
        row["disabled"] = True
    if element.get("type"):
        row["container_type"] = _slug(element.get("type"))
    for child in element:
        if child.tag == "cr":
            row["cr_adj"] = _slug(child.get("adjustment"))
        elif child.tag == "levels" and _is_true(child.get("half_level")):
            row["levels"] += ".5"
        elif child.tag == "points":
            row |= _old_price(_text(child), row.get("levels", ""))
    return row


def _old_price(text: str, levels: str) -> Data:
    """Points as the first sheets have them: "10", or "10/5" for a base of 10 and 5 a level."""
    base, _, per_level = text.partition("/")
    if not _NUMBER.fullmatch(base) or base == "0":
        base, per_level = per_level, ""
    if levels not in ("", "0") and not per_level:
        base, per_level = "", base
    return {"base_points": base, "points_per_level": per_level}


def _skill(element: Element) -> Data:
    row = _row(element, "specialization", "tech_level", "difficulty", "points", "encumbrance_penalty_multiplier")
    row.setdefault("points", 1)
    row["defaults"] = [_default(child) for child in element.findall("default")]
    return row


def _technique(element: Element) -> Data:
    row = _row(element, "difficulty", "points")
    row.setdefault("points", 1)
    row["default"] = next((_default(child) for child in element.findall("default")), {})
    row["limit"] = element.get("limit")
    return row


def _spell(element: Element) -> Data:
    row = _row(element, "tech_level", "difficulty", "points", "college", "power_source", "base_skill", "prereq_count")
    attribute = element.findtext("attribute") or "IQ"
    row["difficulty"] = row.get("difficulty") or f"{attribute}/H"
    # Up to version 3 a very hard spell is marked, in the very first sheets in its name.
    named = _VERY_HARD.search(row.get("name", ""))
    if named:
        row["name"] = row["name"][: named.start()]
    if named or _is_true(element.get("very_hard")):
        row["difficulty"] = f"{attribute}/VH"
    return row


def _equipment(element: Element) -> Data:
    row = _row(element, "description", "quantity", "weight")
    row.setdefault("quantity", 1)
    state = element.get("state", "")
    row["equipped"] = _is_true(element.get("equipped")) or state == "equipped"
    if state:
        row["state"] = _slug(state)
    return row


_ROWS: dict[str, Callable[[Element], Data]] = {
    "advantage": _trait,
    "skill": _skill,
    "technique": _technique,
    "spell": _spell,
    "ritual_magic_spell": _spell,
    "equipment": _equipment,
}


def _row(element: Element, *names: str) -> Data:
    """What rows of all kinds have, and the texts of the named elements."""
    row: Data = {"type": element.tag, **_texts(element, ("name", "notes", *names))}
    row["categories"] = [_text(child) for child in element.iterfind("categories/category")]
    row["features"] = _features(element)
    row["modifiers"] = [_modifier(child) for child in element if child.tag in _MODIFIERS]
    if element.tag.endswith("_container"):
        row["children"] = _rows(element)
    return {key: value for key, value in row.items() if value != []}


def _modifier(element: Element) -> Data:
    row = _texts(element, ("name", "levels", "cost", "affects"))
    row["affects"] = _slug(row.get("affects"))
    row["features"] = _features(element)
    cost = element.find("cost")
    row["cost_type"] = _slug(None if cost is None else cost.get("type"))
    if element.get("enabled") is not None and not _is_true(element.get("enabled")):
        row["disabled"] = True
    return row


def _default(element: Element) -> Data:
    return _texts(element, ("type", "name", "specialization", "modifier"))


def _features(element: Element) -> list[Data]:
    return [_feature(child) for child in element if child.tag in _FEATURES]


def _feature(element: Element) -> Data:
    feature: Data = {"type": element.tag, "amount": "1"}
    if element.tag == "contained_weight_reduction":
        feature["reduction"] = _text(element)
    if element.tag.startswith(("skill", "spell")):
        feature["name"] = _NOTHING  # unless it is said, no skill or spell is meant
    if element.tag.startswith("spell"):
        feature["match"] = "all_colleges" if _is_true(element.get("all_colleges")) else "college_name"
    for child in element:
        if child.tag == "amount":
            feature["amount"] = _text(child)
            feature["per_level"] = _is_true(child.get("per_level"))
        elif child.tag == "attribute":
            feature["attribute"] = _text(child)
            feature["limitation"] = _slug(child.get("limitation"))
        elif child.tag in _SPELL_MATCHES:
            feature["match"] = child.tag
            feature["name"] = _criterion(child)
        elif child.tag in _CRITERIA:
            feature[child.tag] = _criterion(child)
        else:
            feature[child.tag] = _text(child)
    return feature


def _criterion(element: Element) -> Data:
    compare = _slug(element.get("compare"))
    return _ANYTHING if compare == "is_anything" else {"compare": compare, "qualifier": _text(element)}


def _texts(element: Element, names: tuple[str, ...]) -> Data:
    return {child.tag: _text(child) for child in element if child.tag in names}


def _text(element: Element) -> str:
    return (element.text or "").strip()


def _slug(text: str | None) -> str:
    """A word of a fixed set as the later formats spell it: "levels only" is ``levels_only``."""
    return "_".join((text or "").lower().split())


def _is_true(text: str | None) -> bool:
    return (text or "").strip().lower() in ("yes", "true", "1")
