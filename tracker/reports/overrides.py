"""The overrides audit: where the GM's word, or points, counted in place of what the rules or the dice say; and what a roll
counts as in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Subquery, Table, and_, case, false, func, or_, select, true

from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.overrides import BOUGHT, OUTCOME, REROLLED, RULINGS
from tracker.projections.schema import ledger as _ledger
from tracker.projections.schema import overrides as _overrides
from tracker.projections.schema import prompts, rolls, traits
from tracker.reports import roster
from tracker.reports.reading import chunks, counting
from tracker.reports.render import OUTCOME_WORDS, flush_right, place, wrapped
from tracker.reports.words import RULED_BY, outcome_word, word
from tracker.rulesets.base import Ruleset

_A_DAY = 24 * 3600  # seconds of rest: enough for whatever rest gives back
_SUCCESSES = ("success", "critical_success")
_FAILURES = ("failure", "critical_failure")


class Override(Struct, frozen=True, tag_field="type", tag="override"):
    """Something that counts in place of what the rules say. ``kind`` is ``modifier``, ``target``, ``retry``, ``outcome``,
    ``bought`` (an outcome paid for), ``rerolled``, ``trait`` (named at other points than the table's) or ``pool`` (points
    given back by hand where the rules give them back by rest, such as the fatigue of an effort that is to cost nothing);
    ``what`` names it, and ``rules_say`` and ``gm_says`` are points with their sign, a target, or an outcome. ``roll`` is the
    roll that it is about and ``rolled`` its name, where there is one."""

    position: int
    kind: str
    character: str
    character_id: str | None
    session: int | None
    roll: int | None
    rolled: str
    what: str
    rules_say: str
    gm_says: str
    reason: str
    secret: bool


def audit_overrides(
    connection: Connection, campaign_id: str, rules: Ruleset, *, character: str | None = None
) -> list[Override]:
    """Every override that counts, oldest first, on request of one character (by id). The rules say which pools rest
    fills."""
    names = roster.names(connection, campaign_id)
    about = and_(
        rolls.c.campaign_id == _overrides.c.campaign_id,
        or_(
            rolls.c.position == _overrides.c.roll,
            # The roll that a penalty was for names it as its cause; the penalty itself came first.
            and_(_overrides.c.kind == "retry", rolls.c.cause == _overrides.c.position),
        ),
    )
    said = (
        select(_overrides, rolls.c.position.label("made"), rolls.c.what.label("rolled"))
        .outerjoin(rolls, about)
        .where(*counting(_overrides, campaign_id, character=character))
    )
    found = [_override(row, row.made, row.rolled or "", names) for row in connection.execute(said)]
    named = (
        select(traits, prompts.c.points.label("due"), rolls.c.what.label("rolled"))
        .join(prompts, and_(prompts.c.campaign_id == traits.c.campaign_id, prompts.c.position == traits.c.cause))
        .outerjoin(rolls, and_(rolls.c.campaign_id == traits.c.campaign_id, rolls.c.position == traits.c.roll))
        .where(*counting(traits, campaign_id, character=character), traits.c.points != prompts.c.points)
    )
    found += [_trait(row, names) for row in connection.execute(named)]
    given = select(_ledger).where(
        *counting(_ledger, campaign_id, character=character),
        _ledger.c.pool.in_(list(rules.recovered(_A_DAY))),
        _ledger.c.reason == "manual",
        _ledger.c.change > 0,
    )
    found += [_given_back(row, names) for row in connection.execute(given)]
    return sorted(found, key=lambda one: one.position)


def as_text(found: Sequence[Override]) -> list[str]:
    """The overrides in plain lines."""
    lines = [ngettext("{count} override", "{count} overrides", len(found))]
    for one in found:
        about = said(one.rolled) + _(", ") if one.rolled and one.rolled != one.what else ""
        why = f" ({one.reason})" if one.reason else ""
        secret = "  [GM]" if one.secret else ""
        what = f"{about}{said(one.what)}: {_came(one)}"
        lines += wrapped(f"{flush_right(place(one.position), 9)}  {one.character}: {what}{why}{secret}", indent=" " * 11)
    return lines


def _came(one: Override) -> str:
    if one.kind in (BOUGHT, REROLLED):
        how = _(RULED_BY[_BY[one.kind]])
        return _("{outcome} {how}, the dice say {dice}", outcome=word(one.gm_says), how=how, dice=word(one.rules_say))
    if one.kind in RULINGS:
        return _("{outcome} ruled, it was a {dice}", outcome=word(one.gm_says), dice=word(one.rules_say))
    return _("{value}, the rules say {rules}", value=said(one.gm_says), rules=said(one.rules_say))


def _override(row: Any, roll: int | None, rolled: str, names: Mapping[str, str]) -> Override:
    return Override(
        position=row.position,
        kind=row.kind,
        character=roster.called(names, row.character),
        character_id=row.character,
        session=row.session,
        roll=roll,
        rolled=rolled,
        what=row.what,
        rules_say=row.rules_say,
        gm_says=row.degree or row.gm_says,
        reason=row.reason,
        secret=row.secret,
    )


def _trait(row: Any, names: Mapping[str, str]) -> Override:
    return Override(
        position=row.position,
        kind="trait",
        character=roster.called(names, row.character),
        character_id=row.character,
        session=row.session,
        roll=row.roll,
        rolled=row.rolled or "",
        what=row.name,
        rules_say=f"{row.due:+d}",
        gm_says=f"{row.points:+d}",
        reason="",
        secret=row.secret,
    )


def _given_back(row: Any, names: Mapping[str, str]) -> Override:
    return Override(
        position=row.position,
        kind="pool",
        character=roster.called(names, row.character),
        character_id=row.character,
        session=row.session,
        roll=None,
        rolled="",
        what=row.pool,
        rules_say="+0",
        gm_says=f"{row.change:+d}",
        reason=row.note,
        secret=row.secret,
    )


# -- what a roll counts as --------------------------------------------------------------------------------------------


class Ruled(Struct, frozen=True):
    """What a roll counts as: ``outcome`` is one of OUTCOME_WORDS, ``degree`` the system's own word; ``by`` is ``gm``,
    ``points`` or ``reroll``, ``position`` the ruling's."""

    outcome: str
    degree: str
    by: str
    position: int

    @property
    def success(self) -> bool:
        return self.outcome in _SUCCESSES

    def __str__(self) -> str:
        """``-> ok (bought)``, or ``-> ok (major success, ruled)``, as it stands behind how the dice fell."""
        finer = "" if self.degree in OUTCOME_WORDS else word(self.degree) + _(", ")
        return f"-> {outcome_word(self.outcome)} ({finer}{_(RULED_BY[self.by])})"


_BY = {OUTCOME: "gm", BOUGHT: "points", REROLLED: "reroll"}


def rulings(
    connection: Connection, campaign_id: str, positions: Sequence[int] | None = None, *, everyone: bool = False
) -> dict[int, Ruled]:
    """The ruling that counts of every roll that has one, or of those at ``positions``; with ``everyone`` the last one that
    isn't hidden."""
    query = select(_overrides).where(*_ruled(campaign_id)).order_by(_overrides.c.position)
    query = query.where(_overrides.c.secret.is_(False)) if everyone else query
    queries = [query] if positions is None else [query.where(_overrides.c.roll.in_(part)) for part in chunks(positions)]
    return {
        row.roll: Ruled(row.gm_says, row.degree, _BY[row.kind], row.position)
        for each in queries
        for row in connection.execute(each)
    }


def counts_as(table: Table, campaign_id: str, outcomes: Sequence[str]) -> ColumnElement[bool]:
    """The condition that a row of ``rolls`` or ``lines`` came out so in the end."""
    now = _counting(campaign_id)
    as_rolled = and_(table.c.outcome.in_(outcomes), table.c.position.not_in(select(now.c.roll)))
    return or_(as_rolled, table.c.position.in_(select(now.c.roll).where(now.c.outcome.in_(outcomes))))


def counts_as_degree(table: Table, campaign_id: str, degree: str) -> ColumnElement[bool]:
    """The condition that a row of ``rolls`` or ``lines`` is a roll of that degree, by the system's own word, in the end."""
    now = _counting(campaign_id)
    # A line keeps the word only where it isn't the outcome's.
    word = table.c.degree if table is rolls else func.coalesce(table.c.degree, table.c.outcome)
    as_rolled = and_(word == degree, table.c.position.not_in(select(now.c.roll)))
    return or_(as_rolled, table.c.position.in_(select(now.c.roll).where(now.c.degree == degree)))


def succeeded(campaign_id: str) -> ColumnElement[bool]:
    """Whether a row of ``rolls`` is a success in the end."""
    now = _counting(campaign_id)
    ruled = select(now.c.roll)
    return case(
        (rolls.c.position.in_(ruled.where(now.c.outcome.in_(_SUCCESSES))), true()),
        (rolls.c.position.in_(ruled.where(now.c.outcome.in_(_FAILURES))), false()),
        else_=rolls.c.success,
    )


def _ruled(campaign_id: str) -> list[ColumnElement[bool]]:
    return [*counting(_overrides, campaign_id), _overrides.c.kind.in_(RULINGS)]


def _counting(campaign_id: str) -> Subquery:
    """Each ruled roll with the outcome of its newest ruling."""
    newest = select(func.max(_overrides.c.position)).where(*_ruled(campaign_id)).group_by(_overrides.c.roll)
    return (
        select(_overrides.c.roll, _overrides.c.gm_says.label("outcome"), _overrides.c.degree)
        .where(*_ruled(campaign_id), _overrides.c.position.in_(newest))
        .subquery()
    )
