"""What a rule system leaves to a campaign: chosen by an event, in force from there on, and never for what was before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import one, types
from tests.readmodels import rows
from tracker import moments
from tracker.campaign.options import options_of
from tracker.events import OptionSet, RollMade
from tracker.service import Campaign, rebuild

ANN = {"Ann": "spot=60 str=11 con=12 siz=13 pow=60"}


@pytest.fixture
def brp(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path / "store", "brp", ANN) as opened:
        yield opened


def test_a_system_has_its_own_options_beside_those_of_all(brp: Table, tmp_path: Path) -> None:
    known = options_of(brp.campaign.ruleset, brp.campaign.state)
    assert {"die", "characteristics", "dice", "retry"} <= known.keys()
    assert not {"criticals", "genre", "tl", "luck_falls"} & known.keys()
    with table(tmp_path / "other", "d20under", PARTY) as other:
        others = options_of(other.campaign.ruleset, other.campaign.state)
        assert {"luck_start", "luck_falls", "luck_floor"} <= others.keys()
        assert others["retry"].value(other.campaign.state, other.campaign.ruleset) == "changed"
        assert other.refused("option die d20") == "not_found"


def test_the_first_value_holds_until_another_is_set(brp: Table) -> None:
    assert brp.campaign.ruleset.notation == "1d100"
    assert one(brp("option die d20"), OptionSet) == OptionSet(name="die", value="d20")
    assert (brp.campaign.ruleset.notation, brp.campaign.ruleset.high_is_good) == ("1d20", True)
    brp("undo")
    assert brp.campaign.ruleset.notation == "1d100"
    assert brp.refused("option die d7") == "bad_value"


def test_a_roll_is_judged_by_the_options_of_its_moment_and_stays_so(brp: Table) -> None:
    before = one(brp("ann spot =45"), RollMade)
    brp("option die d20")
    after = one(brp("ann spot =12"), RollMade)
    assert (before.notation, before.degree, before.needed) == ("1d100", "minor_success", None)
    assert (after.notation, after.degree, after.needed) == ("1d20", "minor_success", 9)
    rolls = [recorded.event for recorded in brp.campaign.log.read() if isinstance(recorded.event, RollMade)]
    assert rolls == [before, after]


def test_a_sheet_is_read_as_the_campaign_writes_its_characteristics(brp: Table) -> None:
    assert one(brp("ann str =45"), RollMade).target == 55
    assert (brp.pool("ann", "HP"), brp.pool("ann", "MP")) == (13, 60)
    brp("option characteristics percent")
    assert one(brp("ann str =11"), RollMade).target == 11
    assert (brp.pool("ann", "HP"), brp.pool("ann", "MP")) == (3, 12)


def test_an_earlier_moment_is_looked_at_with_its_own_options(brp: Table) -> None:
    then = brp.campaign.state.head
    brp("option characteristics percent")
    campaign = brp.campaign
    assert campaign.view("ann", moments.state_at(campaign.log, then)).pools["MP"].maximum == 60
    assert campaign.view("ann").pools["MP"].maximum == 12


def test_rebuilt_and_reopened_it_is_the_same_campaign(brp: Table) -> None:
    for line in ("ann spot =45", "option die 2d6", "ann spot =6,6", "option characteristics percent", "hp ann -1", "undo"):
        brp(line)
    kept, state = rows(brp.campaign), brp.campaign.state
    rebuild(brp.campaign.log)
    assert rows(brp.campaign) == kept
    reopened = Campaign(brp.campaign.log)
    assert (reopened.state, reopened.ruleset.notation) == (state, "2d6")


def test_a_retry_is_rolled_with_the_dice_of_today(brp: Table) -> None:
    brp("ann spot =61")
    brp("option die d20")
    retried = one(brp("retry =20"), RollMade)
    assert (retried.notation, retried.attempt, retried.degree) == ("1d20", 2, "critical_success")


def test_an_odd_chance_may_not_be_set_beyond_the_dice(brp: Table) -> None:
    assert one(brp("ann spot +70 =99"), RollMade).caps == ("A chance is 100 percent at most",)
    assert one(brp("ann spot -70 =1"), RollMade).success is False
    assert brp.refused("ann spot target 101 because I say so") == "bad_number"
    assert one(brp("ann spot target 100 because I say so =99"), RollMade).success


def test_the_same_option_again_is_nothing_new(brp: Table) -> None:
    assert types(brp("option die d20")) == ["OptionSet"]
    assert brp.refused("option die d20") == "nothing"


def test_a_target_that_no_chance_can_be_is_refused(tmp_path: Path) -> None:
    with table(tmp_path / "store", "brp", {"Nyx": "spot=60"}) as play:
        assert play.refused("nyx spot target 150") == "bad_number"
        assert play.refused("nyx spot target -1") == "bad_number"
        assert one(play("nyx spot target 100 =100"), RollMade).degree == "critical_failure"
