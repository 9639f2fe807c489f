"""The audits: was it by the rules, and where did the points go?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from cyclopts import Parameter
from msgspec import Struct

from tracker.campaign.characters import beginnings
from tracker.campaign.state import CampaignState
from tracker.cli.context import Common, Context, subject_of
from tracker.cli.moments import NOW, When
from tracker.errors import Refused
from tracker.language import _
from tracker.projections.ledger import POINTS
from tracker.quickline import has_key, parse_filter_words
from tracker.reports import bought, frights, ledgers, overrides, retries, secrets, traits, voids
from tracker.reports.among import Among
from tracker.reports.filters import Filter
from tracker.reports.render import as_json
from tracker.text import fold

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tracker.service import Campaign

Finding = TypeVar("Finding", bound=Struct)
Words = Annotated[str, Parameter(name="FILTER")]


def audit_retries(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List what was tried again, at which penalty, what the policy didn't allow, and what may have been a retry.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    asked = _asked(context, who, filter_)
    with when.reading(context.campaign) as (connection, state):
        among = asked.among(connection, context.campaign)
        audit = retries.audit_retries(connection, context.campaign.log.id, character=asked.character(state), among=among)
    context.out.show(as_json(audit.findings), retries.as_text(audit))
    return 0


def audit_frights(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List who met which threat, how often before, and what came of it.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    return _findings(context, _asked(context, who, filter_), when, frights.audit_frights, frights.as_text)


def audit_traits(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List the traits gained in play, where they came from, and those that still want a name.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    return _findings(context, _asked(context, who, filter_), when, traits.audit_traits, traits.as_text)


def audit_fatigue(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List every change of fatigue points, why, and what was left.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    return _ledger(context, "FP", _asked(context, who, filter_), when)


def audit_injury(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List every change of hit points, why, and what was left.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    return _ledger(context, "HP", _asked(context, who, filter_), when)


def audit_pool(pool: str, who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List every change of any pool that the rules know, why, and what was left.

    Parameters
    ----------
    pool
        The pool, such as HP, MP, Luck or Rerolls.
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    pools = context.campaign.ruleset.pools
    name = next((name for name in pools if fold(name) == fold(pool)), None)
    if name is None:
        raise Refused(
            _("No pool is called “{pool}”; known: {pools}.", pool=pool, pools=_(", ").join(pools)),
            code="not_found",
            where="pool",
        )
    return _ledger(context, name, _asked(context, who, filter_), when)


def audit_points(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List every change of character points, why, and what was left.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    return _ledger(context, POINTS, _asked(context, who, filter_), when)


def audit_overrides(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List where your word, or points, counted in place of what the rules or the dice say; secret rolls among them.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    read = partial(overrides.audit_overrides, rules=context.campaign.ruleset)
    return _findings(context, _asked(context, who, filter_), when, read, overrides.as_text)


def audit_bought(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List the successes that were bought with character points: which roll, from what to what, at which price.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    asked = _asked(context, who, filter_)
    campaign = context.campaign
    with when.reading(campaign) as (connection, state):
        found = bought.audit_bought(connection, campaign.log.id, state, campaign.ruleset, character=asked.character(state))
        return _show(context, asked.among(connection, campaign), found, bought.as_text)


def audit_voids(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List what was taken back, corrected or restored, by whom and why, and what still rests on what doesn't count.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    asked = _asked(context, who, filter_)
    campaign, log = context.campaign, context.campaign.log
    moment = when.moment(campaign)
    then = campaign.state if moment is None else moment.state(log)
    counts = then if moment is None or not moment.corrected else campaign.state
    with log.reading() as connection:
        found = voids.audit_voids(
            connection,
            log.id,
            log.get,
            counts,
            log.positions("ActionVoided"),
            character=asked.character(then),
            upto=None if moment is None else moment.position,
        )
        return _show(context, asked.among(connection, campaign), found, voids.as_text)


def audit_secrets(who: str | None = None, /, *filter_: Words, when: When = NOW, context: Common) -> int:
    """List what was recorded for your eyes only, and what of it was revealed since, when and by whom.

    Parameters
    ----------
    who
        One character only.
    filter_
        Only what has to do with such lines: session:12..14, threat:ghoul, what:stealth, as for history.
    """
    asked = _asked(context, who, filter_)
    log = context.campaign.log
    with when.reading(context.campaign) as (connection, state):
        found = secrets.audit_secrets(connection, log.id, log.get, character=asked.character(state))
        return _show(context, asked.among(connection, context.campaign), found, secrets.as_text)


class _Asked(NamedTuple):
    """Of whom an audit is to be, and of what."""

    who: str | None
    filter: Filter

    def character(self, state: CampaignState) -> str | None:
        return None if self.who is None else subject_of(state, self.who)

    def among(self, connection: Connection, campaign: Campaign) -> Among:
        return Among(connection, campaign.log.id, self.filter)


def _asked(context: Context, who: str | None, words: Sequence[str]) -> _Asked:
    """Raises Refused."""
    if who is not None and has_key(who):  # nobody is meant, and the filter begins at once
        return _asked(context, None, [who, *words])
    return _Asked(who, parse_filter_words(words, context.typed()))


def _findings(
    context: Context,
    asked: _Asked,
    when: When,
    read: Callable[..., list[Finding]],
    as_text: Callable[[Sequence[Finding]], list[str]],
) -> int:
    with when.reading(context.campaign) as (connection, state):
        found = read(connection, context.campaign.log.id, character=asked.character(state))
        return _show(context, asked.among(connection, context.campaign), found, as_text)


def _ledger(context: Context, pool: str, asked: _Asked, when: When) -> int:
    campaign = context.campaign
    with when.reading(campaign) as (connection, state):
        start = beginnings(state, campaign.ruleset)
        found = ledgers.ledger(connection, campaign.log.id, pool, start, character=asked.character(state))
        return _show(context, asked.among(connection, campaign), found, ledgers.as_text)


def _show(
    context: Context, among: Among, found: Sequence[Finding], as_text: Callable[[Sequence[Finding]], list[str]]
) -> int:
    kept = among(found)
    context.out.show(as_json(kept), as_text(kept))
    return 0
