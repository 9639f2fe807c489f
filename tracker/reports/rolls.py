"""A roll as scripts get it."""

from __future__ import annotations

from typing import Any

from tracker.events import GM_ONLY, Recorded, RollMade
from tracker.reports.overrides import Ruled

_WHERE_GIVEN = (
    "default",
    "effort",
    "increase",
    "motivation",
    "threat",
    "caps",
    "task",
    "computed",
    "ruling",
    "condition",
    "needed",
    "mode",
    "reroll_of",
    "represents",
    "corrects",
)


def roll_json(
    recorded: Recorded,
    character_name: str | None,
    voided: bool,
    *,
    ruled: Ruled | None = None,
    told: str = "",
    revealed: int | None = None,
) -> dict[str, Any]:
    """The JSON form of a RollMade that scripts rely on. ``character_name`` None is someone made up on
    the fly, who goes by the subject's id without its ``@``.

    ``default``, ``effort``, ``increase``, ``motivation``, ``threat``, ``caps``, ``task``, ``computed`` (the target by the
    rules where the GM set another), ``overruled`` (modifiers whose value by the rules is ``expected``), ``ruling`` (the
    reason), ``condition``, ``needed``, ``mode`` with the throws that were ``dropped``, ``reroll_of``, ``represents`` and
    ``corrects`` (the roll that was put down wrongly and is this one) are there only when the roll has them; so are
    ``ruled``, what it counts as in place of its degree, ``told``, what the player heard of a secret one, and ``revealed``,
    the position at which it ceased to be secret.
    """
    roll, envelope = recorded.event, recorded.envelope
    if not isinstance(roll, RollMade):
        raise TypeError(f"event {recorded.position} is a {envelope.type}, not a roll")
    extras = {field: getattr(roll, field) for field in _WHERE_GIVEN}
    extras["overruled"] = [
        {"label": each.label, "value": each.value, "expected": each.expected}
        for each in roll.modifiers
        if each.expected is not None
    ]
    extras["ruled"] = None if ruled is None else {"degree": ruled.degree, "by": ruled.by, "position": ruled.position}
    extras["told"] = told
    extras["revealed"] = revealed
    extras["dropped"] = [
        {"dice": list(each.dice), "dice_source": each.dice_source, "total": each.total, "why": each.why}
        for each in roll.dropped
    ]
    if roll.caps:
        extras["caps"] = list(roll.caps)
    return {
        "position": recorded.position,
        "character": (envelope.subject or "").removeprefix("@") if character_name is None else character_name,
        "kind": roll.kind,
        "what": roll.what,
        "base": roll.base,
        "modifiers": [{"label": each.label, "value": each.value, "source": each.source} for each in roll.modifiers],
        "target": roll.target,
        "notation": roll.notation,
        "dice": list(roll.dice),
        "dice_source": roll.dice_source,
        "total": roll.total,
        "success": roll.success,
        "critical": roll.critical,
        "degree": roll.degree,
        "margin": roll.margin,
        "attempt": roll.attempt,
        "retry_penalty": roll.retry_penalty,
        "secret": envelope.visibility == GM_ONLY and revealed is None,
        "voided": voided,
        "session": envelope.session,
        **{field: value for field, value in extras.items() if value not in (None, "", (), [])},
    }
