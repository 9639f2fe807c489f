"""The rules that the program knows, topic by topic, with commands to try."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Annotated, Any

from cyclopts import Parameter

from tracker import rulesets
from tracker.cli.context import Common
from tracker.errors import Refused
from tracker.reports.render import wrapped
from tracker.text import fold

_USUAL = "gurps4e"


def rules(
    topic: str | None = None,
    /,
    *,
    ruleset: Annotated[str, Parameter(help="The rule system.")] = _USUAL,
    context: Common,
) -> int:
    """Say which rules are here, where they stand in the books, and how they are used.

    Parameters
    ----------
    topic
        One topic in full; without it all are listed.
    """
    system = rulesets.get(ruleset)
    guide = read_guide(system.id)
    if topic is None:
        context.out.show(guide["topic"], _contents(system.title, guide))
        return 0
    found = [one for one in guide["topic"] if fold(topic) in (one["id"], fold(one["title"]))]
    if not found:
        known = ", ".join(one["id"] for one in guide["topic"])
        raise Refused(f"No topic is called “{topic}”; known: {known}.", code="not_found", where="topic")
    context.out.show(found, _topic(found[0]))
    return 0


def read_guide(ruleset: str) -> dict[str, Any]:
    """The guide to a rule system. Raises Refused when there is none."""
    file = files(__package__).joinpath(f"rules_{ruleset}.toml")
    if not file.is_file():
        raise Refused(f"There is no guide to {ruleset}.", code="not_found", where="ruleset")
    return tomllib.loads(file.read_text("utf-8"))


def _contents(title: str, guide: Mapping[str, Any]) -> Iterator[str]:
    yield f"{title}: topics, pages, and a command for each. “rollbook rules TOPIC” says more."
    for topic in guide["topic"]:
        yield f"  {topic['id']:14} {topic['title']} ({topic['source']})"
        yield f"  {'':14} rollbook {topic['examples'][0]}"
    yield "Not covered:"
    for gap in guide["not_covered"]:
        yield from wrapped(f"  {gap}", indent="    ")


def _topic(topic: Mapping[str, Any]) -> Iterator[str]:
    yield f"{topic['title']} ({topic['source']})"
    yield from wrapped(" ".join(topic["text"].split()), indent="")
    for example in topic["examples"]:
        yield f"  rollbook {example}"
