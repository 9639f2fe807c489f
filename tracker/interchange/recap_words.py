"""Words that recaps in several formats share."""

from __future__ import annotations

from tracker.reports.recap import GM_LABEL, OUTCOMES, Entry, Rolled, SessionRecap
from tracker.reports.render import OUTCOME_WORDS
from tracker.text import spoken

OUTCOME_TITLES = tuple(spoken(outcome) for outcome in OUTCOMES)


def title_of(session: SessionRecap) -> str:
    """``Session 2: The Bell Tower``."""
    if session.number is None:
        return "Between sessions"
    return f"Session {session.number}: {session.title}" if session.title else f"Session {session.number}"


def facts_of(session: SessionRecap) -> list[tuple[str, str]]:
    """What stands below a session's title, by name: when it was played, its time in the game, who took part."""
    facts = []
    if any(session.dates):
        facts.append(("Played", " to ".join(dict.fromkeys(session.dates))))
        hidden = f" ({GM_LABEL})" if session.span_gm else ""
        facts.append(("In the game", " to ".join(dict.fromkeys(session.span)) + hidden))
    if session.present:
        facts.append(("Present", ", ".join(session.present)))
    if session.absent:
        facts.append(("Absent", ", ".join(session.absent)))
    return facts


def sum_of(rolled: Rolled) -> str:
    """Where the target comes from: ``12, -2 dark``."""
    base = f"{rolled.base} ({GM_LABEL})" if "base" in rolled.gm else f"{rolled.base}"
    return ", ".join([base, *(f"{value:+d} {label}".rstrip() for label, value in rolled.modifiers)])


def verdict_of(rolled: Rolled) -> str:
    """How it came out: ``ok by 3``, ``NO by 1 -> ok (bought)``, ``ok by 30 (great success)``."""
    degree = rolled.data["degree"]
    finer = "" if degree in OUTCOME_WORDS else f"({spoken(degree)})"
    return " ".join(filter(None, (OUTCOME_WORDS[rolled.outcome], f"by {rolled.by}", finer, rolled.ruled)))


def tags_of(entry: Entry) -> list[str]:
    """What else there is to say of a line: that it is secret or was taken back, what was said of it since, its bookmarks."""
    attempt = entry.rolled.attempt if entry.rolled else 1
    return [
        *([f"attempt {attempt}"] if attempt > 1 else []),
        *(["GM only"] if entry.secret else []),
        *(["taken back"] if entry.voided else []),
        *entry.since,
        *(f"bookmark: {label}" if label else "bookmark" for label in entry.marks),
    ]
