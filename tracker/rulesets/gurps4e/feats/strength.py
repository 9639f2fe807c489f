"""Basic Lift, on which lifting, throwing and digging rest (B15). Low FP halve ST, but nothing that rests on it (B426)."""

from __future__ import annotations


def basic_lift(st: float) -> float:
    """Pounds that ST lifts overhead with one hand in a second: a fifth of its square, a whole number from 10 lb (B15).

    ST may have a fraction, as after an extra effort.
    """
    pounds = st * st / 5
    return float(round(pounds)) if pounds >= 10 else pounds
