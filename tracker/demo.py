"""A campaign to look around in: three sessions of four original characters, played line by line through real commands."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_dir

from tracker.campaign import commands as cmd
from tracker.dice import SeededDice
from tracker.errors import Refused
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

NAME = "The Drowned Bell"

_PEOPLE: dict[str, tuple[str, ...]] = {
    "Mira Dusk": (
        "st=10 dx=13 iq=12 ht=11 per=13 points=150 player=Jana climbing=15 stealth=14 lockpicking=12 observation=13",
        "fearlessness=1",
    ),
    "Vora": ("st=13 dx=12 iq=10 ht=12 points=150 player=Tomek broadsword=15 brawling=13 intimidation=11 running=12",),
    "Aldric": (
        "st=9 dx=10 iq=14 ht=10 points=150 player=Ines diplomacy=15 occultism=14 research=14 first_aid=13",
        "fearfulness=1",
    ),
    "エルザ": ("st=10 dx=11 iq=12 ht=12 will=13 points=150 player=Ken survival=13 bow=14 swimming=12",),
}

# One line a command, as typed at the table. Dice behind “=” came from the table, the others are thrown here.
_SESSIONS: tuple[tuple[str, ...], ...] = (
    (
        "session start The Ferry at Low Water",
        "scene the ferry house",
        "note Rain since morning. The ferryman will not cross before the bell has rung.",
        "aldric diplomacy +2 a round of ale =4,6,1",
        "mira observation -2 crowded room",
        "secret aldric per -3 mumbled words =6,2,6",
        "scene the boathouse",
        "mira lockpicking at boathouse-door -2 rusted shut =6,3,5",
        "mira lockpicking at boathouse-door -2 rusted shut =2,4,6",
        "mira lockpicking at boathouse-door -2 rusted shut =1,5,1",
        "vora st -2 stuck winch =5,3,6",
        "retry +1 エルザ helps =4,2,4",
        "mark the winch gives way",
        "@ferryman per=11 -2 fog",
        "エルザ swimming -1 strong current",
        "fp エルザ -2 swimming in wet furs",
        "rest 20m エルザ",
        "award all 2 good plans",
        "session end",
    ),
    (
        "session start The Bell Tower elapsed 3d",
        "scene the stair",
        "mira climbing -3 wet stone =1,3,6",
        "aldric climbing -3 wet stone +4 Mira on the rope =6,6,4",
        "hp aldric -2 fell from the stair",
        "scene the bell chamber",
        "note Nine ropes, eight of them cut. 鬼火が三つ。",
        "fright all The Drowned Ringer -2 dark =mira:4,3,5 =vora:4,6,3 =aldric:5,5,6 =エルザ:3,1,5 =aldric-table:6,5,1",
        "clock +1m",
        "fright aldric The Drowned Ringer -2 dark =4,3,6 =aldric-table:3,4,5",
        "condition vora end stunned",
        "condition mira end retching",
        "effort vora st +20% Aldric under the beam =4,2,4",
        "vora st -3 the beam =6,1,2",
        "vora broadsword at the-ringer -2 bad footing =2,4,6",
        "vora broadsword +2 sure of it =5,6,6",
        "undo it was Mira's turn",
        "mira stealth -1 dark =2,3,5",
        "hp vora -7 the ringer's hook",
        "effort vora st +30% her own life =6,6,6",
        "mark Vora will not let go",
        "rest 1h",
        "condition aldric end unconscious",
        "award all 3 the bell is silent",
        "session end",
    ),
    (
        "session start What the Water Kept",
        "scene the drained pool",
        "option retry free",
        "mira observation at silt =6,5,3",
        "mira observation at silt =6,4,5",
        "mira observation at silt =1,5,5",
        "option retry penalty",
        "aldric occultism -2 worn signs =6,5,4",
        "aldric occultism -2 worn signs =3,4,2",
        "fright mira The Drowned Ringer -6 alone dark =5,5,6 =mira-table:2,6,6",
        "condition mira add soaked 2h",
        "clock +2h walking home",
        "spend vora 2 Broadsword",
        "エルザ bow +1 braced =2,1,1",
        "scene the ferry house again",
        "sense aldric hearing normal conversation 4yd =4,4,2",
        "climb mira wall 20ft roped =5,5,1",
        "contest mira stealth darkness 2 vs @ferryman per=11 =mira:2,3,4 =ferryman:3,3,4",
        "influence aldric diplomacy +1 reaction vs @ferryman will=12 =aldric:3,5,2 =ferryman:4,5,4 =reaction:3,5,3",
        "note To do: who cut the eight ropes?",
    ),
)


def make(location: str | None = None) -> tuple[str, str]:
    """Make the demo campaign in a store of its own, or in ``location``; returns the store's location and its name.

    One that is there already is kept as it is. Raises Refused when the store can't be written.
    """
    location = location or str(Path(user_data_dir("rollbook", appauthor=False)) / "demo")
    with open_store(location) as store:
        try:
            campaign = Campaign.create(store, NAME, "gurps4e", source=SeededDice(NAME))
        except Refused as problem:
            if problem.code != "exists":
                raise
            store.remember(NAME)
            return location, NAME
        for name, values in _PEOPLE.items():
            pairs = (pair.partition("=") for text in values for pair in text.split())
            campaign.execute(cmd.AddCharacter(name=name, values=tuple((key, value) for key, _, value in pairs)))
        for number, lines in enumerate(_SESSIONS, 1):
            for line in lines:
                _play(campaign, line)
            if number == 2:  # the one of the last session is left for whoever looks around
                _name_traits(campaign, "Counts bell strokes under his breath")
    return location, NAME


def _play(campaign: Campaign, text: str) -> None:
    line = parse(text, Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author))
    campaign.execute(line.command, dice=line.dice, secret=line.secret)


def _name_traits(campaign: Campaign, name: str) -> None:
    for position, prompt in campaign.state.open_prompts().items():
        if prompt.kind == "trait":
            campaign.execute(cmd.NameTrait(prompt=position, name=name))
