"""GURPS, Third Edition, as a whole ruleset. Its tables of criticals are in ``test_critical_tables``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets import gurps4e
from tracker.rulesets.base import Modifier
from tracker.rulesets.gurps3e import RULESET

targets = st.integers(-5, 30)
totals = st.integers(3, 18)


# --- success rolls ----------------------------------------------------------------------------------------------------


@given(targets, totals, st.sampled_from(["success", "attack", "will", "resistance"]))
def test_ordinary_rolls_come_out_as_in_the_fourth_edition(target: int, total: int, kind: str) -> None:
    assert RULESET.judge(target, target, total, kind) == gurps4e.RULESET.judge(target, target, total, kind)


@pytest.mark.parametrize(
    ("kind", "target", "total", "degree", "margin"),
    [
        ("active_defense", 15, 17, "critical_failure", 2),
        ("active_defense", 16, 17, "critical_failure", 1),
        ("active_defense", 25, 17, "critical_failure", 1),
        ("active_defense", 25, 16, "success", 9),
        ("active_defense", 16, 6, "critical_success", 10),
        ("active_defense", 2, 13, "critical_failure", 11),
        ("success", 16, 17, "failure", 1),
        ("mental_disadvantage", 16, 13, "success", 3),
        ("mental_disadvantage", 16, 14, "failure", 1),
        ("mental_disadvantage", 14, 14, "failure", 1),
        ("mental_disadvantage", 12, 14, "failure", 2),
        ("mental_disadvantage", 20, 17, "failure", 1),
        ("mental_disadvantage", 15, 17, "critical_failure", 2),
        ("mental_disadvantage", 20, 18, "critical_failure", 1),
        ("mental_disadvantage", 4, 14, "critical_failure", 10),
        ("mental_disadvantage", 2, 4, "critical_success", 0),
        ("success", 16, 14, "success", 2),
    ],
)
def test_defenses_and_mental_disadvantages(kind: str, target: int, total: int, degree: str, margin: int) -> None:
    judged = RULESET.judge(10, target, total, kind)
    assert (judged.degree, judged.margin) == (degree, margin)
    assert (judged.success, judged.critical) == (degree.endswith("success"), degree.startswith("critical"))


@pytest.mark.parametrize(
    ("kind", "target", "success", "critical_success", "critical_failure"),
    [
        # 17 comes up in 3 of 216 throws, 18 in 1; 3 to 6 in 1 + 3 + 6 + 10
        ("active_defense", 17, 212, 20, 4),
        ("success", 17, 212, 20, 1),
        # 14 and more come up in 35 of 216 throws
        ("mental_disadvantage", 20, 181, 20, 1),
        ("mental_disadvantage", 13, 181, 4, 4),
        ("mental_disadvantage", 12, 160, 4, 4),
        ("active_defense", 2, 4, 4, 81),  # 12 and more miss it by 10
    ],
)
def test_odds_of_216(kind: str, target: int, success: int, critical_success: int, critical_failure: int) -> None:
    odds = RULESET.odds(target, target, kind)
    assert (odds.success, odds.critical_success, odds.critical_failure) == (success, critical_success, critical_failure)
    assert (odds.of, sum(odds.degrees.values())) == (216, 216)


@given(targets)
def test_nobody_resists_a_mental_disadvantage_more_often_than_13_comes_up(target: int) -> None:
    plain, mental = (RULESET.odds(target, target, kind).success for kind in ("forced", "mental_disadvantage"))
    assert mental == min(plain, 181)


@given(targets)
def test_odds_of_ordinary_rolls_are_those_of_the_fourth_edition(target: int) -> None:
    third, fourth = (rules.odds(target, target, "success") for rules in (RULESET, gurps4e.RULESET))
    assert (third.success, third.critical_success, third.critical_failure, third.of) == (
        fourth.success,
        fourth.critical_success,
        fourth.critical_failure,
        fourth.of,
    )


def test_a_chosen_roll_below_3_is_refused_and_has_no_chances() -> None:
    assert "Effective skill 2 is below 3" in str(RULESET.refusal(2, "success"))
    odds = RULESET.odds(2, 2, "success")
    assert (odds.success, odds.critical_failure, odds.of, set(odds.degrees.values())) == (0, 0, 216, {0})
    assert RULESET.refusal(3, "success") is None
    for kind in ("active_defense", "resistance", "mental_disadvantage"):
        assert RULESET.refusal(-4, kind) is None


def test_a_target_is_the_skill_with_all_modifiers() -> None:
    target = RULESET.target(12, [Modifier("dark", -5), Modifier("aimed", 2)], "attack")
    assert (target.value, target.caps) == (9, ())


# --- characters -------------------------------------------------------------------------------------------------------


def test_what_a_sheet_leaves_out() -> None:
    whole = RULESET.complete({"st": 9, "dx": 11, "iq": 13, "ht": 12})
    assert (whole["HP"], whole["FP"]) == (12, 9)  # hit points from HT, fatigue from ST
    assert (whole["will"], whole["vision"], whole["hearing"], whole["taste_smell"]) == (13, 13, 13, 13)
    assert (whole["basic_speed"], whole["move"], whole["dodge"]) == (5.75, 5, 5)
    assert set(whole) == {spec.key for spec in RULESET.attributes} | set(RULESET.pools)


def test_what_a_sheet_states_stays_and_dodge_follows_move() -> None:
    whole = RULESET.complete({"will": 15, "move": 7, "HP": 14, "vision": 12})
    assert (whole["will"], whole["iq"], whole["vision"], whole["hearing"]) == (15, 10, 12, 10)
    assert (whole["move"], whole["dodge"], whole["HP"], whole["FP"]) == (7, 7, 14, 10)
    assert RULESET.complete({"move": 7, "dodge": 6})["dodge"] == 6


def test_load_slows_move_and_dodge() -> None:
    assert {spec.key: spec.load_factor for spec in RULESET.attributes if spec.load_factor} == {"move": 1, "dodge": 1}
    assert {spec.key: spec.kind for spec in RULESET.attributes if spec.kind != "success"} == {
        "will": "will",
        "dodge": "active_defense",
    }


# --- chapters ---------------------------------------------------------------------------------------------------------


def test_each_edition_has_its_own_usual_table_of_criticals() -> None:
    third, fourth = RULESET.criticals, gurps4e.RULESET.criticals
    assert third is not None
    assert fourth is not None
    assert (third.usual, fourth.usual) == ("gurps3e", "none")
    assert third.usual in third.tables
    totals, text = third.row(third.usual, "miss", 13)
    assert totals == "13"
    assert "-2 to defenses" in text
    with pytest.raises(ValueError, match="no table 'none' ships"):
        third.row("none", "hit", 10)


def test_a_trait_is_resisted_with_will_by_the_rule_of_mental_disadvantages() -> None:
    rules = RULESET.self_control
    assert rules is not None
    assert rules.attribute == "will"
    assert not RULESET.judge(18, 18, 14, rules.kind).success
    assert rules.attribute in {spec.key for spec in RULESET.attributes}


def test_contests_and_retries_are_those_of_the_fourth_edition() -> None:
    assert RULESET.contests is gurps4e.RULESET.contests
    ruled = RULESET.next_attempt("penalty", 3, damage_assessed=False, waited=False, changed=False)
    assert (ruled.allowed, ruled.modifier) == (True, -2)
    once = RULESET.next_attempt("one_chance", 2, damage_assessed=True, waited=True, changed=True)
    assert not once.allowed
