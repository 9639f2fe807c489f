"""Tasks and retries: who may try again, at which penalty, and what the GM may overrule."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import RetryPenaltyApplied, RollMade, TaskEnded, TaskStarted
from tracker.service import Campaign


def test_a_plain_roll_opens_no_task(play: Play, campaign: Campaign) -> None:
    assert types(play("mira lockpicking -3 dark =6,5,4")) == ["RollMade"]
    assert campaign.state.tasks == {}


def test_a_retry_turns_the_failed_roll_into_the_first_attempt(play: Play, campaign: Campaign) -> None:
    failed = play("mira lockpicking -3 dark +1 fine tools =6,5,4").events[0]
    retried = play("retry =6,6,4")
    assert types(retried) == ["TaskStarted", "RetryPenaltyApplied", "RollMade"]
    assert one(retried, TaskStarted).first == failed.position
    roll = one(retried, RollMade)
    assert (roll.base, roll.target, roll.attempt, roll.retry_penalty) == (12, 9, 2, -1)
    assert [(modifier.label, modifier.value) for modifier in roll.modifiers] == [
        ("dark", -3),
        ("fine tools", 1),
        ("attempt 2", -1),
    ]


def test_the_penalty_grows_with_every_attempt_and_success_ends_the_task(play: Play, campaign: Campaign) -> None:
    targets = [one(play(f"mira lockpicking at west-door ={dice}"), RollMade).target for dice in ("6,6,4", "6,6,4", "5,5,5")]
    assert targets == [12, 11, 10]
    last = play("mira lockpicking at west-door =3,3,2")
    assert one(last, RollMade).target == 9
    assert one(last, TaskEnded).how == "success"
    again = play("mira lockpicking at west-door =3,3,2")
    assert one(again, TaskStarted).name == "west-door", "a task that is over starts anew"


def test_a_voided_attempt_does_not_count(play: Play) -> None:
    play("mira lockpicking at door =6,6,4")
    play("mira lockpicking at door =6,6,4")
    play("undo")
    assert one(play("mira lockpicking at door =6,6,4"), RollMade).attempt == 2


def test_two_characters_at_one_door_have_their_own_attempts(play: Play) -> None:
    play("mira lockpicking at door =6,6,4")
    assert one(play("vora lockpicking at door =6,6,4"), RollMade).retry_penalty == 0


@pytest.mark.parametrize(
    ("policy", "flags", "expected"),
    [
        ("one_chance", {}, None),
        ("after_damage", {}, None),
        ("after_damage", {"damage_assessed": True}, None),
        ("after_damage", {"damage_assessed": True, "waited": True}, 0),
        ("penalty", {}, -1),
        ("free", {}, 0),
    ],
)
def test_the_policy_rules_the_second_attempt(
    play: Play, campaign: Campaign, policy: str, flags: dict[str, bool], expected: int | None
) -> None:
    first = cmd.Roll(who="mira", what="lockpicking", at="bomb", policy=policy)
    campaign.execute(first, dice=["6,6,4"])
    second = cmd.Roll(who="mira", what="lockpicking", at="bomb", **flags)
    if expected is None:
        with pytest.raises(Refused) as refusal:
            campaign.execute(second, dice=["3,3,3"])
        assert refusal.value.code == "retry_refused"
        assert campaign.log.head().position == campaign.state.head, "nothing is recorded"
        return
    outcome = campaign.execute(second, dice=["3,3,3"])
    assert one(outcome, RetryPenaltyApplied).expected == expected
    assert one(outcome, RollMade).target == 12 + expected


def test_an_override_records_both_values_and_the_reason(campaign: Campaign) -> None:
    campaign.execute(cmd.Roll(who="mira", what="lockpicking", at="bomb", policy="one_chance"), dice=["6,6,4"])
    overruled = cmd.Roll(who="mira", what="lockpicking", at="bomb", penalty=-2, reason="the fuse was wet")
    penalty = one(campaign.execute(overruled, dice=["3,3,3"]), RetryPenaltyApplied)
    assert (penalty.expected, penalty.applied, penalty.reason) == (None, -2, "the fuse was wet")


def test_the_session_closes_open_tasks_unless_they_are_kept(play: Play, campaign: Campaign) -> None:
    play("mira lockpicking at door =6,6,4")
    assert [end.how for end in every(play("session end"), TaskEnded)] == ["session"]
    assert campaign.state.open_tasks() == {}
    play("undo")
    assert len(campaign.state.open_tasks()) == 1, "taking the end back opens the task again"
    assert types(play("session end keep")) == ["SessionEnded"]


def test_success_fright_checks_and_voided_rolls_are_not_retried(play: Play) -> None:
    passed = play("mira dx =3,3,3").events[0].position
    fright = play("fright mira ghoul -9 =6,6,5 =mira-table:2,2,2").events[3].position
    failed = play("mira dx =6,6,4").events[0].position
    play(f"void {failed}")
    for position, code in ((passed, "not_failed"), (fright, "not_retried"), (failed, "voided")):
        with pytest.raises(Refused) as refusal:
            play(f"retry {position}")
        assert refusal.value.code == code


def test_a_bare_retry_means_the_last_failure_that_is_still_open(play: Play) -> None:
    open_ = play("vora dx =6,6,4").events[0].position
    play("mira lockpicking at door =6,6,4")
    play("mira lockpicking at door =3,3,3")
    assert one(play("retry =3,3,3"), TaskStarted).first == open_
