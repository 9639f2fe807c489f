"""Running: sprints and paced runs (seed 000, Running & Sprinting; B354)."""

from __future__ import annotations

from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, FeatRoll, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import SECONDS, hundredths, increased, positive, whole
from tracker.rulesets.gurps4e.feats.movement import encumbered

SKILL = N_("Running")
SECONDS_BETWEEN_ROLLS = {"sprint": 15, "paced": 60}


def running_speed(mode: str, move: int) -> float:
    """Yards a second: a ``sprint`` goes a fifth over Move, rounded down, but 1 at least; a ``paced`` run at half that,
    unrounded (seed 000, Running & Sprinting). Nobody runs with Move 0."""
    sprint = move + max(move // 5, 1) if move else 0
    return sprint if mode == "sprint" else sprint / 2


def running_checks(mode: str, seconds: float) -> int:
    """Rolls against fatigue: one after every full 15 seconds of a sprint, every full minute of a paced run (seed 000,
    Running & Sprinting)."""
    return whole(seconds / SECONDS_BETWEEN_ROLLS[mode])


def running_distance(mode: str, move: int, seconds: float, increase: int = 0) -> float:
    """Yards covered. A sprint's first second goes at Move (seed 000, Running & Sprinting)."""
    speed = increased(running_speed(mode, move), increase)
    if mode == "sprint":
        return increased(move, increase) * min(seconds, 1) + speed * max(seconds - 1, 0)
    return speed * seconds


def running_target(ht: float, running: int | None) -> tuple[str, int]:
    """What a check is rolled against and its level: the better of HT and Running."""
    return (SKILL, running) if running is not None and running >= ht else ("HT", int(ht))


class Run:
    """Running as the tracker asks for it (``FeatRules``)."""

    name = "run"
    title = N_("Running")
    source = "B354"
    inputs: tuple[Input, ...] = (
        Input("mode", "choice", N_("how hard"), choices={"sprint": ("sprinting",), "paced": ("pace", "jog")}),
        Input("time", "number", N_("length of the run in seconds"), units=SECONDS),
    )
    effort: str | None = N_("speed")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """Speed, distance and the rolls against fatigue, from Move under the load. Raises ValueError for a time that
        isn't above 0, and for a character who can't move."""
        mode, seconds = given["mode"], positive(given["time"], _("The time must be more than 0, not {value}."))
        move = encumbered(who.attribute("move"), who.load)
        if move < 1:
            raise ValueError(_("Who has Move 0 can't run."))
        checks = running_checks(mode, seconds)
        what, base = running_target(who.attribute("ht"), who.skill(SKILL))
        return FeatPlan(
            figures=(
                Figure(N_("speed"), hundredths(increased(running_speed(mode, move), increase)), N_("yards/second")),
                Figure(N_("distance"), whole(running_distance(mode, move, seconds, increase)), N_("yards")),
            ),
            roll=FeatRoll(what, base, count=checks, every=SECONDS_BETWEEN_ROLLS[mode]) if checks else None,
            seconds=whole(seconds),
        )

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """A failed check costs 1 FP."""
        return () if judgement.success else (FeatEffect(N_("is winded"), "FP", 1),)


RUN = Run()
