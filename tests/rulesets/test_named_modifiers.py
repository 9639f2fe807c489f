"""Modifiers by name, and the tables behind them: difficulty, equipment, time; long tasks and bought outcomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.buying import buy_success
from tracker.rulesets.gurps4e.difficulty import DIFFICULTIES, task_difficulty
from tracker.rulesets.gurps4e.equipment import equipment_modifier, is_technological
from tracker.rulesets.gurps4e.long_tasks import Worker, long_task
from tracker.rulesets.gurps4e.modifiers import named, names
from tracker.rulesets.gurps4e.timing import time_modifier
from tracker.text import fold
from tui.text import bare_modifiers

ROLLS = (
    "Climbing",
    "Lockpicking/TL3",
    "Acrobatics",
    "Dodge",
    "Parry (Broadsword)",
    "Block",
    "Broadsword",
    "dx",
    "vision",
    "",
)


def value(phrase: str, what: str = "Acrobatics") -> int | None:
    found = named(fold(phrase), what)
    return found.value if found else None


def test_no_label_reads_like_a_modifier_more() -> None:
    """A narrow row has room for the values alone: “DX +0 Mighty Blows: +2 damage” would be a DX at +0 and +2."""
    labels = [found.label for what in ROLLS for name in names(what) if (found := named(fold(name), what))]
    assert len(labels) > 50
    assert [bare_modifiers(f"DX +0 {label}") for label in labels] == ["DX +0"] * len(labels)


# --- the catalogue ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ROLLS)
def test_every_phrase_offered_is_known_once_and_lies_in_its_span(what: str) -> None:
    offered = names(what)
    assert len(set(offered)) == len(offered)
    meanings = [named(phrase, what) for phrase in offered]
    assert all(found and found.low <= found.value <= found.high for found in meanings)
    assert len({found.label for found in meanings if found}) == len(offered)
    assert all(phrase == fold(phrase) for phrase in offered)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("automatic", (10, 10, 10)),
        ("trivial", (8, 8, 9)),
        ("very easy", (6, 6, 7)),
        ("easy", (4, 4, 5)),
        ("very favourable", (2, 2, 3)),
        ("favorable", (1, 1, 1)),
        ("Average", (0, 0, 0)),
        ("unfavourable", (-1, -1, -1)),
        ("very unfavorable", (-2, -3, -2)),
        ("hard", (-4, -5, -4)),
        ("very-hard", (-6, -7, -6)),
        ("dangerous", (-8, -9, -8)),
        ("impossible", (-10, -10, -10)),
        ("dark", (-9, -9, -1)),
        ("total darkness", (-9, -9, -1)),
        ("partial darkness 4", (-4, -4, -4)),
        ("darkness ５", (-5, -5, -5)),
    ],
)
def test_a_phrase_has_its_value_and_span(phrase: str, expected: tuple[int, int, int]) -> None:
    found = RULESET.named(fold(phrase), "Driving")
    assert found is not None
    assert (found.value, found.low, found.high) == expected


@pytest.mark.parametrize(
    ("phrase", "technological", "other"),
    [
        ("no tools", -10, -5),
        ("no equipment", -10, -5),
        ("improvised", -5, -2),
        ("improvised equipment", -5, -2),
        ("basic tools", 0, 0),
        ("good quality", 1, 1),
        ("fine tools", 2, 2),
        ("best tools TL8", 4, 4),
        ("best equipment tl 11", 5, 5),
        ("best tools tl0", 2, 2),
        ("best tools TL12", 6, 6),
        ("best tools TL13", None, None),
        ("best tools", None, None),
    ],
)
def test_tools_count_by_the_skill(phrase: str, technological: int | None, other: int | None) -> None:
    assert value(phrase, "Lockpicking") == technological
    assert value(phrase, "Carpentry") == other


@pytest.mark.parametrize(
    ("phrase", "points"),
    [
        ("haste 30%", -3),
        ("haste -50%", -5),
        ("haste −５０％", -5),
        ("half time", -5),
        ("haste 90%", -9),
        ("haste 100%", None),
        ("haste 35%", None),
        ("haste 0%", None),
        ("2x time", 1),
        ("double time", 1),
        ("time x4", 2),
        ("x15 time", 4),
        ("3x time", 1),
        ("99 × time", 5),
        ("1x time", None),
        ("time x0", None),
        ("x4", None),
    ],
)
def test_time(phrase: str, points: int | None) -> None:
    assert value(phrase) == points


def test_surfaces_are_for_climbers() -> None:
    climbed = ["tree", "ordinary mountain", "wall", "vertical stone wall", "building", "rope", "rope up", "rope down"]
    assert [value(surface, "Climbing") for surface in climbed] == [5, 0, -3, -3, -3, -2, -2, -1]
    assert all(value(surface, "Stealth") is None for surface in climbed)
    assert names("climbing")[:2] == ("ordinary tree", "ordinary mountain")
    assert "modern building" not in names("Stealth")


def test_extra_effort_in_combat_costs_fatigue() -> None:
    feverish = named("feverish defence", "Parry (Broadsword)")
    assert feverish is not None
    assert (feverish.value, feverish.costs) == (2, {"FP": 1})
    for phrase, points, costs in [("mighty blow", 0, {"FP": 1}), ("flurry", 3, {"FP": 1}), ("rapid strike", -6, {})]:
        found = named(phrase, "Broadsword")
        assert found is not None
        assert (found.value, found.costs, found.source) == (points, costs, "combat")
        assert named(phrase, "Dodge") is None
    assert named("feverish defense", "Broadsword") is None


def test_combat_options_are_offered_where_they_fit() -> None:
    assert names("Dodge")[0] == "feverish defense"
    assert "mighty blows" in names("Shortsword")
    assert "mighty blows" not in names("Lockpicking")
    assert not {"basic tools", "2x time", "haste 10%"} & set(names("block"))


def test_labels_are_readable() -> None:
    phrases = ["very hard", "fine quality", "haste 30%", "time x4", "dark 5", "total darkness", "best equipment tl8"]
    assert [found.label for phrase in phrases if (found := named(phrase, "Traps"))] == [
        "very hard",
        "fine tools",
        "30% less time",
        "4x time",
        "darkness 5",
        "total darkness",
        "best tools at TL8",
    ]


@given(st.text(max_size=20), st.sampled_from(ROLLS))
def test_whatever_is_typed_is_known_or_not(text: str, what: str) -> None:
    found = named(fold(text), what)
    assert found is None or found.low <= found.value <= found.high


# --- difficulty, equipment, time --------------------------------------------------------------------------------------


@given(st.integers(-10, 10), st.integers(-5, 25))
def test_every_modifier_of_the_scale_is_one_step(modifier: int, base: int) -> None:
    assert sum(step.low <= modifier <= step.high for step in DIFFICULTIES) == 1
    task = task_difficulty(modifier, base)
    assert (task.effective, task.roll_needed) == (base + modifier, modifier != 10)


@pytest.mark.parametrize("modifier", [-11, 11])
def test_beyond_the_scale(modifier: int) -> None:
    with pytest.raises(ValueError, match=r"-10 to \+10"):
        task_difficulty(modifier, 10)


@pytest.mark.parametrize(
    "name", ["Lockpicking", "Engineer (Clockwork)", "guns/TL8 (Pistol)", "Basket Weaving/TL2", "FIRST AID"]
)
def test_technological_skills(name: str) -> None:
    assert is_technological(name)


@pytest.mark.parametrize("name", ["Climbing", "Stealth", "Axe/Mace", "Two-Handed Axe/Mace", "Carpentry", ""])
def test_other_skills(name: str) -> None:
    assert not is_technological(name)


def test_equipment_that_is_none() -> None:
    with pytest.raises(ValueError, match="unknown quality 'shiny'"):
        equipment_modifier("shiny", technological=True, tl=8)
    for tl in (None, -1):
        with pytest.raises(ValueError, match="tech level"):
            equipment_modifier("best", technological=True, tl=tl)


@given(st.floats(1, 1000), st.floats(1, 1000))
def test_more_time_never_hurts(one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert 0 <= (time_modifier(less, None) or 0) <= (time_modifier(more, None) or 0) <= 5


@pytest.mark.parametrize(
    ("extra", "less"), [(0.5, None), (float("nan"), None), (None, 0), (None, 15), (None, None), (2, 10)]
)
def test_times_that_cannot_be(extra: float | None, less: int | None) -> None:
    with pytest.raises(ValueError, match=r"time|haste"):
        time_modifier(extra, less)


# --- long tasks, bought outcomes --------------------------------------------------------------------------------------


def test_long_tasks_as_the_tracker_asks_for_them() -> None:
    rules = RULESET.long_tasks
    assert rules is not None
    judged = [RULESET.judge(10, 10, roll, "success") for roll in (3, 9, 12, 18)]
    assert [rules.hours(judgement) for judgement in judged] == [12, 8, 4, 0]
    assert [rules.destroys(judgement) for judgement in judged] == [False, False, False, True]
    assert (rules.destroyed_notation, rules.supervisor_bonus) == ("2d", (1, 2))
    assert rules.supervisor_skills == ("Leadership", "Administration")


@pytest.mark.parametrize("destroyed", [None, 1, 13])
def test_a_critical_failure_needs_its_dice(destroyed: int | None) -> None:
    with pytest.raises(ValueError, match="2d man-hours"):
        long_task(0, [Worker(10, 18, destroyed)])


def test_a_supervisor_gives_two_points_at_most() -> None:
    for bonus in (-1, 3):
        with pytest.raises(ValueError, match="1 or 2 points"):
            long_task(bonus, [])
    assert long_task(2, [Worker(10, 12)]).outcomes == ("success",)


def test_dice_count_only_for_a_critical_failure() -> None:
    assert long_task(0, [Worker(10, 9, 7), Worker(10, 18, 5), Worker(10, 18, 12)]).hours_destroyed == 17


def test_outcomes_are_bought_step_by_step() -> None:
    rules = RULESET.buying
    assert rules is not None
    outcome: str | None = "critical_failure"
    steps = []
    while outcome and (better := rules.next_better(outcome)):
        steps.append((better, rules.price(outcome, better)))
        outcome = better
    assert steps == [("failure", 2), ("success", 1), ("critical_success", 2)]
    assert rules.price("success", "failure") is None
    assert rules.price("critical_failure", "success") is None
    assert rules.price("minor_success", "success") is None
    assert set(rules.genres) - set(rules.allowed_in) == {"horror", "mystery"}


def test_buying_what_is_not_for_sale() -> None:
    assert buy_success("heroic", "critical_success", "critical_success", 9).cost is None
    with pytest.raises(ValueError, match="unknown genre 'romance'"):
        buy_success("romance", "failure", "success", 9)
    with pytest.raises(ValueError, match="unknown outcome 'fumble'"):
        RULESET.buying.next_better("fumble")  # type: ignore[union-attr]


@pytest.mark.parametrize("what", ROLLS)
def test_a_modifier_is_known_by_its_own_label_too(what: str) -> None:
    """A roll that is made again names its modifiers as it kept them."""
    for phrase in names(what):
        found = named(phrase, what)
        assert found is not None
        assert named(fold(found.label), what) == found
