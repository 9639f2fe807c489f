"""Traits acquired in play, and traits of the sheet whose self-control got worse."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import Recorded, SelfControlWorsened, TraitAcquired
from tracker.projections.row import Row, common
from tracker.projections.schema import traits

SELF_CONTROL = "self_control"

TYPES = (TraitAcquired, SelfControlWorsened)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    match recorded.event:
        case TraitAcquired() as trait:
            told = {
                "name": trait.name,
                "points": trait.points,
                "kind": trait.kind,
                "origin": trait.origin,
                "threat": trait.threat,
                "roll": trait.roll,
            }
        case SelfControlWorsened() as worse:
            name = f"{worse.trait} ({worse.before} -> {worse.after})"
            told = {"name": name, "points": None, "kind": SELF_CONTROL, "origin": "fright", "threat": None, "roll": None}
        case _:
            return
    yield traits, common(recorded, **told, cause=recorded.envelope.cause, game_time=recorded.envelope.game_time)
