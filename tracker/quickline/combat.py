"""Lines of combat: attacks, active defenses, and what a critical does."""

from __future__ import annotations

import re

from msgspec.structs import replace

from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character, made_up
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.contests import AGAINST
from tracker.quickline.rolls import roll
from tracker.quickline.words import Reader

_CLAUSES = ("target", "because")  # a fight is no task that is tried again


def attack(reader: Reader) -> cmd.Roll:
    return replace(roll(reader, _CLAUSES), kind="attack")


def defend(reader: Reader) -> cmd.Roll:
    """A defense; where the foe is named it is one against his last attack."""
    read = replace(roll(reader, (*_CLAUSES, *AGAINST)), kind="active_defense")
    if not read.foe:
        return read
    foe = made_up(read.foe) or find_character(reader.context.state, read.foe, "foe").id
    return replace(read, attack=reader.context.targets.last_attack(foe))


def effect(reader: Reader) -> cmd.NameEffect:
    match = re.fullmatch(r"#?(\d{1,15})(?:\s+(.*))?", reader.rest(), re.DOTALL)
    if match is None:
        raise Refused(_("Expected what waits and what happens: “effect 42 the hilt cracks”."), code="syntax", where="prompt")
    return cmd.NameEffect(prompt=int(match[1]), text=match[2] or "")
