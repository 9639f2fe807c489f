"""Commands that look back, and ahead: the history and the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from tracker import quickline, rulesets
from tracker.campaign.options import chosen
from tracker.campaign.throws import mode_named
from tracker.cli.context import Common, Context, Limit, Position, SessionNumber, Target, subject_of
from tracker.errors import Refused
from tracker.language import _, ngettext
from tracker.reports import history as reports
from tracker.reports import lines
from tracker.reports.filters import Condition, Filter, Key, Range
from tracker.reports.odds import chances, odds_json, odds_lines
from tracker.reports.results import event_json
from tracker.reports.since import amended_of, revealed_of, since_json
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
    before: Annotated[Position | None, Parameter(help="Go on behind the event of this number, the last of a page.")] = None,
    limit: Annotated[Limit | None, Parameter(help=f"At most so many; {SHOWN} unless you say so, with --json all.")] = None,
    count: Annotated[bool, Parameter(name="--count", negative="", help="Only say how many there are.")] = False,
    all_: Annotated[bool, Parameter(name="--all", help="Every line of the log, not just the rolls.")] = False,
    context: Common,
) -> int:
    """List the rolls, newest first.

    Parameters
    ----------
    filter_
        Words such as outcome:failure, session:1..3, skill:stealth, voided:no, sort:-margin, or words of a note.
    """
    campaign = context.campaign
    if limit is not None and limit < 1:
        raise Refused(_("Show 1 or more."), code="bad_number", where="limit")
    typed = context.typed()
    found = quickline.parse_filter_words(filter_, typed)
    if session is not None:
        found = found.also(Condition("session", (Range(session, session),)))
    if outcome is not None:
        found = found.also(quickline.by_outcome(outcome, typed))
    subject = None if character is None else subject_of(campaign.state, character)
    given: tuple[tuple[Key, str | None], ...] = (("character", subject), ("what", what), ("kind", kind))
    for key, value in given:
        if value is not None:
            found = found.also(Condition(key, (value,)))
    pages = _Pages(campaign, found, before, limit, only_rolls=not all_)
    if count:
        number = pages.count()
        context.out.show([{"count": number}], [f"{number:,}"])
    else:
        context.out.show(pages.as_json(), pages.as_text())
    return 0


class _Pages:
    """What a filter lets through, a page at a time: each is found by the last line of the one before it."""

    def __init__(
        self, campaign: Campaign, filter: Filter, before: int | None, limit: int | None, *, only_rolls: bool
    ) -> None:
        self._campaign = campaign
        self._filter = filter
        self._before = before
        self._limit = limit
        self._only_rolls = only_rolls

    def count(self) -> int:
        with self._campaign.log.reading() as connection:
            return reports.count(connection, self._campaign.log.id, self._filter, only_rolls=self._only_rolls)

    def as_json(self) -> Iterator[dict[str, Any]]:
        """Each roll, or each event as it is stored, as scripts get it."""
        get, id_ = self._campaign.log.get, self._campaign.log.id
        for positions in self._pages(self._limit):
            if self._only_rolls:
                with self._campaign.log.reading() as connection:
                    yield from reports.rolls_at(connection, id_, positions, get)
            else:
                recorded = get(positions)
                with self._campaign.log.reading() as connection:
                    amended = amended_of(connection, id_, positions, get)
                    revealed = revealed_of(connection, id_, get, min(positions))
                for position in positions:
                    yield event_json(recorded[position]) | since_json(amended.get(position), revealed.get(position))

    def as_text(self) -> Iterator[str]:
        """Each line of the log, and whether there are more."""
        limit, shown = SHOWN if self._limit is None else self._limit, 0
        names = self._campaign.names()
        last = None
        for positions in self._pages(limit):
            with self._campaign.log.reading() as connection:
                told = lines.page(connection, self._campaign.log.id, positions, names, self._campaign.log.get)
            yield from map(str, told)
            shown, last = shown + len(positions), positions[-1]
        if last is None:
            yield self._nothing()
        elif shown == limit and self._page(1, last):
            yield _("... and more: --before {last} goes on there, --limit N shows more at once.", last=last)

    def _nothing(self) -> str:
        """What to say in place of an empty page: perhaps it is no roll that is looked for."""
        if self._before is not None:
            return _("Nothing more matches.")
        with self._campaign.log.reading() as connection:
            others = reports.count(connection, self._campaign.log.id, self._filter, only_rolls=False)
        if not others:
            return _("Nothing matches.")
        return ngettext(
            "No roll matches; --all lists {count} other line.", "No roll matches; --all lists {count} other lines.", others
        )

    def _pages(self, limit: int | None) -> Iterator[list[int]]:
        last, left = self._before, limit
        while left is None or left > 0:
            positions = self._page(_PAGE if left is None else min(left, _PAGE), last)
            if not positions:
                return
            yield positions
            last, left = positions[-1], None if left is None else left - len(positions)

    def _page(self, limit: int, before: int | None) -> list[int]:
        with self._campaign.log.reading() as connection:
            return reports.page(
                connection, self._campaign.log.id, self._filter, limit=limit, before=before, only_rolls=self._only_rolls
            )


def filter_of_counting(words: Sequence[str], context: Context) -> Filter:
    """The filter of a command about rolls that weren't taken back. Raises Refused."""
    found = quickline.parse_filter_words(words, context.typed())
    if any(one.key == "voided" and True in one.any_of and not one.negated for one in found.conditions):
        raise Refused(_("What was taken back doesn't count here: leave voided: out."), code="bad_value", where="voided")
    return found.counting()


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
        said = {"title": _(rules.title), "typed": typed}
        if rules.modes:
            known = _(" and ").join(rules.modes)
            sentence = _("{title} has no mode “{typed}”: it knows {known}.", **said, known=known)
        else:
            sentence = _("{title} has no mode “{typed}”: it knows no way to roll twice.", **said)
        raise Refused(sentence, code="bad_value", where="mode")
    return mode
