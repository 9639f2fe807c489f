"""The recap of a part of a campaign's log."""

from __future__ import annotations

from tracker import moments, rulesets
from tracker.campaign.state import CampaignState
from tracker.reports.recap import Edition, Recap, Source, gather
from tracker.store import Log


def tell(log: Log, state: CampaignState, first: int, last: int, *, edition: Edition = "gm", voided: bool = False) -> Recap:
    """The recap of the events from one position to another; ``state`` is the campaign's at the head of its log. ``voided``
    keeps what was taken back, marked as such."""
    head = log.head()
    source = Source(
        campaign_id=log.id,
        ruleset=rulesets.get(state.ruleset),
        read=log.read,
        get=log.get,
        action=log.action,
        before=moments.state_at(log, first - 1),
        voided=state.void_positions,
        head=(head.position, head.hash),
    )
    with log.reading() as connection:
        return gather(connection, source, first, last, edition=edition, voided=voided)
