"""The campaign's state at any position of its log, as it stood then or as corrected since."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable

import msgspec

from tracker import events as ev
from tracker.campaign.evolve import VERSION, evolve, fact_of, flip
from tracker.campaign.state import CampaignState, dump, load, sheet_positions
from tracker.store import Log

KEYFRAME_EVERY = 2000  # events: a state is at most so many events away from a keyframe, some 30 ms of folding


def state_at(log: Log, position: int | None = None) -> CampaignState:
    """The state after the event at ``position`` as it stood (None: at the head), from the nearest keyframe on."""
    if position is None:
        position = log.head().position
    return catch_up(log, keyframe(log, position), position)


def catch_up(log: Log, state: CampaignState, upto: int | None = None) -> CampaignState:
    """The state after the events behind ``state.head``; the given one is consumed."""
    for recorded in log.read(state.head, upto):
        evolve(state, fact_of(recorded))
    return state


def fold_all(events: Iterable[ev.Recorded], state: CampaignState) -> tuple[CampaignState, dict[int, bytes]]:
    """The state after the events, which follow ``state``, and the keyframes that were due on the way, by position."""
    due: dict[int, bytes] = {}
    last = state.head
    for recorded in events:
        evolve(state, fact_of(recorded))
        if state.head - last >= KEYFRAME_EVERY:
            due[state.head], last = dump(state), state.head
    return state, due


def keyframe(log: Log, at_most: int) -> CampaignState:
    """The state of the nearest keyframe at or before a position; the empty one where there is none that can be used."""
    found = log.keyframe(at_most, VERSION)
    with contextlib.suppress(msgspec.MsgspecError, zlib.error):  # it only saves time: the log has it all
        if found is not None:
            state = load(found[1])
            for position, recorded in log.get(sheet_positions(state)).items():
                if isinstance(recorded.event, ev.CharacterAdded | ev.SheetRevised):
                    state.sheets[position] = recorded.event.sheet
            return state
    return CampaignState(id=log.id)


def corrected_at(log: Log, position: int) -> CampaignState:
    """The state at ``position`` with what was voided or restored later taken into account."""
    state = state_at(log, position)
    for at, recorded in sorted(log.get(log.positions("ActionVoided", position)).items()):
        if isinstance(recorded.event, ev.ActionVoided):
            flip(state, at, recorded.event, upto=position)
    return state
