"""What a party does together, and what a player may roll anew (seed 003, Group Checks, Montages, Attribute Checks)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from tracker.language import N_, _
from tracker.rulesets.base import ACHIEVED, AUTOMATIC, NOT_ACHIEVED, OPEN, SPECIAL, Judgement, MontageScore
from tracker.rulesets.d20under.check import FAILURE, GREAT_SUCCESS, SUCCESS, TERRIBLE_FAILURE, Throw, check, succeeds

REROLLS = N_("Rerolls")  # the pool

# What a course of a montage adds, as successes and failures.
_COUNTS = {AUTOMATIC: (1, 0), GREAT_SUCCESS: (2, 0), SUCCESS: (1, 0), FAILURE: (0, 1), TERRIBLE_FAILURE: (0, 2)}


class GroupCheck(Struct, frozen=True):
    """A group check as it came out: how many succeeded, and the ``outcome`` of the whole."""

    successes: int
    outcome: str


class Reroll(Struct, frozen=True):
    """A check that might be rolled anew: whether it may be, what came of it in the end, and how many rerolls are left."""

    allowed: bool
    judgement: Judgement
    left: int


class SkilledRerollRules:
    """Rerolls as the tracker asks for them (``RerollRules``)."""

    pool = REROLLS

    def refusal(self, success: bool, skilled: bool) -> str | None:
        """Only a failure with a fitting skill is rolled anew (seed 003, Attribute Checks)."""
        if success:
            return _("This check succeeded: there is nothing to roll anew.")
        if not skilled:
            return _("A reroll takes a fitting skill, and there was none in this check.")
        return None


class MajorityRules:
    """Group checks as the tracker asks for them (``GroupRules``)."""

    def outcome(self, successes: int, members: int) -> str:
        """More than half must succeed; at exactly half the GM decides (seed 003, Group Checks). Raises ValueError for a
        group without members and for more successes than members."""
        if not 0 <= successes <= members or not members:
            raise ValueError(f"a group of {members} can't have {successes} successes")
        if 2 * successes == members:
            return SPECIAL
        return SUCCESS if 2 * successes > members else FAILURE


class SixSuccessesRules:
    """Montages as the tracker asks for them (``MontageRules``)."""

    goal = 6
    limits: Mapping[str, int] = MappingProxyType({"moderate": 3, "hard": 2, "very_hard": 1})

    def score(self, degrees: Sequence[str], limit: int) -> MontageScore:
        """Successes and failures so far, a great or terrible one counting twice, and whether six successes or the limit
        of failures came first (seed 003, Montages). All degrees are counted, those after the decision too. Raises
        ValueError for an unknown degree and a limit below 1."""
        if limit < 1:
            raise ValueError(f"a montage ends after one failure at least, not {limit}")
        successes, failures, status = 0, 0, OPEN
        for degree in degrees:
            if degree not in _COUNTS:
                raise ValueError(f"unknown degree {degree!r}; known are {', '.join(_COUNTS)}")
            won, lost = _COUNTS[degree]
            successes, failures = successes + won, failures + lost
            if status == OPEN and successes >= self.goal:
                status = ACHIEVED
            elif status == OPEN and failures >= limit:
                status = NOT_ACHIEVED
        return MontageScore(successes, failures, status)


REROLL_RULES = SkilledRerollRules()
GROUPS = MajorityRules()
MONTAGES = SixSuccessesRules()


def group_check(members: Sequence[Throw]) -> GroupCheck:
    """A group check of all its members' throws. Raises ValueError for none, and for rolls outside 1..20."""
    successes = sum(map(succeeds, members))
    return GroupCheck(successes, GROUPS.outcome(successes, len(members)))


def reroll(attribute: int, throw: Throw, second: int | None, *, skilled: bool, left: int) -> Reroll:
    """A check with ``left`` rerolls to spare; ``second`` is the other roll where the player takes one, and it counts
    whatever it shows. Raises ValueError for a second roll that isn't allowed, and as ``check``."""
    first = check(attribute, throw.target, throw.roll)
    allowed = left > 0 and REROLL_RULES.refusal(first.success, skilled) is None
    if second is None:
        return Reroll(allowed, first, left)
    if not allowed:
        raise ValueError("this check isn't rolled anew")
    return Reroll(allowed, check(attribute, throw.target, second), left - 1)
