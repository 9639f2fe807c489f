"""Trying again in words: what the policy asks for is said on the line."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one, types
from tracker.errors import Refused
from tracker.events import RetryPenaltyApplied, RollMade, TaskStarted
from tracker.service import Campaign


def test_after_damage_asks_for_both_and_says_what_to_type(play: Play) -> None:
    play("mira lockpicking at door policy damage =6,6,4")
    for line in ("retry =3,3,3", "retry damage =3,3,3", "retry waited =3,3,3", "mira lockpicking at door =3,3,3"):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert "“retry damage waited”" in refusal.value.message
    assert one(play("retry damage waited =6,6,4"), RetryPenaltyApplied).applied == 0
    again = play("mira lockpicking at door waited damage -1 rust =3,3,3")
    assert (one(again, RetryPenaltyApplied).applied, one(again, RollMade).target) == (0, 11)


def test_one_chance_refuses_until_it_is_overruled(play: Play) -> None:
    play("mira lockpicking at bomb policy once =6,6,4")
    with pytest.raises(Refused) as refusal:
        play("retry damage waited =3,3,3")
    assert "“retry penalty -2 because REASON”" in refusal.value.message
    penalty = one(play("retry penalty -2 because the fuse was wet =3,3,3"), RetryPenaltyApplied)
    assert (penalty.expected, penalty.applied, penalty.reason) == (None, -2, "the fuse was wet")


def test_free_never_counts(play: Play) -> None:
    play("mira lockpicking at door policy free =6,6,4")
    rolls = [one(play("retry =6,6,4"), RollMade) for _ in range(3)]
    assert [(roll.attempt, roll.target) for roll in rolls] == [(2, 12), (3, 12), (4, 12)]


def test_a_plain_failure_gets_its_policy_with_the_retry(play: Play) -> None:
    roll = play("mira lockpicking =6,6,4").events[0].position
    with pytest.raises(Refused) as refusal:
        play(f"retry {roll} policy once =3,3,3")
    assert refusal.value.code == "retry_refused"
    retried = play(f"retry {roll} policy damage damage waited -2 dark, +1 calm =3,3,3")
    assert one(retried, TaskStarted).policy == "after_damage"
    assert one(retried, RollMade).target == 11


def test_of_somebody_and_with_names_that_the_rules_know(play: Play) -> None:
    play("mira lockpicking haste 50% =6,5,5")
    play("vora dx =6,5,5")
    mira = one(play("retry mira fine tools penalty -3 because she is tired =3,3,3"), RollMade)
    assert [(each.label, each.value) for each in mira.modifiers] == [
        ("50% less time", -5),
        ("fine tools", 2),
        ("attempt 2", -3),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("retry penalty", "syntax"),
        ("retry penalty much", "syntax"),
        ("retry because", "syntax"),
        ("retry policy sometimes", "policy"),
        ("retry at door", "syntax"),
        ("retry damage control", "syntax"),
    ],
)
def test_what_is_not_understood(play: Play, campaign: Campaign, line: str, code: str) -> None:
    play("mira lockpicking =6,6,4")
    head = campaign.state.head
    with pytest.raises(Refused) as refusal:
        play(f"{line} =3,3,3")
    assert refusal.value.code == code
    assert campaign.state.head == head


def test_without_a_task_these_words_are_labels(play: Play) -> None:
    roll = one(play("mira lockpicking -2 damage to the hand =3,3,3"), RollMade)
    assert [(each.label, each.value) for each in roll.modifiers] == [("damage to the hand", -2)]
    assert types(play('mira lockpicking at door -2 "damage to the hand" =3,3,3'))[0] == "TaskStarted"
