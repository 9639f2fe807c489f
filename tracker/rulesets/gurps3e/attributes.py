"""Attributes of a Third Edition character and how those that a sheet leaves out follow from the others.

All of this is beyond seed 002; it is the printed rules as commonly known. There is no Perception: senses are rolled
against IQ. Load slows Move, and Dodge with it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rulesets.base import AttributeSpec
from tracker.rulesets.gurps4e import attributes as fourth_edition

POOLS = ("HP", "FP")

_SENSES = ("vision", "hearing", "taste_smell")
_SHARED = {spec.key: spec for spec in fourth_edition.ATTRIBUTES}

ATTRIBUTES: tuple[AttributeSpec, ...] = (
    *(_SHARED[key] for key in ("st", "dx", "iq", "ht", "will", "basic_speed")),
    replace(_SHARED["move"], load_factor=1),
    *(_SHARED[key] for key in ("dodge", *_SENSES)),
)


def complete_attributes(given: Mapping[str, float]) -> dict[str, float]:
    """All attributes, and the maxima of the pools ``HP`` and ``FP`` (fatigue). What was given stays; the rest is derived:
    Will and the senses from IQ, HP from HT, FP from ST, Basic Speed (DX + HT) / 4, Move from it without fractions, and
    Dodge from Move, both without load (beyond the seed)."""
    values = dict(given)
    for spec in ATTRIBUTES:
        if spec.default is not None:
            values.setdefault(spec.key, spec.default)
    values.setdefault("HP", math.floor(values["ht"]))
    values.setdefault("FP", math.floor(values["st"]))
    for key in ("will", *_SENSES):
        values.setdefault(key, values["iq"])
    values.setdefault("basic_speed", (values["dx"] + values["ht"]) / 4)
    values.setdefault("move", math.floor(values["basic_speed"]))
    values.setdefault("dodge", math.floor(values["move"]))
    return values
