"""What a line is read against."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.quickline import Context
    from tracker.service import Campaign


def context_of(campaign: Campaign, active: str | None = None) -> Context:
    """A campaign as its lines see it; ``active`` is the id of the character who acts when nobody is named."""
    from tracker.quickline import Context
    from tracker.reports.targets import Targets

    return Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author, active)
