"""A roll-under system: a d20 at or under an attribute (seed 003)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tracker.language import N_
from tracker.rulesets.base import (
    AttributeSpec,
    ContestRules,
    Degree,
    GroupRules,
    Judgement,
    Modifier,
    MontageRules,
    PoolLoss,
    RerollRules,
    RetryDecision,
    RuleOption,
    Ruleset,
    Target,
)
from tracker.rulesets.common import PlainRuleset, attribute_specs
from tracker.rulesets.d20under import luck
from tracker.rulesets.d20under.check import DEGREES, MODES, SKILL_BONUS, check, modified
from tracker.rulesets.d20under.contests import CONTESTS
from tracker.rulesets.d20under.party import GROUPS, MONTAGES, REROLL_RULES, REROLLS
from tracker.rulesets.plain import CHANGED, FREE, ONE_CHANCE, retry


class D20Under(PlainRuleset):
    """The chapters of this package as a ``Ruleset``. A skill's +1 arrives as a modifier."""

    id = "d20under"
    version = "1"
    title = N_("Roll under (d20)")
    notation = "1d20"
    options: tuple[RuleOption, ...] = luck.OPTIONS
    modes: tuple[str, ...] = MODES
    degrees: tuple[Degree, ...] = DEGREES
    skill_bonus: int | None = SKILL_BONUS
    attributes: tuple[AttributeSpec, ...] = (
        *attribute_specs(
            ("str", N_("Str"), "strength"),
            ("dex", N_("Dex"), "dexterity"),
            ("con", N_("Con"), "constitution"),
            ("int", N_("Int"), "intelligence"),
            ("will", N_("Will"), "willpower"),
            ("perc", N_("Perc"), "perception"),
            ("cha", N_("Cha"), "charisma"),
            ("init", N_("Init"), "initiative"),
        ),
        AttributeSpec("luck", N_("Luck"), kind=luck.KIND, pool=luck.LUCK),
    )
    pools: tuple[str, ...] = ("HP", luck.LUCK, REROLLS)
    retry_policies: tuple[str, ...] = (CHANGED, FREE, ONE_CHANCE)
    contests: ContestRules | None = CONTESTS
    rerolls: RerollRules | None = REROLL_RULES
    groups: GroupRules | None = GROUPS
    montages: MontageRules | None = MONTAGES

    def __init__(self, played: luck.Luck) -> None:
        self._luck = played

    def under(self, chosen: Mapping[str, str]) -> Ruleset:
        """The system with the Luck that a campaign has chosen, whatever this one's is; other names are ignored. Raises
        ValueError for a value that an option doesn't have."""
        return _playing(luck.chosen_luck(chosen))

    def complete(self, attributes: Mapping[str, float]) -> dict[str, float]:
        """What was given, and a maximum of Luck: a sheet's own, else what the campaign starts with (beyond the seed). The
        attribute itself is what the pool holds, so it isn't said again."""
        complete = dict(attributes)
        stated = complete.pop("luck", self._luck.start)
        complete.setdefault(luck.LUCK, stated)
        return complete

    def target(self, base: int, modifiers: Sequence[Modifier], kind: str) -> Target:
        """The attribute with all modifiers, 18 at most once any is in play."""
        value = modified(base, (modifier.value for modifier in modifiers))
        capped = value < base + sum(modifier.value for modifier in modifiers)
        return Target(value, (N_("Modified attribute: 18 at most"),) if capped else ())

    def judge(self, base: int, target: int, total: int, kind: str) -> Judgement:
        return check(base, target, total)

    def spent(self, kind: str, judgement: Judgement) -> Mapping[str, int]:
        """Luck that a Luck roll takes (beyond the seed)."""
        return self._luck.spent(judgement) if kind == luck.KIND else {}

    def next_attempt(
        self, policy: str, attempt: int, *, damage_assessed: bool, waited: bool, changed: bool
    ) -> RetryDecision:
        return retry(self.retry_policies, policy, attempt, changed=changed)

    def pool_loss(self, pool: str, amount: int, current: Mapping[str, int], maximum: Mapping[str, int]) -> PoolLoss:
        """A loss of just that pool; Rerolls stop at none, and Luck at its floor (beyond the seed)."""
        if pool == luck.LUCK:
            return self._luck.loss(amount, current, maximum)
        if pool == REROLLS:
            amount = min(amount, max(current.get(pool, 0), 0))
        return super().pool_loss(pool, amount, current, maximum)


@cache
def _playing(played: luck.Luck) -> D20Under:
    return D20Under(played)


RULESET: Ruleset = _playing(luck.chosen_luck({}))
