"""A character's sheet as it was imported or typed in: levels without load, the load apart."""

from __future__ import annotations

from msgspec import Struct


class Skill(Struct, frozen=True, omit_defaults=True):
    """A skill, technique or spell. ``name`` is what a player reads ("Guns/TL8 (Pistol)"); ``level`` holds every bonus but
    not the load, None when it can't be used; ``load_factor`` times the load level is its penalty under load. In systems
    whose skills add to an attribute it has no level, and ``attribute`` is the key of the one that it goes with, if just
    one."""

    name: str
    level: int | None = None
    kind: str = "skill"  # skill, technique, spell
    points: float | None = None
    relative: str = ""  # "DX+2"
    load_factor: int = 0
    attribute: str = ""


class Trait(Struct, frozen=True, omit_defaults=True):
    """An advantage, disadvantage, perk or quirk. ``level`` 0 means that it has none; ``self_control`` is its number."""

    name: str
    points: float | None = None
    level: float = 0
    active: bool = True
    self_control: int | None = None
    notes: str = ""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """What a character can do. ``attributes`` are final values by key (``st``, ``will``, ``basic_speed``); ``pools`` maxima
    by name (``HP``, ``FP``; a pool that the character lacks is absent); ``load`` is the encumbrance level 0-4;
    ``points_total`` is the budget, ``points_spent`` what the rows cost. ``exact`` sheets list every basic attribute that the
    character has: one that is absent doesn't exist (an undead without FP); on others it takes the system's default."""

    attributes: dict[str, float] = {}
    pools: dict[str, int] = {}
    skills: tuple[Skill, ...] = ()
    traits: tuple[Trait, ...] = ()
    load: int = 0
    points_total: float = 0
    points_spent: float = 0
    tech_level: str = ""
    exact: bool = False
    reminders: tuple[str, ...] = ()  # conditional modifiers and reaction bonuses: shown, never added
