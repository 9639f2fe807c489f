"""Totals beside those of fair dice, and margins in their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tracker import rulesets
from tracker.campaign import commands as cmd
from tracker.quickline import Context, parse
from tracker.reports.filters import EVERYTHING, where
from tracker.reports.statistics import Statistics, statistics
from tracker.reports.statistics.totals import fair_totals
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        campaign.execute(cmd.AddCharacter(name="Mira", values=(("stealth", "12"),)))
        yield campaign


def play(campaign: Campaign, *lines: str) -> None:
    for text in lines:
        line = parse(text, Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM"))
        campaign.execute(line.command, dice=line.dice, secret=line.secret)


def figures(campaign: Campaign, *lines: str) -> Statistics:
    play(campaign, *lines)
    return statistics(campaign.log, rulesets.get("gurps4e"), EVERYTHING)


def test_three_dice_come_to_each_total_in_so_many_of_216_ways() -> None:
    ways = [round(chance * 216) for chance in fair_totals("3d6").values()]
    assert ways == [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
    assert fair_totals("1d20") == dict.fromkeys(range(1, 21), 0.05)
    assert list(fair_totals("2d4-1")) == [1, 2, 3, 4, 5, 6, 7]


def test_what_was_thrown_stands_beside_what_was_to_be_expected(campaign: Campaign) -> None:
    found = figures(
        campaign, "mira stealth =3,3,4", "mira stealth =6,6,6", "mira stealth =5,4,1", "mira stealth =1,1,1", "undo"
    )
    (totals,) = found.totals
    assert (totals.notation, totals.throws, totals.left_out) == ("3d6", 3, 0)
    assert {total: count for total, count in totals.counts.items() if count} == {10: 2, 18: 1}
    assert totals.expected[10] == pytest.approx(3 * 27 / 216)
    assert sum(totals.expected.values()) == pytest.approx(3)


def test_margins_follow_the_log_failures_below_zero(campaign: Campaign) -> None:
    found = figures(campaign, "mira stealth =3,3,4", "mira stealth -4 =5,4,1", "mira stealth =6,6,5")
    assert [one.points for one in found.margins] == [2, -2, -5]
    assert [one.position for one in found.margins] == sorted(one.position for one in found.margins)


def test_what_is_only_the_gms_is_not_among_the_players_figures(campaign: Campaign) -> None:
    play(campaign, "mira stealth =3,3,4", "secret mira stealth =6,6,6")
    for_players = statistics(campaign.log, rulesets.get("gurps4e"), where(what="stealth"), players=True)
    assert [one.points for one in for_players.margins] == [2]
    assert for_players.totals[0].counts[18] == 0
