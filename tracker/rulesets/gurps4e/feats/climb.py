"""Climbing (seed 000, Climbing; B349)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tracker import phrases
from tracker.language import N_, _
from tracker.rulesets.base import Abilities, FeatEffect, FeatPlan, FeatRoll, Figure, Given, Input, Judgement, Modifier
from tracker.rulesets.gurps4e.feats.measures import FEET, failed_critically, positive, whole_up
from tracker.rulesets.gurps4e.feats.skills import skill_or_default

SECONDS_BETWEEN_ROLLS = 300
SKILL = N_("Climbing")


class Surface(Struct, frozen=True):
    """What is climbed: its modifier, and the speed on it in feet a minute, ordinarily and in combat."""

    title: str
    modifier: int
    feet_per_minute: int
    combat_feet_per_minute: int
    aliases: tuple[str, ...] = ()


SURFACES: Mapping[str, Surface] = MappingProxyType(
    {
        "ordinary_tree": Surface(N_("ordinary tree"), 5, 20, 60, ("tree",)),
        "ordinary_mountain": Surface(N_("ordinary mountain"), 0, 10, 30, ("mountain",)),
        "vertical_stone_wall": Surface(N_("vertical stone wall"), -3, 4, 12, ("wall", "stone wall")),
        "modern_building": Surface(N_("modern building"), -3, 2, 6, ("building",)),
        "rope_up": Surface(N_("rope, up"), -2, 20, 60, ("rope",)),
        "rope_down": Surface(N_("rope, down"), -1, 30, 120),
        "rope_down_equipped": Surface(N_("rope, down with equipment"), -1, 720, 720, ("abseil", "rappel")),
    }
)


def climb_seconds(surface: Surface, feet: float, *, combat: bool, increase: int = 0) -> int:
    """Seconds for a climb of ``feet``, rounded up, at a speed ``increase`` percent above the surface's own (seed 000,
    Climbing, Extra Effort)."""
    feet_per_minute = surface.combat_feet_per_minute if combat else surface.feet_per_minute
    return whole_up(feet * 60 * 100 / (feet_per_minute * (100 + increase)))


def climb_rolls(seconds: int) -> int:
    """How many rolls a climb takes: one to start, and one at every full five minutes that end before it does (seed 000,
    Climbing)."""
    return 1 + (seconds - 1) // SECONDS_BETWEEN_ROLLS


def falls(judgement: Judgement, *, roped: bool, secured: bool) -> bool:
    """Whether a climbing roll ends in a fall: a failure without a rope; a critical one with a rope as well, unless the
    rope itself is secured (seed 000, Climbing)."""
    if judgement.success:
        return False
    return not (roped and (secured or not failed_critically(judgement)))


class Climb:
    """Climbing as the tracker asks for it (``FeatRules``)."""

    name = "climb"
    title = N_("Climbing")
    source = "B349"
    inputs: tuple[Input, ...] = (
        Input(
            "surface",
            "choice",
            N_("what is climbed"),
            choices={key: (surface.title, *surface.aliases) for key, surface in SURFACES.items()},
        ),
        Input("height", "number", N_("length of the climb in feet"), units=FEET),
        Input("combat", "flag", N_("at combat speed, for 1 FP"), default=False),
        Input("roped", "flag", N_("tied to a rope"), default=False),
        Input("secured", "flag", N_("the rope itself is secured"), default=False),
    )
    effort: str | None = N_("speed")

    def plan(self, who: Abilities, given: Given, increase: int) -> FeatPlan:
        """Rolls against Climbing or DX-5 and the time in seconds. A climb at combat speed costs 1 FP at least (B349).
        Raises ValueError for a height that isn't above 0."""
        surface = SURFACES[given["surface"]]
        combat = bool(given.get("combat"))
        seconds = climb_seconds(
            surface,
            positive(given["height"], _("The height must be more than 0, not {value}.")),
            combat=combat,
            increase=increase,
        )
        level, default = skill_or_default(who, SKILL)
        modifiers = [Modifier(surface.title, surface.modifier, "surface")]
        if who.load:
            modifiers.append(Modifier(phrases.ENCUMBRANCE.format(level=who.load), -who.load, "load"))
        return FeatPlan(
            figures=(Figure(N_("time"), seconds, N_("seconds")),),
            roll=FeatRoll(SKILL, level, default, tuple(modifiers), climb_rolls(seconds), SECONDS_BETWEEN_ROLLS),
            seconds=seconds,
            effects=(FeatEffect(N_("climbs at combat speed"), "FP", 1),) if combat else (),
        )

    def effects(self, judgement: Judgement, given: Given) -> tuple[FeatEffect, ...]:
        """A failure ends the climb, in a fall or in the rope."""
        if judgement.success:
            return ()
        if falls(judgement, roped=bool(given.get("roped")), secured=bool(given.get("secured"))):
            return (FeatEffect(N_("falls"), over=True),)
        return (FeatEffect(N_("caught by the rope"), over=True),)


CLIMB = Climb()
