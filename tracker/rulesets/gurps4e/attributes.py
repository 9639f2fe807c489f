"""Attributes of a GURPS character and how those that a sheet leaves out follow from the others (B14-17)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tracker.language import N_
from tracker.rulesets.base import AttributeSpec

ATTRIBUTES = (
    AttributeSpec("st", N_("ST"), ("strength", "体力"), 10),
    AttributeSpec("dx", N_("DX"), ("dexterity", "敏捷力"), 10),
    AttributeSpec("iq", N_("IQ"), ("intelligence", "知力"), 10),
    AttributeSpec("ht", N_("HT"), ("health", "生命力"), 10),
    AttributeSpec("will", N_("Will"), ("willpower", "意志力", "意志"), kind="will"),
    AttributeSpec("per", N_("Per"), ("perception", "知覚力", "知覚")),
    AttributeSpec("basic_speed", N_("Basic Speed"), ("speed", "基本反応速度")),
    AttributeSpec("basic_move", N_("Basic Move"), ("基本移動力",)),
    AttributeSpec("move", N_("Move"), ("移動力",)),
    AttributeSpec("dodge", N_("Dodge"), ("よけ",), kind="active_defense", load_factor=1),
    AttributeSpec("fright_check", N_("Fright Check"), ("fright", "恐怖判定")),
    AttributeSpec("vision", N_("Vision"), ("sight", "視覚判定", "視覚")),
    AttributeSpec("hearing", N_("Hearing"), ("聴覚判定", "聴覚")),
    AttributeSpec("taste_smell", N_("Taste/Smell"), ("taste", "smell", "味覚/嗅覚判定", "味覚/嗅覚", "味覚", "嗅覚")),
    AttributeSpec("touch", N_("Touch"), ("触覚判定", "触覚")),
)


def complete_attributes(given: Mapping[str, float]) -> dict[str, float]:
    """All attributes, and the maxima of the pools ``HP`` and ``FP``. What was given stays; the rest is derived:
    Will and Per from IQ, HP from ST, FP from HT, Basic Speed (DX + HT) / 4, Move and Dodge from it without load."""
    values = dict(given)
    for spec in ATTRIBUTES:
        if spec.default is not None:
            values.setdefault(spec.key, spec.default)
    values.setdefault("HP", math.floor(values["st"]))
    values.setdefault("FP", math.floor(values["ht"]))
    values.setdefault("will", values["iq"])
    values.setdefault("fright_check", values["will"])
    values.setdefault("per", values["iq"])
    for sense in ("vision", "hearing", "taste_smell", "touch"):
        values.setdefault(sense, values["per"])
    values.setdefault("basic_speed", (values["dx"] + values["ht"]) / 4)
    values.setdefault("basic_move", math.floor(values["basic_speed"]))
    values.setdefault("move", values["basic_move"])
    values.setdefault("dodge", math.floor(values["basic_speed"]) + 3)
    return values
