"""Extra effort: declared for the next feat, paid in fatigue, attached to the roll that uses it."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import GM_ONLY, PoolChanged, RollMade
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


# -- for physical feats -----------------------------------------------------------------------------------------------


def test_all_that_an_effort_costs_follows_from_its_roll(play: Play, campaign: Campaign) -> None:
    play("fp mira -11")
    before = pools(campaign, "mira")
    failed = play("effort mira lift +10% =6,6,6")
    roll, fatigue, spilled, injury = failed.events[:4]
    assert [event.envelope.cause for event in (fatigue, spilled, injury)] == [
        roll.position,
        fatigue.position,
        roll.position,
    ]
    assert pools(campaign, "mira") == {"HP": before["HP"] - 2, "FP": before["FP"] - 1}
    play(f"void {roll.position}")
    assert pools(campaign, "mira") == before


def test_a_feat_goes_by_name_or_title(play: Play) -> None:
    for typed, what in (("jump", "Jumping"), ("Climbing", "Climbing"), ("lift", "Lifting"), ("st", "ST")):
        assert one(play(f"effort mira {typed} +5% =3,3,3"), RollMade).what == what


def test_a_feat_that_takes_no_effort_is_refused(play: Play) -> None:
    for typed in ("breath", "holding breath"):
        with pytest.raises(Refused) as refusal:
            play(f"effort mira {typed} +10%")
        assert (refusal.value.code, refusal.value.message) == (
            "effort_refused",
            "Extra effort is no help in Holding Breath.",
        )


def test_a_motive_may_be_an_event(play: Play, campaign: Campaign) -> None:
    fell = play("note her brother falls").events[0].position
    for reason, motivation in ((f"#{fell}", f"event {fell}"), (f"#{fell} her brother", "her brother")):
        effort = play(f"effort mira jump +20% because {reason} =3,3,3")
        assert one(effort, RollMade).motivation == motivation
        assert effort.events[0].envelope.cause == fell
    play(f"void {fell} dependants keep")
    for reason, code in ((f"#{fell}", "voided"), ("#9999", "not_found")):
        with pytest.raises(Refused) as refusal:
            play(f"effort mira jump +20% because {reason}")
        assert refusal.value.code == code


def test_a_hidden_motive_hides_the_effort(play: Play) -> None:
    seen = play("secret note the brother is a double").events[0].position
    assert {event.envelope.visibility for event in play(f"effort mira jump +20% because #{seen} =3,3,3").events} == {GM_ONLY}
