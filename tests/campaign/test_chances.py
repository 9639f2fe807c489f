"""Random checks: so many faces of a die, or a percentage, in any rule system."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import Table, table
from tests.campaign.told import one, types
from tracker.events import GM_ONLY, OutcomeRuled, PromptOpened, RollMade
from tracker.quickline import Context, parse_filter
from tracker.reports.history import roll_positions
from tracker.reports.targets import Targets


@pytest.fixture(params=["gurps4e", "brp", "d20under"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", request.param, {}) as opened:
        yield opened


@pytest.mark.parametrize(
    ("line", "what", "notation", "target", "success", "margin"),
    [
        ("chance 2 in 6 the basilisk turns on Kruncor =2", "the basilisk turns on Kruncor", "1d6", 2, True, 0),
        ("chance 2 in 6 =3", "2 in 6", "1d6", 2, False, 1),
        ("chance 35% rain =35", "rain", "1d100", 35, True, 0),
        ("chance 35% =36", "35 in 100", "1d100", 35, False, 1),
        ("chance 1 in 20 =chance:1", "1 in 20", "1d20", 1, True, 0),
        ("chance 99% =00", "99 in 100", "1d100", 99, False, 1),
    ],
)
def test_up_to_that_face_it_happens(
    play: Table, line: str, what: str, notation: str, target: int, success: bool, margin: int
) -> None:
    outcome = play(line)
    roll = one(outcome, RollMade)
    assert (roll.kind, roll.what, roll.notation, roll.target) == ("chance", what, notation, target)
    assert (roll.success, roll.critical, roll.margin) == (success, False, margin)
    assert (outcome.events[0].subject, types(outcome)) == (None, ["RollMade"]), "it is nobody's roll"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("chance 6 in 6", "bad_number"),
        ("chance 0 in 6", "bad_number"),
        ("chance 100%", "bad_number"),
        ("chance 0%", "bad_number"),
        ("chance 1 in 1", "bad_number"),
        ("chance 1 in 1001", "bad_number"),
        ("chance rain", "syntax"),
        ("chance 2 of 6", "syntax"),
        ("chance", "syntax"),
        ("chance 2 in 6 =7", "bad_dice"),
        ("chance 2 in 6 =1,2", "bad_dice"),
    ],
)
def test_what_is_no_chance(play: Table, line: str, code: str) -> None:
    assert play.refused(line) == code


def test_it_is_neither_repeated_nor_tried_again(play: Table) -> None:
    position = play("chance 2 in 6 =5").events[0].position
    assert (play.refused("retry"), play.refused("again")) == ("nothing", "nothing")
    assert (play.refused(f"retry {position}"), play.refused(f"again {position}")) == ("not_retried", "not_again")


def test_by_hand_it_waits(play: Table) -> None:
    play("option dice hand")
    asked = play("chance 2 in 6 rain")
    assert one(asked, PromptOpened).text == "rain: 2 in 6, 33.3 %"
    assert one(play("chance 2 in 6"), PromptOpened).text == "Chance: 2 in 6, 33.3 %"
    play("undo")
    (waiting,) = asked.pending
    assert types(play(f"answer {waiting} =2")) == ["PromptAnswered", "RollMade", "ProcedureEnded"]
    assert list(play("undo").pending) == [waiting]
    assert one(play("chance 2 in 6 rain =1"), RollMade).dice_source == "hand"


def test_a_secret_one_stays_secret_and_its_player_is_told(play: Table) -> None:
    secret = play("secret chance 2 in 6 it is trapped =1").events[0]
    assert secret.envelope.visibility == GM_ONLY
    assert play("told you see nothing").events[0].event.roll == secret.position  # type: ignore[attr-defined]


def test_the_gm_may_say_otherwise_in_words_that_any_system_has(play: Table) -> None:
    failed = play("chance 2 in 6 =5").events[0].position
    ruled = one(play(f"rule {failed} success because the rope holds"), OutcomeRuled)
    assert (ruled.before, ruled.success, ruled.critical) == ("failure", True, False)
    campaign = play.campaign
    asked = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
    with campaign.log.reading() as connection:
        found = roll_positions(connection, campaign.log.id, parse_filter("kind:chance outcome:success", asked))
        assert list(found) == [failed]


def test_a_void_takes_it_back(play: Table) -> None:
    before = play.campaign.state
    position = play("chance 2 in 6 =5").events[0].position
    play("undo")
    assert play.campaign.state.void_positions.keys() == {position}
    assert play.campaign.state.rolls == before.rolls


def test_it_is_ruled_on_in_words_of_its_own(play: Table) -> None:
    position = play("chance 2 in 6 =5").events[0].position
    assert play.refused(f"rule {position} great success") == "not_found"
    assert one(play(f"rule {position} success"), OutcomeRuled).degree == "success"


def test_less_than_none_is_no_chance(play: Table) -> None:
    assert play.refused("chance -1 in 6 rain") == "syntax"
