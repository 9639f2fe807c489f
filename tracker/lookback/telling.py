"""The recap of a part of a campaign's log."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from tracker import moments, rulesets
from tracker.campaign.state import CampaignState
from tracker.events import EVERYONE, SessionStarted
from tracker.reports.knowledge import learn
from tracker.reports.recap import Edition, Recap, Source, gather
from tracker.store import Log
from tracker.store.schema import events

_APART = 2000  # events at least from one state that is kept on the way to the next


class KnownStates:
    """What the players of a campaign know at positions of its log.

    States that were worked out are kept, and on the way to them some of those with which sessions begin: what is asked for
    next begins there. Before the first hidden event players know all there is.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: dict[int, CampaignState] = {}
        self._revealed: frozenset[int] = frozenset()

    def at(self, position: int, revealed: Collection[int]) -> CampaignState:
        """The state that the public events up to a position lead to, with those that are ``revealed`` by now. It is the
        caller's own."""
        if changed := self._revealed.symmetric_difference(revealed):
            self._kept = {at: state for at, state in self._kept.items() if at < min(changed)}
            self._revealed = frozenset(revealed)
        start = max((at for at in self._kept if at <= position), default=None)
        if start is None:
            start = min(position, self._first_hidden() - 1)
            state = moments.state_at(self._log, start)
        else:
            state = self._kept[start].fork()
        for fact in self._log.facts(start, position):
            if isinstance(fact.event, SessionStarted) and state.head - start >= _APART:
                start = state.head
                self._kept[start] = state.fork()
            learn(state, fact, self._revealed)
        self._kept[position] = state.fork()
        return state

    def _first_hidden(self) -> int:
        """The position of the first event that was hidden when it was recorded; the one behind the log's end without any."""
        hidden = select(events.c.position).where(events.c.campaign_id == self._log.id, events.c.visibility != EVERYONE)
        with self._log.reading() as connection:
            first = connection.scalar(hidden.order_by(events.c.position).limit(1))
        return self._log.head().position + 1 if first is None else first


def tell(
    log: Log,
    state: CampaignState,
    first: int,
    last: int,
    *,
    edition: Edition = "gm",
    voided: bool = False,
    known: KnownStates | None = None,
) -> Recap:
    """The recap of the events from one position to another; ``state`` is the campaign's at the head of its log. ``voided``
    keeps what was taken back, marked as such. Who tells again and again hands over the ``known`` states of the last time."""
    head = log.head()
    knowing = known or KnownStates(log)
    source = Source(
        campaign_id=log.id,
        ruleset=rulesets.get(state.ruleset),
        read=log.read,
        get=log.get,
        action=log.action,
        before=moments.state_at(log, first - 1),
        known=lambda revealed: knowing.at(first - 1, revealed),
        voided=state.void_positions,
        head=(head.position, head.hash),
    )
    with log.reading() as connection:
        return gather(connection, source, first, last, edition=edition, voided=voided)
