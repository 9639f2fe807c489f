"""The sessions with their scenes, and the bookmarks, as rows that lead to where they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tracker.language import N_, _, ngettext
from tui.chrome import scene_words
from tui.gateway.findings import Finding, FindingsRead, heading, joined

if TYPE_CHECKING:
    from tracker.service import Campaign

SESSIONS, BOOKMARKS = N_("sessions"), N_("bookmarks")
LISTS = (SESSIONS, BOOKMARKS)


def read(campaign: Campaign, generation: int, which: str) -> FindingsRead:
    """One of the lists, the newest first."""
    if which == BOOKMARKS:
        rows = list(_bookmarks(campaign))
        summary = ngettext("{count} bookmark", "{count} bookmarks", sum(row.position is not None for row in rows))
    else:
        rows = list(_sessions(campaign))
        summary = ngettext("{count} session", "{count} sessions", len(campaign.state.sessions))
    return FindingsRead(generation, rows, summary)


def _sessions(campaign: Campaign) -> Iterator[Finding]:
    from tracker.reports.sessions import as_text, scene_list, session_list

    log = campaign.log
    with log.reading() as connection:
        sessions = session_list(connection, log.id, log.get)
        scenes = scene_list(connection, log.id, log.get)
    for session in reversed(sessions):
        yield Finding(partial(joined, as_text, [session], slice(1, None)), session.start, "strong")
        for scene in scenes:
            if scene.session == session.number:
                told = scene_words(scene.number, scene.title)
                yield Finding(partial("        {:>9,}  {}".format, scene.position, told), scene.position)


def _bookmarks(campaign: Campaign) -> Iterator[Finding]:
    from tracker.reports.bookmarks import bookmarks
    from tracker.reports.lines import page

    log = campaign.log
    with log.reading() as connection:
        marks = bookmarks(connection, log.id)
        lines = page(connection, log.id, sorted({mark.at for mark in marks}), campaign.names(), log.get) if marks else []
    told = {line.position: line for line in lines}
    marked = log.get(list(told))
    session: int | None = -1
    for mark in reversed(marks):
        if (of := marked[mark.at].envelope.session) != session:
            session = of
            yield heading(_("between sessions") if session is None else _("session {number}", number=session))
        line = told[mark.at]
        verdict = f"  {_(line.outcome)} {line.by}" if line.need else ""
        label = f"{mark.label}  | " if mark.label else ""
        yield Finding(partial("{:>9,}  {}{} {}{}".format, mark.at, label, line.who, line.text, verdict), mark.at)
