"""What was said about an event since: how a note reads by now, and what is no longer secret."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from tracker.events import NoteAmended, Recorded, Revealed
from tracker.projections.schema import lines
from tracker.reports.reading import Get, chunks, counting


def revealed_of(connection: Connection, campaign_id: str, get: Get, since: int = 0) -> dict[int, Recorded]:
    """What made hidden events everyone's behind position ``since``, by the positions of those."""
    made = select(lines.c.position).where(
        *counting(lines, campaign_id), lines.c.kind == Revealed.__name__, lines.c.position > since
    )
    found = sorted(get(list(connection.scalars(made))).items())
    return {at: one for _, one in found if isinstance(one.event, Revealed) for at in one.event.positions}


def amended_of(
    connection: Connection, campaign_id: str, positions: Iterable[int] | None, get: Get, *, everyone: bool = False
) -> dict[int, Recorded]:
    """The newest amendments of the notes, sessions and scenes at these positions (None: of all that have any); with
    ``everyone`` the newest that aren't hidden."""
    made = select(lines.c.position).where(*counting(lines, campaign_id), lines.c.kind == NoteAmended.__name__)
    made = made.where(lines.c.secret.is_(False)) if everyone else made
    # What is said of an event stands behind it: of the newest page little is looked through.
    parts = [] if positions is None else chunks(sorted(positions))
    queries = (
        [made] if positions is None else [made.where(lines.c.cause.in_(part), lines.c.position > part[0]) for part in parts]
    )
    found: dict[int, Recorded] = {}
    for query in queries:
        for _, one in sorted(get(list(connection.scalars(query))).items()):
            if isinstance(one.event, NoteAmended):
                found[one.event.position] = one
    return found


def since_json(amended: Recorded | None, revealed: Recorded | None) -> dict[str, Any]:
    """What was said since about an event, beside its JSON form as it is stored."""
    found: dict[str, Any] = {}
    if amended is not None and isinstance(amended.event, NoteAmended):
        found["amended"] = {"position": amended.position, "text": amended.event.text, "reason": amended.event.reason}
    if revealed is not None:
        found["revealed"] = revealed.position
    return found
