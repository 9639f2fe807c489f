"""GURPS 4e where the worked cases don't reach: pools, hindrances, derived attributes, data files, sentences."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dice import parse
from tracker.rulesets.base import Default, Modifier
from tracker.rulesets.data import load_toml
from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.effort import extra_effort
from tracker.rulesets.gurps4e.fright import FRIGHT, fright_check, fright_table
from tracker.rulesets.gurps4e.pools import halved
from tracker.text import fold

THROWS = [sum(faces) for faces in product(range(1, 7), repeat=3)]


# --- success rolls ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["success", "will", "forced", "active_defense"])
@pytest.mark.parametrize("target", [-7, 2, 3, 4, 7, 14, 15, 16, 17, 25])
def test_odds_are_the_count_of_all_throws(target: int, kind: str) -> None:
    odds = RULESET.odds(target, target, kind)
    judged = [RULESET.judge(target, target, roll, kind) for roll in THROWS]
    if RULESET.refusal(target, kind):
        assert (odds.success, odds.critical_success, odds.critical_failure) == (0, 0, 0)
    else:
        assert odds.success == sum(j.success for j in judged)
        assert odds.critical_success == sum(j.degree == "critical_success" for j in judged)
        assert odds.critical_failure == sum(j.degree == "critical_failure" for j in judged)
    assert odds.of == 216


@given(st.integers(-30, 40), st.integers(3, 18))
def test_every_throw_has_one_outcome(target: int, roll: int) -> None:
    outcome = RULESET.judge(target, target, roll, "forced")
    assert outcome.margin >= (0 if outcome.success else 1)
    assert outcome.degree == ("critical_" if outcome.critical else "") + ("success" if outcome.success else "failure")
    assert outcome.success == ((roll <= target or roll <= 4) and roll <= 16)


@pytest.mark.parametrize("total", [2, 19, 0, -3])
def test_totals_that_3d6_cannot_show(total: int) -> None:
    with pytest.raises(ValueError, match="3 to 18"):
        RULESET.judge(10, 10, total, "success")


@pytest.mark.parametrize("kind", ["success", "will", "effort", "something else"])
def test_no_ordinary_roll_below_3(kind: str) -> None:
    assert RULESET.refusal(1, kind) == (
        "Effective skill 1 is below 3: no roll may be made (only active defenses and forced rolls)."
    )
    assert RULESET.refusal(3, kind) is None


@pytest.mark.parametrize("kind", ["active_defense", "forced", "fright", "recovery", "resistance"])
def test_rolls_that_are_made_at_any_target(kind: str) -> None:
    assert RULESET.refusal(-5, kind) is None


def test_rule_of_14_holds_for_fright_only() -> None:
    bonus = [Modifier("in combat", 5)]
    assert RULESET.target(12, bonus, "success").value == 17
    capped = RULESET.target(12, bonus, "fright")
    assert (capped.value, capped.caps) == (13, ("Rule of 14: 13 at most",))
    assert RULESET.target(8, bonus, "fright").caps == ()


# --- attributes and defaults ------------------------------------------------------------------------------------------


def test_attributes_that_a_sheet_leaves_out() -> None:
    plain = RULESET.complete({})
    assert {plain[key] for key in ("st", "dx", "iq", "ht", "will", "per", "vision", "fright_check", "HP", "FP")} == {10}
    assert (plain["basic_speed"], plain["basic_move"], plain["move"], plain["dodge"]) == (5, 5, 5, 8)


def test_attributes_follow_from_one_another() -> None:
    mira = RULESET.complete({"st": 12, "dx": 13, "iq": 11, "ht": 12, "per": 14})
    assert mira["basic_speed"] == 6.25
    assert (mira["basic_move"], mira["dodge"]) == (6, 9)
    assert (mira["will"], mira["hearing"], mira["touch"]) == (11, 14, 14)
    assert (mira["HP"], mira["FP"]) == (12, 12)


def test_what_a_sheet_states_stays() -> None:
    stated = {"will": 15.0, "HP": 20, "FP": 0, "basic_move": 7, "dodge": 4, "vision": 16, "luck": 3}
    complete = RULESET.complete(stated)
    assert {key: complete[key] for key in stated} == stated
    assert (complete["fright_check"], complete["move"], complete["hearing"]) == (15, 7, 10)
    assert stated == {"will": 15.0, "HP": 20, "FP": 0, "basic_move": 7, "dodge": 4, "vision": 16, "luck": 3}


def test_defaults_of_known_skills() -> None:
    assert RULESET.defaults("lockpicking") == (Default("attribute", "iq", -5),)
    assert RULESET.defaults("karate") == RULESET.defaults("judo") == RULESET.defaults("alchemy") == ()
    assert RULESET.defaults("lip reading") == (Default("attribute", "per", -10),)
    assert RULESET.defaults("first aid") == (
        Default("attribute", "iq", -4),
        Default("skill", "esoteric medicine", 0),
        Default("skill", "physician", 0),
        Default("skill", "veterinary", -4),
    )
    assert RULESET.defaults("basket weaving") is None


@pytest.mark.parametrize("name", ["Guns/TL8 (Pistol)", "Guns (Pistol)", "guns/tl8"])
def test_a_specialty_has_its_skills_defaults(name: str) -> None:
    assert RULESET.defaults(fold(name)) == (Default("attribute", "dx", -4),)
    assert RULESET.defaults(fold("Axe/Mace")) != RULESET.defaults("axe")


def test_rule_of_20_is_for_attributes() -> None:
    assert RULESET.best_default([(Default("attribute", "dx", -5), 25)])[0] == 15
    assert RULESET.best_default([(Default("skill", "broadsword", -2), 25)])[0] == 23


def test_the_skill_file_is_well_formed() -> None:
    skills = load_toml("tracker.rulesets.gurps4e", "skills.toml")
    attributes = {spec.key for spec in RULESET.attributes}
    for skill, defaults in skills.items():
        assert skill == fold(skill)
        for text in defaults:
            assert re.fullmatch(r"[a-z/ ]+[+-]\d{1,2}", text), (skill, text)
        for default in RULESET.defaults(skill) or ():
            assert default.name == fold(default.name) != skill
            assert -12 <= default.modifier <= 0
            assert (default.source == "attribute") == (default.name in attributes)


# --- retries, effort --------------------------------------------------------------------------------------------------


def test_a_refused_retry_says_why() -> None:
    decision = RULESET.next_attempt("one_chance", 2, damage_assessed=True, waited=True, changed=False)
    assert (decision.allowed, decision.modifier, decision.reason) == (False, None, "This task allows one attempt only.")
    assert "damage" in RULESET.next_attempt("after_damage", 2, damage_assessed=False, waited=True, changed=False).reason
    assert "wait" in RULESET.next_attempt("after_damage", 2, damage_assessed=True, waited=False, changed=False).reason
    with pytest.raises(ValueError, match="one_chance"):
        RULESET.next_attempt("never", 1, damage_assessed=False, waited=False, changed=False)
    with pytest.raises(ValueError, match="from 1"):
        RULESET.next_attempt("free", 0, damage_assessed=False, waited=False, changed=False)


def test_extra_effort_as_the_tracker_asks_for_it() -> None:
    effort = RULESET.effort
    assert effort is not None
    assert effort.refusal(10, {}) is None
    assert "Machine" in (effort.refusal(10, {"machine": 0}) or "")
    for percent in (7, 0, -5):
        assert "multiple of 5" in (effort.refusal(percent, {}) or "")
        with pytest.raises(ValueError, match="multiple of 5"):
            effort.modifiers(percent, None)
    assert [m.value for m in effort.modifiers(25, "her sister is in there")] == [-5, 5]
    assert effort.costs(RULESET.judge(10, 10, 9, "effort")) == {"FP": 1}
    assert effort.costs(RULESET.judge(10, 10, 12, "effort")) == {"FP": 1}
    assert effort.costs(RULESET.judge(10, 10, 17, "effort")) == {"FP": 1, "HP": 1}
    assert effort.costs(RULESET.judge(10, 10, 3, "effort")) == {"FP": 1}


def test_extra_effort_not_rolled_costs_nothing() -> None:
    planned = extra_effort(12, 10, motivated=False, machine=False, roll=None)
    assert (planned.allowed, planned.target, planned.fp_cost, planned.judgement) == (True, 10, 0, None)


# --- Fright Checks ----------------------------------------------------------------------------------------------------


def test_traits_that_matter_to_fright() -> None:
    fright = RULESET.fright
    assert fright is not None
    found = fright.trait_modifiers({"fearlessness": 2, "combat reflexes": 0, "acute vision": 3})
    assert [(m.label, m.value, m.source) for m in found] == [
        ("Fearlessness 2", 2, "sheet"),
        ("Combat Reflexes", 2, "sheet"),
    ]
    assert [m.value for m in fright.trait_modifiers({"fearfulness": 0})] == [-1]
    assert fright.waived_by({"unfazeable": 0}) == "Unfazeable"
    assert fright.waived_by({"fearlessness": 9}) is None


def test_circumstances_of_fright() -> None:
    fright = RULESET.fright
    assert fright is not None
    values = {name: fright.circumstance(name) for name in ("alone", "dark", "touched", "combat", "remote")}
    assert {name: m and m.value for name, m in values.items()} == {
        "alone": -2,
        "dark": -1,
        "touched": -1,
        "combat": 5,
        "remote": 3,
    }
    assert fright.circumstance("hungry") is None
    assert fright.distance(99.9) is None
    assert [m and m.value for m in (fright.distance(100), fright.distance(5000))] == [1, 1]
    with pytest.raises(ValueError, match="hungry"):
        fright_check(10, traits={}, circumstances=["hungry"], distance_yards=None, exposures_hours_ago=[], roll=None)


@pytest.mark.parametrize(
    ("hours", "value"),
    [([], None), ([24], 1), ([24.01], None), ([0, 1, 23.5, 25], 3), ([-1], None)],
)
def test_exposures_within_a_day_count(hours: list[float], value: int | None) -> None:
    fright = RULESET.fright
    assert fright is not None
    modifier = fright.exposure(fright.counted(hours))
    assert (modifier and modifier.value) == value


@pytest.mark.parametrize("total", range(4, 60))
def test_every_total_has_one_row_whose_amounts_can_be_thrown(total: int) -> None:
    roll = min(18, total - 1)
    result = fright_table(total - roll, roll, 10)
    low, _, high = result.row.rstrip("+").partition("-")
    assert int(low) <= total <= (int(high or low) if not result.row.endswith("+") else total)
    assert result.effects
    for effect in result.effects:
        for key in ("seconds", "minutes", "days", "fp", "hp"):
            amount = effect.get(key)
            assert amount is None or isinstance(amount, int) or parse(amount).sides == 6


def test_rows_of_the_table_that_no_worked_case_covers() -> None:
    assert fright_table(1, 18, 10).effects == [
        {"kind": "faint", "minutes": "2d", "recover": "ht"},
        {"kind": "injury", "hp": 1, "when": "always"},
    ]
    assert fright_table(7, 18, 10).effects == [
        {
            "kind": "self_control_worse",
            "otherwise": {"kind": "trait", "trait": "phobia_or_mental_disadvantage", "points": -10},
        }
    ]
    assert fright_table(15, 18, 10).effects == [{"kind": "panic", "minutes": None, "recover": "will"}]
    assert fright_table(2, 10, 27).effects[0]["seconds"] == 0


def test_the_table_cannot_be_changed_through_a_result() -> None:
    fright_table(7, 18, 10).effects[0]["otherwise"]["points"] = 0
    assert fright_table(7, 18, 10).effects[0]["otherwise"]["points"] == -10


@pytest.mark.parametrize(("margin", "roll"), [(0, 10), (1, 2), (1, 19)])
def test_a_table_roll_that_cannot_be(margin: int, roll: int) -> None:
    with pytest.raises(ValueError, match=r"margin|3d6"):
        fright_table(margin, roll, 10)


def test_rows_name_their_source() -> None:
    assert all(
        re.match(r"seed 000|Basic Set p\. 361", row["source"])
        for row in load_toml("tracker.rulesets.gurps4e", "fright_table.toml")["rows"]
    )


# --- pools ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "amount", "fp", "hp", "lost"),
    [
        ("FP", 5, 12, 10, {"FP": 5}),
        ("FP", 12, 12, 10, {"FP": 12}),
        ("FP", 5, 2, 10, {"FP": 5, "HP": 3}),
        ("FP", 1, 0, 10, {"FP": 1, "HP": 1}),
        ("FP", 5, -10, 10, {"FP": 2, "HP": 5}),
        ("FP", 3, -12, 10, {"HP": 3}),
        ("FP", 30, 12, 10, {"FP": 24, "HP": 18}),
        ("FP", 0, -12, 10, {}),
        ("HP", 5, 12, -58, {"HP": 5}),
        ("HP", 0, 12, 10, {}),
    ],
)
def test_what_a_loss_takes(pool: str, amount: int, fp: int, hp: int, lost: dict[str, int]) -> None:
    assert RULESET.pool_loss(pool, amount, {"FP": fp, "HP": hp}, {"FP": 12, "HP": 10}).changes == lost


def test_losses_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="without FP"):
        RULESET.pool_loss("FP", 1, {"HP": 10}, {"HP": 10})
    assert RULESET.pool_loss("FP", 11, {"FP": 10}, {"FP": 10}).changes == {"FP": 11}, (
        "without HP there is nothing to spill into"
    )
    with pytest.raises(ValueError, match="negative"):
        RULESET.pool_loss("HP", -1, {"HP": 10}, {"HP": 10})


@given(st.integers(0, 60), st.integers(-20, 20), st.integers(0, 20))
def test_fatigue_has_a_floor_and_no_point_is_lost_on_the_way(amount: int, fp: int, maximum: int) -> None:
    fp = max(min(fp, maximum), -maximum)
    lost = RULESET.pool_loss("FP", amount, {"FP": fp, "HP": 10}, {"FP": maximum, "HP": 10}).changes
    assert fp - lost.get("FP", 0) == max(fp - amount, -maximum)
    assert lost.get("HP", 0) == max(0, min(amount, amount - fp))
    one_by_one: dict[str, int] = {}
    current = {"FP": fp, "HP": 10}
    for _ in range(amount):
        for name, points in RULESET.pool_loss("FP", 1, current, {"FP": maximum, "HP": 10}).changes.items():
            current[name] -= points
            one_by_one[name] = one_by_one.get(name, 0) + points
    assert one_by_one == lost


@pytest.mark.parametrize(
    ("fp", "hp", "halved"),
    [
        (4, 4, {}),
        (3, 4, {"move": 1, "dodge": 1, "st": 1}),
        (4, 3, {"move": 1, "dodge": 1}),
        (-1, 0, {"move": 2, "dodge": 2, "st": 1}),
    ],
)
def test_low_pools_halve(fp: int, hp: int, halved: dict[str, int]) -> None:
    reasons = RULESET.hindrances({"FP": fp, "HP": hp}, {"FP": 12, "HP": 12})
    assert {attribute: len(why) for attribute, why in reasons.items()} == halved


def test_a_third_is_exact() -> None:
    assert RULESET.hindrances({"HP": 3}, {"HP": 10}) == {"move": ["HP below a third"], "dodge": ["HP below a third"]}
    assert RULESET.hindrances({"HP": 4}, {"HP": 10}) == {}
    assert RULESET.hindrances({}, {}) == {}


def test_halves_are_rounded_up() -> None:
    assert [halved(value) for value in (8, 9, 5)] == [4, 5, 3]
    assert [halved(halved(value)) for value in (8, 9, 5)] == [2, 3, 2]


def test_rest_gives_back_fatigue_only() -> None:
    assert [dict(RULESET.recovered(seconds)) for seconds in (599, 600, 1800)] == [{"FP": 0}, {"FP": 1}, {"FP": 3}]
    with pytest.raises(ValueError, match="negative"):
        RULESET.recovered(-1)


def test_every_sort_of_trait_on_the_fright_table_has_names_to_choose_from() -> None:
    rows = [fright_table(margin, roll, 10) for margin in range(1, 38) for roll in (3, 18)]
    effects = [effect.get("otherwise", effect) for row in rows for effect in row.effects]
    sorts = {effect["trait"] for effect in effects if "trait" in effect}
    assert sorts == {"quirk", "delusion", "phobia_or_mental_disadvantage", "physical_disadvantage"}
    for sort in sorts:
        names = FRIGHT.suggestions(sort)
        assert len(set(names)) == len(names) >= 5
