"""Influence rolls on NPCs and on player characters, and reaction rolls."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import (
    ContestDecided,
    InfluenceDecided,
    ModifierAdded,
    ProcedureEnded,
    PromptOpened,
    RollMade,
    TableConsulted,
)
from tracker.service import Campaign, Outcome

WON, LOST = "=3,3,3 =4,4,4", "=6,5,3 =3,3,3"  # at 13 or more against Will 11 or so


def skilled(campaign: Campaign, who: str, skill: str, level: int) -> None:
    campaign.execute(cmd.SetValue(who=who, key=skill, value=str(level)))


@pytest.fixture(autouse=True)
def _talkers(play: Play, campaign: Campaign) -> None:
    for who, skill, level in (
        ("mira", "Diplomacy", 13),
        ("mira", "Intimidation", 13),
        ("vora", "Savoir-Faire (High Society)", 12),
    ):
        skilled(campaign, who, skill, level)
    play("npc Warden will=11")


def decided(outcome: Outcome) -> InfluenceDecided:
    return one(outcome, InfluenceDecided)


def refusal(play: Play, line: str) -> Refused:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value


@pytest.mark.parametrize(
    ("side", "dice", "outcome", "margin", "reaction"),
    [
        ("mira intimidation", WON, "win", 5, "good"),
        ("mira intimidation", LOST, "not_won", None, "very_bad"),
        ("@spy sex-appeal=13", WON, "win", 5, "very_good"),
        ("@spy sex-appeal=13", LOST, "not_won", None, "bad"),
        ("@thief streetwise=13", "=3,3,4 =3,3,2", "not_won", None, "bad"),  # a tie at 3 is no win
        ("vora savoir", "=3,3,3 =4,4,4", "win", 4, "good"),
    ],
)
def test_how_an_npc_reacts(play: Play, side: str, dice: str, outcome: str, margin: int | None, reaction: str) -> None:
    done = play(f"influence {side} vs @guard will=11 {dice}")
    found = decided(done)
    assert (found.outcome, found.margin, found.reaction, found.modifier) == (outcome, margin, reaction, None)
    assert types(done) == [
        *("ProcedureStarted", "RollMade", "RollMade", "ContestDecided", "InfluenceDecided", "ProcedureEnded"),
    ]
    assert [roll.kind for roll in every(done, RollMade)] == ["influence", "resistance"]


def test_the_skill_is_the_rules_own_with_its_specialty(play: Play) -> None:
    assert decided(play(f"influence vora savoir vs @guard will=11 {WON}")).skill == "Savoir-Faire (High Society)"
    done = play(f"influence @spy sex-appeal=14 vs @guard will=11 {WON}")
    assert (decided(done).skill, every(done, RollMade)[0].what) == ("Sex Appeal", "Sex Appeal")
    done = play(f"influence mira fast-talk vs @guard will=11 {WON}")
    assert (decided(done).skill, every(done, RollMade)[0].default) == ("Fast-Talk", "IQ-5")
    refused = refusal(play, "influence mira climbing vs @guard will=11")
    assert (refused.code, "Diplomacy, Fast-Talk, Intimidation" in str(refused)) == ("not_found", True)


def test_an_npc_of_the_roster_answers_with_its_own_will(play: Play) -> None:
    done = play(f"influence mira intimidation vs warden {WON}")
    assert (every(done, RollMade)[1].what, every(done, RollMade)[1].target) == ("Will", 11)
    assert decided(done).reaction == "good"


# -- diplomacy --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "third", "regular", "reaction"),
    [
        (WON, "=reaction:3,3,3", "neutral", "good"),
        (WON, "=reaction:6,6,3", "very_good", "very_good"),
        (LOST, "=reaction:3,3,3", "neutral", "neutral"),
        (LOST, "=guard-reaction:1,1,1", "bad", "bad"),
        (LOST, "=3,3,3", "neutral", "neutral"),  # unlabelled, the third throw
    ],
)
def test_with_diplomacy_the_better_of_two_reactions_counts(
    play: Play, dice: str, third: str, regular: str, reaction: str
) -> None:
    done = play(f"influence mira diplomacy vs @guard will=11 +2 reaction {dice} {third}")
    table = one(done, TableConsulted)
    assert (table.table, table.row) == ("reaction", regular)
    assert decided(done).reaction == reaction
    assert types(done)[3:] == ["ContestDecided", "TableConsulted", "InfluenceDecided", "ProcedureEnded"]


def test_reaction_modifiers_count_in_both_rolls_and_the_others_in_one(play: Play) -> None:
    line = "influence mira diplomacy +1 gift vs @guard will=11 +2 reaction, -1 reaction accent -3 unsuitable -2 drunk"
    done = play(f"{line} =3,3,3 =4,4,4 =3,3,4")
    mira, guard = every(done, RollMade)
    assert [(each.label, each.value) for each in mira.modifiers] == [
        *(("gift", 1), ("reaction", 2), ("reaction accent", -1), ("unsuitable", -3)),
    ]
    assert (mira.target, guard.target) == (12, 9)
    table = one(done, TableConsulted)
    assert [(each.label, each.value) for each in table.modifiers] == [("reaction", 2), ("reaction accent", -1)]
    assert (table.modifier, table.total, table.row) == (1, 11, "neutral")


# -- who can't be moved, and who can't help it ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "outcome", "trait"),
    [
        ("mira diplomacy vs @guard will=11 indomitable", "impossible", "Indomitable"),
        ("mira diplomacy vs @guard will=11 +2 reaction indomitable", "impossible", "Indomitable"),
        ("mira diplomacy vs @guard indomitable", "impossible", "Indomitable"),
        ("mira intimidation vs @guard will=11 unfazeable", "impossible", "Unfazeable"),
        ("mira intimidation vs @thrall will=11 slave mentality", "automatic", "Slave Mentality"),
    ],
)
def test_nothing_is_rolled_where_a_trait_settles_it(play: Play, line: str, outcome: str, trait: str) -> None:
    done = play(f"influence {line}")
    assert types(done) == ["InfluenceDecided"]
    found = decided(done)
    assert (found.outcome, found.trait, found.reaction, found.modifier) == (outcome, trait, None, None)


def test_traits_of_a_sheet_count_and_empathy_reaches_the_indomitable(play: Play) -> None:
    play("set warden indomitable=1")
    assert decided(play("influence mira intimidation vs warden")).trait == "Indomitable"
    assert decided(play(f"influence @seer diplomacy=13 empathy vs warden {WON} =3,3,3")).outcome == "win"
    play("set mira sensitive=1")
    assert decided(play(f"influence mira intimidation vs warden {WON}")).outcome == "win"
    assert decided(play(f"influence mira diplomacy vs @guard will=11 unfazeable {WON} =3,3,3")).outcome == "win"


def test_a_trait_that_settles_it_against_a_player_leaves_no_modifier(play: Play) -> None:
    play("set mira indomitable=1")
    done = play("influence @spy sex-appeal=14 vs mira on climbing")
    assert types(done) == ["InfluenceDecided"]
    assert (decided(done).outcome, decided(done).modifier) == ("impossible", 0)


# -- player characters -------------------------------------------------------------------------------------------------


def test_a_player_character_is_left_with_a_penalty_of_the_margin(play: Play, campaign: Campaign) -> None:
    done = play("influence @spy sex-appeal=14 vs mira on “detect lies”, climb for 1h =3,3,3 =4,4,4")
    found = decided(done)
    assert (found.outcome, found.margin, found.modifier, found.reaction) == ("win", 5, 5, None)
    until = campaign.state.clock + 3600
    assert every(done, ModifierAdded) == [
        ModifierAdded(label="Sex Appeal of spy", value=-5, what="Detect lies", until=until),
        ModifierAdded(label="Sex Appeal of spy", value=-5, what="Climbing", until=until),
    ]
    causes = {event.envelope.cause for event in done.events if isinstance(event.event, ModifierAdded)}
    assert causes == {event.position for event in done.events if isinstance(event.event, InfluenceDecided)}
    assert types(done)[-1] == "ProcedureEnded"
    roll = one(play("mira climbing =3,3,3"), RollMade)
    assert [(each.label, each.value, each.source) for each in roll.modifiers] == [("Sex Appeal of spy", -5, "standing")]
    play("clock +1h")
    assert one(play("mira climbing =3,3,3"), RollMade).modifiers == ()


def test_it_may_be_a_bonus_and_nothing_is_left_when_not_won(play: Play) -> None:
    assert one(play(f"influence @spy sex-appeal=14 vs mira on will bonus {WON}"), ModifierAdded).value == 5
    done = play(f"influence @spy sex-appeal=14 vs mira on will {LOST}")
    assert (decided(done).outcome, decided(done).modifier, every(done, ModifierAdded)) == ("not_won", 0, [])


def test_the_gm_is_asked_which_rolls_it_concerns(play: Play, campaign: Campaign) -> None:
    done = play(f"influence warden streetwise=13 vs mira {WON}")
    assert not every(done, ProcedureEnded)
    prompt = one(done, PromptOpened)
    assert (prompt.kind, prompt.ask) == ("modifier", {"label": "Streetwise of Warden", "value": 4})
    ((position, _),) = done.pending.items()
    assert refusal(play, f"answer {position} =3,3,3").code == "wrong_answer"
    assert refusal(play, f"concerns {position}").code == "syntax"
    assert refusal(play, f"concerns {position} climbing for -1h").code == "bad_duration"
    answered = play(f"concerns {position} climbing, detect lies for 2h")
    assert [(added.value, added.what) for added in every(answered, ModifierAdded)] == [(-4, "Climbing"), (-4, "Detect lies")]
    assert types(answered)[-1] == "ProcedureEnded"
    assert refusal(play, f"concerns {position} climbing").code == "not_found"
    play("undo")
    assert list(campaign.state.open_prompts()) == [position]
    assert campaign.view("mira").modifiers == {}
    assert one(play(f"concerns {position} all bonus"), ModifierAdded).what == ""
    play("undo")
    assert types(play(f"concerns {position} nothing")) == ["PromptAnswered", "ProcedureEnded"]


def test_rolls_on_the_concern_of_other_prompts_are_refused(play: Play) -> None:
    play("option dice hand")
    ((position, _),) = play("mira climbing").pending.items()
    assert refusal(play, f"concerns {position} climbing").code == "wrong_answer"


def test_what_cannot_be_is_refused_before_anything_is_rolled(play: Play, campaign: Campaign) -> None:
    skilled(campaign, "mira", "Detect Lies", 12)
    skilled(campaign, "mira", "Detect Magic", 12)
    head = campaign.state.head
    for line, code in (
        ("influence mira diplomacy vs @guard will=11 on stealth", "bad_value"),
        ("influence mira diplomacy vs warden on stealth", "bad_value"),
        ("influence mira diplomacy vs @guard", "missing"),
        ("influence @spy sex-appeal vs mira", "missing"),
        ("influence @spy sex-appeal=14 vs mira on detect", "ambiguous"),
        ("influence @spy sex-appeal=14 vs mira on", "syntax"),
        ("influence @spy sex-appeal=14 vs mira on climbing for ever", "bad_duration"),
        ("influence @spy sex-appeal=14 vs mira on climbing for -1h", "bad_duration"),
        ("influence @spy sex-appeal=14 vs @Spy will=12", "same"),
        ("influence mira diplomacy -11 vs @guard will=11", "not_attemptable"),
        ("influence @spy sex-appeal=14 vs mira for 1h", "syntax"),
        ("influence @spy sex-appeal=14 vs mira bonus", "syntax"),
        ("influence mira diplomacy", "syntax"),
        ("influence mira diplomacy vs nobody will=11", "syntax"),
    ):
        assert refusal(play, line).code == code, line
    assert campaign.state.head == head


def test_dice_by_hand_each_in_an_action_of_its_own(play: Play) -> None:
    play("option dice hand")
    done = play("influence mira diplomacy vs @guard will=11 +2 reaction")
    texts = []
    for dice in ("=3,3,3", "=4,4,4", "=6,6,6"):
        ((position, prompt),) = done.pending.items()
        texts.append(prompt.text)
        done = play(f"answer {position} {dice}")
    assert texts == [
        "Mira: Diplomacy against guard, target 15",
        "guard: will against Mira, target 11",
        "guard: reaction roll, +2",
    ]
    assert types(done) == ["PromptAnswered", "TableConsulted", "InfluenceDecided", "ProcedureEnded"]
    assert (decided(done).reaction, one(done, TableConsulted).total) == ("excellent", 20)


def test_the_names_of_rolls_are_settled_when_the_line_is_typed(play: Play, campaign: Campaign) -> None:
    """A skill that comes later can't make the last answer impossible."""
    play("option dice hand")
    done = play("influence @spy sex-appeal=14 vs mira on lies")
    skilled(campaign, "mira", "Detect Lies", 12)
    skilled(campaign, "mira", "Fast Lies", 12)
    for dice in ("=3,3,3", "=4,4,4"):
        ((position, _),) = done.pending.items()
        done = play(f"answer {position} {dice}")
    assert one(done, ModifierAdded).what == "lies"


def test_a_secret_influence_stays_secret_with_all_that_follows(play: Play, campaign: Campaign) -> None:
    done = play(f"secret influence @spy sex-appeal=14 vs mira {WON}")
    ((position, _),) = done.pending.items()
    answered = play(f"concerns {position} climbing for 1h")
    roll = play("mira climbing =3,3,3")
    over = play("clock +1h")
    seen = [*done.events, *answered.events, *roll.events, over.events[1]]
    assert {event.envelope.visibility for event in seen} == {"gm"}
    assert play("mira climbing =3,3,3").events[0].envelope.visibility == "everyone"


@pytest.mark.parametrize(
    "line",
    [
        f"influence @spy sex-appeal=14 vs mira on climbing for 1h {WON}",
        f"influence @spy sex-appeal=14 vs mira {WON}",
        f"influence mira diplomacy vs @guard will=11 {WON} =3,3,3",
        "influence mira diplomacy vs @guard will=11 indomitable",
    ],
)
def test_taken_back_and_restored(play: Play, campaign: Campaign, line: str) -> None:
    before = campaign.state
    play(line)
    after = campaign.state
    void = play("undo").events[0].position
    assert campaign.state.characters == before.characters
    assert (campaign.state.open_prompts(), campaign.state.ends) == (before.open_prompts(), before.ends)
    play(f"void {void}")
    assert campaign.state.characters == after.characters
    assert (campaign.state.open_prompts(), campaign.state.ends) == (after.open_prompts(), after.ends)


# -- reactions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "total", "row"),
    [
        ("reaction @innkeeper =3,4,3", 10, "neutral"),
        ("reaction @innkeeper +2 appearance -1 accent =3,4,5", 13, "good"),
        ("reaction warden -9 wanted =3,4,2", 0, "disastrous"),
        ("reaction @innkeeper =innkeeper:1,1,1", 3, "very_bad"),
        ("reaction @innkeeper +4 =reaction:5,5,5", 19, "excellent"),
    ],
)
def test_a_reaction_roll(play: Play, line: str, total: int, row: str) -> None:
    done = play(line)
    table = one(done, TableConsulted)
    assert (table.table, table.total, table.row, table.text) == ("reaction", total, row, row.replace("_", " "))
    assert types(done) == ["TableConsulted"]


def test_a_reaction_roll_by_hand_and_refused(play: Play, monkeypatch: pytest.MonkeyPatch, campaign: Campaign) -> None:
    assert refusal(play, "reaction").code == "syntax"
    assert refusal(play, "reaction bob").code == "syntax"
    assert refusal(play, "reaction @innkeeper friendly").code == "syntax"
    play("option dice hand")
    ((position, _),) = play("reaction @innkeeper +2 appearance").pending.items()
    assert one(play(f"answer {position} =3,4,5"), TableConsulted).row == "good"
    monkeypatch.setattr(type(campaign.ruleset), "influence", None)
    assert refusal(play, "reaction @innkeeper").code == "no_rule"
    assert refusal(play, "influence mira diplomacy vs @guard will=11").code == "no_rule"


def test_a_contest_stands_behind_every_influence_roll(play: Play) -> None:
    done = play(f"influence mira intimidation vs @guard will=11 {WON}")
    contest = one(done, ContestDecided)
    assert (contest.kind, contest.sides, contest.winner, contest.margin) == ("quick", ("mira", "@guard"), "mira", 5)
