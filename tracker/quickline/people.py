"""Lines about characters: pools, conditions, points, sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

from tracker.campaign import commands as cmd
from tracker.durations import LENGTH, parse_duration
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.words import Reader


def pool(pool: str) -> Callable[[Reader], cmd.ChangePool]:
    def read(reader: Reader) -> cmd.ChangePool:
        who = reader.who()
        change = reader.number(_("a change with its sign, such as -3"), signed=True)
        return cmd.ChangePool(who=who, pool=pool, change=change, reason=reader.rest())

    return read


def any_pool(reader: Reader) -> cmd.ChangePool:
    who = reader.who()
    name = reader.phrase()
    if not name:
        known = _(", ").join(reader.context.ruleset.pools)
        raise Refused(
            _("Expected a pool ({known}) and a change with its sign, such as -3.", known=known), code="syntax", where="pool"
        )
    change = reader.number(_("a change with its sign, such as -3"), signed=True)
    return cmd.ChangePool(who=who, pool=name, change=change, reason=reader.rest())


def condition(reader: Reader) -> cmd.AddCondition | cmd.EndCondition:
    who = reader.who()
    way = reader.keyword("add", "end")
    if way is None:
        raise reader.refuse(reader.take(_("add or end")), _("add or end"))
    name = reader.rest()
    if way == "end":
        return cmd.EndCondition(who=who, name=name)
    match = re.fullmatch(rf"(.+?) (?:for )?({LENGTH})", name)
    if match:
        return cmd.AddCondition(who=who, name=match[1], seconds=parse_duration(match[2]))
    return cmd.AddCondition(who=who, name=name)


def award(reader: Reader) -> cmd.Award:
    who = reader.many()
    return cmd.Award(who=who, points=reader.number(_("points")), reason=reader.rest())


def spend(reader: Reader) -> cmd.Spend:
    who = reader.who()
    return cmd.Spend(who=who, points=reader.number(_("points")), what=reader.rest())


def status(reader: Reader) -> cmd.SetStatus:
    who = reader.who()
    return cmd.SetStatus(who=who, status=reader.take(_("a status")).text)


def character(npc: bool) -> Callable[[Reader], cmd.AddCharacter]:
    def read(reader: Reader) -> cmd.AddCharacter:
        start = reader.at  # a quoted name may hold a "=", a quoted pair stands behind the name
        name = reader.phrase(lambda word: "=" in word.text and (not word.quoted or reader.at > start))
        if not name:
            raise Refused(_("Expected a name, such as “character Vora st=13 dx=12”."), code="syntax", where="name")
        values = []
        while reader.peek() is not None:
            values.append(reader.pair())
        return cmd.AddCharacter(name=name, values=tuple(values), npc=npc)

    return read


def set_value(reader: Reader) -> cmd.SetValue:
    who = reader.who()
    key, value = reader.pair()
    return cmd.SetValue(who=who, key=key, value=f"{value} {reader.rest()}".strip())
