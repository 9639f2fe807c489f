"""Recovery rolls as time passes, and what a condition leaves behind."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.test_injury import asked, conditions, waiting
from tests.campaign.told import every, one, types
from tracker.campaign.recovery import next_roll
from tracker.errors import Refused
from tracker.events import ConditionAdded, ConditionEnded, ModifierAdded, RollMade
from tracker.service import Campaign

STUN = "fright mira ghoul -3 =4,4,4 =mira-table:4,4,3 =fp:1 =stun:2"  # stunned from second 2 on, every second, at Will -3


def due(campaign: Campaign, who: str) -> list[int | None]:
    return [next_roll(campaign.state, at, one) for at, one in campaign.view(who).conditions.items()]


def test_the_roll_is_asked_for_when_its_time_comes(play: Play, campaign: Campaign) -> None:
    play(STUN)
    assert due(campaign, "mira") == [2]
    assert asked(campaign) == []
    assert types(play("clock +1s")) == ["ClockAdvanced"]
    outcome = play("clock +1s")
    assert types(outcome) == ["ClockAdvanced", "ProcedureStarted", "PromptOpened"]
    assert asked(campaign) == ["Mira: Will to recover from stunned, target 9"]
    assert types(play("clock +1m")) == ["ClockAdvanced"], "it is asked once"


def test_a_success_ends_the_condition(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +2s")
    outcome = play(f"answer {waiting(campaign, 'stunned')} =3,3,3")
    assert types(outcome) == ["PromptAnswered", "RollMade", "ConditionEnded", "ProcedureEnded"]
    roll = one(outcome, RollMade)
    assert (roll.kind, roll.what, roll.base, roll.target) == ("recovery", "Will", 12, 9)
    assert [(each.label, each.value) for each in roll.modifiers] == [("carried over", -3)]
    assert one(outcome, ConditionEnded).by == "roll"
    assert conditions(campaign, "mira") == []
    play("undo")
    assert conditions(campaign, "mira") == ["stunned"]
    assert asked(campaign) == ["Mira: Will to recover from stunned, target 9"]


def test_a_failure_waits_for_the_next_roll_or_asks_at_once_when_that_is_due(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +2s")
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    assert (asked(campaign), due(campaign, "mira")) == ([], [3])
    play("clock +2s")
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    assert asked(campaign) == ["Mira: Will to recover from stunned, target 9"], "the one of second 4 is due as well"
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    assert asked(campaign) == []
    play("undo")
    play("undo")
    assert due(campaign, "mira") == [3], "a failure that was taken back doesn't count"


def test_named_modifiers_of_the_check_keep_their_names(play: Play) -> None:
    play("fright mira ghoul alone -2 slime =6,4,4 =mira-table:4,4,2 =stun:2")
    roll = one(play("recover mira =3,3,3"), RollMade)
    assert [(each.label, each.value) for each in roll.modifiers] == [("alone", -2), ("slime", -2)]


def test_a_recovery_roll_may_be_made_before_its_time(play: Play, campaign: Campaign) -> None:
    with pytest.raises(Refused, match="no such condition"):
        play("recover mira")
    play("condition mira add blinded")
    with pytest.raises(Refused, match="no such condition that a roll ends; present: blinded"):
        play("recover mira blinded")
    play(STUN)
    failed = play("recover mira =6,6,3")
    assert types(failed) == ["RollMade"]
    assert due(campaign, "mira")[-1] == 3
    done = play("recover mira stun +1 slapped =4,3,3")
    assert one(done, RollMade).target == 10
    assert types(done) == ["RollMade", "ConditionEnded"]
    assert conditions(campaign, "mira") == ["blinded"]


def test_while_a_prompt_is_open_the_roll_is_its_answer(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +2s")
    with pytest.raises(Refused, match=f"answer {waiting(campaign, 'stunned')}"):
        play("recover mira stunned")


def test_a_prompt_goes_with_its_condition(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +2s")
    prompt = waiting(campaign, "stunned")
    play("condition mira end stunned")
    assert asked(campaign) == []
    with pytest.raises(Refused, match="no open prompt"):
        play(f"answer {prompt} =3,3,3")
    play("undo")
    assert waiting(campaign, "stunned") == prompt
    fright = next(e.position for e in campaign.log.read() if isinstance(e.event, ConditionAdded))
    play(f"void {fright} dependants keep")
    assert asked(campaign) == []
    play("undo")
    assert waiting(campaign, "stunned") == prompt


def test_time_between_sessions_counts_where_it_is_known(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("session end")
    assert [prompt.text for prompt in play("session start Two elapsed 3d").pending.values()] == [
        "Mira: Will to recover from stunned, target 9"
    ]


def test_consecutive_rolls_with_dice_of_the_system(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +10m")
    for _ in range(50):
        if not asked(campaign):
            break
        assert one(play(f"answer {waiting(campaign, 'stunned')}"), RollMade).dice_source == "seed"
    assert conditions(campaign, "mira") == []


def test_consecutive_rolls_by_hand_and_with_labelled_dice(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    play(STUN)
    outcome = play("clock +10m =mira-recovery:6,6,3 =recovery:6,6,4")
    assert [roll.total for roll in every(outcome, RollMade)] == [15, 16]
    assert asked(campaign) == ["Mira: Will to recover from stunned, target 9"]
    with pytest.raises(Refused, match="Give the dice"):
        play(f"answer {waiting(campaign, 'stunned')}")
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    last = play(f"answer {waiting(campaign, 'stunned')} =3,3,3")
    assert last.pending == {}
    play("hp mira -12")
    play(f"answer {waiting(campaign, 'Consc')} =6,6,6")
    asked_now = play("recover mira")
    assert [prompt.text for prompt in asked_now.pending.values()] == ["Mira: HT to recover from unconscious, target 11"]


def test_a_hidden_condition_hides_its_rolls(play: Play, campaign: Campaign) -> None:
    play(f"secret {STUN}")
    outcome = play("clock +2s")
    assert [event.envelope.visibility for event in outcome.events] == ["everyone", "gm", "gm"]
    answered = play(f"answer {waiting(campaign, 'stunned')} =3,3,3")
    assert {event.envelope.visibility for event in answered.events} == {"gm"}


def test_a_light_coma_leaves_a_modifier_for_six_hours(play: Play, campaign: Campaign) -> None:
    play("fright vora ghoul -10 =6,6,4 =vora-table:4,4,4 =ht:3,3,3")  # 0, rolled 16: 12 + 16 = 28, a light coma
    assert conditions(campaign, "vora") == ["comatose"]
    assert due(campaign, "vora") == [1800]
    play("clock +30m")
    woken = play(f"answer {waiting(campaign, 'comatose')} =3,3,3")
    assert types(woken) == ["PromptAnswered", "RollMade", "ConditionEnded", "ModifierAdded", "ProcedureEnded"]
    assert one(woken, ModifierAdded) == ModifierAdded(label="after the coma", value=-2, until=1800 + 6 * 3600)
    assert one(play("vora broadsword =3,3,3"), RollMade).target == 13
    play("clock +6h")
    assert one(play("vora broadsword =3,3,3"), RollMade).target == 15
    play("undo")
    play("undo")
    play("undo")
    play("undo")
    assert (conditions(campaign, "vora"), campaign.view("vora").modifiers) == (["comatose"], {})


def test_waking_up_after_an_injury(play: Play, campaign: Campaign) -> None:
    play("hp mira -12")
    play(f"answer {waiting(campaign, 'Consc')} =6,6,3")
    assert (conditions(campaign, "mira"), due(campaign, "mira")) == (["unconscious"], [3600])
    play("clock +1h")
    play(f"answer {waiting(campaign, 'unconscious')} =6,6,3")
    assert due(campaign, "mira") == [7200]
    play("hp vora -27")
    play(f"answer {waiting(campaign, 'Vora: Death')} =3,3,3")
    play(f"answer {waiting(campaign, 'Vora: Consc')} =6,6,3")
    assert due(campaign, "vora") == [3600 + 12 * 3600]
    play("clock +12h")
    play(f"answer {waiting(campaign, 'Vora: HT')} =6,6,3")
    assert due(campaign, "vora") == [None], "one roll, then it takes care"
    assert not [text for text in asked(campaign) if text.startswith("Vora")]
    with pytest.raises(Refused, match="no open prompt"):
        play("answer 1")
    assert one(play("recover vora =3,3,3"), RollMade).success, "the GM may call for one all the same"


def test_the_dead_are_asked_for_nothing(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +2s")
    play("condition mira add dead")
    assert asked(campaign) == []
    assert types(play("clock +1m")) == ["ClockAdvanced"]
    play("condition mira end dead")
    assert types(play("clock +1m")) == ["ClockAdvanced", "ProcedureStarted", "PromptOpened"]


def test_going_back_in_time_asks_for_nothing_new(play: Play, campaign: Campaign) -> None:
    play(STUN)
    play("clock +1h")
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    play(f"answer {waiting(campaign, 'stunned')} =6,6,3")
    prompt = waiting(campaign, "stunned")
    play("clock -1h")
    assert waiting(campaign, "stunned") == prompt
