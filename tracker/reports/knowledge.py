"""What the players of a campaign know: its state without what only the GM has seen, and which numbers of a public roll rest
on more than that."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.characters import CharacterView, find_basis, view
from tracker.campaign.evolve import evolve
from tracker.campaign.options import in_force
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.rulesets.base import Ruleset

BASE = "base"
"""What a roll's own number goes by among the sources of its modifiers."""

_OF_THE_SHEET = frozenset({"sheet", "skill", "sense"})
_OF_A_CHARACTER = frozenset({BASE, "load", "pools", "standing", "fright"}) | _OF_THE_SHEET
_DAY = 24 * 3600


def is_public(recorded: ev.Recorded, revealed: Container[int]) -> bool:
    """Whether everyone may know of an event, by now: it was never hidden, or is among those at ``revealed``."""
    return recorded.envelope.visibility == ev.EVERYONE or recorded.position in revealed


def learn(state: CampaignState, fact: ev.Fact, revealed: Container[int]) -> None:
    """Bring an event into what the players know, if it is public. No public event names a hidden one, but it may be about a
    character who joined in secret: then there is nobody whom it could change.

    Of a void they know what it does to public events, even of a hidden one: what was taken back is not told to them."""
    event = fact.event
    if isinstance(event, ev.ActionVoided):
        known = tuple(
            one
            for one in event.events
            if (one.visibility == ev.EVERYONE or one.position in revealed)
            and not _stranger(state, one.subject, joins=one.type == ev.CharacterAdded.__name__)
        )
        if known:
            evolve(state, replace(fact, event=replace(event, events=known)))
    elif (fact.visibility == ev.EVERYONE or fact.position in revealed) and not _stranger(
        state, fact.subject, joins=isinstance(event, ev.CharacterAdded)
    ):
        evolve(state, fact)
    state.head = fact.position


def _stranger(state: CampaignState, subject: str | None, *, joins: bool) -> bool:
    """Whether an event is about a character of whom the players don't know, unless that one ``joins`` by it."""
    return subject is not None and not subject.startswith("@") and subject not in state.characters and not joins


def unknown_sources(
    roll: ev.RollMade, subject: str | None, real: CampaignState, known: CampaignState, ruleset: Ruleset
) -> frozenset[str]:
    """The sources of modifiers (and BASE) whose numbers in this roll the players can't account for by what they know.
    ``real`` and ``known`` are the states before it, ``ruleset`` is the system without the campaign's options."""
    found = {"retry"} if hidden_attempts(roll, real, known) else set()
    if subject is None or subject not in real.characters:
        return frozenset(found)
    if subject not in known.characters:
        return frozenset(found | _OF_A_CHARACTER)
    if _exposures(real, subject, roll.threat) != _exposures(known, subject, roll.threat):
        found.add("fright")
    if _known_whole(subject, real, known):
        return frozenset(found)
    one, other = (view(state, state.characters[subject], ruleset) for state in (real, known))
    if _sheet(one) != _sheet(other):
        found |= _OF_THE_SHEET
    rules = in_force(ruleset, real)
    if not roll.given and _level(one, rules, roll.what) != _level(other, rules, roll.what):
        found.add(BASE)
    if one.load != other.load:
        found.add("load")
    if one.hindrances != other.hindrances:
        found.add("pools")
    if [*one.modifiers.values()] != [*other.modifiers.values()]:
        found.add("standing")
    return frozenset(found)


def figures_rest_on_hidden(subject: str | None, real: CampaignState, known: CampaignState, ruleset: Ruleset) -> bool:
    """Whether what the rules work out from a whole character (how far it jumps, how long it is stunned) may rest on more
    than the players know of it."""
    if subject is None or subject not in real.characters:
        return False
    if subject not in known.characters:
        return True
    if _known_whole(subject, real, known):
        return False
    one, other = (view(state, state.characters[subject], ruleset) for state in (real, known))
    return any(part(one) != part(other) for part in (_sheet, lambda each: each.load, lambda each: each.pools))


def names_kept_back(real: CampaignState, known: CampaignState) -> list[str]:
    """The names of those of whom the players don't know, the longest first."""
    strangers = (real.characters[key] for key in real.characters.keys() - known.characters.keys())
    return sorted({name for one in strangers for _, name in one.name.entries}, key=lambda name: (-len(name), name))


def wonders_about(known: CampaignState, subject: str | None, exposure: ev.FrightExposed) -> bool:
    """Whether an exposure has something to tell by what the players know: why there is no check, or that earlier ones lie
    before a time of unknown length."""
    gap = max(known.gaps, default=0)
    met = known.exposures_between(known.clock - _DAY, known.clock)
    same = ((one.character, one.threat) == (subject, exposure.threat) for at, one in met if at <= gap)
    return bool(exposure.waived_by) or any(same)


def hidden_attempts(roll: ev.RollMade, real: CampaignState, known: CampaignState) -> int:
    """How many of the earlier attempts at a roll's task are hidden."""
    return _attempts(real, roll) - _attempts(known, roll)


def _known_whole(subject: str, real: CampaignState, known: CampaignState) -> bool:
    """Whether the players know all that there is of a character; mostly so, and soon compared."""
    return real.characters[subject] == known.characters[subject] and real.options == known.options


def _attempts(state: CampaignState, roll: ev.RollMade) -> int:
    return len(state.rolls.get(roll.task, ())) if roll.task is not None else 0


def _sheet(character: CharacterView) -> tuple[object, ...]:
    return character.attributes, character.trait_levels(), character.skills


def _level(character: CharacterView, ruleset: Ruleset, what: str) -> object:
    """What a roll is made against; everything that it could be where its name is no skill and no attribute."""
    try:
        return find_basis(character, ruleset, what).level
    except Refused:
        return character.attributes


def _exposures(state: CampaignState, character: str, threat: str | None) -> list[int]:
    """How long ago the exposures of the last day were, in in-game seconds."""
    if threat is None:
        return []
    met = (one for _, one in state.exposures_between(state.clock - _DAY, state.clock))
    return sorted(state.clock - one.game_time for one in met if (one.character, one.threat) == (character, threat))
