"""Lines about the body and its limits: recovering, staying conscious, healing, self-control."""

from __future__ import annotations

import re

from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.words import Reader

_NUMBERED = re.compile(r"(.*\S)\s*=\s*(\d{1,2})")  # a trait with its self-control number, the end of its name at least


def recover(reader: Reader) -> cmd.Recover:
    who = reader.who()
    condition = reader.phrase()
    return cmd.Recover(who=who, condition=condition, modifiers=reader.modifiers("HT"))


def endure(reader: Reader) -> cmd.Endure:
    who = reader.who()
    what = reader.phrase()
    return cmd.Endure(who=who, what=what, modifiers=reader.modifiers("HT"))


def heal(reader: Reader) -> cmd.Heal:
    return cmd.Heal(who=reader.who(), modifiers=reader.modifiers("HT"))


def first_aid(reader: Reader) -> cmd.FirstAid:
    healer, patient = reader.named(), reader.named()
    tl = reader.number(_("a tech level, such as 8")) if reader.keyword("tl") else None
    return cmd.FirstAid(healer=healer, patient=patient, tl=tl, modifiers=reader.modifiers("First Aid"))


def bandage(reader: Reader) -> cmd.Bandage:
    return cmd.Bandage(who=reader.who(), reason=reader.rest())


def self_control(reader: Reader) -> cmd.SelfControl:
    who = reader.who()
    trait = reader.phrase(lambda word: word.signed is not None or _NUMBERED.fullmatch(word.text) is not None)
    base = None
    if (word := reader.peek()) and (numbered := _NUMBERED.fullmatch(word.text)):
        reader.take(_("a self-control number"))
        trait, base = f"{trait} {numbered[1]}".strip(), int(numbered[2])
    if not trait:
        raise Refused(_("Expected a trait, such as “selfcontrol mira bad temper”."), code="syntax", where="trait")
    return cmd.SelfControl(who=who, trait=trait, base=base, modifiers=reader.modifiers(trait))
