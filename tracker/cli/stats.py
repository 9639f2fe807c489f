"""The statistics of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from msgspec import to_builtins

from tracker import rulesets
from tracker.cli.context import Common
from tracker.cli.look import filter_of_counting
from tracker.errors import Refused
from tracker.language import _
from tracker.reports.statistics import Group, Statistics, statistics
from tracker.reports.statistics.text import as_text


def stats(
    *filter_: Annotated[str, Parameter(name="FILTER")],
    by: Annotated[
        Literal["character", "player", "session", "source", "skill"] | None,
        Parameter(help="In groups as well; by source tells dice thrown by hand from the system's."),
    ] = None,
    edition: Annotated[Literal["gm", "players"], Parameter(help="players leaves out what only the GM has seen.")] = "gm",
    plain: Annotated[bool, Parameter(help="Without bars.")] = False,
    context: Common,
) -> int:
    """Tell how rolls came out, how lucky they were, and whether the dice look fair.

    Parameters
    ----------
    filter_
        Which rolls: words such as session:1..3, character:mira, skill:stealth. All that count unless you give some.
    """
    campaign = context.campaign
    wanted = filter_of_counting(filter_, context)
    asked = [one.any_of for one in wanted.conditions if one.key == "secret" and not one.negated]
    if edition == "players" and any(True in values for values in asked):
        raise Refused(
            _("The players' edition holds no secret rolls: leave secret:yes out."), code="bad_value", where="secret"
        )
    own = rulesets.get(campaign.state.ruleset)
    found = statistics(campaign.log, own, wanted, by=by or "", players=edition == "players")
    context.out.show(_json(found), as_text(found, bars=not plain))
    return 0


def _json(found: Statistics) -> Iterator[dict[str, Any]]:
    for group in (found.whole, *found.groups):
        yield _group_json(group)
    for one in found.lucks:
        yield to_builtins(one) | {"percentile": one.percentile}


def _group_json(group: Group) -> dict[str, Any]:
    """A group with its outcomes spread out; ``by`` and ``name`` are null for all rolls together."""
    return {
        "type": "group",
        "by": group.by or None,
        "name": group.name if group.by else None,
        "fair": group.fair,
        **to_builtins(group.outcomes),
        "runs": {"success": to_builtins(group.successes), "failure": to_builtins(group.failures)},
        "luck": to_builtins(group.luck),
        "dice": to_builtins(group.dice),
    }
