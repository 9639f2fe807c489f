"""What the last word of a filter may become; every offer is a filter that is understood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracker.campaign import commands as cmd
from tracker.quickline import FILTERS, Context, parse_filter
from tracker.quickline.filter_words import filter_candidates
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    folder: Path = tmp_path_factory.mktemp("filters")
    with open_store(str(folder)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        for name in ("Mira Dusk", "Vora", "エルザ"):
            campaign.execute(cmd.AddCharacter(name=name, values=(("lockpicking", "12"), ("area knowledge", "11"))))
        campaign.execute(cmd.StartSession())
        yield Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ski", ["skill:"]),
        ("outcome:no mar", ["outcome:no margin:", "outcome:no marked:"]),
        ("character:m", ['character:"Mira Dusk"']),
        ('character:"mira d', ['character:"Mira Dusk"']),
        ("-character:vo", ["-character:Vora"]),
        ("character:vora|エル", ["character:vora|エルザ"]),
        ("skill:area", ['skill:"Area knowledge"']),
        ("outcome:cr", ["outcome:critical_success", "outcome:critical_failure", "outcome:crit"]),
        ("session:", ["session:1"]),
        ("sort:-m", ["sort:-margin"]),
        ("marked:y", ["marked:yes"]),
        ("colour:re", []),
        ("", []),
        ("skill:stealth ", []),
    ],
)
def test_the_last_word_is_completed(typed: str, offered: list[str], context: Context) -> None:
    assert filter_candidates(typed, context) == offered


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.sampled_from(["", "outcome:no ", '"bell tower" ', "-marked:yes "]),
    key=st.sampled_from([*FILTERS, "sort"]),
    start=st.text("abcdefilmnorsuwy-", max_size=3),
)
def test_every_value_that_is_offered_is_understood(before: str, key: str, start: str, context: Context) -> None:
    for candidate in filter_candidates(f"{before}{key}:{start}", context):
        parse_filter(candidate, context)
