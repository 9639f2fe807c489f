"""Fatigue, injury, rest, conditions and character points."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.campaign.characters import beginnings
from tracker.errors import Refused
from tracker.events import ConditionEnded, PoolChanged, RollMade, Sheet, SheetSource
from tracker.reports import ledgers
from tracker.service import Campaign


def test_fatigue_below_zero_hurts_and_stops_at_minus_the_maximum(play: Play, campaign: Campaign) -> None:
    play("fp mira -13")
    assert pools(campaign, "mira") == {"HP": 8, "FP": -2}
    play("fp mira -11")
    assert pools(campaign, "mira") == {"HP": -3, "FP": -11}, "nine FP to the floor, and all eleven cost HP"


def test_hit_points_have_no_floor(play: Play, campaign: Campaign) -> None:
    play("hp mira -60 dragon")
    assert pools(campaign, "mira")["HP"] == -50


def test_healing_stops_at_the_maximum_and_a_full_pool_is_refused(play: Play, campaign: Campaign) -> None:
    play("hp mira -3")
    assert one(play("hp mira +9 healer"), PoolChanged).change == 3
    with pytest.raises(Refused, match="full already"):
        play("hp mira +1")


def test_low_pools_halve_move_dodge_and_strength(play: Play, campaign: Campaign) -> None:
    play("fp vora -8")
    assert campaign.view("vora").hindrances == {}, "4 of 12 is a third, not below it"
    play("fp vora -1")
    assert sorted(campaign.view("vora").hindrances) == ["dodge", "move", "st"]
    roll = one(play("vora st =3,3,3"), RollMade)
    assert (roll.base, roll.target) == (13, 7), "half of 13, rounded up"
    play("hp vora -9")
    assert len(campaign.view("vora").hindrances["move"]) == 2
    assert len(campaign.view("vora").hindrances["st"]) == 1, "injury leaves strength alone"


def test_ten_minutes_of_rest_give_a_fatigue_point(play: Play, campaign: Campaign) -> None:
    play("fp mira -4")
    outcome = play("rest 25m")
    assert types(outcome) == ["ClockAdvanced", "PoolChanged"]
    assert pools(campaign, "mira")["FP"] == 9
    play("rest 5h mira")
    assert pools(campaign, "mira")["FP"] == 11


def test_a_condition_ends_by_itself_when_its_time_is_over(play: Play, campaign: Campaign) -> None:
    play("condition mira add blinded 10m")
    assert types(play("clock +9m")) == ["ClockAdvanced"]
    assert one(play("clock +1m"), ConditionEnded).by == "time"
    assert campaign.view("mira").conditions == {}


def test_a_character_without_fatigue_loses_none(play: Play, campaign: Campaign) -> None:
    sheet = Sheet(attributes={"st": 14, "will": 12, "ht": 12}, pools={"HP": 18}, exact=True)
    source = SheetSource(format="test", filename="lich.gcs", sha256="2" * 64)
    campaign.execute(cmd.ImportCharacter(name="Lich", player="", sheet=sheet, source=source, current={}))
    assert list(campaign.view("lich").pools) == ["HP"]
    for line in ("fp lich -1", "effort lich st +10%"):
        with pytest.raises(Refused, match="no FP"):
            play(line)
    outcome = play("fright lich ghoul -3 =4,4,4 =lich-table:4,4,3 =fp:4 =stun:2")
    assert every(outcome, PoolChanged) == [], "the loss that it can't have is noted instead"


def test_spending_more_points_than_are_unspent_is_refused(play: Play, campaign: Campaign) -> None:
    play("spend mira 150 Luck")
    with pytest.raises(Refused) as refusal:
        play("spend mira 1 Stealth")
    assert refusal.value.code == "too_few_points"
    play("award mira 2 good play")
    play("spend mira 1 Stealth")
    sheet = campaign.view("mira")
    assert (sheet.points_total, sheet.points_spent, sheet.points_unspent) == (152, 151, 1)


def test_the_ledger_starts_from_the_maximum_of_its_day(play: Play, campaign: Campaign) -> None:
    play("fp mira -5")
    campaign.execute(cmd.SetValue(who="mira", key="fp", value="15"))
    play("fp mira -2")
    with campaign.log.reading() as connection:
        found = ledgers.ledger(connection, campaign.log.id, "FP", beginnings(campaign.state, campaign.ruleset))
    assert [line.balance for line in found] == [6, 8], "11 - 5, then 15 - 7"
    assert pools(campaign, "mira")["FP"] == 8
