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
