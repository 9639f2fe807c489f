"""The campaign's state at any position of its log, as it stood then or as corrected since."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from tracker import events as ev
from tracker.campaign.archive import Page, load_page
from tracker.campaign.evolve import VERSION, apply, evolve, fact_of, flip
from tracker.campaign.state import CampaignState, dump, load
from tracker.events import Sheet
from tracker.projections import voids
from tracker.reports.places import moved
from tracker.store import Log
from tracker.store.log import Transaction

KEYFRAME_EVERY = 500  # events: a state is at most an action and so many events away from a keyframe


class _Source(Protocol):
    """A log, or a transaction that sees what it has written itself."""

    def facts(self, after: int = 0) -> Iterator[ev.Fact]: ...
    def recorded(self, position: int) -> ev.Recorded | None: ...
    def page(self, number: int, keyframe: int, version: int) -> bytes | None: ...


class _Reserve:
    """Pages and sheets of a campaign where they are kept."""

    def __init__(self, source: _Source, campaign: str) -> None:
        self._source = source
        self._campaign = campaign

    def page(self, number: int, keyframe: int) -> Page:
        data = self._source.page(number, keyframe, VERSION)
        with contextlib.suppress(msgspec.MsgspecError, zlib.error):  # it only saves time: the log has it all
            if data is not None:
                return load_page(data)
        state = CampaignState(id=self._campaign)
        for fact in self._source.facts():
            if fact.position > keyframe:
                break
            evolve(state, fact)
        return state.archive.page(number) or Page()

    def sheet(self, position: int) -> Sheet:
        recorded = self._source.recorded(position)
        if recorded is None or not isinstance(recorded.event, ev.CharacterAdded | ev.SheetRevised):
            raise LookupError(f"event {position} brings no sheet")
        return recorded.event.sheet


def state_at(log: Log, position: int | None = None) -> CampaignState:
    """The state after the event at ``position`` as it stood (None: at the head), from the nearest keyframe on."""
    if position is None:
        position = log.head().position
    return catch_up(log, keyframe(log, position), position)


def catch_up(log: Log, state: CampaignState, upto: int | None = None) -> CampaignState:
    """The state after the events behind ``state.head``; the given one is consumed."""
    for fact in log.facts(state.head, upto):
        evolve(state, fact)
    return state


class Keeper:
    """Keeps a campaign's state now and then as events are added to it, from the keyframe at position ``at`` on."""

    def __init__(self, tx: Transaction, at: int) -> None:
        self._tx = tx
        self.at = at

    def after_action(self, state: CampaignState) -> None:
        """Keep the state after a whole action when it is time to."""
        if state.head - self.at >= KEYFRAME_EVERY:
            self._tx.save_keyframe(state.head, VERSION, *dump(state))
            state.archive.settle(state.head)
            self.at = state.head

    def fold(self, events: Iterable[ev.Recorded], state: CampaignState) -> CampaignState:
        """The state after the events, which follow it, kept on the way; the given one is consumed."""
        state.archive.reserve = _Reserve(self._tx, self._tx.campaign)
        for recorded in events:
            if recorded.envelope.ordinal == 0:
                self.after_action(state)
            evolve(state, fact_of(recorded))
        return state


def keep_up(log: Log, tx: Transaction, state: CampaignState) -> CampaignState:
    """The state at the transaction's head, with the keyframes that are due on the way there from that of the given one."""
    keeper = Keeper(tx, state.head)
    state = keeper.fold(tx.read(state.head), state)
    keeper.after_action(state)
    state.archive.reserve = _Reserve(log, log.id)
    return state


def keyframe(log: Log, at_most: int) -> CampaignState:
    """The state of the nearest keyframe at or before a position; the empty one where there is none that can be used."""
    found = log.keyframe(at_most, VERSION)
    reserve = _Reserve(log, log.id)
    with contextlib.suppress(msgspec.MsgspecError, zlib.error):  # it only saves time: the log has it all
        if found is not None:
            return load(found[1], reserve)
    state = CampaignState(id=log.id)
    state.archive.reserve = reserve
    return state


def corrected_at(log: Log, position: int) -> CampaignState:
    """The state at ``position`` with what was voided, restored or corrected later taken into account: a correction stands in
    place of what was put down wrongly."""
    state = state_at(log, position)
    with log.reading() as connection:
        reaching = [row.position for row in connection.execute(voids.reaching(log.id, position))]
    for at, recorded in sorted(log.get(reaching).items()):
        if isinstance(recorded.event, ev.ActionVoided):
            flip(state, at, recorded.event, upto=position)
    for each in moved(log, across=position):
        apply(state, fact_of(each.recorded))
    return state
