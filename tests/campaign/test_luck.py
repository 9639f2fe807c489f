"""Luck in the roll-under system: an attribute that is a pool, and wanes as the campaign has chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import every, one, types
from tracker.events import PoolChanged, RollMade


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", "d20under", PARTY) as opened:
        yield opened


def test_a_luck_roll_is_against_what_the_pool_holds(play: Table) -> None:
    done = play("lyssa luck =9")
    assert types(done) == ["RollMade", "PoolChanged"]
    assert (one(done, RollMade).kind, one(done, RollMade).target) == ("luck", 10)
    assert (one(done, PoolChanged).change, done.events[1].envelope.cause) == (-1, done.events[0].position)
    assert one(play("lyssa luck =10"), RollMade).success is False, "the second one is against 9"
    play("undo")
    play("undo")
    assert play.pool("lyssa", "Luck") == 10


@pytest.mark.parametrize(
    ("falls", "after"),
    [("success", [9, 9]), ("always", [9, 8]), ("never", [10, 10])],
)
def test_which_rolls_take_a_point_is_the_campaigns_choice(play: Table, falls: str, after: list[int]) -> None:
    if falls != "success":
        play(f"option luck_falls {falls}")
    left = []
    for dice in ("=5", "=19"):
        play(f"lyssa luck {dice}")
        left.append(play.pool("lyssa", "Luck"))
    assert left == after


@pytest.mark.parametrize(("floor", "left"), [("1", 1), ("3", 3), ("0", 0)])
def test_it_falls_to_the_floor_and_no_further(play: Table, floor: str, left: int) -> None:
    if floor != "1":
        play(f"option luck_floor {floor}")
    play("option luck_falls always")
    play("pool lyssa luck -6")
    for _ in range(6):
        play("lyssa luck =19")
    assert play.pool("lyssa", "Luck") == left
    assert types(play("lyssa luck =19")) == ["RollMade"], "a loss of nothing is none"


def test_a_loss_by_hand_stops_at_the_floor_too(play: Table) -> None:
    assert one(play("pool lyssa luck -30"), PoolChanged).change == -9
    play("option luck_floor 5")
    assert every(play("lyssa luck =1"), PoolChanged) == [], "from below the floor nothing is lost"
    assert one(play("pool lyssa luck +2"), PoolChanged).change == 2


def test_whose_sheet_states_none_starts_with_the_campaigns(play: Table) -> None:
    play("option luck_start 13")
    assert play.pool("lyssa", "Luck") == 13
    play("set lyssa luck=11")
    assert play.pool("lyssa", "Luck") == 11
    play("option luck_start 8")
    assert (play.pool("lyssa", "Luck"), play.pool("odo", "Luck")) == (11, 8)
    play("undo")
    assert play.pool("odo", "Luck") == 13


def test_a_point_that_was_lost_stays_lost_when_the_start_changes(play: Table) -> None:
    play("lyssa luck =3")
    play("option luck_start 12")
    assert play.pool("lyssa", "Luck") == 11


def test_dice_by_hand_take_what_was_chosen_when_they_were_asked_for(play: Table) -> None:
    play("option dice hand")
    waiting = max(play("lyssa luck").pending)
    play("option luck_falls always")
    assert every(play(f"answer {waiting} =19"), PoolChanged) == []
    assert play.pool("lyssa", "Luck") == 10
    later = max(play("lyssa luck").pending)
    assert one(play(f"answer {later} =19"), PoolChanged).change == -1


def test_the_roll_is_a_check_like_any_other(play: Table) -> None:
    roll = one(play("lyssa luck -2 cursed adv =19,7"), RollMade)
    assert (roll.target, roll.success, roll.mode) == (8, True, "advantage")
    assert play.refused("retry") == "nothing"
    assert play.refused("lyssa luck at door policy sometimes") == "policy"


def test_hit_points_are_plain_numbers(play: Table) -> None:
    assert one(play("hp lyssa -30"), PoolChanged).change == -30
    assert play.pool("lyssa", "HP") == -21


def test_rerolls_stop_at_none(play: Table) -> None:
    play("pool lyssa rerolls -50")
    assert play.pool("lyssa", "Rerolls") == 0
    assert play.refused("pool lyssa rerolls -1") == "empty"
    assert play.refused("set lyssa rerolls=-1") == "bad_number"
