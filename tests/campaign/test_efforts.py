"""Extra effort: declared for the next feat, paid in fatigue, attached to the roll that uses it."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import PoolChanged, RollMade
from tracker.service import Campaign


def test_an_effort_costs_a_fatigue_point_whether_or_not_it_succeeds(play: Play, campaign: Campaign) -> None:
    assert types(play("effort mira st +10% =3,4,3")) == ["RollMade", "PoolChanged"]
    assert types(play("effort mira st +10% =5,5,4")) == ["RollMade", "PoolChanged"]
    assert pools(campaign, "mira") == {"HP": 10, "FP": 9}


def test_every_five_percent_take_a_point_and_a_motive_gives_five(play: Play) -> None:
    roll = one(play("effort mira st +20% protecting her brother =4,4,4"), RollMade)
    assert (roll.base, roll.target, roll.increase, roll.motivation) == (12, 13, 20, "protecting her brother")
    assert [modifier.value for modifier in roll.modifiers] == [-4, 5]


def test_a_critical_failure_also_costs_hit_points(play: Play) -> None:
    changes = every(play("effort mira st +10% =6,6,6"), PoolChanged)
    assert [(change.pool, change.change, change.reason) for change in changes] == [
        ("FP", -1, "extra_effort"),
        ("HP", -1, "extra_effort"),
    ]


def test_below_zero_fatigue_each_effort_costs_a_hit_point_too(play: Play, campaign: Campaign) -> None:
    play("fp mira -11")
    changes = every(play("effort mira st +10% =3,4,3"), PoolChanged)
    assert [(change.pool, change.change, change.reason) for change in changes] == [
        ("FP", -1, "extra_effort"),
        ("HP", -1, "fatigue"),
    ]


def test_the_next_roll_of_that_feat_uses_a_successful_effort_once(play: Play) -> None:
    effort = play("effort mira st +20% =2,3,2").events[0].position
    assert one(play("mira dx =3,3,3"), RollMade).effort is None, "another feat leaves it alone"
    assert one(play("mira st =3,3,3"), RollMade).effort == effort
    assert one(play("mira st =3,3,3"), RollMade).effort is None


def test_a_failed_effort_grants_nothing(play: Play) -> None:
    play("effort mira st +20% =6,5,4")
    assert one(play("mira st =3,3,3"), RollMade).effort is None


def test_machines_odd_percentages_and_targets_below_three_are_refused(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Unit", values=(("machine", "yes"),)))
    for line, code in (
        ("effort unit st +10%", "effort_refused"),
        ("effort mira st +12%", "effort_refused"),
        ("effort mira st +50%", "not_attemptable"),
    ):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == code, line
    assert pools(campaign, "mira")["FP"] == 11
