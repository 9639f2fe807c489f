"""What a group check or a course of a montage came to, as scripts get it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from tracker import events as ev
from tracker.campaign.parts import Montage
from tracker.language import _
from tracker.reports.reading import Get
from tracker.reports.rolls import roll_json
from tracker.rulesets.base import MontageScore


def montage_words(montage: Montage, score: MontageScore) -> str:
    """How a montage stands: ``4 of 6 successes, 1 of 2 failures``."""
    return _(
        "{successes} of {goal} successes, {failures} of {limit} failures",
        successes=score.successes,
        goal=montage.goal,
        failures=score.failures,
        limit=montage.limit,
    )


def group_json(recorded: Sequence[ev.Recorded], names: Mapping[str, str], get: Get) -> dict[str, Any] | None:
    """The group check that an action made, or decided (anew) by a roll, None when there is none. ``rolls`` are those of its
    members by now; ``outcome`` is None while one of them waits."""
    begun = [one for one in recorded if isinstance(one.event, ev.ProcedureStarted) and "members" in one.event.plan]
    decided = [one.event for one in recorded if isinstance(one.event, ev.GroupDecided)]
    if not begun and not decided:
        return None
    known = {one.position: one for one in recorded}
    rolls = [one for one in recorded if isinstance(one.event, ev.RollMade)]
    if decided:
        missing = [position for position in decided[-1].rolls if position not in known]
        known |= get(missing)
        rolls = [known[position] for position in decided[-1].rolls]
    return {
        "rolls": [roll_json(one, names.get(one.subject or ""), voided=False) for one in rolls],
        "successes": decided[-1].successes if decided else None,
        "outcome": decided[-1].outcome if decided else None,
    }


def course_json(recorded: Sequence[ev.Recorded], names: Mapping[str, str]) -> dict[str, Any] | None:
    """The course of action that an action took in a montage, None when it took none: the roll, if there was one, and what
    the montage is by now, where that has changed."""
    taken = next((one.event for one in recorded if isinstance(one.event, ev.CourseTaken)), None)
    if taken is None:
        return None
    rolls = [one for one in recorded if isinstance(one.event, ev.RollMade) and one.position == taken.roll]
    decided = [one.event for one in recorded if isinstance(one.event, ev.MontageDecided)]
    return {
        **{key: value for one in rolls for key, value in roll_json(one, names.get(one.subject or ""), voided=False).items()},
        "course": to_builtins(taken),
        "montage": to_builtins(decided[-1]) if decided else None,
    }
