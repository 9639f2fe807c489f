"""The figures behind the plots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.language import N_
from tui.gateway.context import context_of
from tui.gateway.messages import News

if TYPE_CHECKING:
    from tracker.reports.statistics import Statistics
    from tracker.service import Campaign

BY = (N_("character"), N_("player"), N_("session"), N_("skill"), N_("source"))
"""What the rolls can be grouped by."""


@dataclass(eq=False)
class PlotsRead(News):
    """The figures of the rolls that a filter lets through, or why there are none."""

    generation: int
    figures: Statistics | None
    problem: str = ""


def read(campaign: Campaign, generation: int, filter: str, by: str, players: bool) -> PlotsRead:
    """The figures of the rolls that count, in groups; for ``players`` without what only the GM has seen."""
    from tracker import rulesets
    from tracker.errors import Refused
    from tracker.quickline import parse_filter
    from tracker.reports.statistics import statistics

    try:
        wanted = parse_filter(filter, context_of(campaign))
        own = rulesets.get(campaign.state.ruleset)
        return PlotsRead(generation, statistics(campaign.log, own, wanted, by=by, players=players))
    except Refused as refused:
        return PlotsRead(generation, None, refused.message)
