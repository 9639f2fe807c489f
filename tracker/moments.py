"""The campaign's state at any position of its log, as it stood then or as corrected since."""

from __future__ import annotations

import contextlib

import msgspec
from sqlalchemy import select

from tracker import events as ev
from tracker.campaign.evolve import VERSION, apply, evolve, fact_of, revert, voided_fact
from tracker.campaign.state import CampaignState, dump, load, sheet_positions
from tracker.store import Log
from tracker.store.schema import events

KEYFRAME_EVERY = 500  # events: a state is at most this many events away from a keyframe


def state_at(log: Log, position: int | None = None) -> CampaignState:
    """The state after the event at ``position`` as it stood (None: at the head), from the nearest keyframe on."""
    if position is None:
        position = log.head().position
    state = _keyframe(log, position) or CampaignState(id=log.id)
    return catch_up(log, state, position)


def catch_up(log: Log, state: CampaignState, upto: int | None = None) -> CampaignState:
    """The state after the events behind ``state.head``; the given one is consumed."""
    for recorded in log.read(state.head, upto):
        evolve(state, fact_of(recorded))
    return state


def corrected_at(log: Log, position: int) -> CampaignState:
    """The state at ``position`` with what was voided or restored later taken into account."""
    state = state_at(log, position)
    query = select(events.c.position).where(
        events.c.campaign_id == log.id, events.c.type == "ActionVoided", events.c.position > position
    )
    with log.reading() as connection:
        voids = [row.position for row in connection.execute(query)]
    for _, recorded in sorted(log.get(voids).items()):
        void = recorded.event
        if isinstance(void, ev.ActionVoided):
            flip = apply if void.restores else revert
            known = [voided_fact(one) for one in void.events if one.position <= position]
            for fact in known if void.restores else reversed(known):
                flip(state, fact)
    return state


def keep(log: Log, state: CampaignState) -> None:
    """Save a keyframe when the last one is far enough behind."""
    last = log.keyframe(state.head, VERSION)
    if state.head - (last[0] if last else 0) >= KEYFRAME_EVERY:
        log.save_keyframe(state.head, VERSION, dump(state))


def _keyframe(log: Log, position: int) -> CampaignState | None:
    found = log.keyframe(position, VERSION)
    if found is None:
        return None
    with contextlib.suppress(
        msgspec.MsgspecError
    ):  # a keyframe only saves time: without it the log is folded from its start
        state = load(found[1])
        for at, recorded in log.get(sheet_positions(state)).items():
            if isinstance(recorded.event, ev.CharacterAdded | ev.SheetRevised):
                state.sheets[at] = recorded.event.sheet
        return state
    return None
