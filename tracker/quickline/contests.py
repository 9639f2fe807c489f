"""Lines about contests, influence, reactions, and modifiers that stay with a character."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from tracker.campaign import commands as cmd
from tracker.durations import parse_duration
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.words import Ability, Reader
from tracker.rulesets.base import CONTESTS
from tracker.text import fold

AGAINST = ("vs", "vs.", "versus", "against")
_LONGEST_TRAIT = 3  # words


def contest(reader: Reader) -> cmd.Contest:
    rules = reader.context.ruleset.contests
    kind = reader.keyword(*rules.kinds) or "" if rules else ""
    a = side(reader, reader.who(), AGAINST) if kind else _first_side(reader)
    _against(reader)
    resisted = rules.resists if rules and kind and rules.forced(kind) else ""
    b = side(reader, somebody(reader), ("rounds", "supernatural"), usual=resisted)
    supernatural, rounds = False, None
    while clause := reader.keyword("rounds", "supernatural"):
        if clause == "rounds":
            rounds = reader.number(_("a number of rounds"))
        else:
            supernatural = True
    return cmd.Contest(a=a, b=b, kind=kind, supernatural=supernatural, rounds=rounds)


def _first_side(reader: Reader) -> cmd.Side:
    """The first side of a contest whose kind wasn't said. Raises Refused, naming the kinds that there are, for one that only
    other systems have."""
    word, rules = reader.peek(), reader.context.ruleset
    if word is None or word.key not in CONTESTS or reader.names_somebody() or rules.contests is None:
        return side(reader, reader.who(), AGAINST)
    with suppress(Refused):  # perhaps a skill of the active character begins with that word
        a = side(reader, reader.who(), AGAINST)
        if reader.can_roll(cmd.Roll(who=a.who, what=a.what)):
            return a
    raise Refused(
        _("A contest is {kinds}; “{kind}” is none.", kinds=", ".join(rules.contests.kinds), kind=word.text),
        code="bad_kind",
        where=f"place {word.place}",
    )


def influence(reader: Reader) -> cmd.Influence:
    rules = reader.context.ruleset.influence
    by = side(reader, reader.who(), AGAINST, with_traits=True)
    _against(reader)
    on = side(
        reader,
        somebody(reader),
        ("on", "for", "bonus", "penalty"),
        usual=rules.resists if rules else "",
        with_traits=True,
    )
    concerns = _rolls(reader) if reader.keyword("on") else ()
    bonus, seconds = _effect(reader) if concerns else (False, None)
    return cmd.Influence(by=by, on=on, concerns=concerns, bonus=bonus, seconds=seconds)


def concerns(reader: Reader) -> cmd.Concerns:
    prompt = reader.position()
    if reader.keyword("nothing"):
        return cmd.Concerns(prompt=prompt)
    rolls = _rolls(reader)
    bonus, seconds = _effect(reader)
    return cmd.Concerns(prompt=prompt, rolls=rolls, bonus=bonus, seconds=seconds)


def reaction(reader: Reader) -> cmd.Reaction:
    return cmd.Reaction(who=somebody(reader), modifiers=reader.modifiers("reaction"))


def modifier(reader: Reader) -> cmd.AddModifier | cmd.EndModifier | cmd.ClearModifiers:
    if reader.keyword("clear"):
        return cmd.ClearModifiers()
    who = "all" if reader.keyword("all") else reader.who()
    way = reader.keyword("add", "end")
    if way is None:
        raise reader.refuse(reader.take(_("add or end")), _("add or end"))
    if way == "end":
        label = reader.phrase(lambda word: word.key == "on")
        return cmd.EndModifier(who=who, label=label, roll=reader.rest() if reader.keyword("on") else "")
    value = reader.number(_("points with their sign, such as -3"), signed=True)
    label = reader.phrase(lambda word: word.key in ("on", "for"))
    rolls = _rolls(reader) if reader.keyword("on") else ("",)
    return cmd.AddModifier(who=who, value=value, label=label, rolls=rolls, seconds=_seconds(reader))


def _against(reader: Reader) -> None:
    if not reader.keyword(*AGAINST):
        expected = _("“vs” and the other side, such as “vs @guard st=12”")
        raise reader.refuse(reader.take(expected), expected)


def somebody(reader: Reader) -> str:
    """A character, or somebody made up on the fly, who must be named."""
    word = reader.peek()
    return reader.who() if word is not None and not word.quoted and word.text.startswith("@") else reader.named()


def side(reader: Reader, who: str, stop: Collection[str], *, usual: str = "", with_traits: bool = False) -> cmd.Side:
    """One side, up to one of the ``stop`` words: what ``who`` rolls on, ``usual`` when nothing is said, traits where they
    matter, and modifiers."""
    traits = _traits(reader) if with_traits else ()
    word = reader.peek()
    if usual and (word is None or word.signed is not None or word.key in stop):
        ability = Ability("", usual, None)
    else:
        ability = reader.ability(who, stop)
    known = reader.context.ruleset.traits if with_traits else ()
    traits += _traits(reader) if with_traits else ()
    modifiers = reader.modifiers(ability.name, (*stop, *known))
    while with_traits and (more := _traits(reader)):
        traits += more
        modifiers += reader.modifiers(ability.name, (*stop, *known))
    return cmd.Side(who=who, what=ability.typed, base=ability.base, modifiers=modifiers, traits=traits)


def _traits(reader: Reader) -> tuple[str, ...]:
    """The traits that the next words name, among those that the rules ask about."""
    found = []
    at = reader.at
    while at < len(reader.words):
        runs = (reader.words[at:end] for end in range(min(len(reader.words), at + _LONGEST_TRAIT), at, -1))
        texts = (" ".join(word.text for word in run) for run in runs)
        trait = next((text for text in texts if fold(text) in reader.context.ruleset.traits), None)
        if trait is None:
            break
        found.append(trait)
        at += len(trait.split())
    reader.at = at
    return tuple(found)


def _rolls(reader: Reader) -> tuple[str, ...]:
    """The rolls that are named here, with commas between them; ``all`` stands for any roll."""
    names = [name.strip() for name in reader.phrase(lambda word: word.key in ("for", "bonus", "penalty")).split(",")]
    if not any(names):
        raise Refused(_("Expected what is rolled, such as “detect lies”, or “all”."), code="syntax", where="on")
    return tuple("" if fold(name) in ("all", "all rolls") else name for name in names if name)


def _effect(reader: Reader) -> tuple[bool, int | None]:
    """Whether it is a bonus, and for how many in-game seconds."""
    sign = reader.keyword("bonus", "penalty")
    seconds = _seconds(reader)
    return (sign or reader.keyword("bonus", "penalty")) == "bonus", seconds


def _seconds(reader: Reader) -> int | None:
    return parse_duration(reader.take(_("a length of time, such as 1h")).text, "for") if reader.keyword("for") else None
