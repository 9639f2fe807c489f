"""Lines to learn the language from: each one works in the campaign that it is shown in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker import demo, rulesets
from tracker.campaign import commands as cmd
from tracker.quickline import Context, parse, parse_filter
from tracker.quickline.examples import filter_examples, line_examples
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store


@pytest.fixture
def context(tmp_path: Path) -> Context:
    demo.make(str(tmp_path))
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.open(store, demo.NAME)
        vora = campaign.view("vora").id
        return Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", vora)


def test_examples_are_about_the_party(context: Context) -> None:
    lines = [line for line, _meaning in line_examples(context)]
    assert lines[:3] == ["Broadsword -2 rain", "Vora Broadsword +1", "secret Mira ST"]
    assert "fright all ghoul -1" in lines
    assert "character:Vora" in [text for text, _meaning in filter_examples(context)]


@pytest.mark.parametrize("ruleset", rulesets.available())
@pytest.mark.parametrize("name", ["Mira", "Mira Dusk", "エルザ", "O'Neil"])
def test_every_example_is_understood(tmp_path: Path, ruleset: str, name: str) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "C", ruleset)
        spec = campaign.ruleset.attributes[0]
        campaign.execute(cmd.AddCharacter(name=name, values=((spec.key, "12"),)))
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        lines = line_examples(context)
        assert {"undo", "note the bell tolls at noon"} <= {line for line, _meaning in lines}
        for line, _meaning in lines:
            parse(line, context)
        for text, _meaning in filter_examples(context):
            parse_filter(text, context)


def test_an_empty_campaign_has_examples_too(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "C", "gurps4e")
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        assert "note the bell tolls at noon" in [line for line, _meaning in line_examples(context)]
