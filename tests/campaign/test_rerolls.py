"""Failed checks that are rolled anew for a point of Rerolls: the second roll counts, whatever it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import one, types
from tests.readmodels import rows
from tracker.events import (
    GM_ONLY,
    ContestDecided,
    OutcomeRuled,
    PoolChanged,
    PromptOpened,
    RollMade,
    TaskEnded,
    TaskStarted,
)
from tracker.quickline import Context, parse_filter
from tracker.reports.history import roll_positions
from tracker.reports.targets import Targets
from tracker.service import Outcome, rebuild


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", "d20under", PARTY) as opened:
        yield opened


def rolled(outcome: Outcome) -> int:
    """The position of the only roll."""
    (position,) = (each.position for each in outcome.events if isinstance(each.event, RollMade))
    return position


def found(play: Table, text: str) -> list[int]:
    """The rolls that a filter lets through."""
    campaign = play.campaign
    with campaign.log.reading() as connection:
        asked = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        return list(roll_positions(connection, campaign.log.id, parse_filter(text, asked)))


def test_the_second_roll_has_the_first_ones_target_and_counts_in_its_place(play: Table) -> None:
    first = rolled(play("lyssa stealth -3 gravel =20"))
    done = play("reroll =3")
    assert types(done) == ["PoolChanged", "RollMade", "OutcomeRuled"]
    paid, again, ruled = one(done, PoolChanged), one(done, RollMade), one(done, OutcomeRuled)
    assert (paid.pool, paid.change, paid.reason) == ("Rerolls", -1, "reroll")
    assert (again.reroll_of, again.base, again.target, again.degree) == (first, 14, 12, "great_success")
    assert [(each.label, each.value) for each in again.modifiers] == [("Stealth", 1), ("gravel", -3)]
    assert (ruled.roll, ruled.before, ruled.degree, ruled.by) == (first, "terrible_failure", "great_success", "reroll")
    assert found(play, "outcome:great_success") == [first, first + 2]
    assert found(play, "outcome:terrible_failure") == []


def test_taken_back_it_gives_the_point_back_and_the_first_roll_counts_again(play: Table) -> None:
    first = rolled(play("lyssa stealth =20"))
    before = rows(play.campaign)
    play("reroll =3")
    assert (play.pool("lyssa", "Rerolls"), found(play, "outcome:success")) == (1, [first, first + 2])
    play("undo")
    assert (play.pool("lyssa", "Rerolls"), play.campaign.state.rerolls, play.campaign.state.rulings) == (2, {}, {})
    assert found(play, "outcome:terrible_failure voided:no") == [first]
    assert rows(play.campaign)["overrides"] != before["overrides"], "its row stays, as void"
    play("reroll =19")
    assert play.pool("lyssa", "Rerolls") == 1


def test_a_second_roll_that_is_worse_counts_too(play: Table) -> None:
    first = rolled(play("lyssa stealth =17"))
    assert one(play("reroll =20"), OutcomeRuled).degree == "terrible_failure"
    assert found(play, "outcome:terrible_failure") == [first, first + 2]


def test_the_same_outcome_again_needs_no_ruling(play: Table) -> None:
    play("lyssa stealth =17")
    assert types(play("reroll =18")) == ["PoolChanged", "RollMade"]


def test_one_roll_may_be_made_anew_as_often_as_there_are_points(play: Table) -> None:
    first = rolled(play("lyssa stealth =20"))
    second = rolled(play("reroll =19"))
    third = play(f"reroll {second} =2")  # by the roll that stands in for it
    assert one(third, RollMade).reroll_of == first
    assert play.campaign.state.rerolls == {first: (second, rolled(third))}
    play("undo")
    assert found(play, "outcome:terrible_failure voided:no") == [], "the second one counts again"
    assert found(play, "outcome:failure voided:no") == [first, second]
    play("reroll =18")
    assert play.refused("reroll =2") == "no_pool"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["lyssa dex =20"], "no_reroll"),  # no skill was in it
        (["lyssa stealth =3"], "nothing"),
        (["@guard dex=9 =20"], "no_pool"),
        (["chance 2 in 6 =5"], "no_pool"),
        (["pool lyssa rerolls -2", "lyssa stealth =20"], "no_pool"),
        (["option dice hand", "lyssa stealth", "answer 9 =20", "reroll"], "waiting"),
    ],
)
def test_what_is_not_rolled_anew(play: Table, lines: list[str], code: str) -> None:
    for line in lines:
        play(line.replace("answer 9", f"answer {max(play.campaign.state.prompts, default=0)}"))
    assert play.refused("reroll") == code


def test_a_success_is_not_rolled_anew_by_its_number_either(play: Table) -> None:
    passed = rolled(play("lyssa stealth =3"))
    assert play.refused(f"reroll {passed}") == "no_reroll"
    failed = rolled(play("lyssa stealth =20"))
    play(f"rule {failed} success because of the fog")
    assert play.refused(f"reroll {failed}") == "no_reroll"


def test_a_system_without_them_has_none(tmp_path: Path) -> None:
    with table(tmp_path / "store", "gurps4e", {"Mira": "st=10"}) as other:
        other("mira st =6,6,5")
        assert other.refused("reroll") == "no_rule"


def test_what_stays_secret(play: Table) -> None:
    first = rolled(play("secret lyssa stealth =20"))
    done = play("reroll =3")
    assert {each.envelope.visibility for each in done.events} == {GM_ONLY}
    play("option dice hand")
    asked = play("secret lyssa stealth")
    seen = [*asked.events, *play(f"answer {max(asked.pending)} =20").events]
    asked = play("reroll")
    seen += [*asked.events, *play(f"answer {max(asked.pending)} =3").events]
    assert {each.envelope.visibility for each in seen} == {GM_ONLY}
    assert found(play, "secret:no") == []
    assert first in found(play, "secret:yes outcome:great_success")


# -- tasks ------------------------------------------------------------------------------------------------------------


def test_a_success_ends_the_task_and_its_void_opens_it_again(play: Table) -> None:
    play("lyssa stealth at door =20")
    done = play("reroll =3")
    assert one(done, TaskEnded).how == "success"
    assert play.campaign.state.open_tasks() == {}
    play("undo")
    (task,) = play.campaign.state.open_tasks()
    assert [attempt.success for attempt in play.campaign.state.attempts(task)] == [False]


def test_another_attempt_after_a_failed_reroll_goes_on_with_the_same_task(play: Table) -> None:
    first = rolled(play("lyssa stealth =20"))
    second = rolled(play("reroll =19"))
    assert play.refused("retry =3") == "retry_refused", "the situation must change first"
    retried = play("retry because the guard has left =17")
    assert (one(retried, TaskStarted).first, one(retried, RollMade).attempt) == (first, 2)
    again = play(f"retry {second} because it rains =3")
    assert (types(again)[0], one(again, RollMade).attempt) == ("RetryPenaltyApplied", 3)


def test_a_bare_retry_passes_over_what_stood_in_for_an_attempt_at_a_task_that_is_over(play: Table) -> None:
    open_ = rolled(play("kruncor stealth =20"))
    play("lyssa stealth at door =20")
    play("reroll =19")
    play("giveup door")
    assert one(play("retry because it rains =3"), TaskStarted).first == open_


def test_a_bare_retry_or_reroll_passes_over_a_failure_that_another_roll_has_made_good(play: Table) -> None:
    open_ = rolled(play("kruncor stealth =20"))
    play("lyssa stealth =20")
    play("reroll =19")
    play("reroll =3")
    assert one(play("reroll =19"), RollMade).reroll_of == open_
    assert one(play("retry because it rains =3"), TaskStarted).first == open_


def test_a_ruling_on_the_second_roll_is_one_on_the_first_and_ends_its_task(play: Table) -> None:
    first = rolled(play("lyssa stealth at door =20"))
    second = rolled(play("reroll =19"))
    done = play(f"rule {second} success because of the fog")
    assert (one(done, OutcomeRuled).roll, one(done, TaskEnded).how) == (first, "success")
    assert play.refused(f"rule {first} success") == "nothing"
    play("undo")
    assert len(play.campaign.state.open_tasks()) == 1


def test_a_success_closes_the_attempt_that_waits_for_its_dice(play: Table) -> None:
    play("lyssa stealth at door =20")
    play("option dice hand")
    anew = max(play("reroll").pending)
    attempt = max(play("retry because it rains").pending)
    done = play(f"answer {anew} =3")
    assert (one(done, TaskEnded).how, done.pending) == ("success", {})
    assert sorted(play("undo").pending) == [anew, attempt]


def test_the_attempt_made_anew_later_counts_in_the_task(play: Table) -> None:
    play("lyssa stealth at door =20")
    second = rolled(play("retry because it rains =20"))
    done = play(f"reroll {second} =3")
    assert one(done, TaskEnded).how == "success"
    play("undo")
    assert play.pool("lyssa", "Rerolls") == 2


# -- dice by hand -----------------------------------------------------------------------------------------------------


def test_by_hand_the_point_is_gone_when_the_dice_are_asked_for(play: Table) -> None:
    first = rolled(play("lyssa stealth =20"))
    play("option dice hand")
    asked = play("reroll")
    assert types(asked) == ["PoolChanged", "ProcedureStarted", "PromptOpened"]
    assert one(asked, PromptOpened).text == "Lyssa: Stealth (Dex) anew, target 15"
    assert found(play, "outcome:terrible_failure") == [first]
    done = play(f"answer {max(asked.pending)} =3")
    assert types(done) == ["PromptAnswered", "RollMade", "OutcomeRuled", "ProcedureEnded"]
    assert list(play("undo").pending) == [max(asked.pending)]
    assert found(play, "outcome:terrible_failure voided:no") == [first]
    assert play("undo").pending == {}
    assert play.pool("lyssa", "Rerolls") == 2


# -- contests ---------------------------------------------------------------------------------------------------------


def test_a_contest_is_decided_anew_and_its_first_verdict_stands_after_a_void(play: Table) -> None:
    done = play("contest lyssa stealth vs odo perc =20 =11")
    assert (one(done, ContestDecided).winner, one(done, ContestDecided).margin) == ("odo", 2)
    again = one(play("reroll lyssa =10"), ContestDecided)
    assert (again.winner, again.margin) == ("lyssa", 5 - 2)
    assert again.rolls == one(done, ContestDecided).rolls, "still the contest of these two rolls"
    play("undo")
    assert play.campaign.state.verdicts[again.rolls[0]] == (done.events[3].position,)
    closer = one(play("reroll lyssa =13"), ContestDecided)
    assert (closer.winner, closer.margin) == (None, 0)


def test_a_contest_that_comes_out_the_same_is_not_decided_again(play: Table) -> None:
    play("contest lyssa stealth vs odo perc =16 =11")
    assert types(play("reroll lyssa =17")) == ["PoolChanged", "RollMade"], "odo wins by 2 as before"


def test_the_loser_may_lose_by_less(play: Table) -> None:
    rolls = one(play("contest lyssa stealth vs odo perc =20 =11"), ContestDecided).rolls
    narrower = one(play("reroll lyssa =14"), ContestDecided)
    assert narrower == ContestDecided(kind="opposed", sides=("lyssa", "odo"), rolls=rolls, winner="odo", margin=1)


def test_the_first_side_rolled_anew_while_the_other_waits(play: Table) -> None:
    play("option dice hand")
    asked = play("contest lyssa stealth vs odo perc")
    other = max(play(f"answer {max(asked.pending)} =20").pending)
    anew = max(play("reroll lyssa").pending)
    play(f"answer {anew} =10")
    decided = one(play(f"answer {other} =11"), ContestDecided)
    assert (decided.winner, decided.margin) == ("lyssa", 3)


def test_the_other_side_answers_before_the_roll_that_is_made_anew(play: Table) -> None:
    play("option dice hand")
    asked = play("contest lyssa stealth vs odo perc")
    other = max(play(f"answer {max(asked.pending)} =20").pending)
    anew = max(play("reroll lyssa").pending)
    assert one(play(f"answer {other} =11"), ContestDecided).winner == "odo"
    assert one(play(f"answer {anew} =10"), ContestDecided).winner == "lyssa"


def test_read_models_and_state_are_the_same_when_rebuilt(play: Table) -> None:
    for line in (
        "lyssa stealth at door =20",
        "reroll =19",
        "reroll =3",
        "undo",
        "contest lyssa stealth vs odo perc =20 =11",
        "reroll lyssa =10",
        "secret kruncor athletics =20",
        "reroll =19",
    ):
        play(line)
    kept = rows(play.campaign)
    rebuild(play.campaign.log)
    assert rows(play.campaign) == kept


def test_a_skill_at_points_of_the_gms_is_still_a_skill(play: Table) -> None:
    position = play("lyssa stealth +2 stealth =19").events[0].position
    assert one(play(f"reroll {position} =3"), RollMade).success
