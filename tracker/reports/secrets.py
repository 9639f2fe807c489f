"""The secrets audit: what only the GM has seen, and what everyone may see since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from tracker.language import _, ngettext
from tracker.projections.schema import lines
from tracker.reports import roster
from tracker.reports.lines import Line, describe, described
from tracker.reports.reading import Get, chunks, scope
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.since import amended_of, revealed_of


class Secret(Struct, frozen=True, tag_field="type", tag="secret"):
    """A line of the log that was recorded for the GM alone, in the words that it has by now. ``revealed`` is the position of
    the event that made it everyone's, by the author ``revealed_by`` at ``revealed_at`` (UTC in ISO 8601), None while it is a
    secret. ``voided`` is whether it was taken back."""

    position: int
    character: str
    character_id: str | None
    session: int | None
    kind: str
    text: str
    author: str
    voided: bool
    revealed: int | None = None
    revealed_by: str | None = None
    revealed_at: str | None = None


def audit_secrets(connection: Connection, campaign_id: str, get: Get, *, character: str | None = None) -> list[Secret]:
    """Every hidden line, oldest first, on request of one character (by id)."""
    names = roster.names(connection, campaign_id)
    by = revealed_of(connection, campaign_id, get)
    rows = list[Any]()
    for part in [*chunks(sorted(by)), ()]:
        hidden = lines.c.position.in_(part) if part else lines.c.secret
        rows += connection.execute(select(lines).where(*scope(lines, campaign_id, character=character), hidden)).all()
    positions = [row.position for row in rows]
    recorded, amended = get(positions), amended_of(connection, campaign_id, positions, get)
    found = []
    for row in sorted(rows, key=lambda row: row.position):
        one, reveal = recorded[row.position], by.get(row.position)
        line = describe(one, names, voided=False, amended=amended.get(row.position))
        found.append(
            Secret(
                position=row.position,
                character=roster.called(names, row.character),
                character_id=row.character,
                session=row.session,
                kind=row.kind,
                text=_told(line) if row.character is None else described(line),
                author=row.author,
                voided=row.voided is not None,
                revealed=reveal.position if reveal else None,
                revealed_by=reveal.envelope.author if reveal else None,
                revealed_at=reveal.envelope.recorded_at if reveal else None,
            )
        )
    return found


def _told(line: Line) -> str:
    """What a line says that is about nobody, with the word for what it is: ``note: the bell is cracked``."""
    text = described(line)
    return text if text.startswith(line.who) else f"{line.who}: {text}"


def as_text(found: Sequence[Secret]) -> list[str]:
    """The secrets in plain lines."""
    text = [ngettext("{count} secret", "{count} secrets", len(found))]
    for one in found:
        since = ""
        if one.revealed is not None:
            since = _("  revealed at {position} by {author}", position=place(one.revealed), author=one.revealed_by)
        mark = "~" if one.voided else " "
        who = f"{one.character}: " if one.character else ""
        text += wrapped(f"{flush_right(place(one.position), 9)} {mark}{who}{one.text}{since}", indent=" " * 11)
    return text
