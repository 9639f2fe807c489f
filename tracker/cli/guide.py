"""The rules that the program knows, topic by topic, with commands to try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from cyclopts import Parameter

from tracker import rulesets
from tracker.cli.context import Common
from tracker.errors import Refused
from tracker.language import _
from tracker.reports.render import wrapped
from tracker.rulesets.base import Ruleset
from tracker.text import fold


def rules(
    topic: str | None = None,
    /,
    *,
    ruleset: Annotated[str | None, Parameter(help="The rule system, if not that of the campaign.")] = None,
    context: Common,
) -> int:
    """Say which rules are here, where they stand in the books, and how they are used.

    Parameters
    ----------
    topic
        One topic in full; without it all are listed.
    """
    system = _played(context) if ruleset is None else rulesets.get(ruleset)
    guide = read_guide(system)
    if topic is None:
        context.out.show(guide["topic"], _contents(system.title, guide))
        return 0
    found = [one for one in guide["topic"] if fold(topic) in (one["id"], fold(one["title"]), fold(_(one["title"])))]
    if not found:
        known = _(", ").join(one["id"] for one in guide["topic"])
        raise Refused(
            _("No topic is called “{topic}”; known: {known}.", topic=topic, known=known), code="not_found", where="topic"
        )
    context.out.show(found, _topic(found[0]))
    return 0


def read_guide(system: Ruleset) -> Mapping[str, Any]:
    """The guide to a rule system. Raises Refused (``not_found``) when there is none."""
    guide = system.guide()
    if guide is None:
        raise Refused(_("There is no guide to {title}.", title=_(system.title)), code="not_found", where="ruleset")
    return guide


def _played(context: Common) -> Ruleset:
    """The system of the campaign in use, and where none is in use the usual one."""
    try:
        return context.campaign.ruleset
    except Refused as problem:
        if problem.code != "no_campaign":
            raise
        return rulesets.get(rulesets.USUAL)


def _contents(title: str, guide: Mapping[str, Any]) -> Iterator[str]:
    yield _("{title}: topics, pages, and a command for each. “rollbook rules TOPIC” says more.", title=_(title))
    for topic in guide["topic"]:
        yield f"  {topic['id']:14} {_(topic['title'])} ({_(topic['source'])})"
        yield f"  {'':14} rollbook {topic['examples'][0]}"
    yield _("Not covered:")
    for gap in guide["not_covered"]:
        yield from wrapped(f"  {_(gap)}", indent="    ")
    if "setup" in guide:
        yield _("A campaign to run the commands in:")
        for command in guide["setup"]:
            yield f"  rollbook {command}"


def _topic(topic: Mapping[str, Any]) -> Iterator[str]:
    yield f"{_(topic['title'])} ({_(topic['source'])})"
    yield from wrapped(_(" ".join(topic["text"].split())), indent="")
    for example in topic["examples"]:
        yield f"  rollbook {example}"
