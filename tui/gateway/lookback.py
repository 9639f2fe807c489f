"""Questions about the whole log: since when something held, what other rules would have made of the dice, and recaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import Refused
from tracker.language import N_, _, ngettext
from tui.gateway.context import context_of
from tui.gateway.exports import Written, written
from tui.gateway.messages import News

if TYPE_CHECKING:
    from tracker.lookback.when import Edge
    from tracker.service import Campaign

MOST = 2_000  # moments of a list: who wants more asks more closely
EDITIONS = (N_("gm"), N_("players"))
RECAPS = ("markdown", "html", "csv", "jsonl")
_ENDINGS = {"markdown": "md", "html": "html", "csv": "csv", "jsonl": "jsonl"}


@dataclass(frozen=True, slots=True)
class Moment:
    """A line of a list, and the event to go to, None where there is none."""

    told: str
    position: int | None = None


@dataclass(eq=False)
class MomentsRead(News):
    """What a question found, in one sentence and moment by moment; ``problem`` says why it isn't understood."""

    generation: int
    summary: str
    moments: Sequence[Moment]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class OtherRules:
    """Rules to judge recorded dice by: another ``ruleset`` (its id), or one option with another ``value``."""

    told: str
    ruleset: str = ""
    option: str = ""
    value: str = ""


@dataclass(eq=False)
class RecapRead(News):
    """A recap to read, or why there is none."""

    lines: Sequence[str]
    problem: str = ""


def when(campaign: Campaign, generation: int, text: str) -> MomentsRead:
    """The moments at which a condition began to hold and ceased, as it stood."""
    from tracker.lookback.when import parse, spells

    try:
        asked = parse(text, campaign.state, campaign.ruleset)
        found = list(islice(spells(campaign.log, campaign.state, asked, campaign.ruleset, corrected=False), MOST))
    except Refused as refused:
        return MomentsRead(generation, "", (), refused.message)
    moments: list[Moment] = []
    for spell in found:
        who = _("{name}: ", name=spell.character) if spell.character else ""
        began = _("{who}began at {edge}", who=who, edge=_edge(campaign, spell.began))
        moments.append(Moment(began, spell.began.position))
        if spell.ceased:
            moments.append(Moment(_("    ceased at {edge}", edge=_edge(campaign, spell.ceased)), spell.ceased.position))
        else:
            moments.append(Moment(_("    still so")))
    summary = ngettext("it held {count} time", "it held {count} times", len(found)) if found else _("it never held")
    return MomentsRead(generation, summary, moments)


def _edge(campaign: Campaign, edge: Edge) -> str:
    from tracker.lookback.when.text import edge_text

    return edge_text(edge, campaign.log, campaign.names())


def other_rules(campaign: Campaign) -> list[OtherRules]:
    """What the campaign's dice can be judged by instead: other editions with the same dice, and options."""
    from tracker import rulesets
    from tracker.campaign.options import chosen

    own = rulesets.get(campaign.state.ruleset)
    editions = [rules for id in rulesets.available() if (rules := rulesets.get(id)).id != own.id]
    found = [OtherRules(_(rules.title), ruleset=rules.id) for rules in editions if rules.notation == own.notation]
    now = chosen(own, campaign.state)
    for option in own.options:
        for value in option.values:
            if now.get(option.name) != value:
                told = _("option {name} {value}", name=_(option.name.replace("_", " ")), value=_(value))
                found.append(OtherRules(told, option=option.name, value=value))
    return found


def rejudge(campaign: Campaign, generation: int, rules: OtherRules, filter: str) -> MomentsRead:
    """The rolls that a filter lets through and that would come out otherwise. Nothing is recorded."""
    from tracker import rulesets
    from tracker.lookback.rejudge import line_of
    from tracker.lookback.rejudge import rejudge as again
    from tracker.quickline import parse_filter

    own = rulesets.get(campaign.state.ruleset)
    other = rulesets.get(rules.ruleset) if rules.ruleset else None
    options = {rules.option: rules.value} if rules.option else {}
    try:
        found = again(campaign.log, own, parse_filter(filter, context_of(campaign)).counting(), other, options)
    except Refused as refused:
        return MomentsRead(generation, "", (), refused.message)
    moments = [Moment(line_of(one), one.position) for one in found.differing[:MOST]]
    summary = ngettext(
        "{count} roll judged again, {differing} would come out otherwise",
        "{count} rolls judged again, {differing} would come out otherwise",
        found.judged,
        differing=f"{len(found.differing):,}",
    )
    if found.unjudged:
        summary += ngettext(", {count} can't be judged so", ", {count} can't be judged so", len(found.unjudged))
    return MomentsRead(generation, summary, moments)


def recap(campaign: Campaign, sessions: str, edition: str, format: str, path: str) -> RecapRead | Written:
    """The recap of some sessions, to read or, with a ``path``, in a new file."""
    from tracker.cli.recap import FORMATS, bounds_of
    from tracker.interchange.recap_markdown import unescaped
    from tracker.lookback.telling import tell
    from tracker.reports import recap as reports

    try:
        first, last = bounds_of(campaign, sessions.strip() or None)
        for_whom = next(known for known in reports.EDITIONS if known == edition)
        told = tell(campaign.log, campaign.state, first, last, edition=for_whom)
    except Refused as refused:
        return RecapRead((), refused.message)
    lines: Iterator[str] = FORMATS[format](told)
    if path:
        return written(Path(path), lines)
    shown = map(unescaped, lines) if format == "markdown" else lines
    return RecapRead([part for line in shown for part in line.split("\n")])


def ending(format: str) -> str:
    """What the name of a recap's file ends in."""
    return _ENDINGS[format]
