"""Extra effort: pushing past one's limits by Will, at the price of fatigue (seed 000, Extra Effort; B356)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tracker import phrases
from tracker.language import _
from tracker.rulesets.base import Judgement, Modifier
from tracker.rulesets.gurps4e.success import effective_skill, judge, may_attempt

PERCENT_PER_POINT = 5
MOTIVATED_BONUS = 5
FP_PER_ATTEMPT = 1
MACHINE = "machine"  # the meta-trait, by its folded name


class ExtraEffort(Struct, frozen=True):
    """An effort as it came out. ``target`` is None where the rules allow no roll at all, ``judgement`` None where none
    was made; then it costs nothing and grants nothing."""

    allowed: bool
    target: int | None
    judgement: Judgement | None = None
    granted_percent: int = 0
    fp_cost: int = 0
    hp_loss: int = 0


class ExtraEffortRules:
    """Extra effort as the tracker asks for it (``EffortRules``)."""

    attribute = "will"
    pool = "FP"

    def refusal(self, percent: int, traits: Mapping[str, int]) -> str | None:
        """Why this effort can't be made, or None: a Machine has no will to draw on, and the increase goes in fives."""
        if MACHINE in traits:
            return _("A character with the Machine meta-trait can't use extra effort.")
        if not _is_step(percent):
            return _(
                "An increase of {percent} percent can't be tried: it is a multiple of {step}, such as 10.",
                percent=percent,
                step=PERCENT_PER_POINT,
            )
        return None

    def modifiers(self, percent: int, motivated: str | None) -> list[Modifier]:
        """-1 for every 5 percent, +5 with a motive. Raises ValueError for a percentage outside the steps of 5."""
        if not _is_step(percent):
            raise ValueError(f"an increase is a multiple of {PERCENT_PER_POINT} percent, not {percent}")
        modifiers = [Modifier(phrases.EFFORT.format(percent=percent), -(percent // PERCENT_PER_POINT), "effort")]
        if motivated:
            modifiers.append(Modifier(phrases.MOTIVATED.format(word=motivated), MOTIVATED_BONUS, "effort"))
        return modifiers

    def costs(self, judgement: Judgement) -> dict[str, int]:
        """1 FP whatever came of it, and on a critical failure as many HP as FP."""
        costs = {self.pool: FP_PER_ATTEMPT}
        if judgement.critical and not judgement.success:
            costs["HP"] = FP_PER_ATTEMPT
        return costs


def _is_step(percent: int) -> bool:
    return percent > 0 and percent % PERCENT_PER_POINT == 0


EFFORT = ExtraEffortRules()


def extra_effort(score: int, percent: int, *, motivated: bool, machine: bool, roll: int | None) -> ExtraEffort:
    """One attempt at an increase of ``percent`` against Will or a skill based on it; ``roll`` is a total of 3d6, None
    where no attempt is made. A refused attempt costs nothing. Raises ValueError as ``ExtraEffortRules.modifiers``."""
    modifiers = EFFORT.modifiers(percent, "a strong motive" if motivated else None)
    if machine:
        return ExtraEffort(allowed=False, target=None)
    target = effective_skill(score, modifiers)
    allowed = may_attempt(target, "effort")
    if roll is None or not allowed:
        return ExtraEffort(allowed, target)
    judgement = judge(target, roll)
    costs = EFFORT.costs(judgement)
    return ExtraEffort(
        allowed,
        target,
        judgement,
        granted_percent=percent if judgement.success else 0,
        fp_cost=costs["FP"],
        hp_loss=costs.get("HP", 0),
    )
