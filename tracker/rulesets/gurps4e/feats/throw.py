"""Throwing an object for distance (B355)."""

from __future__ import annotations

from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import POUNDS, hundredths, increased, positive
from tracker.rulesets.gurps4e.feats.strength import basic_lift

MOST_RATIO = 8

# Weight in Basic Lifts, up to each number: yards for each point of ST. Nothing above eight can be thrown at all.
_YARDS_PER_ST = (
    (0.05, 3.5),
    (0.10, 2.5),
    (0.15, 2.0),
    (0.20, 1.5),
    (0.25, 1.2),
    (0.30, 1.1),
    (0.40, 1.0),
    (0.50, 0.8),
    (0.75, 0.7),
    (1.00, 0.6),
    (1.50, 0.4),
    (2.00, 0.3),
    (2.50, 0.25),
    (3.00, 0.20),
    (4.00, 0.15),
    (5.00, 0.12),
    (6.00, 0.10),
    (7.00, 0.09),
    (MOST_RATIO, 0.08),
)


def throw_distance(st: float, pounds: float) -> float:
    """Yards that ST throws a weight, by its ratio to Basic Lift; between two rows the heavier one counts (B355).

    Raises ValueError, with a sentence, for more than eight times Basic Lift.
    """
    lift = basic_lift(st)
    for ratio, yards in _YARDS_PER_ST:
        if pounds <= ratio * lift:
            return yards * st
    raise ValueError(
        _(
            "{pounds:g} lb are too heavy to throw: ST {st:g} throws {most:g} lb at most.",
            pounds=pounds,
            st=st,
            most=MOST_RATIO * lift,
        )
    )


class Throw:
    """Throwing as the tracker asks for it (``FeatRules``)."""

    name = "throw"
    title = N_("Throwing")
    source = "B355"
    inputs: tuple[Input, ...] = (Input("weight", "number", N_("weight of the object in pounds"), units=POUNDS),)
    effort: str | None = N_("distance")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """The distance in yards; an effort raises ST for the throw (B356). No roll: that is one of an attack. Raises
        ValueError for a weight that isn't above 0 or that can't be thrown."""
        st = increased(who.unhurt("st"), increase)
        distance = throw_distance(st, positive(given["weight"], _("The weight must be more than 0, not {value}.")))
        return FeatPlan(figures=(Figure(N_("distance"), hundredths(distance), N_("yards")),))

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """None: nothing is rolled."""
        return ()


THROW = Throw()
