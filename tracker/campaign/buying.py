"""Decisions about character points that buy a better outcome."""

from __future__ import annotations

from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.options import GENRE
from tracker.campaign.pools import pay
from tracker.campaign.rulings import count_as, outcomes_of
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import BuyingRules
from tracker.text import key_of, spoken


def success_bought(decision: Decision, command: cmd.BuySuccess) -> None:
    """A roll of the running session counts as the next better outcome, and its character pays for that."""
    rules = _rules(decision)
    recorded, made = decision.roll_at(command.roll)
    if recorded.envelope.session != decision.state.session_number:
        raise Refused(
            _(
                "The roll {roll} is of another session: points buy recent outcomes. You may still “rule” on it.",
                roll=command.roll,
            ),
            code="not_recent",
            where="position",
        )
    character = decision.state.characters.get(recorded.subject or "")
    if character is None:
        raise Refused(
            _(
                "{name_of} has no character points: “rule” on the roll instead.",
                name_of=decision.name_of(recorded.subject or ""),
            ),
            code="no_points",
            where="position",
        )
    now = decision.outcome(command.roll, made).degree
    best = rules.next_better(now)
    if best is None:
        raise Refused(
            _("The roll {roll} is a {now}: nothing is better.", roll=command.roll, now=_(spoken(now))),
            code="not_for_sale",
            where="outcome",
        )
    wanted = key_of(command.outcome) or best
    price = rules.price(now, wanted)
    if price is None:
        raise Refused(
            _(
                "A {now} can be bought up to a {best}, one step at a time; not to “{outcome}”.",
                now=_(spoken(now)),
                best=_(spoken(best)),
                outcome=command.outcome,
            ),
            code="not_for_sale",
            where="outcome",
        )
    bought = count_as(decision, recorded, made, outcomes_of(decision.ruleset)[wanted], by="points")
    note = phrases.STEP_UP.format(word=made.what, known=spoken(now), known_2=spoken(wanted))
    pay(decision, character, price, reason="success", note=note, cause=bought)


def _rules(decision: Decision) -> BuyingRules:
    """The rules of buying where the campaign's genre allows it."""
    rules = decision.ruleset.buying
    if rules is None:
        raise Refused(_("{title} has no bought outcomes.", title=_(decision.ruleset.title)), code="no_rule", where="buy")
    genre = GENRE.value(decision.state, decision.ruleset)
    if genre not in rules.genres:
        choice = ", ".join(rules.genres)
        raise Refused(
            _(
                "Whether points buy outcomes depends on the genre: choose it by “option genre {example}” ({choice}).",
                example=rules.genres[0],
                choice=choice,
            ),
            code="undecided",
            where="genre",
        )
    if genre not in rules.allowed_in:
        raise Refused(
            _("In a {genre} campaign points buy no outcomes. You may still “rule” on a roll.", genre=genre),
            code="forbidden",
            where="genre",
        )
    return rules
