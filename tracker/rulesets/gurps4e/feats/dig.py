"""Digging (B350)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import HOURS, hundredths, increased, positive, whole_up
from tracker.rulesets.gurps4e.feats.strength import basic_lift

FEET_PER_LIFT: Mapping[str, int] = MappingProxyType({"loose": 2, "ordinary": 1})
TOOL_DIVISOR: Mapping[str, int] = MappingProxyType({"iron": 1, "wooden": 2, "improvised": 4})


def dug(lift: float, soil: str, tool: str, hours: float) -> float:
    """Cubic feet of soil moved in some hours, from Basic Lift in pounds, the soil and the tool (B350)."""
    return lift * FEET_PER_LIFT[soil] / TOOL_DIVISOR[tool] * hours


class Dig:
    """Digging as the tracker asks for it (``FeatRules``)."""

    name = "dig"
    title = N_("Digging")
    source = "B350"
    inputs: tuple[Input, ...] = (
        Input(
            "soil",
            "choice",
            N_("what is dug"),
            choices={"loose": ("loose soil", "sand"), "ordinary": ("ordinary soil", "soil", "earth")},
        ),
        Input(
            "tool",
            "choice",
            N_("what it is dug with"),
            choices={
                "iron": ("shovel", "iron shovel", "steel shovel"),
                "wooden": ("wood", "wooden shovel"),
                "improvised": ("hands", "bare hands"),
            },
            default="iron",
        ),
        Input("time", "number", N_("hours of work"), units=HOURS, default=1),
    )
    effort: str | None = N_("volume")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """The volume in cubic feet; an effort raises Basic Lift (B356). No roll. Raises ValueError for a time that isn't
        above 0."""
        hours = positive(given["time"], _("The time must be more than 0, not {value}."))
        lift = increased(basic_lift(who.unhurt("st")), increase)
        volume = hundredths(dug(lift, given["soil"], given["tool"], hours))
        return FeatPlan(figures=(Figure(N_("volume"), volume, N_("cubic feet")),), seconds=whole_up(3600 * hours))

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """None: nothing is rolled."""
        return ()


DIG = Dig()
