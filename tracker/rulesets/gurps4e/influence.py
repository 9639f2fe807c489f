"""Influence rolls and reactions (seed 000, Influence Rolls; B359, B560-561)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping

from msgspec import Struct

from tracker.language import N_
from tracker.rulesets.gurps4e.contests import Throw, quick_contest
from tracker.text import fold

# The lowest modified total of 3d6 for each reaction, worst first; the first one has no lower end.
_REACTION_FROM = {
    "disastrous": None,
    "very_bad": 1,
    "bad": 4,
    "poor": 7,
    "neutral": 10,
    "good": 13,
    "very_good": 16,
    "excellent": 19,
}
REACTIONS = tuple(_REACTION_FROM)
_THRESHOLDS = [total for total in _REACTION_FROM.values() if total is not None]

WORST_UNSUITABLE = -10  # for a skill that doesn't suit the situation

_EMPATHY = ("empathy", "sensitive")  # either lets its owner reach the Indomitable
INFLUENCE_TRAITS = ("indomitable", "unfazeable", "slave mentality", *_EMPATHY)


class Subject(Struct, frozen=True):
    """Whom somebody tries to influence. ``roll`` is the total of 3d6 against Will, None where nothing is rolled;
    ``traits`` are folded names."""

    will: int
    roll: int | None = None
    traits: Collection[str] = ()
    is_pc: bool = False


class Influence(Struct, frozen=True):
    """An influence roll as it came out: ``win``, ``not_won`` (lost or tied), ``impossible`` or ``automatic``. ``reaction``
    is an NPC's; ``pc_modifier`` the size of the modifier, in points, that a PC gets instead of a reaction."""

    outcome: str
    margin_of_victory: int | None = None
    reaction: str | None = None
    pc_modifier: int | None = None


class InfluenceRollRules:
    """Influence as the tracker asks for it (``InfluenceRules``). A skill's spelling and specialty don't matter; one that
    isn't among ``skills`` works like Fast-Talk."""

    skills: tuple[str, ...] = (
        N_("Diplomacy"),
        N_("Fast-Talk"),
        N_("Intimidation"),
        N_("Savoir-Faire"),
        N_("Sex Appeal"),
        N_("Streetwise"),
    )
    resists = "will"
    notation = "3d6"
    reactions: tuple[str, ...] = REACTIONS

    def exempt(self, skill: str, subject: Mapping[str, int], influencer: Mapping[str, int]) -> tuple[str, str] | None:
        """Slave Mentality obeys (``automatic``); Indomitable can't be moved without Empathy, nor Unfazeable intimidated
        (``impossible``)."""
        return _exempt(skill, subject, empathy=any(trait in influencer for trait in _EMPATHY))

    def takes_reaction_roll(self, skill: str) -> bool:
        """Only Diplomacy has an ordinary reaction to fall back on."""
        return _key(skill) == "diplomacy"

    def reaction(self, skill: str, won: bool, regular: str | None) -> str:
        """Good for a win, very good with Sex Appeal; anything else, a tie too, is bad, very bad with Intimidation. With
        Diplomacy the ``regular`` reaction counts if it is better. Raises ValueError for one that isn't a reaction."""
        key = _key(skill)
        if won:
            reaction = "very_good" if key == "sex appeal" else "good"
        else:
            reaction = "very_bad" if key == "intimidation" else "bad"
        if regular is None or not self.takes_reaction_roll(skill):
            return reaction
        if regular not in REACTIONS:
            raise ValueError(f"unknown reaction {regular!r}; known are {', '.join(REACTIONS)}")
        return max(reaction, regular, key=REACTIONS.index)

    def reaction_of(self, total: int) -> str:
        """The reaction for a total of 3d6 and all reaction modifiers (B560-561)."""
        return REACTIONS[bisect_right(_THRESHOLDS, total)]


INFLUENCE = InfluenceRollRules()


def influence_roll(
    skill: str,
    level: int,
    subject: Subject,
    *,
    roll: int | None,
    reaction_modifier: int = 0,
    unsuitable_penalty: int = 0,
    empathy: bool = False,
    regular_reaction: str | None = None,
) -> Influence:
    """A Quick Contest of an influence skill, with both modifiers, against the subject's Will.

    ``roll`` is the influencer's total of 3d6, None where nothing is rolled. Against a PC a win is worth its margin as a
    modifier, and nothing forces a reaction (seed 000, Influencing PCs). Raises ValueError for a penalty outside -10 to 0
    and for a missing roll.
    """
    if not WORST_UNSUITABLE <= unsuitable_penalty <= 0:
        raise ValueError(f"an unsuitable skill costs 0 to {-WORST_UNSUITABLE} points, not {-unsuitable_penalty}")
    exempt = _exempt(skill, subject.traits, empathy=empathy)
    if exempt:
        return Influence(exempt[0], pc_modifier=0 if subject.is_pc else None)
    if roll is None or subject.roll is None:
        raise ValueError("both sides roll, and one of them hasn't yet")
    target = level + reaction_modifier + unsuitable_penalty
    verdict = quick_contest(Throw(target, roll), Throw(subject.will, subject.roll))
    won = verdict.winner == "a"
    margin = verdict.margin if won else None
    if subject.is_pc:
        return Influence("win" if won else "not_won", margin, pc_modifier=margin or 0)
    return Influence("win" if won else "not_won", margin, reaction=INFLUENCE.reaction(skill, won, regular_reaction))


def _exempt(skill: str, subject: Collection[str], *, empathy: bool) -> tuple[str, str] | None:
    if "slave mentality" in subject:
        return "automatic", N_("Slave Mentality")
    if "indomitable" in subject and not empathy:
        return "impossible", N_("Indomitable")
    if "unfazeable" in subject and _key(skill) == "intimidation":
        return "impossible", N_("Unfazeable")
    return None


def _key(skill: str) -> str:
    return fold(skill).partition("(")[0].strip()
