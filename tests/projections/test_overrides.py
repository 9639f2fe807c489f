"""What the GM overruled, as rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from tests.projections.builder import Log, projected, rolled
from tracker import events as ev
from tracker.projections.schema import overrides


def overruled(log: Log, *columns: str) -> list[tuple[Any, ...]]:
    with projected(log) as connection:
        query = select(*(overrides.c[name] for name in columns)).order_by(overrides.c.position, overrides.c.part)
        return [tuple(row) for row in connection.execute(query)]


def test_each_overruled_thing_about_a_roll_is_a_row() -> None:
    log = Log()
    modifiers = (
        ev.AppliedModifier("darkness", -2, "gm", -9),
        ev.AppliedModifier("fine tools", 2, "equipment"),
        ev.AppliedModifier("load", 0, "gm", -1),
    )
    position = log.add(rolled("Stealth", 10, target=12, modifiers=modifiers, computed=5, ruling="the moon is out"), "mira")
    assert overruled(log, "position", "part", "roll", "kind", "what", "rules_say", "gm_says", "reason") == [
        (position, 0, position, "modifier", "darkness", "-9", "-2", "the moon is out"),
        (position, 1, position, "modifier", "load", "-1", "+0", "the moon is out"),
        (position, 2, position, "target", "Stealth", "5", "12", "the moon is out"),
    ]


def test_what_the_rules_say_is_no_override() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking")
    log.retry("mira", "Lockpicking", task, 2)
    log.roll("mira", "DX", modifiers=(ev.AppliedModifier("dark", -3, "gm"),))
    assert overruled(log, "position") == []


def test_penalties_and_outcomes() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking")
    log.retry("mira", "Lockpicking", task, 2, expected=None, applied=-2, reason="a new tool", total=14)
    log.add(ruling(first, "gm", critical=True), "mira", cause=first, secret=True)
    log.add(ruling(first, "points", critical=False), "mira", cause=first)
    assert overruled(log, "kind", "roll", "what", "rules_say", "gm_says", "reason", "secret") == [
        ("retry", None, "attempt 2", "no attempt", "-2", "a new tool", False),
        ("outcome", first, "outcome", "failure", "critical_success", "so be it", True),
        ("bought", first, "outcome", "failure", "success", "so be it", False),
    ]


def ruling(roll: int, by: str, *, critical: bool) -> ev.OutcomeRuled:
    degree = "critical_success" if critical else "success"
    return ev.OutcomeRuled(
        roll=roll, before="failure", degree=degree, success=True, critical=critical, by=by, reason="so be it"
    )
