"""Every roll against a target, with what filters and statistics ask of it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import Recorded, RollMade
from tracker.projections.classify import outcome
from tracker.projections.row import Row, common
from tracker.projections.schema import rolls
from tracker.text import fold

TYPES = (RollMade,)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event, envelope = recorded.event, recorded.envelope
    if not isinstance(event, RollMade):
        return
    yield (
        rolls,
        common(
            recorded,
            scene=envelope.scene,
            cause=envelope.cause,
            game_time=envelope.game_time,
            kind=event.kind,
            what=event.what,
            what_key=fold(event.what),
            base=event.base,
            target=event.target,
            notation=event.notation,
            dice_source=event.dice_source,
            total=event.total,
            success=event.success,
            critical=event.critical,
            outcome=outcome(event.success, event.critical),
            degree=event.degree,
            margin=event.margin,
            task=event.task,
            attempt=event.attempt,
            retry_penalty=event.retry_penalty,
            threat=event.threat,
            corrects=event.corrects,
        ),
    )
