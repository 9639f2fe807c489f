"""Luck by exact chances, against counts by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawn import SYSTEMS
from tracker import rulesets
from tracker.reports.statistics.luck import chance
from tracker.rulesets.base import Ruleset
from tracker.rulesets.common import exact_totals


@pytest.mark.parametrize(
    ("ruleset", "options", "target", "mode", "total", "mid_p"),
    [
        ("gurps4e", {}, 10, "", 10, (81 + 27 / 2) / 216),  # 81 throws of 3d6 show 9 or less
        ("gurps4e", {}, 10, "", 3, 1 / 2 / 216),
        ("gurps4e", {}, 10, "", 18, (215 + 1 / 2) / 216),
        ("d20under", {}, 13, "", 13, 12.5 / 20),
        ("d20under", {}, 13, "advantage", 1, 39 / 2 / 400),  # not 19 * 19 of 400 keep the 1
        ("d20under", {}, 13, "disadvantage", 1, 1 / 2 / 400),  # kept of two ones alone
        ("brp", {"die": "d100"}, 60, "", 25, 24.5 / 100),
        ("brp", {"die": "d4"}, 80, "", 4, 5 / 2 / 16),  # a 1 is thrown again: 4 comes up 5 times in 16
        ("brp", {"die": "d4"}, 80, "", 1, (15 + 1 / 2) / 16),
    ],
)
def test_mid_p_is_the_chance_of_better_and_half_of_equal(
    ruleset: str, options: dict[str, str], target: int, mode: str, total: int, mid_p: float
) -> None:
    found = chance(rulesets.get(ruleset).under(options), target, target, "success", mode)
    assert found.mid_p[total] == pytest.approx(mid_p, rel=1e-12)


def all_rules() -> list[Ruleset]:
    brp = rulesets.get("brp")
    dice = next(option for option in brp.options if option.name == "die").values
    return [*(rulesets.get(system.ruleset) for system in SYSTEMS), *(brp.under({"die": die}) for die in dice)]


@given(data=st.data(), target=st.integers(3, 100), base=st.integers(3, 100))
def test_fair_dice_are_neither_lucky_nor_unlucky_on_average(data: st.DataObject, target: int, base: int) -> None:
    rules = data.draw(st.sampled_from(all_rules()))
    mode = data.draw(st.sampled_from(["", *rules.modes]))
    totals, of = exact_totals(rules, base, target, "success", mode)
    found = chance(rules, base, target, "success", mode)
    assert sum(totals.values()) == of
    assert sum(times * found.mid_p[total] for total, times in totals.items()) / of == pytest.approx(0.5)
    assert found.success == pytest.approx(rules.odds(base, target, "success", mode).success / of)
    assert found.variance <= 1 / 12 + 1e-12  # that of a number from 0 to 1
