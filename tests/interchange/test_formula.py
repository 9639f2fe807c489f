"""Attribute formulas are worked out by hand and nothing else in them is run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.interchange.gcs.formula import NotPlain, evaluate

VALUES = {"st": Fraction(11), "dx": Fraction(13), "ht": Fraction(12)}


def resolve(identity: str) -> Fraction:
    if identity not in VALUES:
        raise NotPlain
    return VALUES[identity]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("10", Fraction(10)),
        ("$st", Fraction(11)),
        ("($dx+$ht)/4", Fraction(25, 4)),
        ("Math.floor(($dx + $ht) / 4)", Fraction(6)),
        ("ceil($st / 2)", Fraction(6)),
        ("max($st, $dx, 3) - min(1, 2)", Fraction(12)),
        ("2 * $st - -1", Fraction(23)),
        ("1.5 * 2", Fraction(3)),
    ],
)
def test_plain_arithmetic_is_worked_out_exactly(formula: str, value: Fraction) -> None:
    assert evaluate(formula, resolve) == value


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "$unknown",
        "1 / 0",
        "1 +",
        "(1",
        "1 2",
        "$st ** 2",
        "2 ^ 3",
        "floor(1, 2)",
        "Math.random()",
        "if($st > 3, 1, 2)",
        "trait_level(Magery)",
        "__import__('os')",
        "(" * 250 + "1" + ")" * 40,
        "1+" * 400 + "1",
    ],
)
def test_anything_else_is_not_run(formula: str) -> None:
    with pytest.raises(NotPlain):
        evaluate(formula, resolve)
