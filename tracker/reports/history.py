"""What happened: the log's lines and its rolls, narrowed by a filter.

A list holds the positions of all that matches and reads pages by them; a page before a position is found by key. Neither
ever counts rows to skip.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Literal, cast

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, func, not_, or_, select

from tracker.events import PlayerTold
from tracker.projections.overrides import RETRY
from tracker.projections.schema import lines, marks, overrides, tasks
from tracker.projections.schema import rolls as _rolls
from tracker.reports import roster
from tracker.reports.overrides import counts_as, counts_as_degree, rulings
from tracker.reports.reading import Get, counting, scope
from tracker.reports.rolls import roll_json
from tracker.text import NAME_LIMIT, clean_text, fold

OUTCOMES: dict[str, tuple[str, ...]] = {
    "success": ("success", "critical_success"),
    "failure": ("failure", "critical_failure"),
    "critical_success": ("critical_success",),
    "critical_failure": ("critical_failure",),
    "ok": ("success",),
    "no": ("failure",),
    "crit": ("critical_success",),
    "fumble": ("critical_failure",),
}
"""What a filter's word lets through. ``success`` and ``failure`` hold the critical ones too; ``ok``, ``no``, ``crit`` and
``fumble`` are the words of the log."""


class Filter(Struct, frozen=True, kw_only=True):
    """What to look for; None doesn't narrow. All conditions hold together.

    ``character`` is an id; ``what`` a name or, unless ``exact``, its beginning, in any spelling that folds alike;
    ``outcome`` a key of OUTCOMES, and ``degree`` the system's own word, of what counts in the end; ``task`` the position of
    a task, whose attempts match, the first one included; ``margin_from`` and ``margin_to`` bound the margin, in points of
    its own kind (success or failure);
    ``overridden`` asks for what was overruled or paid for; ``notable`` for failures, criticals and lasting consequences, as
    the dice fell; ``family`` is one of ``projections.classify.FAMILIES`` and narrows lines only.
    """

    first_session: int | None = None
    last_session: int | None = None
    character: str | None = None
    what: str | None = None
    exact: bool = False
    kind: str | None = None
    family: str | None = None
    outcome: str | None = None
    degree: str | None = None
    margin_from: int | None = None
    margin_to: int | None = None
    task: int | None = None
    secret: bool | None = None
    overridden: bool | None = None
    marked: bool | None = None
    notable: bool = False
    voided: Literal["include", "exclude", "only"] = "include"


EVERYTHING = Filter()


def line_positions(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> array[int]:
    """The positions of all lines that match, oldest first."""
    return _positions(connection, lines, campaign_id, filter)


def roll_positions(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> array[int]:
    """The positions of all rolls that match, oldest first."""
    return _positions(connection, _rolls, campaign_id, filter)


def newest_lines(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING, *, limit: int) -> array[int]:
    """The positions of the newest lines that match, oldest first: what to show while ``line_positions`` still reads."""
    newest = (
        select(lines.c.position)
        .where(*conditions(lines, campaign_id, filter))
        .order_by(lines.c.position.desc())
        .limit(limit)
    )
    return array("q", reversed(connection.execute(newest).scalars().all()))


def rolls(
    connection: Connection,
    campaign_id: str,
    filter: Filter,
    get: Get,
    *,
    before: int | None = None,
    limit: int = 100,
) -> list[dict[str, Any]]:
    """Rolls as JSON, newest first: the first page, or the one ``before`` the last position of the page before."""
    page = select(_rolls.c.position, _rolls.c.voided).where(*conditions(_rolls, campaign_id, filter))
    if before is not None:
        page = page.where(_rolls.c.position < before)
    found = connection.execute(page.order_by(_rolls.c.position.desc()).limit(limit)).all()
    recorded = get([position for position, _ in found])
    names = roster.names(connection, campaign_id) if found else {}
    ruled, told = rulings(connection, campaign_id, list(recorded)), told_of(connection, campaign_id, list(recorded), get)
    return [
        roll_json(
            recorded[position],
            names.get(recorded[position].subject or ""),
            voided is not None,
            ruled=ruled.get(position),
            told=told.get(position, ""),
        )
        for position, voided in found
    ]


def told_of(connection: Connection, campaign_id: str, positions: Sequence[int], get: Get) -> dict[int, str]:
    """What players were told about the secret rolls at these positions, the last word of it."""
    told = select(lines.c.position).where(
        *counting(lines, campaign_id), lines.c.kind == PlayerTold.__name__, lines.c.cause.in_(positions)
    )
    events = get(list(connection.scalars(told.order_by(lines.c.position))))
    said = [one.event for _, one in sorted(events.items())]
    return {event.roll: event.text for event in said if isinstance(event, PlayerTold)}


def count(connection: Connection, campaign_id: str, filter: Filter = EVERYTHING) -> int:
    """How many rolls match."""
    return connection.scalar(select(func.count()).where(*conditions(_rolls, campaign_id, filter))) or 0


def conditions(table: Table, campaign_id: str, filter: Filter) -> list[ColumnElement[bool]]:
    """A filter as conditions on ``lines`` or ``rolls``. Raises Refused for a text that no name can be."""
    narrowed = scope(table, campaign_id, character=filter.character)
    if filter.first_session is not None and filter.first_session == filter.last_session:
        narrowed.append(table.c.session == filter.first_session)
    else:
        narrowed += _between(table.c.session, filter.first_session, filter.last_session)
    for field, text in (("character", filter.character), ("what", filter.what), ("kind", filter.kind)):
        if text is not None:
            clean_text(text, field, limit=NAME_LIMIT)
    if filter.what is not None:
        key = fold(filter.what)
        narrowed.append(table.c.what_key == key if filter.exact else table.c.what_key.startswith(key, autoescape=True))
    if filter.kind is not None:
        narrowed.append(table.c.kind == filter.kind)
    if filter.family is not None and table is lines:
        narrowed.append(lines.c.family == filter.family)
    if filter.outcome is not None:
        narrowed.append(counts_as(table, campaign_id, OUTCOMES[filter.outcome]))
    if filter.degree is not None:
        narrowed.append(counts_as_degree(table, campaign_id, filter.degree))
    if filter.notable:
        notable = table.c.outcome != "success"
        narrowed.append(or_(notable, lines.c.lasting) if table is lines else notable)
    if filter.secret is not None:
        narrowed.append(table.c.secret == filter.secret)
    if filter.voided != "include":
        narrowed.append(table.c.voided.is_(None) if filter.voided == "exclude" else table.c.voided.is_not(None))
    return [*narrowed, *_by_other_rows(table, campaign_id, filter)]


def _by_other_rows(table: Table, campaign_id: str, filter: Filter) -> list[ColumnElement[bool]]:
    """The conditions that rest on rows of other tables: of few penalties, marks and attempts against many lines."""
    narrowed: list[ColumnElement[bool]] = []
    position = table.c.position
    if margins := _between(_rolls.c.margin, filter.margin_from, filter.margin_to):
        narrowed += margins if table is _rolls else [position.in_(_rolls_with(campaign_id, *margins))]
    if filter.task is not None:
        first = select(tasks.c.first).where(*scope(tasks, campaign_id), tasks.c.position == filter.task)
        attempts = _rolls_with(campaign_id, _rolls.c.task == filter.task)
        narrowed.append(or_(position.in_(attempts), position.in_(first)))
    if filter.overridden is not None:
        said = select(overrides.c.position).where(*scope(overrides, campaign_id))
        about = select(overrides.c.roll).where(*scope(overrides, campaign_id), overrides.c.roll.is_not(None))
        retried = func.coalesce(table.c.cause, 0).in_(said.where(overrides.c.kind == RETRY))
        overridden = or_(retried, position.in_(said), position.in_(about))
        narrowed.append(overridden if filter.overridden else not_(overridden))
    if filter.marked is not None:
        marked = select(marks.c.at).where(*counting(marks, campaign_id))
        narrowed.append(position.in_(marked) if filter.marked else position.not_in(marked))
    return narrowed


def _rolls_with(campaign_id: str, *narrowed: ColumnElement[bool]) -> Any:
    return select(_rolls.c.position).where(*scope(_rolls, campaign_id), *narrowed)


def _between(column: ColumnElement[Any], first: int | None, last: int | None) -> list[ColumnElement[bool]]:
    bounds = []
    if first is not None:
        bounds.append(column >= first)
    if last is not None:
        bounds.append(column <= last)
    return bounds


def _positions(connection: Connection, table: Table, campaign_id: str, filter: Filter) -> array[int]:
    matching = select(table.c.position).where(*conditions(table, campaign_id, filter)).order_by(table.c.position)
    with connection.execute(matching) as result:
        # Of a million rows the driver's own take a third of the time that SQLAlchemy's do.
        return array("q", (row[0] for row in cast(Any, result.cursor)))
