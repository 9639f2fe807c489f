"""The nearest event that a filter lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.gateway.context import context_of

if TYPE_CHECKING:
    from tracker.service import Campaign


def nearest(campaign: Campaign, text: str, position: int, later: bool) -> int:
    """The position of the line that matches next, behind an event or before it; 0 when there is none. Raises Refused for a
    filter that isn't understood."""
    from msgspec.structs import replace

    from tracker.quickline import parse_filter
    from tracker.reports import history
    from tracker.reports.filters import Range

    filter = parse_filter(text, context_of(campaign))
    with campaign.log.reading() as connection:
        if later:
            filter = replace(filter, order="position", descending=False).only("position", Range(position + 1))
            found = history.page(connection, campaign.log.id, filter, limit=1)
        else:
            filter = replace(filter, order="position", descending=True).only("position", Range(last=position - 1))
            found = history.page(connection, campaign.log.id, filter, limit=1)
    return found[0] if found else 0
