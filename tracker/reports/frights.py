"""The frights audit: who met which threat, how often before, and what the checks led to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from tracker.durations import clock_words
from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.overrides import MODIFIER
from tracker.projections.schema import consultations, overrides, rolls, sessions
from tracker.projections.schema import exposures as _exposures
from tracker.reports import roster
from tracker.reports.dependants import WINDOW
from tracker.reports.places import standing
from tracker.reports.reading import counting
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.words import outcome_word


class TableRow(Struct, frozen=True):
    """The row of the fright table that a failed check led to; ``total`` is what was looked up."""

    position: int
    total: int
    row: str


class Overruled(Struct, frozen=True):
    """A modifier of a check that the GM gave another value, such as that for earlier exposures; in points."""

    label: str
    rules_say: str
    gm_says: str
    reason: str


class Check(Struct, frozen=True):
    """The Fright Check that an exposure led to; ``overruled`` are the modifiers that the GM gave other values."""

    position: int
    target: int
    total: int
    success: bool
    outcome: str
    margin: int
    table: TableRow | None
    overruled: tuple[Overruled, ...] = ()


class Exposure(Struct, frozen=True, tag_field="type", tag="exposure"):
    """A character met a threat. ``earlier`` counts the character's exposures to it in the in-game hours before, as far
    back as time is known; ``earlier_then`` is what the check counted on its day: they differ when an earlier exposure was
    taken back (or restored) since. ``uncertain`` ones lay before an unknown time. ``game_time`` is in-game seconds,
    ``waived_by`` the trait that made a check needless."""

    position: int
    threat: str
    threat_id: str
    character: str
    character_id: str | None
    session: int | None
    game_time: int
    earlier: int
    earlier_then: int
    uncertain: int
    waived_by: str
    check: Check | None


def audit_frights(connection: Connection, campaign_id: str, *, character: str | None = None) -> list[Exposure]:
    """Every exposure that counts, oldest first, with what came of it; on request of one character (by id). An exposure
    exactly a day old still counts as an earlier one (seed 000, Fright Checks); one before a session start after unknown
    time doesn't; one that a correction gave to somebody else stands where it was put down wrongly."""
    names, threats = roster.names(connection, campaign_id), roster.threat_names(connection, campaign_id)
    checks = _checks(connection, campaign_id)
    stands = standing(connection, campaign_id)

    def place_of(row: Any) -> int:
        check = checks.get(row.position)
        return stands.get(check.position, row.position) if check else int(row.position)

    counted = connection.execute(select(_exposures).where(*counting(_exposures, campaign_id)))
    met = sorted(((place_of(row), row) for row in counted), key=lambda placed: (placed[0], placed[1].position))
    earlier = _earlier(met, _gaps(connection, campaign_id), WINDOW)
    return [
        Exposure(
            position=row.position,
            threat=threats.get(row.threat, row.threat),
            threat_id=row.threat,
            character=roster.called(names, row.character),
            character_id=row.character,
            session=row.session,
            game_time=row.game_time,
            earlier=earlier[row.position],
            earlier_then=row.earlier,
            uncertain=row.uncertain,
            waived_by=row.waived_by,
            check=checks.get(row.position),
        )
        for _at, row in met
        if character in (None, row.character)
    ]


def as_text(exposures: Sequence[Exposure]) -> list[str]:
    """The exposures in plain lines, by threat."""
    by_threat: defaultdict[str, list[Exposure]] = defaultdict(list)
    for exposure in exposures:
        by_threat[exposure.threat].append(exposure)
    lines = [_exposures_text(len(exposures))]
    for threat, met in by_threat.items():
        lines += ["", *wrapped(f"{threat}: {_exposures_text(len(met))}")]
        for exposure in met:
            when = f"{flush_right(place(exposure.position), 11)} {flush_right(clock_words(exposure.game_time), 12)}"
            head = f"{when}  {exposure.character}: "
            lines += wrapped(f"{head}{_counted_text(exposure)}{_check_text(exposure)}", indent=" " * 26)
    return lines


def _exposures_text(number: int) -> str:
    return ngettext("{count} exposure", "{count} exposures", number)


def _counted_text(exposure: Exposure) -> str:
    text = ""
    if exposure.earlier:
        text = ngettext("{count} earlier exposure; ", "{count} earlier exposures; ", exposure.earlier)
    if exposure.earlier_then != exposure.earlier:
        text += _("{number} were counted then; ", number=exposure.earlier_then)
    return text + _("{number} uncertain; ", number=exposure.uncertain) if exposure.uncertain else text


def _check_text(exposure: Exposure) -> str:
    if exposure.waived_by:
        return _("no check ({trait})", trait=said(exposure.waived_by))
    check = exposure.check
    if check is None:
        return _("no check yet")
    text = _(
        "need {need} rolled {rolled} {outcome} by {margin}",
        need=check.target,
        rolled=check.total,
        outcome=outcome_word(check.outcome),
        margin=check.margin,
    )
    for one in check.overruled:
        change = _("{value}, the rules say {rules}", value=f"{said(one.label)} {one.gm_says}", rules=one.rules_say)
        text += f"; {change}" + (f" ({one.reason})" if one.reason else "")
    if check.table is None:
        return text
    return text + _("; table {total}, row {row}", total=check.table.total, row=check.table.row)


def _checks(connection: Connection, campaign_id: str) -> dict[int, Check]:
    """Fright Checks that count, by the exposure that caused them; of several the newest."""
    read = {
        row.cause: TableRow(row.position, row.total, row.table_row)
        for row in connection.execute(
            select(consultations).where(*counting(consultations, campaign_id)).order_by(consultations.c.position)
        )
    }
    overruled: defaultdict[int, list[Overruled]] = defaultdict(list)
    said = select(overrides).where(*counting(overrides, campaign_id), overrides.c.kind == MODIFIER)
    for row in connection.execute(said.order_by(overrides.c.position, overrides.c.part)):
        overruled[row.roll].append(Overruled(row.what, row.rules_say, row.gm_says, row.reason))
    made = select(rolls).where(*counting(rolls, campaign_id), rolls.c.kind == "fright").order_by(rolls.c.position)
    return {
        row.cause: Check(
            position=row.position,
            target=row.target,
            total=row.total,
            success=row.success,
            outcome=row.outcome,
            margin=row.margin,
            table=read.get(row.position),
            overruled=tuple(overruled.get(row.position, ())),
        )
        for row in connection.execute(made)
    }


def _gaps(connection: Connection, campaign_id: str) -> list[int]:
    """The positions at which an unknown time went by."""
    unknown = select(sessions.c.position).where(
        *counting(sessions, campaign_id), ~sessions.c.ends, sessions.c.elapsed.is_(None)
    )
    return list(connection.scalars(unknown.order_by(sessions.c.position)))


def _earlier(met: Sequence[tuple[int, Any]], gaps: Sequence[int], window: int) -> Mapping[int, int]:
    """For each exposure, which has its place beside it, how many of the same character to the same threat lie in the in-game
    seconds before it."""
    counts: dict[int, int] = {}
    since_gap: defaultdict[tuple[str, str, int], list[int]] = defaultdict(list)
    for at, row in met:
        times = since_gap[row.character, row.threat, bisect_left(gaps, at)]
        counts[row.position] = bisect_right(times, row.game_time) - bisect_left(times, row.game_time - window)
        insort(times, row.game_time)  # the story may go back
    return counts
