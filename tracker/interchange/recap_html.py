"""A recap as one HTML page that needs nothing else: no scripts, no files, no addresses."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

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
from tracker.language import _, spoken_now
from tracker.reports.recap import OUTCOMES, Entry, Recap, SessionRecap, Tally
from tracker.reports.words import how_it_fell

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # even a browser's fault finds nothing to run or to load
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { border-bottom: 1px solid #999; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; } dt { color: #555; } dd { margin: 0; }
ol { list-style: none; padding: 0; } li { padding: .1rem 0; } .number { color: #666; margin-right: .5rem; }
.voided .what { text-decoration: line-through; } .secret { background: #f3e9d2; } .tag { color: #555; font-size: .85em; }
.success, .critical_success { color: #14612f; } .failure, .critical_failure { color: #9a1c1c; }
.critical_success, .critical_failure { font-weight: bold; }
table { border-collapse: collapse; } th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; } footer { margin-top: 3rem; color: #555; }
"""
_COLOURS = dict(zip(OUTCOMES, ("#2e8b57", "#c0504d", "#14612f", "#7a1414"), strict=True))
_BAR, _GAP, _TALL = 22, 6, 48  # of the plots, in pixels


def recap_html(recap: Recap) -> Iterator[str]:
    """The lines of the page."""
    title = _text(recap.campaign)
    yield from ("<!DOCTYPE html>", f'<html lang="{spoken_now()}">', "<head>", '<meta charset="utf-8"/>')
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}"/>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield from (f"<title>{title}</title>", "<style>", *_STYLE.strip().split("\n"), "</style>", "</head>", "<body>")
    yield f"<h1>{title}</h1>"
    for session in recap.sessions:
        yield from _session(session)
    if recap.tallies:
        yield from _tallies(recap.tallies)
    yield from (f"<footer><code>{_text(recap.verification)}</code></footer>", "</body>", "</html>")


def _session(session: SessionRecap) -> Iterator[str]:
    yield from ("<section>", f"<h2>{_text(title_of(session))}</h2>", "<dl>")
    yield from (f"<dt>{_text(name)}</dt><dd>{_people(value)}</dd>" for name, value in facts_of(session))
    yield "</dl>"
    for number, scene in enumerate(session.scenes, start=1):
        if scene.begun:
            yield f"<h3>{_people(scene_title(number, scene))}</h3>"
        if scene.entries:
            yield from ("<ol>", *map(_entry, scene.entries), "</ol>")
    yield "</section>"


def _entry(entry: Entry) -> str:
    classes = " ".join([entry.kind, *(["secret"] if entry.secret else []), *(["voided"] if entry.voided else [])])
    what = f"<b>{_people(who_of(entry))}</b>: {_people(entry.text)}" if entry.who else _people(entry.text)
    if rolled := entry.rolled:
        verdict = f'<span class="{rolled.counts}">{_text(verdict_of(rolled))}</span>'
        fell = how_it_fell(_text(rolled.need), _text(rolled.dice), verdict)
        what = " ".join(filter(None, (what, _people(sum_of(rolled))))) + fell
    tags = "".join(f' <span class="tag">[{_people(tag)}]</span>' for tag in tags_of(entry))
    number = f'<span class="number">{entry.number}</span>'
    return f'<li class="{classes}">{number}<span class="what">{what}</span>{tags}</li>'


def _tallies(tallies: tuple[Tally, ...]) -> Iterator[str]:
    most = max(count for tally in tallies for count in tally.outcomes.values())
    titles = (_("Character"), *outcome_titles(), _("rolls"), "")
    heads = "".join(f"<th>{_text(title)}</th>" for title in titles)
    heading = _text(_("Rolls"))
    yield from ("<section>", f"<h2>{heading}</h2>", f"<table><tr>{heads}</tr>")
    for tally in tallies:
        counts = "".join(f"<td>{tally.outcomes[outcome]}</td>" for outcome in OUTCOMES)
        yield f"<tr><td>{_people(tally.who)}</td>{counts}<td>{tally.rolls}</td><td>{_plot(tally, most)}</td></tr>"
    yield from ("</table>", "</section>")


def _plot(tally: Tally, most: int) -> str:
    """A histogram of the outcomes, all of a page on one scale."""
    titles = tuple(map(_text, outcome_titles()))
    bars = []
    for place, (outcome, title) in enumerate(zip(OUTCOMES, titles, strict=True)):
        count = tally.outcomes[outcome]
        tall = round(count * _TALL / most, 1)
        bars.append(
            f'<rect x="{place * (_BAR + _GAP)}" y="{_TALL - tall}" width="{_BAR}" height="{tall}" '
            f'fill="{_COLOURS[outcome]}"><title>{title}: {count}</title></rect>'
        )
    wide = len(OUTCOMES) * (_BAR + _GAP)
    said = _text(_(", ")).join(f"{tally.outcomes[outcome]} {title}" for outcome, title in zip(OUTCOMES, titles, strict=True))
    return f'<svg role="img" aria-label="{said}" width="{wide}" height="{_TALL}">{"".join(bars)}</svg>'


def _text(text: str) -> str:
    return escape(" ".join(text.split()))


def _people(text: str) -> str:
    """People's text: no markup, and no letters of it that turn the direction of what stands beside it."""
    return f"<bdi>{_text(text)}</bdi>"
