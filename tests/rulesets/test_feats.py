"""Physical feats of GURPS 4e where the worked cases don't reach: what a GM may type, loads, efforts, impossible values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import Sheet
from tracker.rulesets.base import FeatPlan, FeatRoll, Input
from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.feats import FEATS
from tracker.rulesets.gurps4e.feats.breath import BREATH_HOLDING
from tracker.rulesets.gurps4e.feats.climb import SURFACES
from tracker.rulesets.gurps4e.feats.movement import encumbered
from tracker.rulesets.gurps4e.feats.strength import basic_lift
from tracker.text import fold

SUCCESS = RULESET.judge(10, 10, 8, "success")
FAILURE = RULESET.judge(10, 10, 12, "success")
CRITICAL_FAILURE = RULESET.judge(10, 10, 18, "success")

# One set of values for each feat that anyone of average build can do.
ORDINARY: dict[str, dict[str, Any]] = {
    "climb": {"surface": "ordinary_tree", "height": 30},
    "jump": {"kind": "broad", "run": 2},
    "run": {"mode": "sprint", "time": 40},
    "swim": {"time": 600},
    "hike": {"terrain": "average", "days": 3},
    "breath": {"exertion": "mild"},
    "lift": {"kind": "carry"},
    "throw": {"weight": 20},
    "dig": {"soil": "ordinary", "tool": "iron", "time": 2},
}


def sheet(level: int = 10, *, load: int = 0, **skills: int) -> Sheet:
    """Someone with all attributes at ``level`` and Move at half of it."""
    attributes = dict.fromkeys(("st", "dx", "ht"), float(level)) | dict.fromkeys(("move", "basic_move"), float(level // 2))
    return Sheet(attributes, {name.capitalize(): skill for name, skill in skills.items()}, load=load)


def plan(feat: str, who: Sheet | None = None, increase: int = 0, **said: Any) -> FeatPlan:
    return FEATS[feat].plan(who or sheet(), ORDINARY[feat] | said, increase)


def figures(found: FeatPlan) -> dict[str, tuple[float, str]]:
    return {figure.name: (figure.value, figure.unit) for figure in found.figures}


def roll(found: FeatPlan) -> FeatRoll:
    assert found.roll is not None
    return found.roll


def given_input(feat: str, key: str) -> Input:
    return next(asked for asked in FEATS[feat].inputs if asked.key == key)


# --- all of them ------------------------------------------------------------------------------------------------------


def test_the_feats_there_are() -> None:
    assert {name: feat.effort for name, feat in FEATS.items()} == {
        "climb": "speed",
        "jump": "distance",
        "run": "speed",
        "swim": "speed",
        "hike": "distance",
        "breath": None,
        "lift": "weight",
        "throw": "distance",
        "dig": "volume",
    }
    assert RULESET.feats is FEATS
    assert BREATH_HOLDING in RULESET.traits


@pytest.mark.parametrize("feat", FEATS)
def test_no_word_means_two_things(feat: str) -> None:
    for asked in FEATS[feat].inputs:
        words = [fold(word) for key, others in asked.choices.items() for word in {fold(key), *others}]
        assert len(set(words)) == len(words)
        if asked.default is not None and asked.kind == "choice":
            assert asked.default in asked.choices


@pytest.mark.parametrize(
    ("feat", "key", "unit", "factor"),
    [
        ("climb", "height", "ft", 1),
        ("climb", "height", "", 1),
        ("climb", "height", "yd", 3),
        ("climb", "height", "m", 3.28084),
        ("jump", "run", "yd", 1),
        ("jump", "run", "ft", 1 / 3),
        ("run", "time", "s", 1),
        ("run", "time", "min", 60),
        ("run", "time", "m", 60),
        ("swim", "time", "h", 3600),
        ("hike", "days", "d", 1),
        ("throw", "weight", "lb", 1),
        ("throw", "weight", "kg", 2.20462),
        ("dig", "time", "", 1),
        ("dig", "time", "h", 1),
        ("dig", "time", "min", 1 / 60),
    ],
)
def test_units_that_may_be_typed(feat: str, key: str, unit: str, factor: float) -> None:
    assert given_input(feat, key).units[unit] == pytest.approx(factor)


@pytest.mark.parametrize("feat", [name for name in FEATS if name not in ("climb", "throw")])
@given(level=st.integers(2, 40), more=st.integers(1, 20))
def test_the_better_never_do_worse(feat: str, level: int, more: int) -> None:
    worse, better = figures(plan(feat, sheet(level))), figures(plan(feat, sheet(level + more)))
    assert all(better[name][0] >= value for name, (value, _) in worse.items())


@pytest.mark.parametrize("feat", ["run", "swim", "hike", "lift", "throw", "dig"])
@given(level=st.integers(8, 30), steps=st.integers(1, 20))
def test_every_step_of_an_effort_shows(feat: str, level: int, steps: int) -> None:
    less, more = plan(feat, sheet(level), 5 * steps - 5), plan(feat, sheet(level), 5 * steps)
    assert more.figures[0].value > less.figures[0].value


@given(feet=st.integers(1, 2_000), percent=st.integers(0, 40), surface=st.sampled_from(sorted(SURFACES)))
def test_a_hastened_climb_takes_no_longer(feet: int, percent: int, surface: str) -> None:
    slow, fast = (plan("climb", height=feet, surface=surface, increase=pushed) for pushed in (0, 5 * percent))
    assert slow.seconds is not None
    assert fast.seconds is not None
    # Both are rounded up to whole seconds.
    assert (slow.seconds - 1) / (1 + percent / 20) < fast.seconds <= slow.seconds
    assert roll(fast).count <= roll(slow).count


@pytest.mark.parametrize(
    ("feat", "said", "sentence"),
    [
        ("climb", {"height": 0}, r"The height must be more than 0, not 0\."),
        ("climb", {"height": -3}, "height"),
        ("climb", {"height": float("nan")}, "height"),
        ("climb", {"height": float("inf")}, "height"),
        ("jump", {"run": -1}, r"The running start must be 0 yards or more, not -1\."),
        ("jump", {"run": float("inf")}, "running start"),
        ("run", {"time": 0}, "time"),
        ("swim", {"time": 0}, "time"),
        ("hike", {"days": 0}, "days"),
        ("hike", {"days": 1.5}, r"must be whole, not 1\.5\."),
        ("throw", {"weight": 0}, "weight"),
        ("throw", {"weight": 161}, r"161 lb are too heavy to throw: ST 10 throws 160 lb at most\."),
        ("dig", {"time": -1}, "time"),
    ],
)
def test_what_cannot_be_done(feat: str, said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        plan(feat, **said)


@pytest.mark.parametrize("feat", ["run", "hike"])
def test_nobody_goes_with_move_0(feat: str) -> None:
    with pytest.raises(ValueError, match="Move 0"):
        plan(feat, sheet(1))


# --- movement and strength --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "by_load"), [(5, [5, 4, 3, 2, 1]), (6, [6, 4, 3, 2, 1]), (1, [1] * 5), (0, [0] * 5)])
def test_a_load_slows(move: int, by_load: list[int]) -> None:
    assert [encumbered(move, load) for load in range(5)] == by_load
    for load in (-1, 5):
        with pytest.raises(ValueError, match="0 to 4"):
            encumbered(move, load)


def test_basic_lift_is_whole_from_ten_pounds() -> None:
    assert [basic_lift(level) for level in (7, 8, 10, 11, 12, 13)] == [9.8, 13, 20, 24, 29, 34]


# --- climbing ---------------------------------------------------------------------------------------------------------


def test_a_climb_names_what_it_rolls_against() -> None:
    untrained = roll(plan("climb", sheet(12, load=2), surface="vertical_stone_wall"))
    assert (untrained.what, untrained.base, untrained.default) == ("Climbing", 7, "DX-5")
    assert [(m.label, m.value, m.source) for m in untrained.modifiers] == [
        ("vertical stone wall", -3, "surface"),
        ("encumbrance 2", -2, "load"),
    ]
    trained = roll(plan("climb", sheet(12, climbing=14)))
    assert (trained.base, trained.default) == (14, "")
    assert roll(plan("climb", sheet(25))).base == 15, "Rule of 20"


@pytest.mark.parametrize(("feet", "rolls"), [(50, 1), (51, 2), (100, 2), (101, 3)])
def test_another_roll_at_every_five_minutes_that_end_on_the_climb(feet: int, rolls: int) -> None:
    found = roll(plan("climb", surface="ordinary_mountain", height=feet))
    assert (found.count, found.every) == (rolls, 300)


def test_an_effort_climbs_faster() -> None:
    assert [plan("climb", increase=percent).seconds for percent in (0, 50, 25, 10)] == [90, 60, 72, 82]


def test_combat_speed_takes_fatigue() -> None:
    assert plan("climb").effects == ()
    hurried = plan("climb", combat=True)
    assert hurried.seconds == 30
    assert [(effect.pool, effect.points, effect.over) for effect in hurried.effects] == [("FP", 1, False)]


@pytest.mark.parametrize(("combat", "seconds"), [(False, 20), (True, 5)])
def test_down_a_rope(combat: bool, seconds: int) -> None:
    assert plan("climb", surface="rope_down", height=10, combat=combat).seconds == seconds
    assert plan("climb", surface="rope_down_equipped", height=60, combat=combat).seconds == 5


@pytest.mark.parametrize(
    ("judgement", "roped", "secured", "text"),
    [
        (SUCCESS, False, False, None),
        (FAILURE, False, False, "falls"),
        (FAILURE, False, True, "falls"),
        (FAILURE, True, False, "caught by the rope"),
        (CRITICAL_FAILURE, True, False, "falls"),
        (CRITICAL_FAILURE, True, True, "caught by the rope"),
        (CRITICAL_FAILURE, False, False, "falls"),
    ],
)
def test_how_a_climb_ends(judgement: Any, roped: bool, secured: bool, text: str | None) -> None:
    found = FEATS["climb"].effects(judgement, {"roped": roped, "secured": secured})
    assert [(effect.text, effect.over) for effect in found] == ([(text, True)] if text else [])


# --- jumping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "run", "distance"),
    [
        ("high", 0, 20),
        ("high", 3, 38),
        ("high", 4, 40),
        ("high", 30, 40),
        ("broad", 3, 13),
        ("broad", 4, 14),
        ("broad", 9, 14),
    ],
)
def test_a_running_start_doubles_a_jump_at_most(kind: str, run: int, distance: int) -> None:
    assert plan("jump", kind=kind, run=run).figures[0].value == distance


def test_jumps_in_their_units() -> None:
    assert figures(plan("jump", kind="high", run=None)) == {"distance": (20, "inches")}
    assert figures(plan("jump", kind="broad", run=None, increase=20)) == {"distance": (8, "feet")}, "7 and a fifth: 8.4"
    assert plan("jump", sheet(10, jumping=15), kind="broad", run=0).figures[0].value == 11, "half of Jumping-15 is 7"
    assert plan("jump", kind="broad", run=6 * (1 / 3)).figures[0].value == 11, "six feet are two yards"
    assert plan("jump").roll is None


# --- running and swimming ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "seconds", "speed", "distance", "checks"),
    [("sprint", 1, 6, 5, 0), ("sprint", 15, 6, 89, 1), ("sprint", 44, 6, 263, 2), ("paced", 120, 3, 360, 2)],
)
def test_runs(mode: str, seconds: int, speed: float, distance: int, checks: int) -> None:
    found = plan("run", mode=mode, time=seconds)
    assert figures(found) == {"speed": (speed, "yards/second"), "distance": (distance, "yards")}
    assert (found.roll.count if found.roll else 0) == checks
    assert found.seconds == seconds


def test_a_run_under_a_load_and_with_an_effort() -> None:
    assert figures(plan("run", sheet(10, load=2), mode="sprint", time=11))["distance"] == (43, "yards")
    assert figures(plan("run", mode="paced", time=100, increase=5)) == {
        "speed": (3.15, "yards/second"),
        "distance": (315, "yards"),
    }


def test_fatigue_of_a_run_is_rolled_against_the_better_number() -> None:
    assert [(roll(plan("run", who)).what, roll(plan("run", who)).base) for who in (sheet(), sheet(running=9))] == [
        ("HT", 10)
    ] * 2
    better = roll(plan("run", sheet(running=13), mode="paced", time=180))
    assert (better.what, better.base, better.count, better.every) == ("Running", 13, 3, 60)
    assert [(effect.pool, effect.points) for effect in FEATS["run"].effects(FAILURE, {})] == [("FP", 1)]
    assert FEATS["run"].effects(SUCCESS, {}) == ()


def test_swimming_with_a_load() -> None:
    found = plan("swim", sheet(20, load=2), time=601)
    assert figures(found) == {"speed": (1, "yards/second"), "distance": (601, "yards")}, "water Move 2, and three fifths"
    swum = roll(found)
    assert (swum.what, swum.base, swum.default, swum.count, swum.every) == ("Swimming", 16, "HT-4", 3, 300)
    assert [(m.value, m.source) for m in swum.modifiers] == [(-4, "load")]


def test_swimming_for_no_stated_time_takes_the_first_roll() -> None:
    found = plan("swim", time=None)
    assert (figures(found), found.seconds, roll(found).count) == ({"speed": (1, "yards/second")}, None, 1)
    (choked,) = FEATS["swim"].effects(FAILURE, {})
    assert (choked.pool, choked.points, choked.over, choked.again) == ("FP", 1, False, 5)
    assert FEATS["swim"].effects(SUCCESS, {}) == ()


# --- hiking, breath ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terrain", "miles"), [("very_bad", 10), ("bad", 25), ("average", 50), ("good", 62.5)])
def test_a_days_march(terrain: str, miles: float) -> None:
    found = plan("hike", terrain=terrain, days=1)
    assert figures(found) == {"distance": (miles, "miles")}
    assert (roll(found).what, roll(found).base, roll(found).default, roll(found).count) == ("Hiking", 5, "HT-5", 1)


def test_a_longer_march() -> None:
    found = plan("hike", sheet(12, load=1, hiking=13), days=3, increase=10)
    assert figures(found) == {"distance": (132, "miles"), "distance a day": (44, "miles")}
    assert (roll(found).base, roll(found).count, roll(found).every, found.seconds) == (13, 3, 86_400, 259_200)
    assert "+20%" in FEATS["hike"].effects(SUCCESS, {})[0].text
    assert FEATS["hike"].effects(FAILURE, {}) == ()


@pytest.mark.parametrize(
    ("exertion", "levels", "seconds"),
    [("none", 0, 110), ("mild", 0, 44), ("heavy", 0, 11), ("none", 1, 220), ("mild", 2, 176)],
)
def test_breath(exertion: str, levels: int, seconds: int) -> None:
    diver = Sheet({"ht": 11}, traits={BREATH_HOLDING: levels})
    found = plan("breath", diver, exertion=exertion)
    assert (figures(found), found.seconds, found.roll) == ({"time": (seconds, "seconds")}, seconds, None)


# --- lifting, throwing, digging ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "pounds", "seconds"),
    [
        ("one_hand", 68, 2),
        ("two_hands", 272, 4),
        ("shove", 408, None),
        ("running_shove", 816, None),
        ("carry", 510, None),
        ("shift", 1700, None),
    ],
)
def test_lifting(kind: str, pounds: int, seconds: int | None) -> None:
    found = plan("lift", sheet(13), kind=kind)
    assert (figures(found), found.seconds) == ({"weight": (pounds, "lb")}, seconds)
    assert plan("lift", sheet(13), kind=kind, increase=10).figures[0].value == pytest.approx(1.1 * pounds, abs=0.01)


@pytest.mark.parametrize(
    ("pounds", "yards"),
    [(0.5, 35), (1, 35), (1.01, 25), (4, 15), (20, 6), (20.5, 4), (40, 3), (100, 1.2), (101, 1), (160, 0.8)],
)
def test_throwing_takes_the_heavier_row(pounds: float, yards: float) -> None:
    assert figures(plan("throw", weight=pounds)) == {"distance": (yards, "yards")}


def test_throwing_with_an_effort() -> None:
    assert plan("throw", weight=161, increase=10).figures[0].value == 0.99, "ST 11 has Basic Lift 24, and a ratio up to 7"
    with pytest.raises(ValueError, match="at most"):
        plan("throw", weight=193, increase=10)


@pytest.mark.parametrize(
    ("soil", "tool", "volume"),
    [("loose", "iron", 80), ("ordinary", "iron", 40), ("loose", "wooden", 40), ("ordinary", "improvised", 10)],
)
def test_digging(soil: str, tool: str, volume: float) -> None:
    found = plan("dig", soil=soil, tool=tool, time=2)
    assert (figures(found), found.seconds) == ({"volume": (volume, "cubic feet")}, 7200)
