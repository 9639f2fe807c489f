"""The roll-under system as a whole ruleset."""

from __future__ import annotations

import pytest

from tracker.rulesets.base import Modifier
from tracker.rulesets.d20under import RULESET, check

CAP = ("Modified attribute: 18 at most",)


@pytest.mark.parametrize(
    ("base", "values", "target", "caps"),
    [
        (13, [], 13, ()),
        (20, [], 20, ()),
        (20, [0], 20, ()),
        (13, [1], 14, ()),
        (17, [1, 2], 18, CAP),
        (20, [-1], 18, CAP),
        (20, [-3], 17, ()),
        (18, [1], 18, CAP),
        (3, [-5], -2, ()),
    ],
)
def test_a_modified_attribute_is_18_at_most(base: int, values: list[int], target: int, caps: tuple[str, ...]) -> None:
    found = RULESET.target(base, [Modifier("gm", value) for value in values], "success")
    assert (found.value, found.caps) == (target, caps)


def test_limits_come_from_the_bare_attribute() -> None:
    lowered = RULESET.judge(12, 4, 6, "success")
    assert (lowered.success, lowered.degree) == (False, "failure")
    raised = RULESET.judge(5, 9, 8, "success")
    assert (raised.success, raised.degree, raised.critical) == (True, "success", False)
    natural_20 = RULESET.judge(20, 20, 20, "success")
    assert (natural_20.success, natural_20.degree, natural_20.margin) == (False, "terrible_failure", 0)


@pytest.mark.parametrize(
    ("base", "target", "success", "great", "terrible"),
    [(10, 10, 10, 5, 5), (20, 20, 19, 10, 1), (9, 12, 12, 4, 7), (5, -1, 0, 0, 13)],
)
def test_odds_of_20(base: int, target: int, success: int, great: int, terrible: int) -> None:
    odds = RULESET.odds(base, target, "success")
    assert (odds.success, odds.critical_success, odds.critical_failure, odds.of) == (success, great, terrible, 20)


@pytest.mark.parametrize("roll", [0, 21])
def test_rolls_that_cannot_be(roll: int) -> None:
    with pytest.raises(ValueError, match="1 to 20"):
        check(10, 10, roll)


def test_no_target_is_refused() -> None:
    assert RULESET.refusal(-2, "success") is None
