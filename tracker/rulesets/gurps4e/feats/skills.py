"""What a feat is rolled against: the character's skill, or what stands in for it."""

from __future__ import annotations

from tracker.rulesets.base import Abilities
from tracker.rulesets.gurps4e.defaults import best_default, known_defaults
from tracker.text import fold


def skill_or_default(who: Abilities, skill: str) -> tuple[int, str]:
    """The level in a skill of a physical feat and the default that stood in for it (``DX-5``; empty for a trained
    character), with the Rule of 20 (B173). Raises LookupError for a skill that defaults to no attribute."""
    level = who.skill(skill)
    if level is not None:
        return level, ""
    scores = [
        (default, int(who.attribute(default.name)))
        for default in known_defaults(fold(skill)) or ()
        if default.source == "attribute"
    ]
    if not scores:
        raise LookupError(f"{skill} defaults to no attribute")
    level, default = best_default(scores)
    return level, f"{default.name.upper()}{default.modifier:+}"
