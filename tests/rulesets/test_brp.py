"""The percentile system as a whole ruleset."""

from __future__ import annotations

import pytest

from tracker.rulesets.base import Modifier
from tracker.rulesets.brp import RULESET, percentile


def test_a_roll_from_base_to_outcome() -> None:
    target = RULESET.target(55, [Modifier("fog", -10)], "success")
    assert (target.value, target.caps) == (45, ())
    assert RULESET.refusal(target.value, "success") is None
    outcome = RULESET.judge(55, target.value, 23, "success")
    assert (outcome.success, outcome.critical, outcome.degree, outcome.margin) == (True, False, "minor_success", 22)


@pytest.mark.parametrize(
    ("base", "modifier", "value", "cap"),
    [(95, 20, 100, "A chance is 100 percent at most"), (5, -20, 0, "A chance is 0 percent at least")],
)
def test_a_chance_stays_between_0_and_100(base: int, modifier: int, value: int, cap: str) -> None:
    target = RULESET.target(base, [Modifier("gm", modifier)], "success")
    assert (target.value, target.caps) == (value, (cap,))


@pytest.mark.parametrize(
    ("percent", "success", "critical_success", "critical_failure"),
    [(0, 0, 0, 1), (1, 1, 1, 1), (45, 45, 1, 1), (99, 99, 1, 1), (100, 99, 1, 1)],
)
def test_odds_of_100(percent: int, success: int, critical_success: int, critical_failure: int) -> None:
    odds = RULESET.odds(percent, percent, "success")
    assert (odds.success, odds.critical_success, odds.critical_failure, odds.of) == (
        success,
        critical_success,
        critical_failure,
        100,
    )


@pytest.mark.parametrize(("percent", "roll"), [(50, 0), (50, 101), (-1, 50), (101, 50)])
def test_numbers_that_cannot_be(percent: int, roll: int) -> None:
    with pytest.raises(ValueError, match="100"):
        percentile(percent, roll)


def test_pools_follow_from_attributes() -> None:
    assert RULESET.complete({"con": 12, "siz": 13, "pow": 11}) == {"con": 12, "siz": 13, "pow": 11, "HP": 13, "MP": 11}
    assert RULESET.complete({"con": 12, "HP": 9}) == {"con": 12, "HP": 9}


def test_what_the_system_has_no_rule_for() -> None:
    assert (RULESET.fright, RULESET.effort) == (None, None)
    decision = RULESET.next_attempt("free", 3, damage_assessed=False, waited=False)
    assert (decision.allowed, decision.modifier) == (True, 0)
    with pytest.raises(ValueError, match="penalty"):
        RULESET.next_attempt("penalty", 1, damage_assessed=False, waited=False)
    assert RULESET.pool_loss("HP", 20, {"HP": 9}, {"HP": 13}).changes == {"HP": 20}
    with pytest.raises(ValueError, match="FP"):
        RULESET.pool_loss("FP", 1, {"HP": 9}, {"HP": 13})
    assert RULESET.hindrances({"HP": 1}, {"HP": 13}) == {}
    assert RULESET.recovered(6000) == {}
    assert RULESET.defaults("stealth") is None
