"""The rules of the day: by which options of its system a roll was judged, however often they have changed since."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.evolve import apply, fact_of, flip
from tracker.campaign.options import chosen
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.rulesets.base import Ruleset
from tracker.store import Log


class DayRules:
    """What a campaign had chosen of a rule system's options at each position of its log."""

    def __init__(self, log: Log, ruleset: Ruleset) -> None:
        self._log = log
        self._ruleset = ruleset
        self._since, self._chosen = _timeline(log, ruleset)

    def chosen(self, position: int) -> Mapping[str, str]:
        """The options in force at a position, by name."""
        return self._chosen[bisect_right(self._since, position)]

    def of(self, rolls: Sequence[ev.Recorded]) -> dict[int, Ruleset]:
        """The rules that judged each of these rolls, by position: those in force then, or where its dice had been waited for
        those in force when it was asked for. No rules judge a bare chance."""
        judged = [roll for roll in rolls if isinstance(roll.event, ev.RollMade) and roll.event.kind != ev.CHANCE]
        found = {roll.position: self._ruleset.under(self.chosen(roll.position)) for roll in judged}
        late = [roll for roll in judged if _notation(roll) != found[roll.position].notation]
        for roll in late:
            for options in self._asked_under(roll):
                rules = self._ruleset.under(options)
                if rules.notation == _notation(roll):
                    found[roll.position] = rules
        return found

    def _asked_under(self, roll: ev.Recorded) -> list[Mapping[str, str]]:
        """The options that came with what an action answered."""
        action = [one.event for one in self._log.action(roll.envelope.action)]
        prompts = self._log.get([event.prompt for event in action if isinstance(event, ev.PromptAnswered)])
        asked = [one.event.ask for one in prompts.values() if isinstance(one.event, ev.PromptOpened)]
        return [rules for ask in asked if (rules := _rules_in(ask))]


def _notation(roll: ev.Recorded) -> str:
    return roll.event.notation if isinstance(roll.event, ev.RollMade) else ""


def _rules_in(ask: Mapping[str, Any]) -> Mapping[str, str]:
    rules = ask.get("data", {}).get("rules", {})
    return rules if isinstance(rules, dict) else {}


def _timeline(log: Log, ruleset: Ruleset) -> tuple[list[int], list[Mapping[str, str]]]:
    """The positions at which the options changed, and what held before the first and from each of them on. A campaign that
    chose what this version of the system doesn't have is read as if it hadn't."""
    state = CampaignState(id=log.id)
    since: list[int] = []
    found: list[Mapping[str, str]] = [_known(ruleset, state)]
    said = sorted([*log.positions("OptionSet"), *log.positions("ActionVoided")])
    for position, recorded in sorted(log.get(said).items()):
        event = recorded.event
        if isinstance(event, ev.ActionVoided):
            about = tuple(one for one in event.events if one.type == ev.OptionSet.__name__)
            if not about:
                continue
            flip(state, position, replace(event, events=about))
        else:
            apply(state, fact_of(recorded))
        since.append(position)
        found.append(_known(ruleset, state))
    return since, found


def _known(ruleset: Ruleset, state: CampaignState) -> Mapping[str, str]:
    try:
        return chosen(ruleset, state)
    except Refused:
        return {}
