"""The command words of the quick line."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.campaign import commands as cmd
from tracker.quickline import campaign, combat, contests, corrections, feats, injury, party, people, rolls, rulings
from tracker.quickline.words import Reader


class Verb(Struct, frozen=True):
    """A command word: how its line is read, an example, and whether it takes free text as it stands."""

    read: Callable[[Reader], cmd.Command]
    example: str
    takes_text: bool = False


VERBS: dict[str, Verb] = {
    "retry": Verb(rolls.retry, "retry"),
    "again": Verb(rolls.again, "again +1"),
    "reroll": Verb(rolls.reroll, "reroll lyssa"),
    "group": Verb(party.group, "group all stealth -2 creaking floor"),
    "montage": Verb(party.montage, "montage lyssa cha by bribing the barkeep"),
    "chance": Verb(rolls.chance, "chance 2 in 6 the basilisk turns on Kruncor"),
    "fright": Verb(rolls.fright, "fright all ghoul -2 dark"),
    "effort": Verb(rolls.effort, "effort mira st +20% protecting her brother"),
    "feat": Verb(feats.feat, "feat mira climb wall 60ft roped"),
    **{
        verb: Verb(feats.own_verb(verb), example)
        for verb, example in {
            "climb": "climb mira wall 60ft roped -2 icy",
            "jump": "jump vora broad 4yd",
            "run": "run vora sprint 30s",
            "swim": "swim mira 10min",
            "hike": "hike mira plains 3d",
            "lift": "lift vora two hands",
            "throw": "throw vora 20lb",
            "dig": "dig vora sand 2h",
        }.items()
    },
    "sense": Verb(feats.sense, "sense mira vision dark 3 understand tracking"),
    "longtask": Verb(feats.long_task, "longtask work the bridge mira carpentry, @helper carpentry=11"),
    "contest": Verb(contests.contest, "contest mira climbing -2 wall vs @guard st=12"),
    "influence": Verb(contests.influence, "influence mira diplomacy +2 reaction vs @guard will=11"),
    "concerns": Verb(contests.concerns, "concerns 42 detect lies for 1h"),
    "reaction": Verb(contests.reaction, "reaction @innkeeper +2 appearance"),
    "modifier": Verb(contests.modifier, "modifier mira add -3 charm on detect lies for 6h"),
    "recover": Verb(injury.recover, "recover mira stunned +1 slapped awake"),
    "endure": Verb(injury.endure, "endure mira consciousness"),
    "heal": Verb(injury.heal, "heal mira +1 a physician's care"),
    "firstaid": Verb(injury.first_aid, "firstaid vora mira tl 3"),
    "bandage": Verb(injury.bandage, "bandage mira torn shirt"),
    "selfcontrol": Verb(injury.self_control, "selfcontrol mira bad temper -2 provoked"),
    "hp": Verb(people.pool("HP"), "hp mira -3 arrow"),
    "fp": Verb(people.pool("FP"), "fp mira -1 forced march"),
    "pool": Verb(people.any_pool, "pool mira fp -2 forced march"),
    "condition": Verb(people.condition, "condition mira add stunned 4s"),
    "undo": Verb(corrections.undo, "undo"),
    "redo": Verb(corrections.redo, "redo"),
    "void": Verb(corrections.void, "void 17 wrong character"),
    "correct": Verb(corrections.correct, "correct 17 -2 dark because misread =3,4,5"),
    "amend": Verb(corrections.amend, "amend 17 the bell tolls at midnight", takes_text=True),
    "reveal": Verb(corrections.reveal, "reveal 17 the illusion fades"),
    "attack": Verb(combat.attack, "attack vora broadsword -2 head"),
    "defend": Verb(combat.defend, "defend mira dodge feverish"),
    "effect": Verb(combat.effect, "effect 42 the hilt cracks", takes_text=True),
    "buy": Verb(rulings.buy, "buy 17 success"),
    "rule": Verb(rulings.rule, "rule 17 failure because the door was barred"),
    "told": Verb(rulings.told, "told 17 you hear nothing", takes_text=True),
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
