"""Who is in the campaign, and what everybody and everything to be afraid of is called."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from tracker.projections.schema import characters as _table
from tracker.projections.schema import threats
from tracker.reports.reading import counting, scope


class Person(Struct, frozen=True):
    """A character as the roster lists it. ``kind`` is ``pc`` or ``npc``; ``added`` is False once the addition was taken
    back: only old lines still name such a character."""

    id: str
    name: str
    player: str
    kind: str
    status: str
    added: bool


def people(connection: Connection, campaign_id: str) -> list[Person]:
    """The characters of the campaign, in the order in which they came."""
    return [person for person in _everybody(connection, campaign_id).values() if person.added]


def names(connection: Connection, campaign_id: str) -> dict[str, str]:
    """Today's name of every character that ever was in the campaign, by id."""
    return {person.id: person.name for person in _everybody(connection, campaign_id).values()}


def called(names: Mapping[str, str], subject: str | None) -> str:
    """What an event's subject is called: by its name, someone made up on the fly (``@guard``) by that, nobody by ``""``."""
    return names.get(subject or "") or (subject or "").removeprefix("@")


def threat_names(connection: Connection, campaign_id: str) -> dict[str, str]:
    """Threats' names as the GM wrote them, by id."""
    named = select(threats.c.threat, threats.c.name).where(*counting(threats, campaign_id)).order_by(threats.c.position)
    return {row.threat: row.name for row in connection.execute(named)}


def _everybody(connection: Connection, campaign_id: str) -> dict[str, Person]:
    found: dict[str, Person] = {}
    rows = connection.execute(select(_table).where(*scope(_table, campaign_id)).order_by(_table.c.position))
    for row in rows:
        known = found.get(row.character)
        if known is None:
            if row.kind is not None:
                person = Person(row.character, row.name, row.player, row.kind, row.status, row.voided is None)
                found[row.character] = person
        elif row.voided is None:
            said = {field: getattr(row, field) for field in ("name", "player", "kind", "status")}
            changes = {field: value for field, value in said.items() if value is not None}
            found[row.character] = replace(known, **changes, added=known.added or row.kind is not None)
    return found
