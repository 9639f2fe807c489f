"""The options of a campaign: house rules and ways of playing. Each is an event, so that the past keeps its own."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.rulesets.base import RuleOption, Ruleset
from tracker.text import key_of


class Option(Struct, frozen=True):
    """An option by ``name``: the values that it can take in a ruleset and a campaign as it stands, the first of them being
    what holds when nothing was set, and ``help`` in one line."""

    name: str
    help: str
    values: Callable[[Ruleset, CampaignState], tuple[str, ...]]

    def value(self, state: CampaignState, ruleset: Ruleset) -> str:
        """What holds in this state."""
        return state.option(self.name, self.values(ruleset, state)[0])


def _retry_policies(ruleset: Ruleset, state: CampaignState) -> tuple[str, ...]:
    """All policies of the system, the cumulative penalty first where there is one."""
    return tuple(sorted(ruleset.retry_policies, key=lambda policy: policy != "penalty"))


def _genres(ruleset: Ruleset, state: CampaignState) -> tuple[str, ...]:
    return ("undecided", *(ruleset.buying.genres if ruleset.buying else ()))


def _tables(ruleset: Ruleset, state: CampaignState) -> tuple[str, ...]:
    """The system's usual one at first, and whatever else there is."""
    if ruleset.criticals is None:
        return ("none",)
    return tuple(dict.fromkeys([ruleset.criticals.usual, "none", *ruleset.criticals.tables, *map(key_of, state.tables)]))


def _tech_levels(ruleset: Ruleset, state: CampaignState) -> tuple[str, ...]:
    """All of them, where something depends on one."""
    return ("8", *(str(level) for level in range(13) if level != 8 and ruleset.healing is not None))


RETRY_POLICY = Option("retry", N_("how failed tasks may be tried again when nothing else is said"), _retry_policies)
DICE = Option(
    "dice", N_("who throws dice that weren't given: the system, or you by hand"), lambda *_given: ("system", "hand")
)
GENRE = Option("genre", N_("what is played, which says whether points buy a better outcome"), _genres)
CRITICALS = Option(
    "criticals", N_("the table that critical hits and misses are read from; none: you say what they do"), _tables
)
TECH_LEVEL = Option("tl", N_("the tech level of what is at hand, such as for first aid"), _tech_levels)

_GENERAL = (RETRY_POLICY, DICE, GENRE, CRITICALS, TECH_LEVEL)


def options_of(ruleset: Ruleset, state: CampaignState) -> dict[str, Option]:
    """The options of a campaign by name: those of every system that leave something to choose, and the system's own."""
    general = {option.name: option for option in _GENERAL if len(option.values(ruleset, state)) > 1}
    return general | {option.name: _own(option) for option in ruleset.options}


def _own(option: RuleOption) -> Option:
    return Option(option.name, option.help, lambda *_: option.values)


def chosen(ruleset: Ruleset, state: CampaignState) -> dict[str, str]:
    """What the campaign has chosen of the system's own options, those included that were never set. Raises Refused where it
    chose what this version of the system doesn't have."""
    found = {option.name: state.option(option.name, option.values[0]) for option in ruleset.options}
    try:
        return {option.name: option.value(found) for option in ruleset.options}
    except ValueError as problem:
        raise Refused(
            _(
                "The campaign plays {title} with an option that is unknown here: {problem}.",
                title=_(ruleset.title),
                problem=problem,
            ),
            code="unknown_option",
            where="ruleset",
        ) from None


def in_force(ruleset: Ruleset, state: CampaignState) -> Ruleset:
    """The system as the campaign plays it in this state."""
    return ruleset.under(chosen(ruleset, state))
