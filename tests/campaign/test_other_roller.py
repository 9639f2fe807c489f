"""Rolls that were put down under the wrong name: made anew by the numbers of whoever rolled in truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.conftest import Play
from tests.campaign.systems import PARTY, table
from tests.campaign.told import every, one, pools, types
from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.service import Campaign, Outcome


def roll_of(outcome: Outcome, number: int = -1) -> ev.Recorded:
    """One of an action's rolls, the last by itself."""
    return [recorded for recorded in outcome.events if isinstance(recorded.event, ev.RollMade)][number]


def made_by(outcome: Outcome) -> list[tuple[str | None, int, tuple[int, ...]]]:
    """Who rolled, against which target, what."""
    rolls = [one for one in outcome.events if isinstance(one.event, ev.RollMade)]
    return [(one.subject, one.event.target, one.event.dice) for one in rolls if isinstance(one.event, ev.RollMade)]


@pytest.fixture
def korr(campaign: Campaign) -> None:
    """A third character: ST 9, DX 10."""
    campaign.execute(cmd.AddCharacter(name="Korr", values=(("st", "9"), ("dx", "10"), ("will", "11"), ("ht", "10"))))


@pytest.mark.usefixtures("korr")
def test_a_side_of_a_contest_was_another_ones_and_the_other_sides_dice_stay(play: Play, campaign: Campaign) -> None:
    contest = play("contest mira dx vs vora dx -1 mud =mira:3,4,4 =vora:4,4,4")
    assert one(contest, ev.ContestDecided).winner == "mira"
    first = play(f"correct {roll_of(contest, 0).position} who korr")
    assert made_by(first) == [("korr", 10, (3, 4, 4)), ("vora", 11, (4, 4, 4))]
    decided = one(first, ev.ContestDecided)
    assert (decided.sides, decided.winner) == (("korr", "vora"), None)
    second = play(f"correct {roll_of(first, 1).position} who mira")
    assert made_by(second) == [("mira", 11, (4, 4, 4))], "with what was said about the mud"
    assert one(second, ev.ContestDecided).sides == ("korr", "mira")


def test_nobody_is_both_sides_of_a_contest(play: Play) -> None:
    contest = play("contest mira dx vs vora dx =mira:3,4,4 =vora:4,4,4")
    with pytest.raises(Refused, match="both sides") as refused:
        play(f"correct {roll_of(contest).position} who mira")
    assert refused.value.code == "same"


@pytest.mark.usefixtures("korr")
def test_a_resisted_spells_rule_of_16_follows_whoever_resisted(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="vora", key="will", value="18"))
    spell = play("contest resist @wizard sleep=20 vs vora will supernatural =3,4,4 =6,6,4")
    assert [target for _who, target, _dice in made_by(spell)] == [18, 18]
    other = play(f"correct {roll_of(spell).position} who korr")
    assert made_by(other) == [("@wizard", 16, (3, 4, 4)), ("korr", 11, (6, 6, 4))]
    assert one(other, ev.ContestDecided).sides == ("@wizard", "korr")


@pytest.mark.usefixtures("korr")
def test_of_a_long_contest_the_first_round_says_who_it_was(play: Play) -> None:
    long = play("contest regular mira dx vs vora dx =mira:3,4,4 =vora:4,4,3 =mira:3,3,4 =vora:6,6,4")
    rounds = made_by(long)
    assert len(rounds) == 4
    with pytest.raises(Refused, match=f"correct {roll_of(long, 1).position}"):
        play(f"correct {roll_of(long, 3).position} who korr")
    other = play(f"correct {roll_of(long, 1).position} who korr")
    assert made_by(other) == [("korr", 10, (4, 4, 3))], "who fails in the first round: there is no second one"
    assert one(other, ev.ContestDecided).sides == ("mira", "korr")


def test_an_effort_tires_the_one_who_made_it(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("effort mira st +10% motivated her brother fell =6,6,4"))
    assert pools(campaign, "mira") == {"HP": 10, "FP": 10}
    right = play(f"correct {wrong.position} who vora")
    made = one(right, ev.RollMade)
    assert (roll_of(right).subject, made.dice, made.increase, made.motivation) == ("vora", (6, 6, 4), 10, "her brother fell")
    assert made.base == 10, "Vora's Will"
    assert (pools(campaign, "mira")["FP"], pools(campaign, "vora")["FP"]) == (11, 11)


def test_an_effort_on_another_number_stays_on_that(play: Play, campaign: Campaign) -> None:
    effort = cmd.ExtraEffort(who="mira", feat="st", increase=10, using="ht")
    wrong = roll_of(campaign.execute(effort, dice=["6,6,4"]))
    assert one(play(f"correct {wrong.position} who vora"), ev.RollMade).base == 12, "Vora's HT"


def test_a_feat_is_done_by_the_other_ones_abilities(play: Play, campaign: Campaign) -> None:
    wrong = play("feat mira climb wall 60ft roped =3,4,4 =3,3,3 =5,5,1")
    with pytest.raises(Refused, match=f"correct {roll_of(wrong, 0).position}"):
        play(f"correct {roll_of(wrong, 1).position} who vora")
    right = play(f"correct {roll_of(wrong, 0).position} who vora")
    assert made_by(right)[0][::2] == ("vora", (3, 4, 4))
    assert one(right, ev.FeatPerformed).given == one(wrong, ev.FeatPerformed).given
    procedures = [recorded for recorded in right.events if isinstance(recorded.event, ev.ProcedureStarted)]
    assert [recorded.subject for recorded in procedures] == ["vora"]
    assert {recorded.position for recorded in wrong.events} <= campaign.state.void_positions.keys()


def test_a_member_of_a_group_was_somebody_else(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        checked = at("group lyssa, odo dex =lyssa:12 =odo:20")
        assert one(checked, ev.GroupDecided).successes == 1
        right = at(f"correct {roll_of(checked, 0).position} who kruncor")
        assert made_by(right) == [("kruncor", 9, (12,))]
        assert (one(right, ev.GroupDecided).successes, one(right, ev.GroupDecided).outcome) == (0, "failure")
        assert at.refused(f"correct {roll_of(checked, 1).position} who kruncor") == "not_another"
        back = at(f"correct {roll_of(right).position} who lyssa")
        assert one(back, ev.GroupDecided).successes == 1


def test_in_a_group_the_other_ones_skill_adds_to_the_attribute(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        checked = at("group lyssa, odo stealth =lyssa:12 =odo:12")
        wrong = roll_of(checked, 1)
        right = at(f"correct {wrong.position} who kruncor")
        by_itself = at("kruncor stealth =12")
        assert made_by(right)[0][1:] == made_by(by_itself)[0][1:]


def test_a_course_keeps_its_turn(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        at("montage start moderate find the cult")
        first = at("montage lyssa cha by asking =2")
        at("montage kruncor str by threats =20")
        right = at(f"correct {roll_of(first).position} who odo")
        (montage,) = at.campaign.state.montages
        courses = at.campaign.state.courses[montage]
        assert [(course.subject, course.course) for course in courses] == [("odo", "asking"), ("kruncor", "threats")]
        assert one(right, ev.CourseTaken).turn == next(
            recorded.position for recorded in first.events if isinstance(recorded.event, ev.CourseTaken)
        )
        assert at.refused("montage kruncor dex by stealth =2") == "not_your_turn", "the last turn is still Kruncor's"
        at("montage odo int by books =2")
        again = at(f"correct {roll_of(right).position} =3")
        assert one(again, ev.CourseTaken).turn == one(right, ev.CourseTaken).turn


def test_a_corrected_course_that_was_not_the_last_decides_the_montage(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        at("montage start moderate find the cult")
        first = at("montage lyssa cha by asking =20")  # a terrible failure counts for two
        last = at("montage kruncor str by threats =19")
        assert one(last, ev.MontageDecided).status == "not_achieved"
        decided = one(at(f"correct {roll_of(first).position} dependants keep =2"), ev.MontageDecided)
        assert (decided.status, decided.successes, decided.failures) == ("open", 2, 1), "a great success counts for two"
        assert every(at(f"correct {roll_of(last).position} who odo"), ev.MontageDecided) == []


def test_an_attempt_at_a_task_tried_again_was_another_ones(play: Play, campaign: Campaign) -> None:
    first = roll_of(play("mira lockpicking at door =6,6,4"))
    second = roll_of(play("mira lockpicking at door =6,5,4"))
    third = play("mira lockpicking at door =3,3,3")
    with pytest.raises(Refused, match="dependants") as refused:
        play(f"correct {second.position} who vora base 10")
    assert refused.value.code in ("dependants", "not_given")
    campaign.execute(cmd.SetValue(who="vora", key="lockpicking", value="14"))
    right = play(f"correct {second.position} who vora dependants void")
    assert made_by(right) == [("vora", 14, (6, 5, 4))], "her own first attempt has no penalty"
    tasks = {task.character: at for at, task in campaign.state.tasks.items()}
    assert [attempt.roll for attempt in campaign.state.attempts(tasks["mira"])] == [first.position]
    assert [attempt.roll for attempt in campaign.state.attempts(tasks["vora"])] == [roll_of(right).position]
    assert {recorded.position for recorded in third.events} <= campaign.state.void_positions.keys()


def test_a_first_attempt_was_another_ones_and_the_task_stays_for_the_others(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="vora", key="lockpicking", value="14"))
    first = roll_of(play("mira lockpicking at door =6,6,4"))
    second = roll_of(play("retry =6,6,4"))
    play(f"correct {first.position} who vora dependants keep")
    tasks = {task.character: at for at, task in campaign.state.tasks.items()}
    assert [attempt.roll for attempt in campaign.state.attempts(tasks["mira"])] == [second.position]
    play(f"correct {second.position} who vora")
    assert {task.character for task in campaign.state.tasks.values()} >= {"vora"}


def test_a_plain_roll_that_a_retry_made_the_first_attempt(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="vora", key="lockpicking", value="14"))
    first = roll_of(play("mira lockpicking =6,6,4"))
    retried = play("retry =6,6,4")
    right = play(f"correct {first.position} who vora dependants void")
    assert types(right)[-1] == "RollMade"
    assert (roll_of(right).subject, one(right, ev.RollMade).task) == ("vora", None)
    assert {recorded.position for recorded in retried.events} <= campaign.state.void_positions.keys()
    assert list(campaign.state.tasks) == []


def test_influence_says_why_it_stays(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="mira", key="diplomacy", value="14"))
    influence = play("influence mira diplomacy vs @guard will=10 =mira:3,3,3 =guard:6,6,4 =reaction:3,3,3")
    with pytest.raises(Refused, match="traits of just these two") as refused:
        play(f"correct {roll_of(influence, 0).position} who vora")
    assert refused.value.code == "not_another"


def test_what_a_feat_cost_to_begin_with_goes_with_it_after_its_dice_were_put_right(play: Play, campaign: Campaign) -> None:
    wrong = play("climb mira wall 30ft roped combat =3,3,3")
    right = play(f"correct {roll_of(wrong, 0).position} =3,3,4")
    assert (pools(campaign, "mira")["FP"], pools(campaign, "vora")["FP"]) == (10, 12)
    play(f"correct {roll_of(right, 0).position} who vora")
    assert (pools(campaign, "mira")["FP"], pools(campaign, "vora")["FP"]) == (11, 11)
    begun = [each for each in campaign.log.read() if isinstance(each.event, ev.ProcedureStarted)]
    assert [each.subject for each in begun if each.position not in campaign.state.void_positions] == ["vora"]


def test_a_task_goes_with_its_only_attempt_after_the_dice_were_put_right(play: Play, campaign: Campaign) -> None:
    wrong = play("mira dx at ledge =6,6,4")
    right = play(f"correct {roll_of(wrong).position} =6,6,5")
    play(f"correct {roll_of(right).position} who vora")
    assert [task.character for task in campaign.state.open_tasks().values()] == ["vora"]


def test_a_task_goes_with_the_last_of_its_attempts_that_was_anothers(play: Play, campaign: Campaign) -> None:
    first = roll_of(play("mira dx at ledge =6,6,4"))
    second = roll_of(play("retry =6,6,5"))
    play(f"correct {first.position} who vora dependants keep")
    assert sorted(task.character for task in campaign.state.open_tasks().values()) == ["mira", "vora"]
    play(f"correct {second.position} who vora dependants keep")
    assert {task.character for task in campaign.state.open_tasks().values()} == {"vora"}


@pytest.mark.usefixtures("korr")
def test_whoever_met_a_threat_in_truth_had_met_it_as_often_as_by_then(play: Play, campaign: Campaign) -> None:
    play("fright vora ghoul =3,3,3")
    wrong = roll_of(play("fright mira ghoul =3,3,3"))
    play("session end")
    play("session start Two")
    play("fright korr ghoul =3,3,3")
    right = play(f"correct {wrong.position} who korr")
    assert one(right, ev.FrightExposed).earlier == 0, "what Korr met in the second session came later"
    again = one(play(f"correct {roll_of(right).position} who vora"), ev.FrightExposed)
    assert (again.earlier, again.uncertain) == (1, 0), "the time between the sessions came later"


def test_a_feats_own_modifiers_stay_the_rules_and_not_the_gms(play: Play) -> None:
    wrong = play("climb mira wall 30ft roped dark, +8 spell =3,3,3")
    right = roll_of(play(f"correct {roll_of(wrong, 0).position} who vora"), 0).event
    assert isinstance(right, ev.RollMade)
    assert [(each.label, each.value, each.source) for each in right.modifiers] == [
        ("vertical stone wall", -3, "surface"),
        ("darkness", -9, "light"),
        ("spell", 8, "gm"),
    ]


def test_a_number_that_somebody_else_needed_gives_way_to_ones_own(play: Play) -> None:
    """“vora st=15” would be refused: her sheet has it."""
    contest = play("contest mira dx vs @ogre st=15 =mira:3,4,4 =ogre:4,4,4")
    right = play(f"correct {roll_of(contest).position} who vora")
    assert made_by(right) == [("vora", 13, (4, 4, 4))]
    guard = play("@guard per=14 -2 =3,3,3")
    assert made_by(play(f"correct {roll_of(guard).position} who mira")) == [("mira", 10, (3, 3, 3))]
    cook = play("@cook cooking=14 =3,3,3")
    assert made_by(play(f"correct {roll_of(cook).position} who mira")) == [("mira", 14, (3, 3, 3))]
