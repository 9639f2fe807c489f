"""What the quality of tools does to a roll (seed 000, Equipment Modifiers; B345)."""

from __future__ import annotations

from msgspec import Struct

from tracker.text import fold

_BEST_AT_LEAST = 2  # however low the tech level

# Quality: modifier to a technological skill, to another one, and the price as a multiple of the base price.
_QUALITIES: dict[str, tuple[int, int, int | None]] = {
    "none": (-10, -5, None),
    "improvised": (-5, -2, None),
    "basic": (0, 0, 1),
    "good": (1, 1, 5),
    "fine": (2, 2, 20),
}

# Skills that the Basic Set's chapter 4 lists with "/TL", by folded name, where a sheet may leave the "/TL" out.
_TECHNOLOGICAL = frozenset(
    {
        *("airshipman", "alchemy", "architecture", "armoury", "artillery", "astronomy", "battlesuit", "beam weapons"),
        *("bioengineering", "biology", "boating", "cartography", "chemistry", "computer hacking", "computer operation"),
        *("computer programming", "counterfeiting", "crewman", "criminology", "cryptography", "current affairs"),
        *("diagnosis", "disguise", "diving suit", "driving", "electrician", "electronics operation"),
        *("electronics repair", "engineer", "environment suit", "explosives", "farming", "first aid", "forensics"),
        *("forgery", "forward observer", "freight handling", "geography", "geology", "gunner", "guns"),
        *("hazardous materials", "intelligence analysis", "jeweler", "liquid projector", "lockpicking", "machinist"),
        *("makeup", "mathematics", "mechanic", "metallurgy", "meteorology", "navigation", "nbc suit", "paleontology"),
        *("parachuting", "pharmacy", "photography", "physician", "physics", "physiology", "piloting", "poisons"),
        *("propaganda", "prospecting", "psychotronics", "research", "scuba", "seamanship", "sewing", "shiphandling"),
        *("smith", "soldier", "spacer", "submarine", "submariner", "surgery", "surveying", "traps", "vacc suit"),
        *("veterinary",),
    }
)


class EquipmentModifier(Struct, frozen=True):
    """``modifier`` in points; ``cost_factor`` times the base price, None where such tools have no price."""

    modifier: int
    cost_factor: int | None


def equipment_modifier(quality: str, *, technological: bool, tl: int | None) -> EquipmentModifier:
    """The modifier and price of tools of a quality: ``none``, ``improvised``, ``basic``, ``good``, ``fine`` or ``best``.

    Only the best that a tech level has to offer depends on ``tl``: half of it, rounded down, at least +2. Raises
    ValueError for another quality, and for ``best`` without a tech level of 0 or more.
    """
    if quality == "best":
        if tl is None or tl < 0:
            raise ValueError("the best equipment is the best of a tech level: 0 or more")
        return EquipmentModifier(max(tl // 2, _BEST_AT_LEAST), None)
    if quality not in _QUALITIES:
        raise ValueError(f"unknown quality {quality!r}; known are {', '.join(_QUALITIES)}, best")
    with_technology, without, cost_factor = _QUALITIES[quality]
    return EquipmentModifier(with_technology if technological else without, cost_factor)


def is_technological(skill_name: str) -> bool:
    """Whether a skill depends on a tech level (B168): it is written with one (``Guns/TL8``), or the Basic Set does so. A
    specialty in parentheses makes no difference."""
    name = fold(skill_name).partition("(")[0].strip()
    return "/tl" in name or name in _TECHNOLOGICAL
