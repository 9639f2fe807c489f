"""Facts about threats and who met them."""

from __future__ import annotations

from tracker.events.base import Event


class ThreatNamed(Event, frozen=True, kw_only=True):
    """A threat that frightens, by id (its folded name) and the name as the GM first wrote it."""

    threat: str
    name: str


class FrightExposed(Event, frozen=True, kw_only=True):
    """The subject met a threat. ``earlier`` exposures counted at that moment; ``uncertain`` ones lie before a stretch of
    unknown in-game time and didn't. ``waived_by`` names the trait that made a Fright Check needless."""

    threat: str
    earlier: int = 0
    uncertain: int = 0
    waived_by: str = ""
