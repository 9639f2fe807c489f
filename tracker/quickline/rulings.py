"""Lines of the GM's word on rolls that were made: bought and ruled outcomes, and what a player was told."""

from __future__ import annotations

import re

from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character
from tracker.campaign.rulings import outcomes_of
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.words import Reader
from tracker.text import spoken


def buy(reader: Reader) -> cmd.BuySuccess:
    position, word = reader.optional_position(), reader.peek()
    if position is None:
        who = reader.context.active
        if word is not None and word.key not in {name.partition("_")[0] for name in outcomes_of(reader.context.ruleset)}:
            who = find_character(reader.context.state, reader.named()).id
        position = reader.context.targets.last_of_any_kind(who)
    if position is None:
        raise Refused(_("There is no roll to buy a better outcome of."), code="nothing", where="position")
    return cmd.BuySuccess(roll=position, outcome=reader.rest())


def rule(reader: Reader) -> cmd.RuleOutcome:
    position = reader.position()
    outcome = reader.phrase(lambda word: word.key == "because")
    if not outcome:
        known = _(", ").join(spoken(name) for name in outcomes_of(reader.context.ruleset))
        raise Refused(_("Expected what the roll counts as: {known}.", known=known), code="syntax", where="outcome")
    reason = ""
    if reader.keyword("because"):
        reason = reader.rest() or reader.take(_("a reason")).text
    return cmd.RuleOutcome(roll=position, outcome=outcome, reason=reason)


def told(reader: Reader) -> cmd.TellPlayer:
    """A number at the beginning is the roll's, unless the words stand in quotes."""
    text = reader.rest()
    if quoted := re.fullmatch(r'["“]([^"”]*)["”]', text):
        return cmd.TellPlayer(roll=_last_secret(reader), text=quoted[1])
    match = re.fullmatch(r"#?(\d{1,15})(?:\s+(.*))?", text, re.DOTALL)
    if match is None:
        return cmd.TellPlayer(roll=_last_secret(reader), text=text)
    return cmd.TellPlayer(roll=int(match[1]), text=match[2] or "")


def _last_secret(reader: Reader) -> int:
    position = reader.context.targets.last_secret()
    if position is None:
        raise Refused(_("There is no secret roll to tell about."), code="nothing", where="position")
    return position
