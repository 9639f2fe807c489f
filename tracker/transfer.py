"""The bulk path: events of another copy of a log, recorded and projected in batches within one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from tracker import events as ev
from tracker import moments, projections
from tracker.campaign.state import CampaignState
from tracker.store.log import Transaction

_BATCH = 5000  # events


def extend(tx: Transaction, recorded: Iterable[ev.Recorded], state: CampaignState) -> CampaignState:
    """Add events that follow the log's head, with their read models and keyframes; ``state`` is the one at the head and is
    consumed. Returns the state after them. Raises Refused as ``Transaction.extend``."""
    source, keeper = iter(recorded), moments.Keeper(tx, state.head)
    while batch := list(islice(source, _BATCH)):
        tx.extend(batch)
        projections.apply(tx.connection, tx.campaign, batch)
        state = keeper.fold(batch, state)
    keeper.after_action(state)
    return state
