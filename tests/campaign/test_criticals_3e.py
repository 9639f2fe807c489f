"""Attacks, defenses and mental disadvantages in a campaign of the Third Edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import Table, table
from tests.campaign.told import every, one, types
from tracker.errors import Refused
from tracker.events import EffectNamed, PromptOpened, RollMade, TableConsulted
from tracker.quickline import Context, parse_filter
from tracker.reports.history import roll_positions
from tracker.reports.targets import Targets


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    """Dai strikes at 14, dodges at 6 and parries at 9; his Will is 11."""
    people = {"Dai": "st=12 dx=13 iq=11 ht=12 sword=14 parry=9", "Ogre": "st=18 dx=10 iq=7 ht=14 axe=12"}
    with table(tmp_path / "store", "gurps3e", people) as opened:
        yield opened


def test_a_plain_hit_and_a_plain_miss_ask_for_no_table(play: Table) -> None:
    assert types(play("attack dai sword -2 head =4,4,4")) == ["RollMade"]
    missed = one(play("attack dai sword =5,5,5"), RollMade)
    assert (missed.kind, missed.degree, missed.margin) == ("attack", "failure", 1)


@pytest.mark.parametrize(
    ("line", "read_from", "row", "text"),
    [
        ("attack dai sword =1,1,2 =critical:3,3,4", "critical_hit", "8-13", "The most damage that the attack can do."),
        (
            "attack dai sword =1,1,2 =dai-critical:1,1,1",
            "critical_hit",
            "3",
            "The most damage that the attack can do, and DR does not protect. Knocked out.",
        ),
        ("attack dai sword =6,6,6 =critical:1,1,1", "critical_miss", "3", "The weapon breaks."),
        ("attack dai sword -8 dark =6,5,5 =critical:3,3,4", "critical_miss", "9-12", "The weapon is unready."),
    ],
)
def test_a_critical_attack_is_read_from_the_systems_own_table(
    play: Table, line: str, read_from: str, row: str, text: str
) -> None:
    done = play(line)
    read = one(done, TableConsulted)
    assert types(done) == ["RollMade", "TableConsulted"]
    assert (read.table, read.row, read.text) == (read_from, row, text)


def test_the_gm_may_say_what_happens_instead(play: Table) -> None:
    play("option criticals none")
    done = play("attack dai sword =6,6,6 =critical:3,3,4")
    asked = one(done, PromptOpened)
    assert (asked.kind, asked.text) == ("effect", "Dai: critical miss, 10 on your table: what happens?")
    named = play(f"effect {max(done.pending)} the hilt cracks")
    assert one(named, EffectNamed).text == "the hilt cracks"


def test_a_defense_fails_critically_on_17_however_high_it_is(play: Table) -> None:
    fumbled = one(play("defend dai parry +9 =6,6,5"), RollMade)
    assert (fumbled.target, fumbled.degree, fumbled.critical) == (18, "critical_failure", True)
    assert one(play("dai sword +4 =6,6,5"), RollMade).degree == "failure", "nothing else does"


def test_a_critical_defense_throws_a_foe_within_reach_onto_the_miss_table(play: Table) -> None:
    done = play("defend dai parry vs ogre =1,1,1 =critical:1,1,1")
    assert types(done) == ["RollMade", "TableConsulted"]
    assert (one(done, TableConsulted).table, done.events[1].subject) == ("critical_miss", "ogre")
    assert types(play("defend dai parry vs ogre ranged =1,1,1")) == ["RollMade"]
    assert types(play("defend dai parry =1,1,1")) == ["RollMade"]
    assert types(play("defend dai parry vs ogre =3,3,3")) == ["RollMade"]
    made_up = play("defend dai parry vs @thug =1,1,1 =thug-critical:1,1,1")
    assert made_up.events[1].subject == "@thug"


def test_any_defense_may_be_tried_and_an_attack_below_3_may_not(play: Table) -> None:
    assert one(play("defend dai parry -8 =1,1,1"), RollMade).target == 1
    assert play.refused("attack dai sword -12") == "not_attemptable"


def test_by_hand_the_table_waits_for_its_own_dice(play: Table) -> None:
    play("option dice hand")
    asked = play("attack dai sword")
    waiting = max(play(f"answer {max(asked.pending)} =1,1,1").pending)
    done = play(f"answer {waiting} =6,6,6")
    assert types(done) == ["PromptAnswered", "TableConsulted", "ProcedureEnded"]
    assert (one(done, TableConsulted).total, done.pending) == (18, {})
    assert list(play("undo").pending) == [waiting]


def test_a_ruling_turns_to_the_table_and_away_from_it(play: Table) -> None:
    missed = play("attack dai sword =5,5,5").events[0].position
    assert one(play(f"rule {missed} critical failure =critical:1,1,1"), TableConsulted).table == "critical_miss"
    assert every(play(f"rule {missed} success"), TableConsulted) == []


# -- mental disadvantages -----------------------------------------------------------------------------------------------


def test_a_mental_disadvantage_is_resisted_with_will(play: Table) -> None:
    done = play("selfcontrol dai pyromania -2 the lamp oil =3,3,3")
    roll = one(done, RollMade)
    assert (roll.kind, roll.what, roll.base, roll.target) == ("mental_disadvantage", "pyromania", 11, 9)
    assert (roll.success, roll.margin) == (True, 0)


@pytest.mark.parametrize(
    ("dice", "success", "degree", "margin"),
    [
        ("6,5,2", True, "success", 5),
        ("6,6,2", False, "failure", 1),  # 14 and more never resist
        ("6,6,4", False, "failure", 1),
        ("6,6,6", False, "critical_failure", 1),
    ],
)
def test_from_14_on_nobody_resists_however_strong_the_will(
    play: Table, dice: str, success: bool, degree: str, margin: int
) -> None:
    play("set dai will=18")
    roll = one(play(f"selfcontrol dai pyromania ={dice}"), RollMade)
    assert (roll.success, roll.degree, roll.margin) == (success, degree, margin)
    assert one(play(f"dai will ={dice}"), RollMade).success is (dice != "6,6,6"), "a plain Will roll isn't bound by it"


def test_no_number_is_too_low_to_resist_with_and_nobody_tries_twice(play: Table) -> None:
    roll = play("selfcontrol dai pyromania -10 =1,1,1").events[0]
    assert one(play("selfcontrol dai pyromania -10 =1,1,2"), RollMade).success
    failed = play("selfcontrol dai pyromania =6,6,4").events[0].position
    assert play.refused(f"retry {failed}") == "not_retried"
    campaign = play.campaign
    asked = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
    with campaign.log.reading() as connection:
        found = list(roll_positions(connection, campaign.log.id, parse_filter("kind:mental_disadvantage", asked)))
    assert found == [roll.position, roll.position + 1, failed]


def test_somebody_made_up_has_the_will_that_is_said(play: Table) -> None:
    roll = one(play("selfcontrol @cultist zeal=12 =4,4,4"), RollMade)
    assert (roll.base, roll.given, roll.what, roll.kind) == (12, True, "zeal", "mental_disadvantage")
    with pytest.raises(Refused, match="“@cultist zeal=12”"):
        play("selfcontrol @cultist zeal")


def test_what_only_the_fourth_edition_has(play: Table) -> None:
    for line in ("fright dai ghoul", "effort dai st +20%", "influence dai sword vs ogre iq", "firstaid dai ogre"):
        assert play.refused(line) in ("no_rule", "syntax"), line


def test_a_critical_hit_allows_no_defense(play: Table) -> None:
    play("attack ogre axe =1,1,2 =critical:3,3,3")
    assert play.refused("defend dai dodge vs ogre =3,3,1") == "no_defense"
    assert one(play("defend dai dodge vs ogre because the table was misread =3,3,1"), RollMade).kind == "active_defense"
    play("attack ogre axe =3,3,3")
    assert play("defend dai dodge vs ogre =3,3,1").events


def test_nobody_is_his_own_foe(play: Table) -> None:
    assert play.refused("defend dai dodge vs dai =1,1,2") == "same"
