"""What the players of a campaign know: its state without what only the GM has seen, and which numbers of a public roll rest
on more than that."""

from __future__ import annotations

from collections.abc import Iterable

from tracker import events as ev
from tracker.campaign.characters import CharacterView, find_basis, view
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.options import in_force
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.rulesets.base import Ruleset

BASE = "base"
"""What a roll's own number goes by among the sources of its modifiers."""

_OF_THE_SHEET = frozenset({"sheet", "skill", "sense"})
_OF_A_CHARACTER = frozenset({BASE, "load", "pools", "standing", "fright"}) | _OF_THE_SHEET
_DAY = 24 * 3600


def is_public(recorded: ev.Recorded) -> bool:
    """Whether everyone may know of an event."""
    return recorded.envelope.visibility == ev.EVERYONE


def known_state(events: Iterable[ev.Recorded], state: CampaignState | None = None) -> CampaignState:
    """The state that the public ones among these events lead to, from an empty one or the given one, which is consumed."""
    state = CampaignState() if state is None else state
    for recorded in events:
        learn(state, recorded)
    return state


def learn(state: CampaignState, recorded: ev.Recorded) -> None:
    """Bring a public event into what the players know. No public event names a hidden one, but it may be about a character
    who joined in secret: then there is nobody whom it could change."""
    subject = recorded.subject
    stranger = subject is not None and not subject.startswith("@") and subject not in state.characters
    if is_public(recorded) and (not stranger or isinstance(recorded.event, ev.CharacterAdded)):
        evolve(state, fact_of(recorded))
    else:
        state.head = recorded.position


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
    if _exposures(real, subject, roll.threat) != _exposures(known, subject, roll.threat):
        found.add("fright")
    return frozenset(found)


def hidden_attempts(roll: ev.RollMade, real: CampaignState, known: CampaignState) -> int:
    """How many of the earlier attempts at a roll's task are hidden."""
    return _attempts(real, roll) - _attempts(known, roll)


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
    met = (one for one in state.exposures.values() if (one.character, one.threat) == (character, threat))
    ago = (state.clock - one.game_time for one in met)
    return sorted(seconds for seconds in ago if 0 <= seconds <= _DAY)
