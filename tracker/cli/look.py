"""Commands that look back, and ahead: the history and the odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec.structs import replace

from tracker import quickline, rulesets
from tracker.campaign.options import chosen
from tracker.campaign.throws import mode_named
from tracker.cli.context import Common, Limit, SessionNumber, Target, subject_of
from tracker.errors import Refused
from tracker.events import Recorded
from tracker.reports import history as reports
from tracker.reports import lines
from tracker.reports.odds import chances, odds_json, odds_lines
from tracker.reports.results import event_json
from tracker.rulesets.base import Ruleset
from tracker.service import Campaign
from tracker.text import fold

SHOWN = 30
"""How many lines people get unless they ask for more; scripts get all."""

_PAGE = 500


def history(
    *filter_: Annotated[str, Parameter(name="FILTER")],
    session: Annotated[SessionNumber | None, Parameter(help="Of this session only.")] = None,
    character: Annotated[str | None, Parameter(help="Of this character only.")] = None,
    what: Annotated[str | None, Parameter(help="Of this skill or attribute, or what begins like it.")] = None,
    kind: Annotated[str | None, Parameter(help="Of this kind: success, will, fright, effort ...")] = None,
    outcome: Annotated[str | None, Parameter(help="That came out so: success, failure, crit, fumble ...")] = None,
    limit: Annotated[Limit | None, Parameter(help=f"At most so many; {SHOWN} unless you say so, with --json all.")] = None,
    all_: Annotated[bool, Parameter(name="--all", help="Every line of the log, not just the rolls.")] = False,
    context: Common,
) -> int:
    """List the rolls, newest first.

    Parameters
    ----------
    filter_
        Words such as outcome:failure, session:1..3, skill:stealth, voided:no.
    """
    campaign = context.campaign
    if limit is not None and limit < 1:
        raise Refused("Show 1 or more.", code="bad_number", where="limit")
    found = quickline.parse_filter(" ".join(map(_held_together, filter_)), context.typed())
    if session is not None:
        found = replace(found, first_session=session, last_session=session)
    if outcome is not None:
        found = quickline.by_outcome(found, outcome, context.typed())
    if character is not None:
        found = replace(found, character=subject_of(campaign, character))
    found = replace(found, what=found.what if what is None else what, kind=found.kind if kind is None else kind)
    with campaign.log.reading() as connection:
        look_up = reports.line_positions if all_ else reports.roll_positions
        positions = list(reversed(look_up(connection, campaign.log.id, found)))
    wanted = positions if limit is None else positions[:limit]
    shown = wanted if limit is not None else wanted[:SHOWN]
    context.out.show(
        _events(campaign, wanted) if all_ else _rolls(campaign, found, len(wanted)),
        _lines(campaign, shown, len(positions) - len(shown)),
    )
    return 0


def _held_together(word: str) -> str:
    """An argument that the shell passes whole stays whole: ``outcome:great success``."""
    key, colon, value = word.partition(":")
    return f'{key}:"{value}"' if colon and " " in value and not {'"', "“"} & set(value) else word


def odds(
    target: Target,
    /,
    *,
    kind: Annotated[str, Parameter(help="The sort of roll: success, active_defense, forced ...")] = "success",
    mode: Annotated[str, Parameter(help="Rolled twice: with advantage or disadvantage.")] = "",
    ruleset: Annotated[str | None, Parameter(help="The rule system, if not that of the campaign.")] = None,
    context: Common,
) -> int:
    """Say what the exact chances against a target are, by each of the dice where the system has several.

    Parameters
    ----------
    target
        The number to roll against, after all modifiers. What depends on the bare attribute, such as a great success on
        half of it, is counted as if this were the attribute.
    """
    if ruleset is None:
        rules = context.campaign.ruleset
        options = chosen(rules, context.campaign.state)
    else:
        rules, options = rulesets.get(ruleset), {}
    found = chances(rules, options, target, kind, _mode(rules, mode) if mode else "")
    context.out.show(map(odds_json, found), odds_lines(found))
    return 0


def _mode(rules: Ruleset, typed: str) -> str:
    """The way to roll twice that somebody typed. Raises Refused for one that the system lacks."""
    mode = mode_named(rules, fold(typed))
    if mode is None:
        known = f"it knows {' and '.join(rules.modes)}" if rules.modes else "it knows no way to roll twice"
        raise Refused(f"{rules.title} has no mode “{typed}”: {known}.", code="bad_value", where="mode")
    return mode


def _rolls(campaign: Campaign, found: reports.Filter, limit: int) -> Iterator[dict[str, Any]]:
    before, left = None, limit
    while left > 0:
        with campaign.log.reading() as connection:
            page = reports.rolls(connection, campaign.log.id, found, campaign.log.get, before=before, limit=min(left, _PAGE))
        if not page:
            return
        yield from page
        before, left = page[-1]["position"], left - len(page)


def _events(campaign: Campaign, positions: list[int]) -> Iterator[dict[str, Any]]:
    for page in _pages(positions):
        recorded: dict[int, Recorded] = campaign.log.get(page)
        yield from (event_json(recorded[position]) for position in page)


def _lines(campaign: Campaign, positions: list[int], more: int) -> Iterator[str]:
    names = campaign.names()
    for page in _pages(positions):
        with campaign.log.reading() as connection:
            yield from map(str, lines.page(connection, campaign.log.id, page, names, campaign.log.get))
    if not positions:
        yield "Nothing matches."
    elif more:
        yield f"... and {more} older: --limit N shows more."


def _pages(positions: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(positions), _PAGE):
        yield positions[start : start + _PAGE]
