"""Things tried, possibly more than once, and the penalties that the retries took."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import Recorded, RetryPenaltyApplied, TaskStarted
from tracker.projections.row import Row, common
from tracker.projections.schema import penalties, tasks

TYPES = (TaskStarted, RetryPenaltyApplied)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    match recorded.event:
        case TaskStarted() as task:
            yield (
                tasks,
                common(
                    recorded,
                    name=task.name,
                    what=task.what,
                    policy=task.policy,
                    first=task.first,
                    scene=recorded.envelope.scene,
                ),
            )
        case RetryPenaltyApplied() as penalty:
            yield (
                penalties,
                common(
                    recorded,
                    task=penalty.task,
                    attempt=penalty.attempt,
                    policy=penalty.policy,
                    expected=penalty.expected,
                    applied=penalty.applied,
                    overridden=penalty.overridden,
                    reason=penalty.reason,
                ),
            )
