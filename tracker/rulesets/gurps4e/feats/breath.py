"""Holding one's breath (B351; the advantage B41)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tracker.language import N_
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, Figure, Given, Input, Judgement

BREATH_HOLDING = "breath holding"  # the advantage, by its folded name
SECONDS_PER_HT: Mapping[str, int] = MappingProxyType({"none": 10, "mild": 4, "heavy": 1})


def breath_seconds(ht: int, exertion: str, levels: int = 0) -> int:
    """Seconds that a character of HT can hold his breath (B351), doubled for each level of Breath-Holding (B41)."""
    seconds: int = ht * SECONDS_PER_HT[exertion] * 2**levels
    return seconds


class Breath:
    """Holding one's breath as the tracker asks for it (``FeatRules``)."""

    name = "breath"
    title = N_("Holding Breath")
    source = "B351"
    inputs: tuple[Input, ...] = (
        Input(
            "exertion",
            "choice",
            N_("how hard the character works meanwhile"),
            choices={
                "none": ("no", "still", "resting"),
                "mild": ("light", "walking", "treading water"),
                "heavy": ("hard", "fighting", "climbing", "running"),
            },
        ),
    )
    effort: str | None = None

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """How long, in seconds; no roll. Extra effort is no help here (B356)."""
        seconds = breath_seconds(int(who.attribute("ht")), given["exertion"], who.trait(BREATH_HOLDING))
        return FeatPlan(figures=(Figure(N_("time"), seconds, N_("seconds")),), seconds=seconds)

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """None: nothing is rolled."""
        return ()


BREATH = Breath()
