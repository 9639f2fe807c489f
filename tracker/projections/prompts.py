"""What the game asked for, with what the answer needs to know where a trait is asked."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import PromptOpened, Recorded
from tracker.projections.row import Row, common
from tracker.projections.schema import prompts

TYPES = (PromptOpened,)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event = recorded.event
    if not isinstance(event, PromptOpened):
        return
    asked = event.ask if event.kind == "trait" else {}
    yield (
        prompts,
        common(
            recorded,
            kind=event.kind,
            text=event.text,
            cause=recorded.envelope.cause,
            trait=asked.get("trait"),
            points=asked.get("points"),
            threat=asked.get("threat"),
            roll=asked.get("roll"),
        ),
    )
