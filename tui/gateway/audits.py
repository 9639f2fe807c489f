"""The audits as rows: each is told in the words of its report and knows the event to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.language import N_, _, ngettext
from tui.gateway.context import context_of
from tui.gateway.findings import Finding, FindingsRead, heading, joined

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tracker.reports.among import Among
    from tracker.reports.retries import Attempt, Chain
    from tracker.service import Campaign

RETRIES = N_("retries")  # the list that every campaign has, shown first
_LEDGERS = {"FP": N_("fatigue"), "HP": N_("injury")}  # pools whose ledger has a name of its own


def read(campaign: Campaign, generation: int, which: str, filter: str = "") -> FindingsRead:
    """The audit of that name, one of those that the campaign has, of what has to do with the lines that a filter lets
    through."""
    from tracker.errors import Refused
    from tracker.quickline import parse_filter
    from tracker.reports.among import Among

    with campaign.log.reading() as connection:
        try:
            among = Among(connection, campaign.log.id, parse_filter(_about(campaign, filter), context_of(campaign)))
        except Refused as refused:
            return FindingsRead(generation, (), "", refused.message)
        rows = list(_readers(campaign)[which](campaign, connection, among))
    counted = [row.told() for row in rows if row.look == "heading"] if which == RETRIES else []
    findings = sum(row.look != "heading" for row in rows)
    return FindingsRead(generation, rows, _(", ").join(counted) or ngettext("{count} line", "{count} lines", findings))


def _about(campaign: Campaign, filter: str) -> str:
    """An audit's filter may begin with a character's name, as on the command line: “mira session:12..14”."""
    from tracker.text import fold

    first, blank, rest = filter.strip().partition(" ")
    named = any(fold(first) in fold(each.name.get("")).split() for each in campaign.state.characters.values())
    return f"character:{first}{blank}{rest}" if named else filter


def lists(campaign: Campaign) -> tuple[str, ...]:
    """The names of the audits that a campaign has."""
    return tuple(_readers(campaign))


def _retries(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """Violations first, then every task with its attempts, then what may have been a retry."""
    from tracker.reports.retries import RetryAudit, as_text, audit_retries, counted

    audit = audit_retries(connection, campaign.log.id, among=among)
    yield heading(_violations(len(audit.violations)))
    for violation in audit.violations:
        text = partial(joined, as_text, RetryAudit((), (violation,), ()), slice(3, -2))
        yield Finding(text, violation.positions[-1], "no")
    yield heading(counted(audit.chains))
    broken = Counter(violation.task for violation in audit.violations)
    for chain in audit.chains:
        yield from _chain(chain, _violations(broken[chain.task]) if broken[chain.task] else _("by the rules"))
    yield heading(ngettext("{count} possible unlinked retry", "{count} possible unlinked retries", len(audit.possible)))
    for retry in audit.possible:
        yield Finding(partial(joined, as_text, RetryAudit((), (), (retry,)), slice(5, None)), retry.positions[-1])


def _violations(count: int) -> str:
    return ngettext("{count} violation", "{count} violations", count)


def _chain(chain: Chain, verdict: str) -> Iterator[Finding]:
    from msgspec.structs import replace

    from tracker.reports.render import unwrapped
    from tracker.reports.retries import RetryAudit, as_text

    def head() -> list[str]:
        return as_text(RetryAudit((replace(chain, attempts=()),), (), ()))[1:-4]

    def told(attempt: Attempt) -> str:
        alone = RetryAudit((replace(chain, attempts=(attempt,)),), (), ())
        return joined(as_text, alone, slice(1 + len(head()), -4))

    yield Finding(lambda: f"{unwrapped(head()).lstrip(' ')}: {verdict}", chain.task)
    for attempt in chain.attempts:
        yield Finding(partial(told, attempt), attempt.position)


def _frights(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """Every exposure, by threat."""
    from tracker.reports.frights import as_text, audit_frights

    met = sorted(among(audit_frights(connection, campaign.log.id)), key=lambda one: one.threat)
    for threat, exposures in groupby(met, key=lambda one: one.threat):
        found = list(exposures)
        yield heading(f"{threat}: {ngettext('{count} exposure', '{count} exposures', len(found))}")
        for one in found:
            failed = one.check is not None and not one.check.success
            position = one.check.position if one.check else one.position
            yield Finding(partial(joined, as_text, [one], slice(3, None)), position, "no" if failed else "")


def _traits(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    from tracker.reports.traits import as_text, audit_traits

    for trait in among(audit_traits(connection, campaign.log.id)):
        position = trait.position if trait.roll is None else trait.roll
        look = "no" if trait.status == "pending" else ""
        yield Finding(partial(joined, as_text, [trait], slice(1, None)), position, look)


def _ledger(pool: str, campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """The ledger of a pool, or of character points, by character; what was taken back stays in sight."""
    from tracker.campaign.characters import beginnings
    from tracker.reports import ledgers

    start = beginnings(campaign.state, campaign.ruleset)
    found = among(ledgers.ledger(connection, campaign.log.id, pool, start))
    for _character, lines in groupby(found, key=lambda line: line.character_id):
        first, *others = lines
        yield heading(first.character)
        for line in (first, *others):
            position = line.position if line.roll is None else line.roll
            look = "quiet" if line.voided else ""
            yield Finding(partial(joined, ledgers.as_text, [line], slice(3, None)), position, look)


def _overrides(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """What counts in place of what the rules or the dice say."""
    from tracker.reports.overrides import as_text, audit_overrides

    for one in among(audit_overrides(connection, campaign.log.id, campaign.ruleset)):
        yield Finding(partial(joined, as_text, [one], slice(1, None)), one.position if one.roll is None else one.roll)


def _bought(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """Successes that character points paid for."""
    from tracker.reports.bought import as_text, audit_bought

    for one in among(audit_bought(connection, campaign.log.id, campaign.state, campaign.ruleset)):
        yield Finding(partial(joined, as_text, [one], slice(1, None)), one.roll, "" if one.roll_counts else "no")


def _voids(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """What was taken back, corrected or restored; under each what still rests on what doesn't count."""
    from tracker.reports.voids import audit_voids, flip_text, rest_text, rests_told

    log = campaign.log
    for flip in among(audit_voids(connection, log.id, log.get, campaign.state, log.positions("ActionVoided"))):
        yield Finding(partial(flip_text, flip), flip.position, "quiet" if flip.undone else "")
        for rest in rests_told(flip):
            yield Finding(partial(rest_text, rest, flip), rest.position, "no")


def _secrets(campaign: Campaign, connection: Connection, among: Among) -> Iterator[Finding]:
    """What only the GM has seen, and what was revealed since."""
    from tracker.reports.secrets import as_text, audit_secrets

    for one in among(audit_secrets(connection, campaign.log.id, campaign.log.get)):
        look = "quiet" if one.voided else ""
        yield Finding(partial(joined, as_text, [one], slice(1, None)), one.position, look)


def _readers(campaign: Campaign) -> dict[str, Callable[[Campaign, Connection, Among], Iterator[Finding]]]:
    """The audits of a campaign by name: those that its rules have something for."""
    from tracker.projections.ledger import POINTS

    rules = campaign.ruleset
    # Fatigue comes before injury, and what only some systems have behind both.
    pools = sorted(rules.pools, key=lambda pool: [*_LEDGERS, pool].index(pool))
    return {
        RETRIES: _retries,
        **({N_("frights"): _frights, N_("traits"): _traits} if rules.fright else {}),
        **{_LEDGERS.get(pool, pool): partial(_ledger, pool) for pool in pools},
        N_("points"): partial(_ledger, POINTS),
        N_("overrides"): _overrides,
        **({N_("bought"): _bought} if rules.buying else {}),
        N_("voids"): _voids,
        N_("secrets"): _secrets,
    }
