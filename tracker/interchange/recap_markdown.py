"""A recap in Markdown, to paste where the group writes to each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracker.interchange.recap_words import (
    facts_of,
    outcome_titles,
    scene_title,
    sum_of,
    tags_of,
    title_of,
    verdict_of,
    who_of,
)
from tracker.language import _
from tracker.reports.recap import OUTCOMES, Entry, Recap
from tracker.reports.words import how_it_fell

# What Markdown, or the HTML in it, would take for its own.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&$!]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~&$!:.])")


def recap_markdown(recap: Recap) -> Iterator[str]:
    """The lines of the text."""
    yield f"# {escaped(recap.campaign)}"
    for session in recap.sessions:
        yield from ("", f"## {escaped(title_of(session))}", "")
        yield from (f"- {name}: {escaped(value)}" for name, value in facts_of(session))
        for number, scene in enumerate(session.scenes, start=1):
            if scene.begun:
                yield from ("", f"### {escaped(scene_title(number, scene))}")
            if scene.entries:
                yield ""
            yield from (f"- {_line(entry)}" for entry in scene.entries)
    if recap.tallies:
        yield from ("", "## " + _("Rolls"), "")
        yield f"| {' | '.join((_('Character'), *outcome_titles(), _('rolls')))} |"
        yield f"| --- |{' ---: |' * (len(OUTCOMES) + 1)}"
        for tally in recap.tallies:
            counts = " | ".join(str(tally.outcomes[outcome]) for outcome in OUTCOMES)
            yield f"| {escaped(tally.who)} | {counts} | {tally.rolls} |"
    yield from ("", "---", "", f"`{recap.verification}`")


def escaped(text: str) -> str:
    """People's text so that nothing in it is markup."""
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))


def unescaped(line: str) -> str:
    """A line of the text for eyes that read it as it stands, with people's text as they wrote it."""
    return _ESCAPED.sub(r"\1", line)


def _line(entry: Entry) -> str:
    who = f"**{escaped(who_of(entry))}**: " if entry.who else ""
    text = f"{who}{escaped(entry.text)}"
    if rolled := entry.rolled:
        verdict = f"**{escaped(verdict_of(rolled))}**"
        fell = how_it_fell(escaped(rolled.need), escaped(rolled.dice), verdict)
        text = " ".join(filter(None, (text, escaped(sum_of(rolled))))) + fell
    tags = f" ({escaped('; '.join(tags_of(entry)))})" if tags_of(entry) else ""
    return f"\\[{entry.number}\\] {f'~~{text}~~' if entry.voided else text}{tags}"
