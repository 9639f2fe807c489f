"""The command words of the quick line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.campaign import commands as cmd
from tracker.quickline import campaign, people, rolls
from tracker.quickline.words import Reader


@dataclass(frozen=True, slots=True)
class Verb:
    """A command word: how its line is read, an example, and whether it takes free text as it stands."""

    read: Callable[[Reader], cmd.Command]
    example: str
    takes_text: bool = False


VERBS: dict[str, Verb] = {
    "retry": Verb(rolls.retry, "retry"),
    "again": Verb(rolls.again, "again +1"),
    "fright": Verb(rolls.fright, "fright all ghoul -2 dark"),
    "effort": Verb(rolls.effort, "effort mira st +20% protecting her brother"),
    "hp": Verb(people.pool("HP"), "hp mira -3 arrow"),
    "fp": Verb(people.pool("FP"), "fp mira -1 forced march"),
    "condition": Verb(people.condition, "condition mira add stunned 4s"),
    "undo": Verb(rolls.undo, "undo"),
    "void": Verb(rolls.void, "void 17 wrong character"),
    "answer": Verb(rolls.answer, "answer 42 =3,4,5"),
    "trait": Verb(rolls.trait, "trait 42 Nyctophobia"),
    "note": Verb(campaign.note, "note the bell tolls at noon", takes_text=True),
    "mark": Verb(campaign.mark, "mark the duke's seal"),
    "award": Verb(people.award, "award all 3 good play"),
    "spend": Verb(people.spend, "spend mira 2 Stealth"),
    "character": Verb(people.character(npc=False), "character Vora st=13 dx=12 broadsword=15 player=Tomek"),
    "npc": Verb(people.character(npc=True), "npc guard per=12 brawling=11"),
    "set": Verb(people.set_value, "set mira lockpicking=14"),
    "status": Verb(people.status, "status korr absent"),
    "session": Verb(campaign.session, "session start The Bell Tower elapsed 3d"),
    "scene": Verb(campaign.scene, "scene the stair"),
    "clock": Verb(campaign.clock, "clock +2h"),
    "rest": Verb(campaign.rest, "rest 30m"),
    "giveup": Verb(rolls.give_up, "giveup west-door"),
    "option": Verb(campaign.option, "option dice hand"),
}
