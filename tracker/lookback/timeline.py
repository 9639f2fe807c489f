"""Where in the log a moment is: an event's number, the end of a session, a date, or a time on the in-game clock."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from tracker.campaign.state import CampaignState
from tracker.durations import means_clock, parse_clock
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.moments import corrected_at, state_at
from tracker.reports.sessions import session_list
from tracker.store import Log
from tracker.store.schema import events
from tracker.text import plain

PLACES = N_(
    "an event such as 120, session:3 (its end), a date such as 2026-03-06 or “2026-03-06 21:30”, “day 3 14:05”, or now"
)

_EVENT = re.compile(r"#?(\d{1,3}(?:,\d{3})+|\d{1,15})")
_SESSION = re.compile(r"session ?:? ?(\d{1,9})")
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ t](\d{1,2}:\d{2}))?")


class Moment(NamedTuple):
    """The campaign after the event ``position``: as it stood then, or ``corrected`` by what was taken back or restored
    since."""

    position: int
    corrected: bool = False

    def state(self, log: Log) -> CampaignState:
        """The campaign's state at this moment."""
        return (corrected_at if self.corrected else state_at)(log, self.position)


def place_of(log: Log, now: CampaignState, text: str, where: str = "at") -> int:
    """The position that a text names (see PLACES), in the log whose head has the state ``now``. Raises Refused."""
    key = _written(text)
    if key in ("now", "end"):
        return now.head
    if found := _EVENT.fullmatch(key):
        return at_event(now, int(found[1].replace(",", "")), where)
    if found := _SESSION.fullmatch(key):
        return session_bounds(log, now, int(found[1]), where)[1]
    if _DATE.fullmatch(key):
        return on_date(log, text, where)
    if means_clock(key):
        return at_clock(log, now, text, where)
    raise Refused(
        _("“{text}” is no moment of a campaign; write {PLACES}.", text=text, PLACES=_(PLACES)),
        code="bad_moment",
        where=where,
    )


def _written(text: str) -> str:
    """A moment as it is compared: plain characters, no capitals, one blank between words."""
    return " ".join(plain(text).casefold().split())


def at_event(now: CampaignState, position: int, where: str = "at") -> int:
    """An event's own position. Raises Refused where there is no such event."""
    if not 1 <= position <= now.head:
        raise Refused(
            _("There is no event {position}; the log ends at {head}.", position=position, head=now.head),
            code="not_found",
            where=where,
        )
    return position


def session_bounds(log: Log, now: CampaignState, number: int, where: str = "session") -> tuple[int, int]:
    """The first and the last position of a session (the log's end while it runs). Raises Refused."""
    with log.reading() as connection:
        sessions = session_list(connection, log.id, log.get)
    found = next((session for session in sessions if session.number == number), None)
    if found is None:
        known = _(", ").join(str(session.number) for session in sessions) or _("none yet")
        raise Refused(
            _("There is no session {number}; known: {known}.", number=number, known=known), code="not_found", where=where
        )
    return found.start, now.head if found.end is None else _through(log, found.end)


def _through(log: Log, end: int) -> int:
    """The last position of the action that ended a session: its tasks end with it."""
    return log.action(log.get([end])[end].envelope.action)[-1].position


def on_date(log: Log, text: str, where: str = "on") -> int:
    """The last position that was recorded by a date (its end) or a minute of it, by the clock of whoever recorded it:
    ``2026-03-06``, ``2026-03-06 21:30``. Raises Refused."""
    match = _DATE.fullmatch(_written(text))
    try:
        after = _end_of(*match.groups()) if match else None
    except (ValueError, OverflowError):  # a day or an hour that there isn't
        after = None
    if after is None:
        raise Refused(
            _("“{text}” is no date; write it like 2026-03-06 or “2026-03-06 21:30”.", text=text),
            code="bad_moment",
            where=where,
        )
    mine = events.c.campaign_id == log.id
    with log.reading() as connection:
        offsets = connection.scalars(select(events.c.utc_offset).where(mine).distinct()).all()
        last = 0
        for offset in offsets:  # as text, in UTC, to the microsecond: so moments compare as their texts do
            bound = (after - timedelta(minutes=offset)).isoformat(timespec="microseconds")
            before = select(func.max(events.c.position)).where(
                mine, events.c.utc_offset == offset, events.c.recorded_at < bound
            )
            last = max(last, connection.scalar(before) or 0)
    if not last:
        raise Refused(
            _("Nothing was recorded by {text}: the campaign began later.", text=plain(text)), code="not_found", where=where
        )
    return last


def _end_of(day: str, minute: str | None) -> datetime:
    """When a day, or a minute of it, is over. Raises ValueError or OverflowError."""
    if minute is None:
        return datetime.fromisoformat(day) + timedelta(days=1)
    return datetime.fromisoformat(f"{day} {minute:0>5}") + timedelta(minutes=1)


def at_clock(log: Log, now: CampaignState, text: str, where: str = "time") -> int:
    """The last position after which the in-game clock stood at a time or before it: ``day 3 14:05``; ``day 3`` is its end.
    Raises Refused."""
    _days, seconds = parse_clock(text, where)
    if now.clock <= seconds:
        return now.head
    # An action's first event carries the time at which it came; what follows may be another roll's, which it corrects.
    came = select(func.max(events.c.position)).where(
        events.c.campaign_id == log.id, events.c.ordinal == 0, events.c.game_time <= seconds
    )
    with log.reading() as connection:
        first = connection.scalar(came) or 1
    action = log.action(log.get([first])[first].envelope.action)
    # The last event that came so early has moved the clock on.
    return max(max(one.position for one in action if one.envelope.game_time <= seconds) - 1, 1)
