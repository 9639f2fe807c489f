"""Swimming (seed 000, Swimming; B354)."""

from __future__ import annotations

from tracker import phrases
from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, FeatRoll, Figure, Given, Input, Judgement, Modifier
from tracker.rulesets.gurps4e.feats.measures import SECONDS, hundredths, increased, positive, whole, whole_up
from tracker.rulesets.gurps4e.feats.movement import encumbered
from tracker.rulesets.gurps4e.feats.skills import skill_or_default

SECONDS_BETWEEN_ROLLS = 300
SECONDS_AFTER_FAILURE = 5
SKILL = N_("Swimming")


def water_move(basic_move: float) -> int:
    """Yards a second in water: a fifth of Basic Move, rounded down, at least 1 (seed 000, Swimming)."""
    return max(int(basic_move) // 5, 1)


class Swim:
    """Swimming as the tracker asks for it (``FeatRules``)."""

    name = "swim"
    title = N_("Swimming")
    source = "B354"
    inputs: tuple[Input, ...] = (Input("time", "number", N_("how long, in seconds"), units=SECONDS, optional=True),)
    effort: str | None = N_("speed")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """Speed, and distance where a time is given; a roll against Swimming or HT-4 on entering the water and every five
        minutes, at -2 for each level of encumbrance (B354). Raises ValueError for a time that isn't above 0."""
        speed = increased(encumbered(water_move(who.attribute("basic_move")), who.load), increase)
        figures = [Figure(N_("speed"), hundredths(speed), N_("yards/second"))]
        seconds = None
        if given.get("time") is not None:
            time = positive(given["time"], _("The time must be more than 0, not {value}."))
            seconds = whole_up(time)
            figures.append(Figure(N_("distance"), whole(speed * time), N_("yards")))
        level, default = skill_or_default(who, SKILL)
        load = (Modifier(phrases.ENCUMBRANCE.format(level=who.load), -2 * who.load, "load"),) if who.load else ()
        count = 1 if seconds is None else 1 + (seconds - 1) // SECONDS_BETWEEN_ROLLS
        return FeatPlan(tuple(figures), FeatRoll(SKILL, level, default, load, count, SECONDS_BETWEEN_ROLLS), seconds)

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """A failure costs 1 FP and calls for another roll soon."""
        if judgement.success:
            return ()
        return (FeatEffect(N_("inhales water"), "FP", 1, again=SECONDS_AFTER_FAILURE),)


SWIM = Swim()
