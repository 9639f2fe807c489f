"""The options of a campaign: house rules and ways of playing. Each is an event, so that the past keeps its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.campaign.state import CampaignState
from tracker.rulesets.base import Ruleset


@dataclass(frozen=True, slots=True)
class Option:
    """An option by ``name``: the values that it can take in a ruleset, the first of them being what holds when nothing
    was set, and ``help`` in one line."""

    name: str
    help: str
    values: Callable[[Ruleset], tuple[str, ...]]

    def value(self, state: CampaignState, ruleset: Ruleset) -> str:
        """What holds in this state."""
        return state.option(self.name, self.values(ruleset)[0])


def _retry_policies(ruleset: Ruleset) -> tuple[str, ...]:
    """All policies of the system, the cumulative penalty first where there is one."""
    return tuple(sorted(ruleset.retry_policies, key=lambda policy: policy != "penalty"))


RETRY_POLICY = Option("retry", "how failed tasks may be tried again when nothing else is said", _retry_policies)
DICE = Option("dice", "who throws dice that weren't given: the system, or you by hand", lambda _: ("system", "hand"))

OPTIONS = {option.name: option for option in (RETRY_POLICY, DICE)}
