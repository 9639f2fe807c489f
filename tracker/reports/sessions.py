"""The list of sessions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from tracker.events import NoteAmended
from tracker.language import _, ngettext
from tracker.projections.schema import rolls
from tracker.projections.schema import scenes as _scenes
from tracker.projections.schema import sessions as _sessions
from tracker.reports.reading import Get, counting
from tracker.reports.render import place, wall_clock, wrapped
from tracker.reports.since import amended_of


class Session(Struct, frozen=True, tag_field="type", tag="session"):
    """A session from the position ``start`` to ``end`` (None while it runs). ``started_at`` is the author's wall clock in
    ISO 8601 with its offset; ``elapsed`` in-game seconds since the session before, None when unknown; ``game_time`` the
    in-game second at which it began. Rolls that were taken back aren't counted."""

    number: int
    title: str
    start: int
    end: int | None
    started_at: str
    elapsed: int | None
    game_time: int
    rolls: int
    successes: int
    critical_successes: int
    critical_failures: int


def session_list(connection: Connection, campaign_id: str, get: Get) -> list[Session]:
    """The sessions of the campaign, oldest first, by the titles that they have now."""
    counts: defaultdict[int | None, Counter[str]] = defaultdict(Counter)
    counted = (
        select(rolls.c.session, rolls.c.outcome, func.count().label("number"))
        .where(*counting(rolls, campaign_id))
        .group_by(rolls.c.session, rolls.c.outcome)
    )
    for row in connection.execute(counted):
        counts[row.session][row.outcome] = row.number
    bounds = select(_sessions).where(*counting(_sessions, campaign_id)).order_by(_sessions.c.position)
    found: dict[int, Session] = {}
    starts = connection.execute(bounds).all()
    amended = amended_of(connection, campaign_id, [row.position for row in starts], get)
    titles = {at: one.event.text for at, one in amended.items() if isinstance(one.event, NoteAmended)}
    for row in starts:
        if row.ends:
            if row.number in found and found[row.number].end is None:
                found[row.number] = replace(found[row.number], end=row.position)
            continue
        rolled = counts[row.number]
        found[row.number] = Session(
            number=row.number,
            title=titles.get(row.position, row.title),
            start=row.position,
            end=None,
            started_at=wall_clock(row.recorded_at, row.utc_offset).isoformat(timespec="seconds"),
            elapsed=row.elapsed,
            game_time=row.game_time + (row.elapsed or 0),  # the event itself was recorded before its time had passed
            rolls=rolled.total(),
            successes=rolled["success"] + rolled["critical_success"],
            critical_successes=rolled["critical_success"],
            critical_failures=rolled["critical_failure"],
        )
    return list(found.values())


class Scene(Struct, frozen=True, tag_field="type", tag="scene"):
    """A scene that began at ``position``; ``session`` is None for one between sessions."""

    position: int
    session: int | None
    number: int
    title: str


def scene_list(connection: Connection, campaign_id: str, get: Get) -> list[Scene]:
    """The scenes of the campaign, oldest first, by the titles that they have now."""
    begun = select(_scenes).where(*counting(_scenes, campaign_id)).order_by(_scenes.c.position)
    rows = connection.execute(begun).all()
    amended = amended_of(connection, campaign_id, [row.position for row in rows], get)
    titles = {at: one.event.text for at, one in amended.items() if isinstance(one.event, NoteAmended)}
    return [Scene(row.position, row.session, row.number, titles.get(row.position, row.title)) for row in rows]


def as_text(sessions: Sequence[Session]) -> list[str]:
    """The sessions in plain lines."""
    lines = [ngettext("{count} session", "{count} sessions", len(sessions))]
    for session in sessions:
        when = session.started_at.replace("T", " ")[:16]
        last = _("now") if session.end is None else place(session.end)
        rolled = ngettext("{count} roll", "{count} rolls", session.rolls)
        said = _(
            "{rolls}, {successes:,} successful; events {first} to {last}",
            rolls=rolled,
            successes=session.successes,
            first=place(session.start),
            last=last,
        )
        title = f"{session.title}; " if session.title else ""
        lines += wrapped(f"{session.number:4}  {when}  {title}{said}", indent=" " * 24)
    return lines
