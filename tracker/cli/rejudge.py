"""Judging recorded dice again."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from msgspec import to_builtins

from tracker import rulesets
from tracker.cli.context import Common, pair
from tracker.cli.look import filter_of_counting
from tracker.errors import Refused
from tracker.language import _
from tracker.lookback import rejudge as again
from tracker.reports.render import as_json
from tracker.rulesets.base import Ruleset
from tracker.text import fold, key_of


def rejudge(
    *filter_: Annotated[str, Parameter(name="FILTER")],
    ruleset: Annotated[str | None, Parameter(help="Judge by another rule system.")] = None,
    option: Annotated[tuple[str, ...], Parameter(help="Judge with this option, NAME=VALUE; again for each.")] = (),
    context: Common,
) -> int:
    """Judge recorded dice by other rules, and list the rolls that would come out otherwise. Nothing is recorded.

    Parameters
    ----------
    filter_
        Which rolls: words such as outcome:failure, session:1..3, skill:stealth. All that count unless you give some.
    """
    campaign = context.campaign
    wanted = filter_of_counting(filter_, context)
    own = rulesets.get(campaign.state.ruleset)
    other = None if ruleset in (None, own.id) else rulesets.get(ruleset or "")
    found = again.rejudge(campaign.log, own, wanted, other, _options(other or own, option))
    context.out.show([*as_json(found.differing), *as_json(found.unjudged), _summary(found)], again.as_text(found))
    return 0


def _options(rules: Ruleset, given: tuple[str, ...]) -> dict[str, str]:
    """Options by name. Raises Refused for one that the system doesn't have, or not with this value."""
    known = {option.name: option for option in rules.options}
    found = {}
    for text in given:
        name, typed = pair(text)
        option = known.get(key_of(name))
        if option is None:
            said = {"title": _(rules.title), "name": name}
            if known:
                sentence = _("{title} has no option “{name}”: it has {known}.", **said, known=_(", ").join(known))
            else:
                sentence = _(
                    "{title} has no option “{name}”: it leaves nothing to choose about how dice are judged.", **said
                )
            raise Refused(sentence, code="not_found", where="option")
        value = next((value for value in option.values if fold(value) == fold(typed)), None)
        if value is None:
            values = _(", ").join(option.values)
            raise Refused(
                _("{name} is one of {values}, not “{typed}”.", name=option.name, values=values, typed=typed),
                code="bad_value",
                where="option",
            )
        found[option.name] = value
    return found


def _summary(found: again.Rejudging) -> dict[str, Any]:
    return {
        "type": "summary",
        "judged": found.judged,
        "differing": len(found.differing),
        "unjudged": len(found.unjudged),
        "changes": to_builtins(found.changes),
        "kinds": to_builtins(found.kinds),
    }
