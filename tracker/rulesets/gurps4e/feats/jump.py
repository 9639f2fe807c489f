"""Jumping (seed 000, Jumping; B352)."""

from __future__ import annotations

import math

from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import YARDS, increased, whole

SKILL = N_("Jumping")

# kind: distance for each yard of Basic Move, what is taken off, and the unit
_KINDS = {"high": (6, 10, N_("inches")), "broad": (2, 3, N_("feet"))}


def jump_move(basic_move: float, jumping: int | None) -> int:
    """Basic Move for a jump, before any running start: half the Jumping skill, rounded down, where that is higher (seed
    000, Jumping)."""
    return max(int(basic_move), (jumping or 0) // 2)


def jump_distance(kind: str, move: int, run_yards: float, increase: int = 0) -> int:
    """How far a ``high`` jump goes in inches, a ``broad`` one in feet, rounded down (seed 000, Jumping).

    A running start adds its yards to Move; it doubles the standing jump at most (B352). ``increase`` percent from an
    extra effort go on the distance itself (B356).
    """
    per_yard, less, _unit = _KINDS[kind]
    standing = max(per_yard * move - less, 0)
    running = max(whole(per_yard * (move + run_yards)) - less, 0)
    return whole(increased(min(running, 2 * standing), increase))


class Jump:
    """Jumping as the tracker asks for it (``FeatRules``)."""

    name = "jump"
    title = N_("Jumping")
    source = "B352"
    inputs: tuple[Input, ...] = (
        Input("kind", "choice", N_("up or across"), choices={"high": ("up",), "broad": ("long", "across")}),
        Input("run", "number", N_("running start in yards"), units=YARDS, default=0),
    )
    effort: str | None = N_("distance")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """The distance; no roll. Raises ValueError for a running start that isn't 0 yards or more."""
        run = given.get("run") or 0
        if not (math.isfinite(run) and run >= 0):
            raise ValueError(_("The running start must be 0 yards or more, not {run:g}.", run=run))
        kind = given["kind"]
        move = jump_move(who.attribute("basic_move"), who.skill(SKILL))
        return FeatPlan(figures=(Figure(N_("distance"), jump_distance(kind, move, run, increase), _KINDS[kind][2]),))

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """None: nothing is rolled."""
        return ()


JUMP = Jump()
