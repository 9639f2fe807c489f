"""Rolls that were put down wrongly: made anew at their moment, with what the rules make of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.conftest import Play
from tests.campaign.systems import PARTY, table
from tests.campaign.told import every, one, pools
from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.service import Campaign, Outcome


def roll_of(outcome: Outcome) -> ev.Recorded:
    """The last roll of an action."""
    return [recorded for recorded in outcome.events if isinstance(recorded.event, ev.RollMade)][-1]


def types(outcome: Outcome) -> list[str]:
    return [recorded.envelope.type for recorded in outcome.events]


def refusal(play: Play, line: str) -> str:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value.code


def test_mistyped_dice_are_put_right_in_one_action_where_the_roll_stood(play: Play, campaign: Campaign) -> None:
    wrong = play("mira lockpicking -2 dark =6,6,4")
    play("session end")
    play("session start Two elapsed 3d")
    right = play(f"correct {wrong.events[0].position} because read upside down =3,3,4")
    assert types(right) == ["ActionVoided", "RollMade"]
    made, first = roll_of(right), wrong.events[0]
    assert isinstance(made.event, ev.RollMade)
    assert (made.event.corrects, made.event.dice, made.event.success, made.event.target) == (
        first.position,
        (3, 3, 4),
        True,
        10,
    )
    moment = ("session", "scene", "game_time", "subject", "cause")
    assert [getattr(made.envelope, name) for name in moment] == [getattr(first.envelope, name) for name in moment]
    assert campaign.state.void_positions[first.position] == right.events[0].position
    assert one(right, ev.ActionVoided).reason == "read upside down"


def test_a_modifier_is_added_changed_or_left_out_and_the_dice_stay(play: Play) -> None:
    wrong = roll_of(play("mira lockpicking -2 dark, +1 calm =3,4,5"))
    right = one(play(f"correct {wrong.position} -3 dark -1 wind without calm"), ev.RollMade)
    assert [(each.label, each.value, each.expected) for each in right.modifiers] == [("dark", -3, None), ("wind", -1, None)]
    assert (right.target, right.dice, right.dice_source, right.success) == (8, (3, 4, 5), "hand", False)


def test_the_numbers_that_the_gm_had_given_can_be_others(play: Play) -> None:
    guard = roll_of(play("@guard per=12 =3,4,6"))
    assert one(play(f"correct {guard.position} base 14"), ev.RollMade).success
    ruled = roll_of(play("mira lockpicking target 14 because the lock is rusty =5,5,5"))
    made = one(play(f"correct {ruled.position} target 15"), ev.RollMade)
    assert (made.target, made.computed, made.success, made.ruling) == (15, 12, True, "the lock is rusty")
    plain = roll_of(play("mira lockpicking =5,5,5"))
    assert refusal(play, f"correct {plain.position} target 15") == "not_given"
    assert refusal(play, f"correct {plain.position} base 15") == "not_given"


def test_somebody_else_rolled_and_their_own_numbers_count(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("mira st -2 tired =4,4,4"))
    right = play(f"correct {wrong.position} who vora")
    made = roll_of(right)
    assert made.subject == "vora"
    assert isinstance(made.event, ev.RollMade)
    assert (made.event.base, made.event.target, made.event.dice, made.event.success) == (13, 11, (4, 4, 4), False)


def test_the_task_that_the_roll_opened_is_the_other_ones(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("mira dx at ledge =6,6,4"))
    right = play(f"correct {wrong.position} who vora")
    task = next(position for position, task in campaign.state.tasks.items() if task.character == "vora")
    assert one(right, ev.RollMade).task == task
    assert [task.character for task in campaign.state.tasks.values()] == ["vora"]


def test_another_met_the_ghoul(play: Play, campaign: Campaign) -> None:
    play("fright vora ghoul =3,3,3")
    wrong = roll_of(play("fright mira ghoul -2 =4,4,4"))
    right = play(f"correct {wrong.position} who vora")
    met = one(right, ev.FrightExposed)
    made = one(right, ev.RollMade)
    assert (met.earlier, made.dice) == (1, (4, 4, 4))
    assert made.target == 10 - 2 + 1, "Vora's Will, the GM's penalty, and that she had met it before"
    assert {one.character for one in campaign.state.exposures.values()} == {"vora"}


def test_consequences_follow_by_the_rules_anew(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("effort mira st +10% =6,6,6"))
    assert pools(campaign, "mira") == {"HP": 9, "FP": 10}
    right = play(f"correct {wrong.position} =6,6,5")
    assert pools(campaign, "mira") == {"HP": 9, "FP": 10}, "17 against 8 is a critical failure as well"
    right = play(f"correct {roll_of(right).position} =3,4,4")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 10}
    assert one(right, ev.RollMade).corrects is not None


def test_an_attempt_keeps_its_place_and_the_task_ends_or_opens(play: Play, campaign: Campaign) -> None:
    first = roll_of(play("mira lockpicking at door =6,6,4"))
    second = roll_of(play("retry =3,3,3"))
    assert isinstance(second.event, ev.RollMade)
    task = second.event.task or 0
    assert task in campaign.state.ends
    right = roll_of(play(f"correct {first.position} dependants keep =6,6,3"))
    assert [attempt.roll for attempt in campaign.state.attempts(task)] == [right.position, second.position]
    failed = roll_of(play(f"correct {second.position} =6,6,4"))
    assert task not in campaign.state.ends, "the success that had ended it never was"
    assert isinstance(failed.event, ev.RollMade)
    assert failed.event.attempt == 2
    assert one(play("retry =3,3,3"), ev.RollMade).attempt == 3


def test_a_plain_roll_that_a_retry_made_attempt_one_stays_that(play: Play, campaign: Campaign) -> None:
    first = roll_of(play("mira lockpicking =6,6,4"))
    play("retry =6,5,5")
    right = roll_of(play(f"correct {first.position} dependants keep =6,6,3"))
    (task,) = campaign.state.tasks
    assert next(attempt.roll for attempt in campaign.state.attempts(task)) == right.position
    assert one(play("retry =3,3,3"), ev.RollMade).attempt == 3


def test_of_a_group_only_the_one_changes(play: Play, campaign: Campaign) -> None:
    group = play("fright all ghoul =mira:6,6,4 =mira-table:1,1,1 =vora:5,5,1 =vora-table:1,1,1")
    rolls = [recorded for recorded in group.events if isinstance(recorded.event, ev.RollMade)]
    right = play(f"correct {rolls[0].position} =3,3,3")
    assert types(right)[:2] == ["ActionVoided", "RollMade"]
    assert "TableConsulted" not in types(right)
    assert rolls[1].position not in campaign.state.void_positions
    assert len(campaign.state.exposures) == 2


def test_dice_that_were_not_thrown_are_thrown_or_asked_for(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("fright mira ghoul =3,3,3"))
    play("option dice hand")
    failed = play(f"correct {wrong.position} =6,6,4")
    assert [prompt.ask["step"] for prompt in failed.pending.values()] == ["fright_table"]
    play("option dice system")
    again = play(f"correct {roll_of(failed).position} =6,5,4")
    assert one(again, ev.TableConsulted).dice_source == "seed"


def test_kept_dice_are_read_anew_on_the_table(play: Play) -> None:
    wrong = roll_of(play("fright mira ghoul =6,6,4 =mira-table:2,2,2"))
    right = play(f"correct {wrong.position} -2 dark")
    read = one(right, ev.TableConsulted)
    assert (read.dice, read.modifier, read.dice_source) == ((2, 2, 2), 6, "hand")


@pytest.mark.parametrize(("side", "dice", "winner"), [(1, "6,6,6", "vora"), (2, "3,3,3", "vora")])
def test_a_contest_is_decided_anew_with_the_other_sides_dice(
    play: Play, campaign: Campaign, side: int, dice: str, winner: str
) -> None:
    contest = play("contest mira dx vs vora dx =mira:3,4,4 =vora:4,4,4")
    right = play(f"correct {contest.events[side].position} ={dice}")
    decided = one(right, ev.ContestDecided)
    assert decided.winner == winner
    assert set(decided.rolls).isdisjoint(campaign.state.void_positions)
    vora = campaign.log.get([decided.rolls[1]])[decided.rolls[1]].event
    assert isinstance(vora, ev.RollMade)
    assert vora.dice == ((4, 4, 4) if side == 1 else (3, 3, 3))


def test_a_side_is_put_right_after_the_other_one_was(play: Play, campaign: Campaign) -> None:
    contest = play("contest mira dx vs vora dx =mira:3,4,4 =vora:4,4,4")
    vora = roll_of(play(f"correct {contest.events[2].position} =6,6,5"))
    vora = roll_of(play(f"correct {vora.position} =6,6,6"))
    right = play(f"correct {contest.events[1].position} =3,3,3")
    mira, again = (each for each in right.events if isinstance(each.event, ev.RollMade))
    assert isinstance(again.event, ev.RollMade)
    assert (again.event.corrects, again.event.dice) == (vora.position, (6, 6, 6)), "her dice lie there as corrected"
    decided = one(right, ev.ContestDecided)
    assert (decided.winner, decided.rolls) == ("mira", (mira.position, again.position))
    verdicts = [each.position for each in campaign.log.read() if isinstance(each.event, ev.ContestDecided)]
    assert [at for at in verdicts if at not in campaign.state.void_positions] == [verdicts[-1]], "one verdict counts"


def test_a_correction_that_was_undone_and_redone_counts_for_the_next(play: Play, campaign: Campaign) -> None:
    contest = play("contest mira dx vs vora dx =mira:3,4,4 =vora:4,4,4")
    vora = roll_of(play(f"correct {contest.events[2].position} =6,6,5"))
    for _ in range(2):
        play("undo")
        play("redo")
    assert refusal(play, f"correct {contest.events[2].position} =1,1,1") == "corrected"
    right = play(f"correct {contest.events[1].position} =3,3,3")
    again = roll_of(right).event
    assert isinstance(again, ev.RollMade)
    assert (again.corrects, again.dice) == (vora.position, (6, 6, 5))
    counting = [each for each in campaign.log.read() if each.position not in campaign.state.void_positions]
    assert [type(each.event) for each in counting if each.position > contest.events[0].position] == [
        *(ev.ActionVoided,) * len([each for each in counting if isinstance(each.event, ev.ActionVoided)]),
        *(ev.RollMade, ev.RollMade, ev.ContestDecided, ev.ProcedureEnded),
    ]


LONG = (
    "contest regular mira dx vs vora dx =mira:3,3,3 =vora:3,3,3 =mira:3,4,3 =vora:4,4,3 =mira:4,4,2 =vora:6,6,4"  # Mira wins
)


def rounds_of(outcome: Outcome) -> list[tuple[str | None, int, list[tuple[str, int]], tuple[int, ...]]]:
    """Who rolled, against which target, with which modifiers, what."""
    return [
        (each.subject, each.event.target, [(one.label, one.value) for one in each.event.modifiers], each.event.dice)
        for each in outcome.events
        if isinstance(each.event, ev.RollMade)
    ]


def test_what_was_corrected_about_a_later_round_stays_when_an_earlier_one_is(play: Play) -> None:
    long = play(LONG)
    rolls = [each for each in long.events if isinstance(each.event, ev.RollMade)]
    second = play(f"correct {rolls[3].position} -2 dark")
    assert rounds_of(second) == [("vora", 10, [("dark", -2)], (4, 4, 3))]
    assert one(second, ev.ContestDecided).winner == "mira"
    first = play(f"correct {rolls[0].position} =3,3,4")
    assert rounds_of(first) == [
        ("mira", 12, [], (3, 3, 4)),
        ("vora", 12, [], (3, 3, 3)),
        ("mira", 12, [], (3, 4, 3)),
        ("vora", 10, [("dark", -2)], (4, 4, 3)),
    ]
    assert one(first, ev.ContestDecided).winner == "mira"
    mira = next(each for each in first.events if isinstance(each.event, ev.RollMade))
    assert rounds_of(play(f"correct {mira.position} -1 mud"))[2:] == [
        ("mira", 11, [("mud", -1)], (3, 4, 3)),
        ("vora", 10, [("dark", -2)], (4, 4, 3)),
    ]


def test_both_what_was_corrected_now_and_what_was_before_hold_for_the_rounds_to_come(play: Play) -> None:
    rolls = [each for each in play(LONG).events if isinstance(each.event, ev.RollMade)]
    third = play(f"correct {rolls[2].position} -1 mud")
    assert [(who, target) for who, target, _modifiers, _dice in rounds_of(third)] == [("mira", 11), ("vora", 12)] * 2
    first = rounds_of(play(f"correct {rolls[1].position} +1 luck"))
    assert first == [
        ("vora", 13, [("luck", 1)], (3, 3, 3)),
        ("mira", 11, [("mud", -1)], (3, 4, 3)),
        ("vora", 13, [("luck", 1)], (4, 4, 3)),
        ("mira", 11, [("mud", -1)], (4, 4, 2)),
        ("vora", 13, [("luck", 1)], (6, 6, 4)),
    ]


def test_what_was_corrected_about_a_later_round_can_be_corrected_back(play: Play) -> None:
    rolls = [each for each in play(LONG).events if isinstance(each.event, ev.RollMade)]
    dark = roll_of(play(f"correct {rolls[3].position} -2 dark"))
    play(f"correct {dark.position} without dark")
    assert rounds_of(play(f"correct {rolls[0].position} =3,3,4"))[3] == ("vora", 12, [], (4, 4, 3))


def test_the_first_side_has_another_target_when_the_second_is_corrected(play: Play) -> None:
    """Two very high scores come down until the lower one is 10; one of them alone doesn't (seed 000, Regular Contests)."""
    rolls = play("contest regular @ann dx=18 vs @bob dx=15 =ann:4,4,4 =bob:4,3,3 =ann:5,5,1 =bob:4,4,4")
    assert [target for _who, target, _modifiers, _dice in rounds_of(rolls)] == [13, 10, 13, 10]
    first, bob = [each for each in rolls.events if isinstance(each.event, ev.RollMade)][:2]
    right = play(f"correct {bob.position} -3 dark =6,5,2")
    assert rounds_of(right) == [("@ann", 18, [], (4, 4, 4)), ("@bob", 12, [("dark", -3)], (6, 5, 2))]
    made = [each.event for each in right.events if isinstance(each.event, ev.RollMade)]
    assert [each.corrects for each in made] == [first.position, bob.position]
    assert refusal(play, f"correct {bob.position} =3,3,3") == "corrected"
    assert one(right, ev.ContestDecided).winner == "@ann"


def test_by_hand_the_first_side_is_put_right_with_the_second(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    asked = play("contest resist @wizard sleep=18 vs mira will +7 charm supernatural")
    first = play(f"answer {next(iter(asked.pending))} =4,4,4")
    second = play(f"answer {next(iter(first.pending))} =6,6,4")
    right = play(f"correct {roll_of(second).position} without charm")
    assert [(who, target, dice) for who, target, _modifiers, dice in rounds_of(right)] == [
        ("@wizard", 16, (4, 4, 4)),
        ("mira", 12, (6, 6, 4)),
    ]
    assert (one(right, ev.ContestDecided).winner, right.pending) == ("@wizard", {})
    play("undo")
    assert [at for at in (roll_of(first).position, roll_of(second).position) if at in campaign.state.void_positions] == []


def test_a_side_is_put_right_against_the_other_one_as_it_was_corrected(play: Play) -> None:
    play("character Elsa dx=12")
    contest = play("contest mira dx vs vora dx =mira:3,4,4 =vora:4,4,4")
    vora = roll_of(play(f"correct {contest.events[2].position} -3 dark"))
    first = play(f"correct {contest.events[1].position} =3,3,4")
    vora = roll_of(first)
    assert isinstance(vora.event, ev.RollMade)
    assert [(each.label, each.value) for each in vora.event.modifiers] == [("dark", -3)]
    elsa = roll_of(play(f"correct {vora.position} who elsa"))
    mira = next(each for each in first.events if isinstance(each.event, ev.RollMade))
    decided = one(play(f"correct {mira.position} =3,3,3"), ev.ContestDecided)
    assert (elsa.subject, decided.sides) == ("elsa", ("mira", "elsa"))


def test_a_resisted_spell_with_other_modifiers_keeps_to_the_rule_of_16(play: Play) -> None:
    spell = play("contest resist @wizard sleep=18 vs mira will supernatural =3,4,4 =6,6,4")
    right = play(f"correct {spell.events[1].position} -1 hurry")
    assert next(one.event.target for one in right.events if isinstance(one.event, ev.RollMade)) == 16


def test_by_hand_the_answer_stands_and_what_was_answered_later_rests_on_it(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    asked = play("contest mira dx vs vora dx")
    first = play(f"answer {next(iter(asked.pending))} =3,4,4")
    play(f"answer {next(iter(first.pending))} =4,4,4")
    assert refusal(play, f"correct {roll_of(first).position} =6,6,4") == "dependants"
    right = play(f"correct {roll_of(first).position} dependants void =6,6,4")
    assert one(right, ev.ContestDecided).winner == "vora"
    assert right.pending == {}, "Vora's dice lie on the table"


def test_a_check_of_a_group_of_members_is_decided_anew(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        checked = at("group all dex =lyssa:20 =kruncor:20 =odo:2")
        rolls = [recorded for recorded in checked.events if isinstance(recorded.event, ev.RollMade)]
        assert one(checked, ev.GroupDecided).outcome == "failure"
        decided = one(at(f"correct {rolls[0].position} =3"), ev.GroupDecided)
        assert (decided.outcome, decided.successes) == ("success", 2)
        (verdict,) = at.campaign.state.verdicts[rolls[1].position]
        assert at.campaign.log.get([verdict])[verdict].event == decided


def test_a_course_of_a_montage_counts_as_it_is_corrected(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        at("montage start moderate find the cult")
        course = at("montage lyssa cha by asking =20")
        right = at(f"correct {roll_of(course).position} =2")
        (montage,) = at.campaign.state.montages
        assert [course.roll for course in at.campaign.state.courses[montage]] == [roll_of(right).position]
        assert one(right, ev.CourseTaken).course == "asking"


def test_both_throws_with_advantage_and_a_chance(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        wrong = at("lyssa stealth adv =18,5")
        made = one(at(f"correct {roll_of(wrong).position} -11 gravel"), ev.RollMade)
        assert (made.target, made.dice, [each.dice for each in made.dropped], made.success) == (4, (5,), [(18,)], False)
        made = one(at(f"correct {at.campaign.state.head} =18,4"), ev.RollMade)
        assert (made.dice, made.success) == ((4,), True)
        chance = at("chance 2 in 6 the rope holds =5")
        assert one(at(f"correct {roll_of(chance).position} =2"), ev.RollMade).success
        assert one(at(f"correct {at.campaign.state.head} base 1"), ev.RollMade).success is False


def test_what_cannot_be_corrected_says_so(play: Play, campaign: Campaign) -> None:
    note = play("note rain").events[0].position
    roll = roll_of(play("mira lockpicking =3,3,3")).position
    assert refusal(play, f"correct {note} =3,3,3") == "not_a_roll"
    assert refusal(play, f"correct {roll}") == "nothing"
    assert refusal(play, f"correct {roll} without fog") == "not_found"
    assert refusal(play, f"correct {roll} =3,3") == "bad_dice"
    assert refusal(play, "correct 9999 =3,3,3") == "not_found"
    newer = roll_of(play(f"correct {roll} =3,3,4")).position
    with pytest.raises(Refused, match=f"it is {newer} now"):
        play(f"correct {roll} =3,3,5")
    newest = roll_of(play(f"correct {newer} =3,3,5")).position
    with pytest.raises(Refused, match=f"it is {newest} now"):
        play(f"correct {roll} =3,3,5")
    play(f"void {newest}")
    play(f"void {newer}")
    play(f"void {roll}")
    assert refusal(play, f"correct {roll} =3,3,3") == "voided"


def test_voiding_a_correction_lets_the_first_roll_count_again(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("effort mira st +10% =6,6,6"))
    before = pools(campaign, "mira")
    right = roll_of(play(f"correct {wrong.position} =3,4,4"))
    void = play("undo").events
    assert pools(campaign, "mira") == before
    assert wrong.position not in campaign.state.void_positions
    assert right.position in campaign.state.void_positions
    play(f"void {void[0].position}")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 10}
    assert refusal(play, f"void {campaign.state.head}") == "restoring"
    play("undo")
    assert pools(campaign, "mira") == before, "what was restored last is undone first"
    play("undo")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 11}, "then comes the roll itself"


def test_a_void_that_another_one_stands_on_waits_for_it(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("mira lockpicking =6,6,4"))
    play(f"correct {wrong.position} =3,3,3")
    first = play("undo").events[0].position
    play(f"void {wrong.position}")
    assert refusal(play, f"void {first}") == "entangled"


def test_a_correction_long_after_ends_what_its_time_has_ended(play: Play, campaign: Campaign) -> None:
    wrong = roll_of(play("fright mira ghoul =3,3,3"))
    play("clock +1h")
    right = play(f"correct {wrong.position} =6,3,4 =mira-table:1,1,1")
    stunned = one(right, ev.ConditionAdded)
    assert stunned.name == "stunned"
    begun = next(recorded for recorded in right.events if isinstance(recorded.event, ev.ConditionAdded))
    assert begun.envelope.game_time == 0
    assert campaign.state.clock == 3600


def test_a_secret_roll_stays_secret_and_an_open_one_open(play: Play) -> None:
    secret = roll_of(play("secret mira lockpicking =6,6,4"))
    assert {recorded.envelope.visibility for recorded in play(f"correct {secret.position} =3,3,3").events} == {"gm"}
    open_ = roll_of(play("mira lockpicking =6,6,4"))
    assert {recorded.envelope.visibility for recorded in play(f"correct {open_.position} =3,3,3").events} == {"everyone"}


def test_a_reroll_that_was_mistyped_decides_anew(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        failed = roll_of(at("lyssa stealth =20"))
        again = roll_of(at("reroll =19"))
        at(f"correct {again.position} =3")
        assert at.campaign.state.rulings[failed.position].entries[-1][1].success
        assert at.pool("lyssa", "Rerolls") == 1


def test_dependants_are_kept_or_taken_back_with_it(play: Play, campaign: Campaign) -> None:
    failed = roll_of(play("mira lockpicking =6,6,4"))
    second = play("retry =6,6,4")
    third = play("retry =6,6,4")
    with pytest.raises(Refused, match="attempt 2's penalty rests on"):
        play(f"void {failed.position}")
    void = play(f"void {failed.position} misheard dependants void")
    gone = {recorded.position for outcome in (second, third) for recorded in outcome.events} | {failed.position}
    assert gone <= campaign.state.void_positions.keys()
    assert [event.original for event in _voids(void)] == [third.action_id, second.action_id, failed.envelope.action]
    play(f"void {void.events[0].position}")
    assert gone.isdisjoint(campaign.state.void_positions)
    play(f"void {failed.position} dependants keep")
    assert campaign.state.void_positions.keys() & gone == {failed.position}


def _voids(outcome: Outcome) -> list[ev.ActionVoided]:
    return [recorded.event for recorded in outcome.events if isinstance(recorded.event, ev.ActionVoided)]


def test_a_void_with_the_purchase_gives_bought_points_back(play: Play, campaign: Campaign) -> None:
    play("option genre heroic")
    campaign.execute(cmd.Award(who=("mira",), points=5))
    roll = roll_of(play("mira lockpicking =6,6,1"))
    play(f"buy {roll.position}")
    assert campaign.view("mira").points_unspent < 155
    play(f"void {roll.position} dependants void")
    assert campaign.view("mira").points_unspent == 155


@pytest.mark.parametrize("line", ["void 7 dependants perhaps", "correct 7 dependants perhaps =3,3,3"])
def test_another_choice_is_none(play: Play, campaign: Campaign, line: str) -> None:
    play("mira lockpicking =6,6,4")
    with pytest.raises(Refused):
        campaign.execute(cmd.Void(position=6, dependants="perhaps"))


def test_time_and_options_of_the_day_hold_for_the_correction(tmp_path: Path) -> None:
    with table(tmp_path, "brp", {"Ash": "spot=60"}) as at:
        wrong = roll_of(at("ash spot =70"))
        at("option die d20")
        made = one(at(f"correct {wrong.position} =50"), ev.RollMade)
        assert (made.notation, made.dice, made.success) == ("1d100", (50,), True)


def test_dice_of_amounts_that_lay_on_the_table_stay_as_well(play: Play) -> None:
    """“1d FP” and “1d seconds” are thrown as 1d6 each."""
    wrong = play("fright mira ghoul -4 =mira:5,1,5 =table:3,5,3 =fp:2 =stun:6")
    amounts = [("fp", (2,), "hand"), ("stun", (6,), "hand")]
    assert [(one.what, one.dice, one.dice_source) for one in every(wrong, ev.AmountRolled)] == amounts
    right = play(f"correct {roll_of(wrong).position} =5,2,4")
    assert [(one.what, one.dice, one.dice_source) for one in every(right, ev.AmountRolled)] == amounts
