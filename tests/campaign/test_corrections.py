"""Voids: the whole action, exactly what it changed, restored by a void of the void, never twice."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one, pools
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import GM_ONLY, ActionVoided, Revealed, RollMade, SceneStarted, TaskStarted
from tracker.events.codec import TYPES
from tracker.service import Campaign


def test_undo_takes_back_the_last_action_and_then_the_one_before(play: Play, campaign: Campaign) -> None:
    play("hp mira -3")
    play("fp mira -2")
    play("undo")
    play("undo wrong character")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 11}


def test_undo_reaches_a_bookmark_and_a_session_end_but_no_earlier_session(play: Play, campaign: Campaign) -> None:
    mark = play("mark here").events[0].position
    assert one(play("undo"), ActionVoided).events[0].position == mark
    play("session end")
    assert one(play("undo"), ActionVoided).events[0].type == "SessionEnded"
    play("session end")
    play("session start Two")
    play("hp mira -1")
    play("undo")
    play("option dice hand")
    play("undo")
    campaign.execute(cmd.Void(position=max(campaign.state.sessions)), author="someone else")
    assert one(play("undo"), ActionVoided).events[0].type == "SessionEnded", "the voided session doesn't bound it"


def test_redo_brings_back_what_undo_took_back_the_last_first(play: Play, campaign: Campaign) -> None:
    play("hp mira -3")
    play("fp mira -2")
    play("undo")
    play("undo")
    play("redo")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 11}
    play("note meanwhile")
    play("redo the dice were right")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 9}
    with pytest.raises(Refused, match="no undo of yours"):
        play("redo")
    play("undo")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 11}, "what was brought back last is undone first"


def test_redo_takes_an_undone_restoring_back_again(play: Play, campaign: Campaign) -> None:
    blow = play("hp mira -3").events[0].position
    play("fp mira -2")
    play(f"void {blow}")
    play("undo")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 9}
    play("redo")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 9}
    play("undo")
    play("undo")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 11}
    play("redo")
    assert pools(campaign, "mira") == {"HP": 7, "FP": 9}
    play("redo")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 9}
    with pytest.raises(Refused, match="no undo of yours"):
        play("redo")


def test_redo_leaves_voids_by_number_and_what_another_author_undid(play: Play, campaign: Campaign) -> None:
    blow = play("hp mira -1").events[0].position
    play("fp mira -2")
    play(f"void {blow}")
    campaign.execute(cmd.ChangePool(who="mira", pool="FP", change=-1), author="Ines")
    own = campaign.state.head
    campaign.execute(cmd.Void(position=own), author="Ines")
    with pytest.raises(Refused, match="no undo of yours"):
        play("redo")


def test_redo_goes_back_across_the_start_of_the_session_that_undo_took_back(play: Play, campaign: Campaign) -> None:
    play("hp mira -3")
    play("session end")
    play("session start Two")
    play("undo")
    play("undo")
    play("undo")
    assert pools(campaign, "mira")["HP"] == 10
    for restored, running in (("PoolChanged", 1), ("SessionEnded", 0), ("SessionStarted", 2)):
        assert restored in [one.type for one in one(play("redo"), ActionVoided).events]
        session = campaign.state.current_session
        assert (session[1].number if session else 0) == running
    with pytest.raises(Refused, match="no undo of yours"):
        play("redo")


def test_redo_of_a_void_that_took_dependants_along_asks_for_them_again(play: Play, campaign: Campaign) -> None:
    task = play("mira lockpicking at west-door =6,6,2").events[0].position
    play("retry =6,6,1")
    last = campaign.state.head
    play("note meanwhile")
    play(f"void {task} dependants void")
    play("undo")
    with pytest.raises(Refused) as refusal:
        play("redo")
    assert refusal.value.code == "dependants"
    play("redo dependants void")
    assert {task, last} <= campaign.state.void_positions.keys()
    play("undo")
    assert not {task, last} & campaign.state.void_positions.keys()


def test_undo_reaches_what_an_undone_void_gave_back_and_redo_takes_both_back(play: Play, campaign: Campaign) -> None:
    blow = play("hp mira -3").events[0].position
    play("fp mira -2")
    play(f"void {blow}")
    for hp, fp in ((7, 9), (7, 11), (10, 11)):
        play("undo")
        assert pools(campaign, "mira") == {"HP": hp, "FP": fp}
    for hp, fp in ((7, 11), (7, 9), (10, 9)):
        play("redo")
        assert pools(campaign, "mira") == {"HP": hp, "FP": fp}


def test_a_correction_is_undone_and_redone_any_number_of_times(play: Play, campaign: Campaign) -> None:
    roll = play("effort mira st +10% =3,3,3").events[0].position
    play(f"correct {roll} =6,6,6")
    right = pools(campaign, "mira")
    assert right["HP"] < 10
    for _time in range(3):
        play("undo")
        assert pools(campaign, "mira") == {"HP": 10, "FP": 10}
        play("redo")
        assert pools(campaign, "mira") == right
    play("undo")
    play("undo")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 11}


def test_what_redo_brings_back_of_another_author_is_not_undone_as_ones_own(play: Play, campaign: Campaign) -> None:
    play("note before")
    failed = one(play("mira lockpicking at west-door =6,6,2"), TaskStarted)
    assert failed.name == "west-door"
    campaign.execute(cmd.Retry(roll=campaign.state.head), dice=("6,6,1",), author="Ines")
    play("undo dependants void")
    play("redo")
    both = one(play("undo dependants keep"), ActionVoided)
    assert [each.type for each in both.events] == ["TaskStarted", "RollMade"]
    assert one(play("undo"), ActionVoided).events[0].type == "NoteAdded"


def test_redo_of_a_secret_undo_is_as_secret(play: Play, campaign: Campaign) -> None:
    play("hp mira -3")
    assert play("secret undo").events[0].envelope.visibility == GM_ONLY
    assert play("redo").events[0].envelope.visibility == GM_ONLY
    assert play("undo").events[0].envelope.visibility == "everyone"
    assert play("redo").events[0].envelope.visibility == "everyone"


def test_redo_says_when_a_name_was_given_again_and_goes_on_once_that_is_set_right(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Korr"))
    play("undo")
    campaign.execute(cmd.AddCharacter(name="Korr"), author="Ines")
    head = campaign.log.head()
    with pytest.raises(Refused, match="rename one first"):
        play("redo")
    assert campaign.log.head() == head
    campaign.execute(cmd.Void(position=head.position), author="Ines")
    play("redo")
    assert [one.name.get("") for one in campaign.state.roster()] == ["Mira", "Vora", "Korr"]


def test_undo_leaves_what_another_author_did(play: Play, campaign: Campaign) -> None:
    play("hp mira -1")
    campaign.execute(cmd.ChangePool(who="mira", pool="HP", change=-2), author="Ines")
    play("undo")
    assert pools(campaign, "mira")["HP"] == 8


def test_a_void_of_a_void_restores_and_twice_is_refused(play: Play, campaign: Campaign) -> None:
    blow = play("hp mira -3").events[0].position
    void = play(f"void {blow}").events[0].position
    with pytest.raises(Refused) as refusal:
        play(f"void {blow}")
    assert refusal.value.code == "already_void"
    restored = play(f"void {void}").events[0].position
    assert pools(campaign, "mira")["HP"] == 7
    with pytest.raises(Refused, match=f"void {blow}"):
        play(f"void {restored}")
    play(f"void {blow}")
    assert pools(campaign, "mira")["HP"] == 10


def test_a_void_gives_back_what_was_really_lost_across_a_floor(play: Play, campaign: Campaign) -> None:
    play("fp mira -21")
    assert pools(campaign, "mira") == {"HP": 0, "FP": -10}
    play("fp mira -5")
    assert pools(campaign, "mira") == {"HP": -5, "FP": -11}
    play("undo")
    assert pools(campaign, "mira") == {"HP": 0, "FP": -10}


def test_a_void_is_the_whole_action_whichever_event_is_named(play: Play, campaign: Campaign) -> None:
    outcome = play("effort mira st +10% =6,6,6")
    play(f"void {outcome.events[2].position}")
    assert pools(campaign, "mira") == {"HP": 10, "FP": 11}


def test_the_first_event_is_kept(play: Play) -> None:
    with pytest.raises(Refused) as refusal:
        play("void 1")
    assert refusal.value.code == "kept"


def test_a_character_taken_back_is_gone_and_comes_back_as_it_was(play: Play, campaign: Campaign) -> None:
    play("hp vora -3")
    added = campaign.state.characters["vora"].added
    void = play(f"void {added} dependants keep").events[0].position
    assert [character.id for character in campaign.state.roster()] == ["mira"]
    play(f"void {void}")
    assert pools(campaign, "vora")["HP"] == 10


def test_every_type_of_event_has_a_rule_for_evolve_and_void() -> None:
    from tracker.campaign import evolve

    assert {cls.__name__ for cls in evolve._RULES} == set(TYPES)


def test_what_follows_from_a_hidden_event_stays_hidden(play: Play, campaign: Campaign) -> None:
    failed = play("secret mira lockpicking -3 =6,6,4").events[0].position
    hidden = campaign.execute(cmd.AddCondition(who="mira", name="cursed", seconds=60), secret=True).events[0].position
    for outcome in (
        play(f"retry {failed} =3,3,3"),
        play(f"mark {failed} remember this"),
        play("clock +2m"),
        play(f"void {failed} dependants keep"),
    ):
        seen = {recorded.envelope.type for recorded in outcome.events if recorded.envelope.visibility == "everyone"}
        assert seen <= {"ClockAdvanced"}, seen
    assert hidden in campaign.state.ends


def test_a_retry_after_its_tasks_beginning_was_voided_opens_a_new_task(play: Play, campaign: Campaign) -> None:
    first = play("mira lockpicking at door =6,6,4").events[0].position
    second = play("mira lockpicking at door =6,6,4").events[-1].position
    play(f"void {first} dependants keep")
    retried = play(f"retry {second} =6,6,4")
    assert one(retried, TaskStarted).first == second
    assert one(retried, RollMade).attempt == 2


def test_a_session_whose_beginning_was_voided_does_not_end_the_next_one(play: Play, campaign: Campaign) -> None:
    start = max(campaign.state.sessions)
    play("session end")
    play(f"void {start}")
    play("session start Again")
    assert campaign.state.session_number == 2
    play("scene one")
    second = play("scene two").events[0].position
    play("scene three")
    play(f"void {second}")
    assert one(play("scene four"), SceneStarted).number == 4


def test_events_keep_to_the_very_character_whatever_others_are_called(play: Play, campaign: Campaign) -> None:
    roll = play("mira lockpicking =3,3,3").events[0].position
    campaign.execute(cmd.AddCharacter(name="Mirabel", values=(("lockpicking", "17"),)))
    void = play(f"void {campaign.state.characters['mira'].added} dependants keep").events[0].position
    with pytest.raises(Refused, match="taken back"):
        play(f"again {roll}")
    play(f"void {void}")
    campaign.execute(cmd.SetValue(who="mira", key="name", value="Mira Dusk"))
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("lockpicking", "9"),)))
    assert one(play(f"again {roll} =3,3,3"), RollMade).base == 12
    assert one(play('"mira" lockpicking =3,3,3'), RollMade).base == 9, "a whole name comes before an id"


def test_prompts_fall_with_the_procedure_that_they_belong_to(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    check = play("fright mira ghoul -6")
    answered = play(f"answer {next(iter(check.pending))} =5,5,4")
    table = next(iter(answered.pending))
    play(f"void {check.events[0].position} dependants keep")
    assert campaign.state.open_prompts() == {}
    with pytest.raises(Refused, match="no open prompt"):
        play(f"answer {table} =5,5,5")


def test_one_attempt_and_one_effort_wait_for_dice_at_a_time(play: Play, campaign: Campaign) -> None:
    effort = play("effort mira st +10% =3,3,3").events[0].position
    play("option dice hand")
    play("mira lockpicking at door")
    with pytest.raises(Refused, match="waits for its dice"):
        play("mira lockpicking at door")
    first, second = play("mira st"), play("mira st")
    assert effort in {prompt.ask["data"]["effort"] for prompt in first.pending.values()}
    assert [prompt.ask["data"]["effort"] for prompt in second.pending.values()].count(effort) == 1


def test_answers_to_hidden_prompts_stay_hidden_and_open_ones_can_be_hidden(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    hidden = play("secret fright mira ghoul -6")
    answered = play(f"answer {next(iter(hidden.pending))} =5,5,4")
    assert {recorded.envelope.visibility for recorded in answered.events} == {"gm"}
    open_ = play("fright vora ghoul -6")
    answered = play(f"secret answer {list(open_.pending)[-1]} =3,3,3")
    assert {recorded.envelope.visibility for recorded in answered.events} == {"gm"}


def test_the_void_of_an_action_that_carries_something_hidden_is_hidden(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.AddCondition(who="mira", name="cursed", seconds=60), secret=True)
    step = play("clock +2m").events[0].position
    assert play(f"void {step}").events[0].envelope.visibility == "gm"


def test_a_sessions_number_is_never_given_twice(play: Play, campaign: Campaign) -> None:
    first = max(campaign.state.sessions)
    void = play(f"void {first}").events[0].position
    play("session start Again")
    assert campaign.state.session_number == 2
    with pytest.raises(Refused, match="end it before"):
        play(f"void {void}")
    play("session end")
    play(f"void {void}")
    assert campaign.state.session_number is None or campaign.state.session_number == 1


def test_a_void_never_leaves_two_characters_of_one_name(play: Play, campaign: Campaign) -> None:
    void = play(f"void {campaign.state.characters['mira'].added}").events[0].position
    campaign.execute(cmd.AddCharacter(name="Mira"))
    with pytest.raises(Refused, match="rename one first"):
        play(f"void {void}")
    rename = campaign.execute(cmd.SetValue(who="vora", key="name", value="Ash")).events[0].position
    campaign.execute(cmd.AddCharacter(name="Vora"))
    with pytest.raises(Refused, match="rename one first"):
        play(f"void {rename}")


def test_what_a_character_that_was_taken_back_was_asked_is_no_longer_asked(play: Play, campaign: Campaign) -> None:
    play("fright vora ghoul -6 =5,5,4 =vora-table:5,5,5")
    play(f"void {campaign.state.characters['vora'].added} dependants keep")
    assert campaign.state.open_prompts() == {}


def test_nothing_named_ends_nothing(play: Play, campaign: Campaign) -> None:
    play("condition mira add blinded")
    for line in ("condition mira end", "trait buyoff mira"):
        with pytest.raises(Refused):
            play(line)
    assert len(campaign.view("mira").conditions) == 1


def test_a_secret_roll_repeated_stays_secret(play: Play) -> None:
    roll = play("secret mira lockpicking =3,3,3").events[0].position
    assert play(f"again {roll}").events[0].envelope.visibility == "gm"


def test_a_revealed_void_is_revealed_with_what_it_carries(play: Play) -> None:
    hidden = [one.position for one in play("secret contest mira iq vs @shh will=12 =3,3,3 =4,4,4").events]
    void = play(f"void {hidden[0]}").events[0]
    assert void.envelope.visibility == "gm"
    restored = play(f"void {void.position}").events[0]
    play(f"void {hidden[0]}")
    shown = one(play(f"reveal {restored.position}"), Revealed).positions
    assert {*hidden, void.position, restored.position} <= set(shown)
