"""The chi-square test against the printed table of its critical values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.reports.statistics.chi_square import fairness, missing, upper_tail

TABLE = [  # degrees of freedom, upper tail, critical value
    (1, 0.05, 3.841),
    (1, 0.001, 10.828),
    (2, 0.05, 5.991),
    (3, 0.10, 6.251),
    (5, 0.95, 1.145),
    (5, 0.05, 11.070),
    (5, 0.01, 15.086),
    (9, 0.05, 16.919),
    (9, 0.001, 27.877),
    (10, 0.025, 20.483),
    (19, 0.05, 30.144),
    (50, 0.05, 67.505),
    (100, 0.01, 135.807),
]


@pytest.mark.parametrize(("freedom", "tail", "value"), TABLE)
def test_the_upper_tail_is_that_of_the_table(freedom: int, tail: float, value: float) -> None:
    assert upper_tail(value, freedom) == pytest.approx(tail, rel=2e-3)


def test_two_degrees_of_freedom_are_an_exponential() -> None:
    assert upper_tail(2.0, 2) == pytest.approx(0.36787944117144233, rel=1e-12)
    assert upper_tail(0.0, 7) == 1.0
    assert upper_tail(1e6, 999) == 0.0


def test_a_die_by_hand() -> None:
    test = fairness([5, 8, 9, 8, 10, 20])  # 60 dice, 10 of each expected: 25 + 4 + 1 + 4 + 0 + 100
    assert test is not None
    assert (test.statistic, test.freedom) == (13.4, 5)
    assert test.p == pytest.approx(0.0199, abs=5e-5)


@given(counts=st.lists(st.integers(0, 40), min_size=2, max_size=20))
def test_it_is_made_just_when_each_face_is_expected_five_times(counts: list[int]) -> None:
    test = fairness(counts)
    assert (test is None) == (sum(counts) < 5 * len(counts)) == (missing(counts) > 0)
    if test is not None:
        assert 0 <= test.p <= 1
        assert fairness(counts[::-1]) == test or fairness(counts[::-1]).p == pytest.approx(test.p)  # type: ignore[union-attr]


@given(value=st.floats(0, 200), freedom=st.integers(1, 60))
def test_the_tail_falls_with_the_value_and_rises_with_freedom(value: float, freedom: int) -> None:
    assert upper_tail(value, freedom) >= upper_tail(value + 1, freedom) - 1e-12
    assert upper_tail(value, freedom) <= upper_tail(value, freedom + 1) + 1e-12
