"""Words that recaps in several formats share."""

from __future__ import annotations

from tracker.durations import in_words
from tracker.language import _
from tracker.phrases import said
from tracker.reports.recap import GM_LABEL, OUTCOMES, Entry, Rolled, Scene, SessionRecap
from tracker.reports.render import OUTCOME_WORDS
from tracker.reports.words import outcome_word, word


def outcome_titles() -> tuple[str, ...]:
    """What the outcomes are called above their numbers, in the order of OUTCOMES."""
    return tuple(map(word, OUTCOMES))


def title_of(session: SessionRecap) -> str:
    """``Session 2: The Bell Tower``."""
    if session.number is None:
        return _("Between sessions")
    if session.title:
        return _("Session {number}: {title}", number=session.number, title=session.title)
    return _("Session {number}", number=session.number)


def scene_title(number: int, scene: Scene) -> str:
    """The title of a scene, by which of its session it is where it has none."""
    return scene.title or _("Scene {number}", number=number)


def who_of(entry: Entry) -> str:
    """Whose line it is."""
    return entry.who if entry.subject is not None else word(entry.who)


def facts_of(session: SessionRecap) -> list[tuple[str, str]]:
    """What stands below a session's title, by name: when it was played, its time in the game, who took part."""
    facts = []
    if any(session.dates):
        facts.append((_("Played"), _span(*session.dates)))
        hidden = f" ({GM_LABEL})" if session.span_gm else ""
        facts.append((_("In the game"), _span(*map(in_words, session.span)) + hidden))
    if session.present:
        facts.append((_("Present"), _(", ").join(session.present)))
    if session.absent:
        facts.append((_("Absent"), _(", ").join(session.absent)))
    return facts


def _span(first: str, last: str) -> str:
    return first if first == last else _("{first} to {last}", first=first, last=last)


def sum_of(rolled: Rolled) -> str:
    """Where the target comes from, and what was thrown besides: ``55, -20 dark, advantage over 73``."""
    base = f"{rolled.against} ({GM_LABEL})" if "base" in rolled.gm else rolled.against
    applied = (f"{value:+d} {said(label)}".rstrip() for label, value in rolled.modifiers)
    return _(", ").join(filter(None, [base, *applied, *rolled.dropped]))


def verdict_of(rolled: Rolled) -> str:
    """How it came out: ``ok by 3``, ``NO by 1 -> ok (bought)``, ``ok by 30 (great success)``."""
    degree = rolled.data["degree"]
    finer = "" if degree in OUTCOME_WORDS else f"({word(degree)})"
    by = _("by {margin}", margin=rolled.by)
    return " ".join(filter(None, (outcome_word(rolled.outcome), by, finer, rolled.ruled)))


def tags_of(entry: Entry) -> list[str]:
    """What else there is to say of a line: that it is secret or was taken back, what was said of it since, its bookmarks."""
    attempt = entry.rolled.attempt if entry.rolled else 1
    return [
        *([_("attempt {attempt}", attempt=attempt)] if attempt > 1 else []),
        *([_("GM only")] if entry.secret else []),
        *([_("taken back")] if entry.voided else []),
        *entry.since,
        *(_("bookmark: {label}", label=label) if label else _("bookmark") for label in entry.marks),
    ]
