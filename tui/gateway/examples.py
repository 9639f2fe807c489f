"""What can be typed, with examples from the open campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.gateway.messages import News

if TYPE_CHECKING:
    from tracker.service import Campaign


@dataclass(eq=False)
class ExamplesRead(News):
    """Lines, or filters, each with what it means."""

    found: Sequence[tuple[str, str]]


def read(campaign: Campaign, active: str | None, *, filters: bool) -> ExamplesRead:
    """Examples for the roll bar, or for the filter of the chronicle."""
    from tracker.quickline import Context
    from tracker.quickline.examples import filter_examples, line_examples
    from tracker.reports.targets import Targets

    context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author, active)
    return ExamplesRead(filter_examples(context) if filters else line_examples(context))
