"""Since when something holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from tracker.cli.context import Common
from tracker.language import _
from tracker.lookback.when import Edge, Spell, parse, spells
from tracker.lookback.when.text import edge_text, event_text
from tracker.service import Campaign


def when(
    *condition: str,
    corrected: Annotated[bool, Parameter(help="Without what was taken back since, instead of as it stood.")] = False,
    context: Common,
) -> int:
    """List every moment at which a condition began to hold, and when it ceased.

    Parameters
    ----------
    condition
        In quotes: "mira.hp < mira.hp.max / 3", "any.hp < 0 and not session = 2", 'mira has "stunned"',
        'mira."Stealth" >= 14', "mira.points.unspent > 5", 'clock >= "day 3 14:05"'.
    """
    campaign = context.campaign
    asked = parse(" ".join(condition), campaign.state, campaign.ruleset)
    found = spells(campaign.log, campaign.state, asked, campaign.ruleset, corrected=corrected)
    context.out.show((_json(spell, campaign) for spell in found), _lines(found, campaign))
    return 0


def _json(spell: Spell, campaign: Campaign) -> dict[str, Any]:
    return {
        "character": spell.character or None,
        "began": _edge_json(spell.began, campaign),
        "ceased": _edge_json(spell.ceased, campaign) if spell.ceased else None,
    }


def _edge_json(edge: Edge, campaign: Campaign) -> dict[str, Any]:
    return {
        "position": edge.position,
        "session": edge.session,
        "game_time": edge.game_time,
        "line": event_text(edge, campaign.log, campaign.names()),
    }


def _lines(found: Iterator[Spell], campaign: Campaign) -> Iterator[str]:
    none = True
    for spell in found:
        none = False
        who = f"{spell.character}: " if spell.character else ""
        yield who + _("began at {moment}", moment=_edge(spell.began, campaign))
        if spell.ceased:
            yield "    " + _("ceased at {moment}", moment=_edge(spell.ceased, campaign))
        else:
            yield "    " + _("still so")
    if none:
        yield _("It never held.")


def _edge(edge: Edge, campaign: Campaign) -> str:
    return edge_text(edge, campaign.log, campaign.names())
