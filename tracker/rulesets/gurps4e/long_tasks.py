"""Work of many days: a roll for each worker at the end of each day (seed 000, Time Modifiers; B346)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tracker.language import N_
from tracker.rulesets.base import Judgement
from tracker.rulesets.gurps4e.success import judge

HOURS = {"critical_success": 12, "success": 8, "failure": 4, "critical_failure": 0}


class Worker(Struct, frozen=True):
    """One worker's day: skill, the total of 3d6, and, after a critical failure, the total of 2d of work destroyed."""

    skill: int
    roll: int
    destroyed: int | None = None


class DayOfWork(Struct, frozen=True):
    """What a day came to: each worker's outcome in order, and man-hours of work done and of work destroyed."""

    outcomes: tuple[str, ...]
    hours_contributed: int
    hours_destroyed: int


class MajorProjectRules:
    """Long tasks as the tracker asks for them (``LongTaskRules``)."""

    destroyed_notation = "2d"
    supervisor_skills: tuple[str, ...] = (N_("Leadership"), N_("Administration"))
    supervisor_bonus: tuple[int, ...] = (1, 2)

    def hours(self, judgement: Judgement) -> int:
        """8 man-hours for a success, half as much again for a critical one, half for a failure, none for a critical
        failure."""
        return HOURS[judgement.degree]

    def destroys(self, judgement: Judgement) -> bool:
        """A critical failure destroys work done before."""
        return judgement.critical and not judgement.success


LONG_TASKS = MajorProjectRules()


def long_task(supervisor_bonus: int, workers: Sequence[Worker]) -> DayOfWork:
    """One day on a project. The bonus that a supervisor's success gives counts towards every worker's effective skill.

    Raises ValueError for a bonus other than 0, 1 or 2, and for a critical failure without a throw of 2d.
    """
    if supervisor_bonus not in (0, *LONG_TASKS.supervisor_bonus):
        raise ValueError(f"a supervisor gives 1 or 2 points, or none, not {supervisor_bonus}")
    judgements = [judge(worker.skill + supervisor_bonus, worker.roll) for worker in workers]
    destroyed = 0
    for worker, judgement in zip(workers, judgements, strict=True):
        if LONG_TASKS.destroys(judgement):
            if worker.destroyed is None or not 2 <= worker.destroyed <= 12:
                raise ValueError(f"a critical failure destroys 2d man-hours, 2 to 12, not {worker.destroyed}")
            destroyed += worker.destroyed
    return DayOfWork(
        outcomes=tuple(judgement.degree for judgement in judgements),
        hours_contributed=sum(map(LONG_TASKS.hours, judgements)),
        hours_destroyed=destroyed,
    )
