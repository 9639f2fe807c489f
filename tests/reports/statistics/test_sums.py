"""The place of a sum, against every way in which it can come about."""

from __future__ import annotations

from collections import defaultdict
from math import erfc, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reports.statistics.test_luck import all_rules
from tracker import rulesets
from tracker.reports.statistics.luck import chance
from tracker.reports.statistics.sums import Spread, Sums


def counted(spread: Spread, numbers: list[int]) -> float:
    """Half of what is equal and all that is less, by adding up every combination."""
    ways = {0: 1}
    for _number in numbers:
        after: defaultdict[int, int] = defaultdict(int)
        for total, many in ways.items():
            for number, times in spread.values:
                after[total + number] += many * times
        ways = after
    mine = sum(numbers)
    below = sum(many for total, many in ways.items() if total < mine)
    return (2 * below + ways[mine]) / (2 * spread.of ** len(numbers))


@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_the_place_of_a_sum_is_counted_out(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(all_rules()))
    spread = chance(rules, 10, 10, "success", "").spread
    drawn = st.sampled_from([number for number, _times in spread.values])
    numbers = data.draw(st.lists(drawn, min_size=1, max_size=12))
    assert Sums().place(spread, numbers) == pytest.approx(counted(spread, numbers), abs=1e-9)


def test_fifty_throws_of_three_dice_are_counted_out_to_the_last_digits() -> None:
    gurps = chance(rulesets.get("gurps4e"), 12, 12, "success", "")
    lucky = [gurps.numbers[total] for total in [8] * 30 + [11] * 20]
    sums = Sums()
    assert sums.place(gurps.spread, lucky) == pytest.approx(counted(gurps.spread, lucky), abs=1e-12)
    assert sums.place(gurps.spread, [gurps.numbers[10], gurps.numbers[11]] * 25) == pytest.approx(0.5)


def test_the_target_is_nothing_to_the_luck_of_three_dice() -> None:
    """So all rolls of GURPS are one series, whatever they were made against."""
    gurps = rulesets.get("gurps4e")
    assert len({chance(gurps, target, target, "success", "").spread for target in range(3, 25)}) == 1


def test_a_long_series_comes_near_the_normal_approximation_and_a_longer_one_is_left_to_it() -> None:
    gurps = chance(rulesets.get("gurps4e"), 12, 12, "success", "")
    totals = [10, 11, 9] * 85
    score = (sum(gurps.mid_p[total] for total in totals) - len(totals) / 2) / sqrt(len(totals) * gurps.variance)
    numbers = [gurps.numbers[total] for total in totals]
    exact = Sums().place(gurps.spread, numbers)
    assert 1 < abs(score) < 6
    assert exact == pytest.approx(erfc(-score / sqrt(2)) / 2, abs=0.001)
    assert Sums().place(gurps.spread, numbers * 2) is None
