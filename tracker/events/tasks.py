"""Facts about tasks: something tried, possibly more than once."""

from __future__ import annotations

from tracker.events.base import Event


class TaskStarted(Event, frozen=True, kw_only=True):
    """A task of the subject. Its id is this event's position. ``first`` is the position of the roll that becomes
    attempt 1 when a retry turned an earlier plain roll into a task."""

    name: str
    what: str
    policy: str
    first: int | None = None


class RetryPenaltyApplied(Event, frozen=True, kw_only=True):
    """What the policy asks of attempt ``attempt`` and what was applied, in points. ``expected`` None: the policy allows no
    such attempt. ``reason`` is given when the GM overrode it."""

    task: int
    attempt: int
    policy: str
    expected: int | None
    applied: int
    reason: str = ""

    @property
    def overridden(self) -> bool:
        return self.expected != self.applied


class TaskEnded(Event, frozen=True, kw_only=True):
    """A task is over: ``how`` is ``success``, ``given_up`` or ``session``."""

    task: int
    how: str


class LongTaskStarted(Event, frozen=True, kw_only=True):
    """Work that takes ``hours`` man-hours began. Its id is this event's position."""

    name: str
    hours: int


class WorkDone(Event, frozen=True, kw_only=True):
    """What a day of the subject's work did for a long task, in man-hours: so many contributed, so many destroyed."""

    long_task: int
    hours: int
    destroyed: int = 0


class LongTaskEnded(Event, frozen=True, kw_only=True):
    """A long task is over: ``how`` is ``done`` or ``given_up``."""

    long_task: int
    how: str
