"""Pearson's chi-square test of whether dice are fair."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt

from msgspec import Struct

LEAST_EXPECTED = 5
"""So often each face must be expected for the test to mean anything."""


class ChiSquare(Struct, frozen=True):
    """``statistic`` with its degrees of ``freedom``; ``p`` is the chance that fair dice are at least this uneven."""

    statistic: float
    freedom: int
    p: float


def missing(counts: Sequence[int]) -> int:
    """How many more dice the test needs."""
    return max(0, LEAST_EXPECTED * len(counts) - sum(counts))


def fairness(counts: Sequence[int]) -> ChiSquare | None:
    """The test that all faces are equally likely, from how often each came up; None with too few dice."""
    if missing(counts):
        return None
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return ChiSquare(statistic, len(counts) - 1, upper_tail(statistic, len(counts) - 1))


def upper_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least ``statistic``: the regularized upper
    incomplete gamma function Q(freedom/2, statistic/2), by its finite sum for halves and whole numbers:
    Q(1/2, x) = erfc(sqrt x), Q(1, x) = exp(-x), Q(a+1, x) = Q(a, x) + x^a exp(-x) / Gamma(a+1)."""
    x = statistic / 2
    if x <= 0:
        return 1.0
    a, tail = (0.5, erfc(sqrt(x))) if freedom % 2 else (1.0, exp(-x))
    while a < freedom / 2:
        tail += exp(a * log(x) - x - lgamma(a + 1))  # in logarithms: x^a alone may be beyond any float
        a += 1
    return min(tail, 1.0)
