"""Lifting and moving things (B353)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tracker.language import N_
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, Figure, Given, Input, Judgement
from tracker.rulesets.gurps4e.feats.measures import hundredths, increased
from tracker.rulesets.gurps4e.feats.strength import basic_lift


class Lifting(Struct, frozen=True):
    """A way to move a weight: how many times Basic Lift, and the seconds that it takes where the rules say."""

    times: int
    seconds: int | None = None
    aliases: tuple[str, ...] = ()


WAYS: Mapping[str, Lifting] = MappingProxyType(
    {
        "one_hand": Lifting(2, 2, ("one hand", "one handed", "1 hand")),
        "two_hands": Lifting(8, 4, ("two hands", "two handed", "2 hands")),
        "shove": Lifting(12, aliases=("push", "knock over")),
        "running_shove": Lifting(24, aliases=("running shove", "running push")),
        "carry": Lifting(15, aliases=("on the back",)),
        "shift": Lifting(50, aliases=("rock", "shift slightly")),
    }
)


class Lift:
    """Lifting as the tracker asks for it (``FeatRules``)."""

    name = "lift"
    title = N_("Lifting")
    source = "B353"
    inputs: tuple[Input, ...] = (
        Input("kind", "choice", N_("how the weight is moved"), choices={key: way.aliases for key, way in WAYS.items()}),
    )
    effort: str | None = N_("weight")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """The most that can be moved in this way, in pounds; an effort raises Basic Lift (B356). No roll."""
        way = WAYS[given["kind"]]
        weight = hundredths(way.times * increased(basic_lift(who.unhurt("st")), increase))
        return FeatPlan(figures=(Figure(N_("weight"), weight, "lb"),), seconds=way.seconds)

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """None: nothing is rolled."""
        return ()


LIFT = Lift()
