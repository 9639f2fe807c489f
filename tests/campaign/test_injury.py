"""What low pools ask for: staying conscious, staying alive, going on."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import ConditionAdded, NoteAdded, PoolChanged, RollMade, Sheet, SheetSource
from tracker.service import Campaign


def conditions(campaign: Campaign, who: str) -> list[str]:
    return [condition.name for condition in campaign.view(who).conditions.values()]


def asked(campaign: Campaign) -> list[str]:
    return [prompt.text for prompt in campaign.state.open_prompts().values()]


def waiting(campaign: Campaign, words: str) -> int:
    (found,) = [at for at, prompt in campaign.state.open_prompts().items() if words in prompt.text]
    return found


AWAKE = "Consciousness (HT, each turn that the character acts), target"
ALIVE = "Death check (HT, at {} HP; failing by 1 or 2 is a mortal wound), target"


# -- fatigue ----------------------------------------------------------------------------------------------------------


def test_fatigue_below_zero_costs_as_many_hit_points(play: Play, campaign: Campaign) -> None:
    play("fp vora -10")
    assert pools(campaign, "vora") == {"HP": 13, "FP": 2}
    play("fp vora -5")
    assert pools(campaign, "vora") == {"HP": 10, "FP": -3}
    assert asked(campaign) == ["Vora: Exhaustion (Will, to do more than talk or rest), target 10"]


def test_at_minus_the_maximum_one_passes_out_at_once_and_a_void_gives_all_back(play: Play, campaign: Campaign) -> None:
    play("fp vora -22")
    before = pools(campaign, "vora"), asked(campaign)
    assert before[0] == {"HP": 3, "FP": -10}
    outcome = play("fp vora -5")
    assert [(change.pool, change.change) for change in every(outcome, PoolChanged)] == [("FP", -2), ("HP", -5)]
    assert one(outcome, ConditionAdded).name == "unconscious"
    assert pools(campaign, "vora") == {"HP": -2, "FP": -12}
    assert asked(campaign) == [], "who is unconscious need not roll to go on or to stay awake"
    play("undo")
    assert (pools(campaign, "vora"), asked(campaign)) == before
    assert conditions(campaign, "vora") == []


@pytest.mark.parametrize(("ht", "tired"), [(9, 2), (10, 3), (11, 3), (12, 3)])
def test_where_very_tired_begins(play: Play, campaign: Campaign, ht: int, tired: int) -> None:
    campaign.execute(cmd.AddCharacter(name="Ash", values=(("ht", str(ht)), ("st", "11"))))
    play(f"fp ash -{ht - tired - 1}")
    assert campaign.view("ash").hindrances == {}
    play("fp ash -1")
    assert pools(campaign, "ash")["FP"] == tired
    assert sorted(campaign.view("ash").hindrances) == ["dodge", "move", "st"]
    assert campaign.view("ash").pools["HP"].maximum == 11, "HP don't rest on the halved ST"
    assert one(play("ash st =3,3,3"), RollMade).target == 6


def test_who_fails_to_go_on_collapses(play: Play, campaign: Campaign) -> None:
    play("fp mira -11")
    outcome = play(f"answer {waiting(campaign, 'Exhaustion')} =6,6,4")
    assert one(outcome, RollMade).target == 12
    assert one(outcome, ConditionAdded) == ConditionAdded(name="collapsed", note="until FP are above 0")


def test_extra_effort_and_fright_ask_as_well(play: Play, campaign: Campaign) -> None:
    play("fp vora -11")
    outcome = play("effort vora st +5% =3,3,3")
    assert len(every(outcome, RollMade)) == 1
    assert asked(campaign) == ["Vora: Exhaustion (Will, to do more than talk or rest), target 10"]
    cause = next(event.position for event in outcome.events if isinstance(event.event, PoolChanged))
    assert next(event for event in outcome.events if event.envelope.type == "PromptOpened").envelope.cause == cause
    play("hp mira -9")
    play("fright mira ghoul -8 =6,6,3 =mira-table:3,4,3 =ht:6,6,6 =faint:3")  # by 11: 21, a panic
    play("hp mira -1")
    assert [text for text in asked(campaign) if text.startswith("Mira: Cons")] == [f"Mira: {AWAKE} 11"]


# -- injury -----------------------------------------------------------------------------------------------------------


def test_at_zero_a_consciousness_roll_waits_until_it_is_called_for(play: Play, campaign: Campaign) -> None:
    assert asked(campaign) == []
    play("hp mira -9")
    assert asked(campaign) == []
    outcome = play("hp mira -1")
    assert types(outcome) == ["PoolChanged", "ProcedureStarted", "PromptOpened"]
    assert asked(campaign) == [f"Mira: {AWAKE} 11"]
    kept = play(f"answer {waiting(campaign, 'Consc')} =4,4,3")
    assert types(kept) == ["PromptAnswered", "RollMade", "ProcedureEnded"]
    roll = one(kept, RollMade)
    assert (roll.kind, roll.what, roll.base, roll.success) == ("forced", "Consciousness", 11, True)
    assert asked(campaign) == []


def test_each_multiple_asks_for_a_death_check_of_its_own(play: Play, campaign: Campaign) -> None:
    play("hp mira -35 the fall")  # -25: past -10 and -20
    assert asked(campaign) == [
        f"Mira: {ALIVE.format(-10)} 11",
        f"Mira: {ALIVE.format(-20)} 11",
        f"Mira: {AWAKE} 9",
    ]
    play("hp mira -5")
    assert [text for text in asked(campaign) if "-30" in text] == [f"Mira: {ALIVE.format(-30)} 11"]
    assert [text for text in asked(campaign) if "Consc" in text] == [f"Mira: {AWAKE} 8"], "at the number of now, once"
    play("undo")
    assert [text for text in asked(campaign) if "Consc" in text] == [f"Mira: {AWAKE} 9"]


def test_the_modifier_says_where_it_comes_from(play: Play, campaign: Campaign) -> None:
    play("hp mira -22")
    roll = one(play(f"answer {waiting(campaign, 'Consc')} =3,3,3"), RollMade)
    assert [(each.label, each.value, each.source) for each in roll.modifiers] == [("at -1xHP", -1, "pools")]


def test_traits_that_harden(play: Play, campaign: Campaign) -> None:
    play("set mira hard_to_kill=2")
    play("set mira hard_to_subdue=1")
    assert {trait.name.casefold() for trait in campaign.view("mira").traits} == {"hard to kill", "hard to subdue"}
    play("hp mira -21")
    assert asked(campaign) == [f"Mira: {ALIVE.format(-10)} 13", f"Mira: {AWAKE} 11"]


def test_a_failed_death_check_kills_and_nothing_else_waits(play: Play, campaign: Campaign) -> None:
    play("hp mira -35")
    outcome = play(f"answer {waiting(campaign, 'at -10')} =6,6,2")  # 14, by 3
    roll = next(event.position for event in outcome.events if isinstance(event.event, RollMade))
    dead = next(event for event in outcome.events if isinstance(event.event, ConditionAdded))
    assert (dead.event.name, dead.envelope.cause) == ("dead", roll)
    assert asked(campaign) == []
    play("hp mira -30")
    assert asked(campaign) == []
    play("undo")
    play("undo")
    assert len(asked(campaign)) == 3, "what was closed waits again"
    assert conditions(campaign, "mira") == []


def test_a_near_miss_is_a_mortal_wound(play: Play, campaign: Campaign) -> None:
    play("hp mira -25")
    play(f"answer {waiting(campaign, 'Death')} =6,6,1")
    assert conditions(campaign, "mira") == ["mortally wounded"]
    assert asked(campaign) == [f"Mira: {AWAKE} 10"]


def test_at_minus_five_times_the_maximum_there_is_no_roll(play: Play, campaign: Campaign) -> None:
    outcome = play("hp mira -60 dragon")
    assert types(outcome) == ["PoolChanged", "ConditionAdded"]
    assert conditions(campaign, "mira") == ["dead"]
    assert pools(campaign, "mira")["HP"] == -50


def test_points_given_back_close_what_no_longer_holds(play: Play, campaign: Campaign) -> None:
    play("hp mira -22")
    play("hp mira +3")
    assert [text for text in asked(campaign) if "Consc" in text] == [f"Mira: {AWAKE} 11"], "no more -1 at -9"
    play("hp mira +10")
    assert asked(campaign) == [f"Mira: {ALIVE.format(-10)} 11"], "a death check stands until it is made"
    play("undo")
    play("undo")
    assert [text for text in asked(campaign) if "Consc" in text] == [f"Mira: {AWAKE} 10"]


def test_a_condition_by_hand_spares_the_roll(play: Play, campaign: Campaign) -> None:
    play("hp mira -12")
    play("condition mira add unconscious")
    assert asked(campaign) == []
    play("undo")
    assert asked(campaign) == [f"Mira: {AWAKE} 11"]


def test_the_roll_of_each_turn_is_made_again_on_request(play: Play, campaign: Campaign) -> None:
    with pytest.raises(Refused, match="nothing to endure"):
        play("endure mira")
    play("hp mira -12")
    with pytest.raises(Refused, match=r"answer \d+"):
        play("endure mira")
    play(f"answer {waiting(campaign, 'Consc')} =3,3,3")
    roll = one(play("endure mira +1 adrenaline =4,4,4"), RollMade)
    assert (roll.target, roll.success) == (12, True)
    play("fp mira -12")
    play(f"answer {waiting(campaign, 'Exhaustion')} =3,3,3")
    play(f"answer {waiting(campaign, 'Consc')} =3,3,3")  # the FP below zero cost a hit point
    with pytest.raises(Refused, match="consciousness, exhaustion; say which"):
        play("endure mira")
    out = play("endure mira consciousness =6,5,4")
    assert one(out, ConditionAdded).name == "unconscious"
    with pytest.raises(Refused, match="nothing to endure"):
        play("endure mira")


def test_dice_given_in_advance_are_taken_by_their_labels(play: Play, campaign: Campaign) -> None:
    outcome = play("hp mira -25 =death-check:3,3,3 =mira-consciousness:6,6,6")
    assert [(roll.what, roll.total) for roll in every(outcome, RollMade)] == [("Death check", 9), ("Consciousness", 18)]
    assert conditions(campaign, "mira") == ["unconscious"]
    assert outcome.pending == {}
    with pytest.raises(Refused, match="fit nothing here"):
        play("hp vora -1 =death-check:3,3,3")


def test_dice_by_hand_are_asked_for_one_after_the_other(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    play("hp mira -25")
    death, awake = campaign.state.open_prompts()
    with pytest.raises(Refused, match="Give the dice"):
        play(f"answer {death}")
    play(f"answer {awake} =3,3,3")
    assert types(play(f"answer {death} =6,6,6")) == ["PromptAnswered", "RollMade", "ConditionAdded", "ProcedureEnded"]
    play("hp vora -14")
    answered = play(f"answer {waiting(campaign, 'Vora')} =3,3,3")
    assert answered.pending == {}
    assert [prompt.text for prompt in play("endure vora").pending.values()] == [f"Vora: {AWAKE} 12"]


def test_a_secret_wound_asks_in_secret(play: Play, campaign: Campaign) -> None:
    outcome = play("secret hp mira -25")
    assert {event.envelope.visibility for event in outcome.events} == {"gm"}
    answered = play(f"answer {waiting(campaign, 'Death')} =6,6,6")
    assert {event.envelope.visibility for event in answered.events} == {"gm"}


def test_who_lacks_the_attribute_is_the_gms_to_judge(play: Play, campaign: Campaign) -> None:
    sheet = Sheet(attributes={"st": 14}, pools={"HP": 10}, exact=True)
    source = SheetSource(format="test", filename="golem.gcs", sha256="3" * 64)
    campaign.execute(cmd.ImportCharacter(name="Der “Golem” #7", player="", sheet=sheet, source=source, current={}))
    outcome = play('hp "der “golem”" -12')
    assert (
        one(outcome, NoteAdded).text == "Der “Golem” #7 has no HT to roll on: the matter of consciousness is yours to judge."
    )
    assert outcome.pending == {}
