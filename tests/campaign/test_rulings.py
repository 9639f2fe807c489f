"""The GM's word on rolls: ruled outcomes, and what a player was told of a secret one."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one, types
from tests.readmodels import rows
from tracker.errors import Refused
from tracker.events import GM_ONLY, OutcomeRuled, PlayerTold, RollMade, TableConsulted, TaskEnded
from tracker.quickline import Context, parse_filter
from tracker.reports.history import roll_positions
from tracker.reports.targets import Targets
from tracker.service import Campaign


def found(campaign: Campaign, text: str) -> list[int]:
    """The rolls that a filter lets through."""
    asked = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
    with campaign.log.reading() as connection:
        return list(roll_positions(connection, campaign.log.id, parse_filter(text, asked)))


@pytest.mark.parametrize(
    ("outcome", "success", "critical"),
    [
        ("success", True, False),
        ("Critical  Success", True, True),
        ("critical_failure", False, True),
    ],
)
def test_a_roll_counts_as_the_game_master_says(
    play: Play, campaign: Campaign, outcome: str, success: bool, critical: bool
) -> None:
    roll = play("mira lockpicking =6,6,4").events[0].position
    ruled = one(play(f"rule {roll} {outcome} because the lock was open"), OutcomeRuled)
    assert (ruled.before, ruled.success, ruled.critical) == ("failure", success, critical)
    assert (ruled.by, ruled.reason) == ("gm", "the lock was open")
    play("undo")
    assert campaign.state.rulings == {}


def test_the_last_ruling_holds_and_a_void_brings_the_one_before_back(play: Play, campaign: Campaign) -> None:
    roll = play("mira lockpicking =6,6,4").events[0].position
    play(f"rule {roll} success")
    play(f"rule {roll} critical failure")
    assert (found(campaign, "outcome:success"), found(campaign, "outcome:fumble")) == ([], [roll])
    play("undo")
    assert (found(campaign, "outcome:success"), found(campaign, "outcome:failure")) == ([roll], [])
    play("undo")
    assert (found(campaign, "outcome:success"), found(campaign, "outcome:failure")) == ([], [roll])


def test_what_can_not_be_ruled(play: Play, campaign: Campaign) -> None:
    roll = play("mira lockpicking =6,6,4").events[0].position
    voided = play("mira lockpicking =6,6,4").events[0].position
    play(f"void {voided}")
    head = campaign.state.head
    for line, code in (
        (f"rule {roll} failure", "nothing"),
        (f"rule {roll} splendid", "not_found"),
        (f"rule {roll}", "syntax"),
        (f"rule {roll} success because", "syntax"),
        (f"rule {voided} success", "voided"),
        ("rule 1 success", "not_a_roll"),
        ("rule 999 success", "not_found"),
        ("rule success", "syntax"),
    ):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == code, line
    assert campaign.state.head == head


def test_a_ruled_success_ends_the_task_and_its_void_opens_it_again(play: Play, campaign: Campaign) -> None:
    roll = play("mira lockpicking at door =6,6,4").events[1].position
    assert one(play(f"rule {roll} success"), TaskEnded).how == "success"
    assert campaign.state.open_tasks() == {}
    play("undo")
    assert len(campaign.state.open_tasks()) == 1


def test_a_success_ruled_away_leaves_its_task_over(play: Play, campaign: Campaign) -> None:
    done = play("mira lockpicking at door =3,3,3")
    roll = next(each.position for each in done.events if isinstance(each.event, RollMade))
    assert types(play(f"rule {roll} failure")) == ["OutcomeRuled"]
    assert campaign.state.open_tasks() == {}
    with pytest.raises(Refused) as refusal:
        play(f"retry {roll}")
    assert refusal.value.code == "task_ended"
    assert one(play("mira lockpicking at door =3,3,3"), RollMade).attempt == 1, "naming it again begins anew"


def test_a_plain_success_ruled_away_can_be_tried_again(play: Play) -> None:
    roll = play("mira lockpicking =3,3,3").events[0].position
    play(f"rule {roll} failure")
    again = one(play("retry =3,3,3"), RollMade)
    assert (again.attempt, again.retry_penalty) == (2, -1)


def test_a_ruled_critical_miss_goes_to_the_table(play: Play) -> None:
    play("option criticals gurps3e")
    missed = play("attack vora broadsword =6,5,5").events[0].position
    assert one(play(f"rule {missed} critical failure =critical:2,2,3"), TableConsulted).table == "critical_miss"
    turned = play(f"rule {missed} critical success =critical:2,2,3")
    assert one(turned, TableConsulted).table == "critical_hit"
    assert types(play(f"rule {missed} success")) == ["OutcomeRuled"]


def test_a_fright_check_ruled_a_success_asks_for_no_trait(play: Play) -> None:
    fright = play("fright mira ghoul -6 =6,5,6 =mira-table:4,4,4")  # 11 more: a row that costs a quirk or worse
    roll = next(each.position for each in fright.events if isinstance(each.event, RollMade))
    waiting = dict(fright.pending)
    assert [prompt.kind for prompt in waiting.values()] == ["trait"]
    ruled = play(f"rule {roll} success because she had seen it painted")
    assert ruled.pending == {}
    assert play("undo").pending == waiting


def test_the_player_was_told(play: Play, campaign: Campaign) -> None:
    secret = play("secret mira per -2 =6,6,4").events[0].position
    play("mira dx =3,3,3")
    told = play("told you hear nothing, +1 to be sure")
    assert one(told, PlayerTold) == PlayerTold(roll=secret, text="you hear nothing, +1 to be sure")
    assert told.events[0].envelope.visibility == GM_ONLY
    assert one(play(f"told {secret} all is calm"), PlayerTold).text == "all is calm"
    assert one(play('told "3 riders"'), PlayerTold).text == "3 riders"
    with campaign.log.reading() as connection:
        from tracker.reports.history import EVERYTHING, rolls

        made = rolls(connection, campaign.log.id, EVERYTHING, campaign.log.get)
        shown = {one["position"]: one.get("told") for one in made}
    assert shown[secret] == "3 riders", "the last word of it"
    assert [text for position, text in shown.items() if position != secret] == [None]


def test_only_of_a_secret_roll_something_is_told(play: Play) -> None:
    with pytest.raises(Refused) as refusal:
        play("told nothing")
    assert refusal.value.code == "nothing"
    seen = play("mira dx =3,3,3").events[0].position
    for line, code in ((f"told {seen} x", "not_secret"), ("told 3 riders", "not_a_roll"), ("told 999 x", "not_a_roll")):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == code
    secret = play("secret mira dx =3,3,3").events[0].position
    with pytest.raises(Refused) as refusal:
        play(f"told {secret}")
    assert refusal.value.code == "empty"


def test_voids_and_rebuilds_agree(play: Play, campaign: Campaign) -> None:
    from tracker.service import rebuild

    roll = play("secret mira lockpicking at door =6,6,4").events[1].position
    play(f"rule {roll} success because of the moon")
    play(f"told {roll} nothing")
    play("undo")
    play("undo")
    kept = rows(campaign)
    rebuild(campaign.log)
    assert rows(campaign) == kept
