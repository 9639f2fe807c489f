"""What was recorded, in a form that tests can compare."""

from __future__ import annotations

from typing import TypeVar

from tracker.events import Event
from tracker.service import Campaign, Outcome

E = TypeVar("E", bound=Event)


def types(outcome: Outcome) -> list[str]:
    """The types of the recorded events, in order."""
    return [recorded.envelope.type for recorded in outcome.events]


def one(outcome: Outcome, kind: type[E]) -> E:
    """The only event of a type."""
    (found,) = every(outcome, kind)
    return found


def every(outcome: Outcome, kind: type[E]) -> list[E]:
    """All events of a type, in order."""
    return [recorded.event for recorded in outcome.events if isinstance(recorded.event, kind)]


def pools(campaign: Campaign, who: str) -> dict[str, int]:
    """What is left in each pool of a character."""
    return {name: pool.current for name, pool in campaign.view(who).pools.items()}
