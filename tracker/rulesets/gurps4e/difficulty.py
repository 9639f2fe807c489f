"""The scale by which a GM says how hard a task is (seed 000, Task Difficulty Scale; B345)."""

from __future__ import annotations

from msgspec import Struct

from tracker.language import N_


class Difficulty(Struct, frozen=True):
    """A step of the scale: ``key`` as stored, ``label`` as shown, and its modifiers in points from ``low`` to ``high``."""

    key: str
    label: str
    low: int
    high: int

    @property
    def mildest(self) -> int:
        """The modifier of this step that changes the target least, in points."""
        return min(self.low, self.high, key=abs)


class TaskDifficulty(Struct, frozen=True):
    """A task on the scale: ``label`` is the step's key, ``effective`` the number to roll against."""

    label: str
    effective: int
    roll_needed: bool


DIFFICULTIES = (
    Difficulty("automatic", N_("automatic"), 10, 10),
    Difficulty("trivial", N_("trivial"), 8, 9),
    Difficulty("very_easy", N_("very easy"), 6, 7),
    Difficulty("easy", N_("easy"), 4, 5),
    Difficulty("very_favorable", N_("very favorable"), 2, 3),
    Difficulty("favorable", N_("favorable"), 1, 1),
    Difficulty("average", N_("average"), 0, 0),
    Difficulty("unfavorable", N_("unfavorable"), -1, -1),
    Difficulty("very_unfavorable", N_("very unfavorable"), -3, -2),
    Difficulty("hard", N_("hard"), -5, -4),
    Difficulty("very_hard", N_("very hard"), -7, -6),
    Difficulty("dangerous", N_("dangerous"), -9, -8),
    Difficulty("impossible", N_("impossible"), -10, -10),
)


def task_difficulty(modifier: int, base: int) -> TaskDifficulty:
    """The step that a modifier stands for, and the target that it makes of ``base``. Only an automatic task needs no
    roll; an impossible one may still be tried. Raises ValueError for a modifier outside -10 to +10."""
    for step in DIFFICULTIES:
        if step.low <= modifier <= step.high:
            return TaskDifficulty(step.key, base + modifier, roll_needed=step.key != "automatic")
    raise ValueError(f"the difficulty of a task goes from -10 to +10, not {modifier:+}")
