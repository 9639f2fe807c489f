"""Default rolls: what an untrained character may roll against instead (seed 000, Default Rolls; B173, B344)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from msgspec import Struct

from tracker.rulesets.base import Default
from tracker.rulesets.data import load_toml
from tracker.rulesets.gurps4e.success import may_attempt

RULE_OF_20 = 20

_ATTRIBUTES = frozenset({"st", "dx", "iq", "ht", "will", "per"})
_SPECIALTY = re.compile(r"\s*(/tl.*|\(.*)$")


class DefaultRoll(Struct, frozen=True):
    """What to roll against: ``used`` is ``trained`` or the name of the default taken, None when there is neither."""

    target: int | None = None
    used: str | None = None

    @property
    def allowed(self) -> bool:
        """Trained, or there is a default."""
        return self.used is not None

    @property
    def attemptable(self) -> bool:
        """Allowed, and an ordinary roll against the target may be made."""
        return self.target is not None and may_attempt(self.target)


def defaulted(default: Default, score: int) -> int:
    """The level that a default gives. Rule of 20: an attribute counts as 20 at most, another skill in full."""
    return (min(score, RULE_OF_20) if default.source == "attribute" else score) + default.modifier


def best_default(scores: Sequence[tuple[Default, int]]) -> tuple[int, Default]:
    """The default that gives the highest number (the first of equals) and that number. Raises ValueError for none."""
    default, score = max(scores, key=lambda pair: defaulted(*pair))
    return defaulted(default, score), default


def default_roll(trained_level: int | None, scores: Sequence[tuple[Default, int]]) -> DefaultRoll:
    """The trained level, else the default that gives the highest number (the first of equals), from pairs of a default
    and the character's attribute or skill score."""
    if trained_level is not None:
        return DefaultRoll(trained_level, "trained")
    if not scores:
        return DefaultRoll()
    target, default = best_default(scores)
    return DefaultRoll(target, default.name)


def known_defaults(skill: str) -> tuple[Default, ...] | None:
    """The defaults of a skill by its folded name, a specialty or tech level set aside where it isn't listed itself.
    Empty when the skill has none, None when it isn't listed."""
    skills = _skills()
    return skills.get(skill, skills.get(_SPECIALTY.sub("", skill)))


def known_skills() -> Collection[str]:
    """The folded names of all skills that are listed."""
    return _skills().keys()


@cache
def _skills() -> dict[str, tuple[Default, ...]]:
    return {skill: tuple(map(_read_default, texts)) for skill, texts in load_toml(__package__, "skills.toml").items()}


def _read_default(text: str) -> Default:
    """A default as the data file writes it: a name and a signed number (``iq-5``)."""
    name, number = text[:-2], text[-2:]
    if text[-3] in "+-":
        name, number = text[:-3], text[-3:]
    return Default("attribute" if name in _ATTRIBUTES else "skill", name, int(number))
