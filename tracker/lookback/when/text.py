"""The moments of a condition in words."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.durations import clock_words
from tracker.language import _
from tracker.lookback.when.spells import Edge
from tracker.reports.render import place
from tracker.reports.results import line_text
from tracker.store import Log


def edge_text(edge: Edge, log: Log, names: Mapping[str, str]) -> str:
    """Where in the campaign a moment is, and the event that made it: ``82, session 2, day 1 20:00: Vora HP -3``."""
    session = _("between sessions") if edge.session is None else _("session {number}", number=edge.session)
    where = _(", ").join((place(edge.position), session, clock_words(edge.game_time)))
    return f"{where}: {event_text(edge, log, names)}"


def event_text(edge: Edge, log: Log, names: Mapping[str, str]) -> str:
    """The event that made a moment."""
    return line_text(log.get([edge.recorded])[edge.recorded], names)
