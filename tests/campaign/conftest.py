"""A campaign with two characters, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tracker.campaign import commands as cmd
from tracker.dice import SeededDice
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign, Outcome
from tracker.store import open_store

Play = Callable[[str], Outcome]

MIRA = "st=10 dx=12 iq=12 ht=11 will=12 lockpicking=12 climbing=14 points=150"
VORA = "st=13 dx=12 iq=10 ht=12 will=10 broadsword=15 points=150"


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """Mira (Will 12, FP 11) and Vora (Will 10, HP 13, FP 12) in the first scene of the first session."""
    with open_store(str(tmp_path / "store")) as store:
        opened = Campaign.create(store, "Ravenmoor", "gurps4e", source=SeededDice(1))
        for name, values in (("Mira", MIRA), ("Vora", VORA)):
            pairs = tuple((key, value) for key, _, value in (pair.partition("=") for pair in values.split()))
            opened.execute(cmd.AddCharacter(name=name, values=pairs))
        opened.execute(cmd.StartSession(title="One"))
        opened.execute(cmd.StartScene(title="The tower"))
        yield opened


@pytest.fixture
def play(campaign: Campaign) -> Play:
    """Type one line as the GM does."""

    def typed(text: str) -> Outcome:
        line = parse(text, Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author, "mira"))
        return campaign.execute(line.command, dice=line.dice, secret=line.secret)

    return typed
