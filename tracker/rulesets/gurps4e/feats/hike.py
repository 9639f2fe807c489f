"""Hiking: a day's march and longer (B351; the skill B200)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tracker import phrases
from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, FeatRoll, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import DAYS, hundredths, increased, positive
from tracker.rulesets.gurps4e.feats.movement import encumbered
from tracker.rulesets.gurps4e.feats.skills import skill_or_default

SKILL = N_("Hiking")
BONUS_PERCENT = 20
TERRAIN_PERCENT: Mapping[str, int] = MappingProxyType({"very_bad": 20, "bad": 50, "average": 100, "good": 125})

_MILES_PER_MOVE = 10
_SECONDS_PER_DAY = 86_400


def march_miles(move: int, terrain: str, increase: int = 0) -> float:
    """Miles marched in a day: ten for each yard of Move, times the terrain's share (B351)."""
    return increased(_MILES_PER_MOVE * move * TERRAIN_PERCENT[terrain] / 100, increase)


class Hike:
    """Hiking as the tracker asks for it (``FeatRules``)."""

    name = "hike"
    title = N_("Hiking")
    source = "B351"
    inputs: tuple[Input, ...] = (
        Input(
            "terrain",
            "choice",
            N_("what the way is like"),
            choices={
                "very_bad": ("very bad", "jungle", "mountains", "swamp", "dense forest"),
                "bad": ("forest", "steep hills", "broken ground"),
                "average": ("light forest", "rolling hills"),
                "good": ("plains", "level plains"),
            },
        ),
        Input("days", "number", N_("days on the way"), units=DAYS, default=1),
    )
    effort: str | None = N_("distance")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """Miles from Move under the load before any bonus, and a roll against Hiking or HT-5 for each day. Raises
        ValueError for days that aren't whole and above 0, and for a character who can't move."""
        days = positive(given["days"], _("The number of days must be more than 0, not {value}."))
        if days != int(days):
            raise ValueError(_("The number of days must be whole, not {days:g}.", days=days))
        move = encumbered(who.attribute("move"), who.load)
        if move < 1:
            raise ValueError(_("Who has Move 0 can't hike."))
        miles = march_miles(move, given["terrain"], increase)
        figures = [Figure(N_("distance"), hundredths(days * miles), N_("miles"))]
        if days > 1:
            figures.append(Figure(N_("distance a day"), hundredths(miles), N_("miles")))
        level, default = skill_or_default(who, SKILL)
        roll = FeatRoll(SKILL, level, default, count=int(days), every=_SECONDS_PER_DAY)
        return FeatPlan(tuple(figures), roll, int(days) * _SECONDS_PER_DAY)

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """A success carries the character a fifth farther that day."""
        return (FeatEffect(phrases.FARTHER.format(percent=BONUS_PERCENT), gain=BONUS_PERCENT),) if judgement.success else ()


HIKE = Hike()
