"""Montages: courses of action in turns, so many successes before so many failures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import every, one, types
from tests.readmodels import rows
from tracker.campaign.montages import open_montages
from tracker.campaign.parts import Montage
from tracker.events import GM_ONLY, CourseTaken, MontageDecided, MontageStarted, PromptOpened, RollMade
from tracker.service import rebuild


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", "d20under", PARTY) as opened:
        yield opened


def status(play: Table) -> list[str]:
    """How every montage stands."""
    state = play.campaign.state
    return [setting.get("open") for at, setting in sorted(state.montage_status.items()) if at in state.montages]


def still_open(play: Table) -> dict[int, Montage]:
    rules = play.campaign.ruleset.montages
    assert rules is not None
    return open_montages(play.campaign.state, rules)


def won(play: Table) -> None:
    """A moderate montage of which five successes are in, the last of them Odo's."""
    play("montage start moderate find the cult")
    play("montage lyssa cha by bribing =3")  # great: two
    play("montage kruncor str by threats =10")
    play("montage lyssa bluff by a disguise =3")
    play("montage odo auto by asking his guild")
    play("undo")
    play("montage odo lore by old maps =20")  # terrible: two failures


@pytest.mark.parametrize(("difficulty", "limit"), [("moderate", 3), ("hard", 2), ("very hard", 1), ("very_hard", 1)])
def test_the_difficulty_says_how_many_failures_end_it(play: Table, difficulty: str, limit: int) -> None:
    begun = one(play(f"montage start {difficulty} find the cult"), MontageStarted)
    assert (begun.name, begun.goal, begun.limit) == ("find the cult", 6, limit)


def test_a_course_is_a_roll_and_what_it_came_to(play: Table) -> None:
    begun = play("montage start hard find the cult").events[0].position
    done = play("montage lyssa cha -1 din by bribing the barkeep =5")
    assert types(done) == ["RollMade", "CourseTaken"]
    roll, course = one(done, RollMade), one(done, CourseTaken)
    assert (roll.kind, roll.target, [each.label for each in roll.modifiers]) == ("montage", 12, ["din"])
    assert course == CourseTaken(
        montage=begun, course="bribing the barkeep", degree="great_success", roll=done.events[0].position
    )
    assert [each.envelope.cause for each in done.events] == [begun, done.events[0].position]


def test_six_successes_achieve_it_and_great_ones_count_twice(play: Table) -> None:
    won(play)
    assert status(play) == []
    done = play("montage kruncor athletics by a chase =10")
    assert one(done, MontageDecided) == MontageDecided(
        montage=one(done, CourseTaken).montage, status="achieved", successes=6, failures=2
    )
    assert play.refused("montage odo lore by more maps") == "not_found", "it is over"
    play("undo")
    assert one(play("montage kruncor athletics by a chase =20"), MontageDecided).status == "not_achieved"


def test_a_terrible_failure_counts_twice(play: Table) -> None:
    play("montage start hard find the cult")
    assert one(play("montage odo str by force =20"), MontageDecided).status == "not_achieved"


def test_a_course_may_succeed_by_itself(play: Table) -> None:
    play("montage start hard find the cult")
    taken = one(play("montage odo auto by asking his guild"), CourseTaken)
    assert (taken.degree, taken.roll) == ("automatic_success", None)
    assert play.campaign.state.course_degrees(taken.montage) == ["automatic_success"]


def test_turns_go_round_and_no_course_is_taken_twice_unless_the_gm_says_why(play: Table) -> None:
    play("montage start hard find the cult")
    play("montage lyssa cha by Bribing =10")
    assert play.refused("montage lyssa bluff by a disguise") == "not_your_turn"
    assert play.refused("montage kruncor str by bribing") == "course_taken"
    again = one(play("montage lyssa cha by bribing because she pays more =10"), CourseTaken)
    assert (again.course, again.reason) == ("bribing", "she pays more")


def test_where_nobody_else_is_there_one_may_go_on(play: Table) -> None:
    play("montage start hard find the cult")
    play("montage lyssa cha by bribing =10")
    play("status kruncor dead")
    play("status odo absent")
    play("montage lyssa bluff by a disguise =10")
    assert len(play.campaign.state.courses[6]) == 2


def test_several_are_told_apart_by_name(play: Table) -> None:
    first = play("montage start hard find the cult").events[0].position
    second = play("montage start moderate cross the marsh").events[0].position
    assert play.refused("montage start hard Find the Cult") == "name_taken"
    assert play.refused("montage lyssa cha by bribing") == "not_found"
    assert one(play('montage "cross" lyssa dex by leaping =5'), CourseTaken).montage == second
    assert play.refused("giveup cross the marsh") == "wrong_verb"  # that verb is for tasks
    assert one(play("montage giveup cross the marsh"), MontageDecided).status == "given_up"
    assert one(play("montage lyssa cha by bribing =5"), CourseTaken).montage == first
    assert play.refused("montage start impossible fly") == "syntax"


def test_one_that_was_given_up_is_open_again_when_that_is_taken_back(play: Table) -> None:
    play("montage start hard find the cult")
    play("montage lyssa cha by bribing =10")
    given_up = one(play("montage giveup"), MontageDecided)
    assert (given_up.successes, given_up.failures) == (1, 0)
    assert still_open(play) == {}
    play("undo")
    assert len(still_open(play)) == 1


def test_other_systems_have_none(tmp_path: Path) -> None:
    with table(tmp_path / "store", "brp", {"Ann": "spot=60"}) as other:
        assert other.refused("montage giveup") == "no_rule"
        assert other.refused("montage ann spot by looking") == "no_rule"


# -- rolls that count otherwise ---------------------------------------------------------------------------------------


def test_a_reroll_opens_it_again_and_its_void_closes_it(play: Table) -> None:
    play("montage start hard find the cult")
    lost = play("montage lyssa stealth by the roofs =20")
    assert status(play) == ["not_achieved"]
    again = one(play("reroll =3"), MontageDecided)
    assert (again.status, again.successes, again.failures) == ("open", 2, 0)
    assert len(still_open(play)) == 1
    play("undo")
    assert (status(play), play.pool("lyssa", "Rerolls")) == (["not_achieved"], 2)
    assert one(play(f"rule {lost.events[0].position} failure"), MontageDecided).status == "open"


def test_a_reroll_may_achieve_it(play: Table) -> None:
    won(play)
    done = play("reroll odo =3")  # two successes in place of two failures
    assert one(done, MontageDecided) == MontageDecided(
        montage=one(done, MontageDecided).montage, status="achieved", successes=7, failures=0
    )


def test_what_was_given_up_stays_so_whatever_a_ruling_says(play: Table) -> None:
    play("montage start hard find the cult")
    roll = play("montage odo lore by old maps =20").events[0].position
    play("undo")
    roll = play("montage odo lore by old maps =16").events[0].position
    play("montage giveup")
    assert every(play(f"rule {roll} terrible failure"), MontageDecided) == []


# -- dice by hand -----------------------------------------------------------------------------------------------------


def test_by_hand_a_course_waits_and_others_may_be_taken_meanwhile(play: Table) -> None:
    play("option dice hand")
    play("montage start hard find the cult")
    asked = play("montage lyssa cha by bribing")
    assert one(asked, PromptOpened).text == "Lyssa: Cha, bribing, target 13"
    assert play.refused("montage odo lore by Bribing") == "course_taken", "one that waits is taken too"
    play("montage odo auto by asking his guild")
    done = play(f"answer {max(asked.pending)} =3")
    assert types(done) == ["PromptAnswered", "RollMade", "CourseTaken", "ProcedureEnded"]


def test_a_course_of_a_montage_that_was_taken_back_waits_for_nothing(play: Table) -> None:
    play("option dice hand")
    begun = play("montage start hard find the cult").events[0].position
    waiting = max(play("montage lyssa cha by bribing").pending)
    assert play(f"void {begun} dependants keep").pending == {}
    assert play.refused(f"answer {waiting} =3") == "not_found"
    assert list(play("undo").pending) == [waiting]
    assert one(play(f"answer {waiting} =3"), CourseTaken).montage == begun


def test_a_montage_taken_back_takes_its_standing_along(play: Table) -> None:
    begun = play("montage start hard find the cult").events[0].position
    lost = play("montage lyssa stealth by the roofs =20").events[0].position
    play(f"void {begun} dependants keep")
    assert still_open(play) == {}
    assert types(play(f"reroll {lost} =3")) == ["PoolChanged", "RollMade", "OutcomeRuled"], "the roll itself stands"


def test_a_secret_one_is_secret_to_its_end(play: Table) -> None:
    seen = [*play("secret montage start hard find the cult").events]
    for line in ("montage lyssa cha by bribing =3", "montage odo auto by asking", "montage lyssa stealth by roofs =20"):
        seen += play(line).events
    seen += play("reroll =3").events
    seen += play("montage giveup").events
    assert {each.envelope.visibility for each in seen} == {GM_ONLY}


def test_voids_and_rebuilds_agree(play: Table) -> None:
    won(play)
    for line in ("reroll odo =3", "undo", "montage kruncor athletics by a chase =10", "undo", "montage giveup"):
        play(line)
    kept = rows(play.campaign)
    rebuild(play.campaign.log)
    assert rows(play.campaign) == kept


def test_a_course_taken_back_later_opens_it_again(play: Table) -> None:
    play("montage start hard find the cult")
    first = play("montage lyssa cha by bribing =14").events[0].position
    play("montage kruncor str by threats =18")
    assert status(play) == ["not_achieved"]
    play(f"void {first}")
    assert len(still_open(play)) == 1, "one failure of two is left"
    decided = one(play("montage lyssa cha by flattery =15"), MontageDecided)
    assert (decided.status, decided.failures, still_open(play)) == ("not_achieved", 2, {})


def test_what_a_hidden_course_counts_for_stays_hidden(play: Table) -> None:
    play("montage start hard find the cult")
    play("secret montage lyssa cha by listening at the door =14")
    last = play("montage kruncor str by threats =18").events
    decided = next(one for one in last if isinstance(one.event, MontageDecided))
    assert decided.envelope.visibility == GM_ONLY, "two failures, of which the players know one"
    assert next(one for one in last if isinstance(one.event, RollMade)).envelope.visibility != GM_ONLY


def test_courses_that_wait_for_their_dice_are_turns_too(play: Table) -> None:
    play("montage start hard find the cult")
    play("option dice hand")
    play("montage lyssa cha by bribing")
    assert play.refused("montage lyssa dex by the roofs") == "not_your_turn"
    play("montage kruncor str by threats")
    assert play("montage lyssa dex by the roofs").pending, "Kruncor's turn came between"


def test_dice_that_wait_when_it_ends_wait_no_longer(play: Table) -> None:
    play("montage start hard find the cult")
    play("option dice hand")
    play("montage lyssa cha by bribing")
    waiting = play("montage kruncor str by threats").pending
    first, second = sorted(waiting)
    lost = play(f"answer {first} =20")
    assert (one(lost, MontageDecided).failures, lost.pending) == (2, {})
    assert play.refused(f"answer {second} =3") == "not_found"


def test_a_goal_of_one_word_is_named_without_quotes(play: Table) -> None:
    first = play("montage start hard Escape").events[0].position
    second = play("montage start hard Beta").events[0].position
    assert one(play("montage escape lyssa cha by bribing =5"), CourseTaken).montage == first
    assert one(play("montage Beta kruncor str by force =5"), CourseTaken).montage == second


def test_of_two_with_one_name_the_newer_is_meant(play: Table) -> None:
    play("montage start hard Escape")
    play("montage lyssa stealth by the roofs =20")
    second = play("montage start hard Escape").events[0].position
    play("reroll lyssa =3")
    assert len(still_open(play)) == 2
    assert one(play("montage escape kruncor str by force =5"), CourseTaken).montage == second


def test_a_montage_whose_earlier_course_is_taken_back_goes_on(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        at("montage start moderate find the cult")
        first = at("montage lyssa cha by asking =20")
        last = at("montage kruncor str by threats =19")
        assert one(last, MontageDecided).status == "not_achieved"
        assert not at.campaign.state.underway
        gone = at(f"void {first.events[0].position} dependants keep")
        decided = one(gone, MontageDecided)
        assert (decided.status, decided.failures) == ("open", 1)
        assert list(at.campaign.state.underway) == list(at.campaign.state.montages)
        at(f"void {gone.events[0].position}")
        assert not at.campaign.state.underway, "with the course its end counts again"
