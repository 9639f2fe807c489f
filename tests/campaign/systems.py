"""A table at which any rule system is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tracker.campaign import commands as cmd
from tracker.dice import SeededDice
from tracker.errors import Refused
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign, Outcome
from tracker.store import open_store

PARTY = {
    "Lyssa": "str=8 dex=14 con=11 int=12 cha=13 perc=12 hp=9 rerolls=2 stealth=dex athletics=yes bluff=cha",
    "Kruncor": "str=16 dex=9 con=15 int=8 cha=10 perc=9 hp=14 rerolls=1 stealth=dex athletics=str",
    "Odo": "str=10 dex=10 con=10 int=15 cha=12 perc=13 hp=8 rerolls=1 lore=int",
}
"""Three adventurers of the roll-under system."""


@dataclass(frozen=True, slots=True)
class Table:
    """A campaign that is played by typing lines."""

    campaign: Campaign

    def __call__(self, text: str) -> Outcome:
        """Type one line as the GM does. Raises Refused."""
        line = parse(text, Context(self.campaign.state, self.campaign.ruleset, Targets(self.campaign.log), "GM"))
        return self.campaign.execute(line.command, dice=line.dice, secret=line.secret)

    def refused(self, text: str) -> str:
        """The code of a line's refusal, once it is sure that nothing was recorded."""
        head = self.campaign.state.head
        with pytest.raises(Refused) as refusal:
            self(text)
        assert self.campaign.log.head().position == head
        return refusal.value.code

    def pool(self, who: str, name: str) -> int:
        """What is left in a character's pool."""
        return self.campaign.view(who).pools[name].current


@contextmanager
def table(folder: Path, ruleset: str, people: Mapping[str, str]) -> Iterator[Table]:
    """A campaign of a system with these characters (name -> ``key=value`` words) in its first session."""
    with open_store(str(folder)) as store:
        campaign = Campaign.create(store, "Ravenmoor", ruleset, source=SeededDice(1))
        for name, values in people.items():
            pairs = tuple((key, value) for key, _, value in (pair.partition("=") for pair in values.split()))
            campaign.execute(cmd.AddCharacter(name=name, values=pairs))
        campaign.execute(cmd.StartSession(title="One"))
        yield Table(campaign)
