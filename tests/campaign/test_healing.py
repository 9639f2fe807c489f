"""Rest for days, natural healing, first aid, bandages."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.test_injury import asked, waiting
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import AmountRolled, NoteAdded, PoolChanged, RollMade
from tracker.service import Campaign


def refusal(play: Play, line: str) -> str:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value.code


# -- rest -------------------------------------------------------------------------------------------------------------


def test_a_day_of_rest_gives_a_point_with_a_roll_on_health(play: Play, campaign: Campaign) -> None:
    play("hp mira -5")
    outcome = play("heal mira +1 a physician's care =4,4,4")
    roll, change = one(outcome, RollMade), one(outcome, PoolChanged)
    assert (roll.kind, roll.what, roll.target) == ("healing", "HT", 12)
    assert (change.change, change.reason) == (1, "healing")
    assert outcome.events[1].envelope.cause == outcome.events[0].position
    assert types(play("heal mira =6,6,6")) == ["RollMade"]
    assert pools(campaign, "mira")["HP"] == 6
    assert refusal(play, "heal vora") == "full"


def test_whole_days_of_rest_ask_for_their_rolls(play: Play, campaign: Campaign) -> None:
    play("hp mira -2")
    assert types(play("rest 23h")) == ["ClockAdvanced"]
    outcome = play("rest 3d")
    assert types(outcome) == ["ClockAdvanced", "ProcedureStarted", "PromptOpened", "PromptOpened", "PromptOpened"]
    assert asked(campaign) == [f"Mira: HT to heal, day {day} of 3, target 11" for day in (1, 2, 3)]
    assert refusal(play, "heal mira") == "waiting"
    first, second, third = campaign.state.open_prompts()
    play(f"answer {second} =3,3,3")
    assert list(campaign.state.open_prompts()) == [first, third]
    last = play(f"answer {first} =3,3,3")
    assert types(last) == ["PromptAnswered", "RollMade", "PoolChanged", "PromptAnswered", "ProcedureEnded"]
    assert asked(campaign) == [], "there is nothing left to heal"
    play("undo")
    assert list(campaign.state.open_prompts()) == [first, third]
    assert pools(campaign, "mira")["HP"] == 9


def test_only_its_own_pool_being_full_ends_a_healing(play: Play, campaign: Campaign) -> None:
    play("hp mira -2")
    play("rest 2d")
    play("fp mira -1")
    play("fp mira +1")
    assert len(asked(campaign)) == 2
    play("hp mira +2 potion")
    assert asked(campaign) == []


def test_no_more_than_seven_prompts_and_the_rest_is_told(play: Play, campaign: Campaign) -> None:
    play("hp mira -9")
    outcome = play("rest 10d mira")
    assert len(asked(campaign)) == 7
    assert (
        one(outcome, NoteAdded).text == "7 of 10 days of rest ask for their rolls; “heal Mira” makes each of the 3 others."
    )
    play("undo")
    assert asked(campaign) == []


def test_a_rest_with_its_dice_given(play: Play, campaign: Campaign) -> None:
    play("hp mira -2")
    outcome = play("rest 2d =mira-healing:3,3,3 =healing:6,6,6")
    assert [roll.success for roll in every(outcome, RollMade)] == [True, False]
    assert (pools(campaign, "mira")["HP"], outcome.pending) == (9, {})


def test_the_dead_do_not_heal(play: Play) -> None:
    play("hp mira -60")
    assert types(play("rest 3d")) == ["ClockAdvanced"]


# -- first aid --------------------------------------------------------------------------------------------------------


def test_first_aid_by_default_at_the_campaigns_tech_level(play: Play, campaign: Campaign) -> None:
    play("hp mira -6")
    outcome = play("firstaid vora mira =2,2,1 =4")
    assert types(outcome) == ["ProcedureStarted", "RollMade", "AmountRolled", "PoolChanged", "ProcedureEnded"]
    roll = one(outcome, RollMade)
    assert (roll.kind, roll.what, roll.default, roll.target) == ("first_aid", "First Aid", "IQ-4", 6)
    assert one(outcome, AmountRolled).notation == "1d6"
    assert one(outcome, PoolChanged) == PoolChanged(
        pool="HP", change=4, reason="first_aid", note="by Vora, TL 8, 20 minutes"
    )
    assert [event.subject for event in outcome.events] == [None, "vora", "mira", "mira", None]
    assert [event.envelope.cause for event in outcome.events[2:4]] == [event.position for event in outcome.events[1:3]]
    play("option tl 3")
    assert one(play("firstaid vora mira =2,2,1 =2"), PoolChanged).change == 1, "1d-3, at least 1"
    assert pools(campaign, "mira")["HP"] == 9
    assert one(play("firstaid vora mira tl 8 =2,2,1 =6"), PoolChanged).change == 1, "no more than is missing"


def test_criticals_and_failures_of_first_aid(play: Play, campaign: Campaign) -> None:
    play("set vora first_aid=13")
    play("hp mira -9")
    best = play("firstaid vora mira tl 5 =1,1,1")
    assert types(best) == ["ProcedureStarted", "RollMade", "PoolChanged", "ProcedureEnded"]
    assert one(best, PoolChanged).change == 4, "the most that 1d-2 can show"
    assert types(play("firstaid vora mira -2 on horseback =4,4,4")) == ["ProcedureStarted", "RollMade", "ProcedureEnded"]
    play("hp mira -4")
    worst = play("firstaid vora mira =6,6,6")
    assert one(worst, PoolChanged).change == -2
    assert pools(campaign, "mira")["HP"] == -1
    assert [text.split(" (")[0] for text in asked(campaign)] == ["Mira: Consciousness"], "any loss asks what it asks"
    play("undo")
    assert (pools(campaign, "mira")["HP"], asked(campaign)) == (1, [])


def test_first_aid_by_hand_asks_for_one_throw_after_the_other(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    play("hp mira -6")
    play("firstaid vora mira")
    assert asked(campaign) == ["Vora: First Aid (default IQ-4) for Mira, target 6"]
    play(f"answer {waiting(campaign, 'First Aid')} =1,2,2")
    assert asked(campaign) == ["Vora: 1d HP for Mira"]
    play(f"answer {waiting(campaign, '1d')} =5")
    assert (pools(campaign, "mira")["HP"], asked(campaign)) == (9, [])
    assert refusal(play, "firstaid vora vora") == "full"


def test_a_healer_may_be_the_patient_and_secrets_stay_secret(play: Play) -> None:
    play("set vora first_aid=13")
    play("hp vora -6")
    outcome = play("secret firstaid vora vora =3,3,3 =healed:5")
    assert {event.envelope.visibility for event in outcome.events} == {"gm"}


def test_first_aid_that_can_not_be_given(play: Play, campaign: Campaign) -> None:
    assert refusal(play, "firstaid vora mira") == "full"
    play("hp mira -6")
    assert refusal(play, "firstaid vora mira tl 9") == "no_rule"
    assert refusal(play, "firstaid vora mira tl -1") == "no_rule"
    assert refusal(play, "firstaid vora") == "syntax"
    assert refusal(play, "firstaid vora nobody") == "syntax"
    assert refusal(play, "firstaid vora mira -9") == "not_attemptable"
    with pytest.raises(Refused):
        campaign.execute(cmd.FirstAid(healer="vora", patient="", tl=8))


def test_a_bandage(play: Play, campaign: Campaign) -> None:
    play("hp mira -1")
    change = one(play("bandage mira a torn shirt"), PoolChanged)
    assert (change.change, change.reason, change.note) == (1, "bandage", "a torn shirt")
    assert refusal(play, "bandage mira") == "full"
