"""The stretches of the log in which a condition holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.changes import name_in, touched
from tracker.campaign.characters import CharacterView
from tracker.campaign.evolve import apply, fact_of
from tracker.campaign.state import CampaignState
from tracker.lookback.when.fields import Scope, views_of
from tracker.lookback.when.language import Condition
from tracker.reports.places import moved
from tracker.rulesets.base import Ruleset
from tracker.store import Log

# What changes nothing that a condition can ask about; a void of it neither.
_IDLE = frozenset(
    {
        *("RollMade", "TaskStarted", "TaskEnded", "RetryPenaltyApplied", "ProcedureStarted", "ProcedureEnded"),
        *("PromptOpened", "PromptAnswered", "NoteAdded", "BookmarkAdded", "TableConsulted", "AmountRolled"),
        *("OutcomeRuled", "PlayerTold", "EffectNamed", "FrightExposed", "ThreatNamed", "SceneStarted"),
    }
)
_TIMES = frozenset({"ClockAdvanced", "SessionStarted", "SessionEnded"})


class Edge(Struct, frozen=True):
    """An event after which a condition began to hold, or ceased: its ``position``, the session that ran then and the in-game
    second. ``recorded`` is where the log has it: further on, where it is a correction that stands at that position."""

    position: int
    session: int | None
    game_time: int
    recorded: int


class Spell(Struct, frozen=True):
    """A stretch in which a condition held: from the event ``began`` on, until ``ceased`` (None: it still holds).
    ``character`` is the name of the one whom ``any`` stood for, empty where the condition isn't about ``any``."""

    began: Edge
    ceased: Edge | None
    character: str = ""


def spells(log: Log, now: CampaignState, condition: Condition, ruleset: Ruleset, *, corrected: bool) -> Iterator[Spell]:
    """Every stretch in which a condition held, in the order in which they ended, those that last still behind. The log is
    read once, as it stood, or without what doesn't count in its head's state ``now`` and with corrections in their place."""
    left_out = now.void_positions if corrected else {}
    moved_here = defaultdict[int, list[ev.Recorded]](list)
    elsewhere = set[int]()
    for place, correction in moved(log) if corrected else ():
        moved_here[place].append(correction)
        elsewhere.add(correction.position)
    state = CampaignState(id=log.id)
    views: dict[str, CharacterView] = {}
    open_: dict[str, Spell] = {}
    for recorded in log.read(upto=now.head):
        gone = recorded.position in left_out or recorded.position in elsewhere
        here = [] if gone or (corrected and isinstance(recorded.event, ev.ActionVoided)) else [recorded]
        here += moved_here.get(recorded.position, ())
        state.head = recorded.position
        for one in here:
            apply(state, fact_of(one))
            if (changed := _changed(one, state, condition)) is None:
                continue
            for key in changed:
                views.pop(key, None)
            views |= views_of(state, ruleset, changed)
            edge = Edge(recorded.position, state.session_number, state.clock, one.position)
            for who in _everyone(state, open_) if condition.about_any else ("",):
                there = not who or who in views  # somebody who was taken out is nobody of whom anything holds
                holds = there and condition.holds(Scope(state, views, who))
                if holds and who not in open_:
                    open_[who] = Spell(edge, None, name_in(who, state) if who else "")
                elif not holds and who in open_:
                    yield replace(open_.pop(who), ceased=edge)
    yield from sorted(open_.values(), key=lambda spell: spell.began.position)


def _changed(recorded: ev.Recorded, state: CampaignState, condition: Condition) -> list[str] | None:
    """The characters that an event may have changed, of those whom the condition is about; None where it can't have begun
    to hold, or ceased, by this event."""
    event = recorded.event
    types = {one.type for one in event.events} if isinstance(event, ev.ActionVoided) else {recorded.envelope.type}
    if types <= _IDLE:
        return None
    mine = [key for key in touched(recorded, state) if condition.about_any or key in condition.subjects]
    started = recorded.position == 1  # a condition may hold from the beginning
    return mine if mine or started or (condition.timed and types & _TIMES) else None


def _everyone(state: CampaignState, known: dict[str, Spell]) -> list[str]:
    """Whom ``any`` stands for: the player characters, and whoever of them has just been taken out."""
    own = [character.id for character in state.roster() if character.kind != "npc"]
    return list(dict.fromkeys([*own, *known]))
