"""Fright Checks as a procedure: exposures, the table, its consequences, and traits that the GM names."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import (
    AppliedModifier,
    AttributeChanged,
    ConditionAdded,
    FrightExposed,
    PointsChanged,
    PoolChanged,
    PromptOpened,
    RollMade,
    SelfControlWorsened,
    Sheet,
    SheetSource,
    TraitAcquired,
)
from tracker.events import Trait as SheetTrait
from tracker.service import Campaign


def test_a_check_that_is_passed_leaves_an_exposure_and_nothing_else(play: Play) -> None:
    outcome = play("fright mira ghoul -2 =3,4,3")
    assert types(outcome) == ["ProcedureStarted", "ThreatNamed", "FrightExposed", "RollMade", "ProcedureEnded"]
    roll = one(outcome, RollMade)
    assert (roll.kind, roll.base, roll.target, roll.success) == ("fright", 12, 10, True)


def test_all_means_the_active_player_characters_who_are_present(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Guard", npc=True))
    play("status vora absent")
    outcome = play("fright all ghoul =3,3,3")
    assert [recorded.subject for recorded in outcome.events if recorded.envelope.type == "RollMade"] == ["mira"]


def test_earlier_exposures_within_a_day_help_and_unknown_time_ends_the_window(play: Play) -> None:
    play("fright mira ghoul =3,3,3")
    play("clock +23h")
    second = play("fright mira Ghoul =3,3,3")
    assert one(second, FrightExposed).earlier == 1
    assert one(second, RollMade).target == 13
    play("clock +2h")
    assert one(play("fright mira ghoul =3,3,3"), FrightExposed).earlier == 1, "the first one is 25 hours old"
    play("session end")
    play("session start Later")
    later = one(play("fright mira ghoul =3,3,3"), FrightExposed)
    assert (later.earlier, later.uncertain) == (0, 2), "the first is too old however long that was"


def test_exposures_to_another_threat_or_of_another_character_do_not_count(play: Play) -> None:
    play("fright mira ghoul =3,3,3")
    assert one(play("fright mira wraith =3,3,3"), FrightExposed).earlier == 0
    assert one(play("fright vora ghoul =3,3,3"), FrightExposed).earlier == 0


def test_the_rule_of_14_caps_the_target_and_says_so(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Ox", values=(("will", "18"),)))
    roll = one(play("fright ox ghoul =5,5,4 =table:3,3,3"), RollMade)
    assert (roll.target, roll.success, roll.margin) == (13, False, 1)
    assert roll.caps


def test_the_unfazeable_need_no_check(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Stone", values=(("will", "9"), ("unfazeable", "yes"))))
    outcome = play("fright stone ghoul")
    assert types(outcome) == ["ProcedureStarted", "ThreatNamed", "FrightExposed", "ProcedureEnded"]
    assert one(outcome, FrightExposed).waived_by == "Unfazeable"


def test_fatigue_from_the_table_spills_into_hit_points_below_zero(play: Play, campaign: Campaign) -> None:
    play("fp mira -10")
    # 12 - 3 = 9, rolled 12: failed by 3; the table's 11 + 3 = 14 takes 1d FP and stuns.
    outcome = play("fright mira ghoul -3 =4,4,4 =mira-table:4,4,3 =fp:4 =stun:2")
    changes = [(change.pool, change.change, change.reason) for change in every(outcome, PoolChanged)]
    assert changes == [("FP", -4, "fright"), ("HP", -3, "fatigue")]
    assert pools(campaign, "mira") == {"HP": 7, "FP": -3}
    stunned = one(outcome, ConditionAdded)
    assert (stunned.name, stunned.recover, stunned.recover_from) == ("stunned", "will", 2)
    assert stunned.recover_modifiers == (AppliedModifier("", -3),)


def test_undoing_a_fright_gives_back_exactly_what_it_took(play: Play, campaign: Campaign) -> None:
    play("fp mira -21")
    assert pools(campaign, "mira") == {"HP": 0, "FP": -10}
    play("fright mira ghoul -3 =4,4,4 =mira-table:4,4,3 =fp:5 =stun:2")
    assert pools(campaign, "mira") == {"HP": -5, "FP": -11}, "FP stop at -11: one FP, five HP"
    play("undo")
    assert pools(campaign, "mira") == {"HP": 0, "FP": -10}
    assert campaign.view("mira").conditions == {}


def test_a_faint_with_a_failed_health_roll_hurts(play: Play) -> None:
    # Failed by 5, table 13 + 5 = 18: faint, and HT or 1 HP.
    hurt = play("fright mira ghoul -3 =5,5,4 =mira-table:5,4,4 =faint:3 =ht:6,6,4")
    assert one(hurt, ConditionAdded).name == "unconscious"
    assert [(change.pool, change.change) for change in every(hurt, PoolChanged)] == [("HP", -1)]
    unhurt = play("fright vora ghoul -1 =5,5,4 =vora-table:5,4,4 =faint:3 =vora-ht:3,3,3")
    assert every(unhurt, PoolChanged) == []


def test_a_trait_waits_until_the_gm_names_it_then_points_follow(play: Play, campaign: Campaign) -> None:
    outcome = play("fright mira ghoul -6 =5,5,4 =mira-table:5,5,5")  # failed by 8: 23
    prompt = outcome.events[-1]
    assert isinstance(prompt.event, PromptOpened)
    assert list(outcome.pending) == [prompt.position]
    assert campaign.view("mira").points_total == 150
    named = play(f"trait {prompt.position} Necrophobia")
    assert types(named) == ["PromptAnswered", "TraitAcquired", "PointsChanged", "ProcedureEnded"]
    trait = one(named, TraitAcquired)
    assert (trait.points, trait.kind, trait.threat) == (-10, "phobia_or_mental_disadvantage", "ghoul")
    assert trait.roll == next(event.position for event in outcome.events if isinstance(event.event, RollMade))
    sheet = campaign.view("mira")
    assert (sheet.points_total, sheet.points_spent, sheet.points_unspent) == (140, -10, 150)
    with pytest.raises(Refused, match="no open prompt"):
        play(f"trait {prompt.position} Something else")


def test_a_trait_is_bought_off_with_unspent_points(play: Play, campaign: Campaign) -> None:
    play("fright mira ghoul -6 =5,5,4 =mira-table:5,5,5")
    play(f"trait {campaign.state.head} Necrophobia")
    bought = play("trait buyoff mira Necrophobia")
    assert one(bought, PointsChanged).spent == 10
    assert [trait.name for trait in campaign.view("mira").traits if trait.source == "fright"] == []
    play("undo")
    assert [trait.name for trait in campaign.view("mira").traits if trait.source == "fright"] == ["Necrophobia"]


def test_row_25_worsens_a_self_control_number_or_brings_a_new_trait(play: Play, campaign: Campaign) -> None:
    sheet = Sheet(
        attributes={"will": 10, "ht": 10},
        pools={"HP": 10, "FP": 10},
        traits=(SheetTrait(name="Bad Temper", points=-10, self_control=12),),
    )
    source = SheetSource(format="test", filename="korr.gcs", sha256="0" * 64)
    campaign.execute(cmd.ImportCharacter(name="Korr", player="", sheet=sheet, source=source, current={}))
    play("fright korr ghoul -6 =6,5,4 =korr-table:5,5,4")  # 4, rolled 15: by 11; 14 + 11 = 25
    outcome = play(f"trait {campaign.state.head} Bad Temper")
    assert one(outcome, SelfControlWorsened) == SelfControlWorsened(trait="Bad Temper", before=12, after=9)
    assert one(outcome, PointsChanged).total == -5
    assert [(trait.self_control, trait.points) for trait in campaign.view("korr").traits] == [(9, -15)]
    play("fright korr ghoul -7 =6,5,4 =korr-table:5,5,4")  # one exposure more, so again 25
    outcome = play(f"trait {campaign.state.head} Bad Temper")
    assert one(outcome, PointsChanged).total == -5, "from 9 to 6, half as much again of what it was at 12"
    assert [(trait.self_control, trait.points) for trait in campaign.view("korr").traits] == [(6, -20)]


def test_the_last_row_takes_a_point_of_iq(play: Play, campaign: Campaign) -> None:
    outcome = play("fright vora ghoul -12 =6,6,6 =vora-table:6,6,6")  # -2, rolled 18: by 20; 38... and more below
    assert every(outcome, AttributeChanged) == []
    outcome = play("fright vora ghoul -15 =6,6,6 =vora-table:6,6,6")
    assert one(outcome, AttributeChanged).change == -1
    attributes = campaign.view("vora").attributes
    assert (attributes["iq"], attributes["per"], attributes["will"]) == (9, 9, 9), "Will 10 was bought from IQ 10"


def test_a_secret_check_keeps_its_consequences_secret(play: Play) -> None:
    outcome = play("secret fright mira ghoul -6 =5,5,4 =mira-table:5,5,5")
    assert {recorded.envelope.visibility for recorded in outcome.events} == {"gm"}
    named = play(f"trait {outcome.events[-1].position} Necrophobia")
    assert {recorded.envelope.visibility for recorded in named.events} == {"gm"}


def test_dice_by_hand_are_asked_for_one_by_one_and_each_step_is_durable(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    asked = play("fright all ghoul -3")
    assert [prompt.text for prompt in asked.pending.values()] == [
        "Mira: Fright Check, target 9",
        "Vora: Fright Check, target 7",
    ]
    mira, vora = asked.pending
    answered = play(f"answer {mira} =4,4,4")
    assert types(answered) == ["PromptAnswered", "RollMade", "PromptOpened"], "the table is next"
    table = answered.events[-1].position
    with pytest.raises(Refused, match="Give the dice"):
        play(f"answer {table}")
    play(f"answer {table} =1,1,1")  # 3 + 3: stunned, recovers by Will
    last = play(f"answer {vora} =1,1,2")
    assert types(last) == ["PromptAnswered", "RollMade", "ProcedureEnded"]
    assert last.pending == {}


def test_a_sheets_own_fright_check_value_is_never_counted_twice(campaign: Campaign, play: Play) -> None:
    sheet = Sheet(
        attributes={"will": 11, "fright_check": 14},
        pools={"HP": 10, "FP": 10},
        traits=(SheetTrait(name="Combat Reflexes", points=15),),
    )
    source = SheetSource(format="test", filename="ash.gcs", sha256="1" * 64)
    campaign.execute(cmd.ImportCharacter(name="Ash", player="", sheet=sheet, source=source, current={}))
    roll = one(play("fright ash ghoul -4 =3,3,3"), RollMade)
    assert [(modifier.label, modifier.value) for modifier in roll.modifiers] == [
        ("Combat Reflexes", 2),
        ("the sheet's Fright Check", 1),
        ("", -4),
    ]
    assert roll.target == 10
    campaign.execute(cmd.SetValue(who="ash", key="fearlessness", value="2"))
    campaign.execute(cmd.SetValue(who="ash", key="will", value="12"))
    assert one(play("fright ash ghoul -8 =3,3,3"), RollMade).target == 10, "what changes in play still counts"


def test_dice_labelled_for_nobody_are_refused_but_spare_ones_for_a_failure_are_not(play: Play, campaign: Campaign) -> None:
    head = campaign.state.head
    for line in (
        "fright mira ghoul =miira:3,3,3",
        "fright mira ghoul =mira:3,3,3 =mira:6,6,6",
        "fright mira ghoul =mira:3,3,3 =miira-table:1,1,1",
        "mira st =3,3,3 =table:1,1,1",
        "@guard per=12 =3,3,3 =fp:1",
    ):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == "bad_dice"
    assert campaign.log.head().position == head
    outcome = play("fright mira ghoul =mira:3,3,3 =table:6,6,6 =mira-fp:3")
    assert one(outcome, RollMade).dice == (3, 3, 3)
