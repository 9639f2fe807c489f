"""The traits audit: what characters gained in play and why, and what still wants a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, func, literal, select

from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.schema import endings, prompts, traits
from tracker.projections.traits import SELF_CONTROL
from tracker.reports import roster
from tracker.reports.reading import counting
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.words import word


class AcquiredTrait(Struct, frozen=True, tag_field="type", tag="trait"):
    """A trait gained in play, or one that a check has brought and that still wants a name.

    ``status`` is ``pending`` (``position`` is the prompt's, ``name`` the sort of trait that is asked for), ``named``,
    ``bought_off`` (at ``ended_at``), ``on_sheet`` (since ``ended_at`` a newer sheet says whether the character has it) or
    ``worsened``: a trait of the sheet whose self-control got worse instead. ``roll`` is
    the check behind it, ``cause`` the event that led to it, ``threat`` the name of what was met.
    """

    position: int
    character: str
    character_id: str | None
    session: int | None
    name: str
    points: int | None
    kind: str
    origin: str
    threat: str
    roll: int | None
    cause: int | None
    status: str
    ended_at: int | None


def audit_traits(connection: Connection, campaign_id: str, *, character: str | None = None) -> list[AcquiredTrait]:
    """Traits gained in play, whatever brought them, and those still to be named, in the order of the log; on request of
    one character (by id)."""
    names = roster.names(connection, campaign_id), roster.threat_names(connection, campaign_id)
    found = [*_gained(connection, campaign_id, names, character), *_pending(connection, campaign_id, names, character)]
    return sorted(found, key=lambda trait: trait.position)


def as_text(found: Sequence[AcquiredTrait]) -> list[str]:
    """The traits in plain lines."""
    lines = [ngettext("{count} trait", "{count} traits", len(found))]
    for trait in found:
        points = "" if trait.points is None else f" [{trait.points:+d}]"
        origin = _("from {threat}", threat=trait.threat) if trait.threat else word(trait.origin)
        if trait.roll is not None:
            origin = _("{what} at {position}", what=origin, position=place(trait.roll))
        status = word(trait.status)
        if trait.ended_at is not None:
            status = _("{what} at {position}", what=status, position=place(trait.ended_at))
        what = f"{trait.character}: {said(trait.name)}{points} {origin}: {status}"
        lines += wrapped(f"{flush_right(place(trait.position), 9)}  {what}", indent=" " * 11)
    return lines


_Names = tuple[Mapping[str, str], Mapping[str, str]]


def _ends(campaign_id: str) -> Any:
    """What ended, the first position at which it did, and how."""
    first = func.min(endings.c.position).label("ended_at"), func.min(endings.c.how).label("how")
    ended = select(endings.c.started, *first).where(*counting(endings, campaign_id))
    return ended.group_by(endings.c.started).subquery()


def _gained(connection: Connection, campaign_id: str, names: _Names, character: str | None) -> Iterator[AcquiredTrait]:
    ends = _ends(campaign_id)
    asked = (prompts.c.campaign_id == traits.c.campaign_id) & (prompts.c.position == traits.c.cause)
    gained = (
        select(
            traits.c.position,
            traits.c.character,
            traits.c.session,
            traits.c.name,
            traits.c.points,
            traits.c.kind,
            traits.c.origin,
            func.coalesce(traits.c.threat, prompts.c.threat).label("threat"),
            func.coalesce(traits.c.roll, prompts.c.roll).label("roll"),
            traits.c.cause,
            ends.c.ended_at,
            ends.c.how,
        )
        .outerjoin(prompts, asked)
        .outerjoin(ends, ends.c.started == traits.c.position)
        .where(*counting(traits, campaign_id, character=character))
    )
    for row in connection.execute(gained):
        yield _trait(row, names, status="worsened" if row.kind == SELF_CONTROL else row.how or "named")


def _pending(connection: Connection, campaign_id: str, names: _Names, character: str | None) -> Iterator[AcquiredTrait]:
    ends = _ends(campaign_id)
    asked = (
        select(
            prompts.c.position,
            prompts.c.character,
            prompts.c.session,
            func.coalesce(prompts.c.trait, prompts.c.text).label("name"),
            prompts.c.points,
            func.coalesce(prompts.c.trait, "").label("kind"),
            literal("fright").label("origin"),  # nothing else asks for traits
            prompts.c.threat,
            prompts.c.roll,
            prompts.c.cause,
            ends.c.ended_at,
        )
        .outerjoin(ends, ends.c.started == prompts.c.position)
        .where(*counting(prompts, campaign_id, character=character), prompts.c.kind == "trait", ends.c.ended_at.is_(None))
    )
    for row in connection.execute(asked):
        yield _trait(row, names, status="pending")


def _trait(row: Any, names: _Names, *, status: str) -> AcquiredTrait:
    characters, threats = names
    return AcquiredTrait(
        position=row.position,
        character=roster.called(characters, row.character),
        character_id=row.character,
        session=row.session,
        name=row.name,
        points=row.points,
        kind=row.kind,
        origin=row.origin,
        threat=threats.get(row.threat, row.threat or ""),
        roll=row.roll,
        cause=row.cause,
        status=status,
        ended_at=row.ended_at,
    )
