"""Threats, who met them, and the table rows that failed checks led to."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import FrightExposed, Recorded, TableConsulted, ThreatNamed
from tracker.projections.row import Row, common
from tracker.projections.schema import consultations, exposures, threats

TYPES = (ThreatNamed, FrightExposed, TableConsulted)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    envelope = recorded.envelope
    match recorded.event:
        case ThreatNamed() as named:
            yield threats, common(recorded, threat=named.threat, name=named.name)
        case FrightExposed() as met:
            yield (
                exposures,
                common(
                    recorded,
                    threat=met.threat,
                    earlier=met.earlier,
                    uncertain=met.uncertain,
                    waived_by=met.waived_by,
                    game_time=envelope.game_time,
                ),
            )
        case TableConsulted() as read:
            yield (
                consultations,
                common(recorded, cause=envelope.cause, table_name=read.table, total=read.total, table_row=read.row),
            )
