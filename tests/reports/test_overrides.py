"""The overrides audit, and what a roll counts as in history and in the retries audit."""

from __future__ import annotations

from tests.projections.builder import CAMPAIGN, Log, projected, rolled
from tracker import events as ev
from tracker import rulesets
from tracker.reports import history, lines, overrides, retries, roster
from tracker.reports.filters import EVERYTHING, where
from tracker.reports.overrides import Override, audit_overrides


def audited(log: Log, character: str | None = None) -> list[Override]:
    with projected(log) as connection:
        return audit_overrides(connection, CAMPAIGN, rulesets.get("gurps4e"), character=character)


def rule(log: Log, roll: int, degree: str = "success", *, by: str = "gm", reason: str = "") -> int:
    event = ev.OutcomeRuled(
        roll=roll,
        before="failure",
        degree=degree,
        success=degree.endswith("success"),
        critical=degree.startswith("critical"),
        by=by,
        reason=reason,
    )
    return log.add(event, log.events[roll - 1].subject, cause=roll)


def outcomes(log: Log, outcome: str) -> list[int]:
    with projected(log) as connection:
        return list(history.roll_positions(connection, CAMPAIGN, where(outcome=outcome)))


def test_every_sort_of_override_with_the_roll_that_it_is_about() -> None:
    log = Log()
    log.character("mira", "Mira Dusk")
    dark = (ev.AppliedModifier("darkness", -2, "gm", -9),)
    seen = log.add(rolled("Stealth", 14, modifiers=dark, ruling="moonlight"), "mira", secret=True)
    task, first = log.task("mira", "Lockpicking")
    second = log.retry("mira", "Lockpicking", task, 2, expected=None, applied=0, reason="oil")
    ruled = rule(log, first, reason="it was open")
    bought = rule(log, second, by="points")
    taken_back = rule(log, seen)
    log.void(taken_back)
    found = audited(log)
    assert [(one.position, one.kind, one.roll, one.rolled, one.secret) for one in found] == [
        (seen, "modifier", seen, "Stealth", True),
        (second - 1, "retry", second, "Lockpicking", False),
        (ruled, "outcome", first, "Lockpicking", False),
        (bought, "bought", second, "Lockpicking", False),
    ]
    assert overrides.as_text(found) == [
        "4 overrides",
        "        2  Mira Dusk: Stealth, darkness: -2, the rules say -9 (moonlight)  [GM]",
        "        5  Mira Dusk: Lockpicking, attempt 2: +0, the rules say no attempt (oil)",
        "        7  Mira Dusk: Lockpicking, outcome: success ruled, it was a failure (it",
        "           was open)",
        "        8  Mira Dusk: Lockpicking, outcome: success bought, the dice say failure",
    ]
    assert audited(log, "nobody") == []


def test_a_fright_trait_at_other_points_than_the_tables() -> None:
    log = Log()
    log.character("mira", "Mira")
    roll = log.roll("mira", "Fright Check", 16, kind="fright")
    asked = [
        log.add(
            ev.PromptOpened(kind="trait", text="name it", ask={"trait": "phobia", "points": -10, "roll": roll}),
            "mira",
            cause=roll,
        )
        for _ in range(2)
    ]
    for prompt, points in zip(asked, (-15, -10), strict=True):
        trait = ev.TraitAcquired(name="Nyctophobia", points=points, kind="phobia", origin="fright", roll=roll)
        log.add(trait, "mira", cause=prompt)
    (found,) = audited(log)
    assert (found.kind, found.what, found.rules_say, found.gm_says, found.roll) == (
        "trait",
        "Nyctophobia",
        "-10",
        "-15",
        roll,
    )


def test_fatigue_given_back_by_hand_and_nothing_that_the_rules_give_back() -> None:
    log = Log()
    log.character("mira", "Mira")
    for change, reason, pool in ((-2, "extra_effort", "FP"), (1, "rest", "FP"), (-1, "manual", "FP"), (3, "manual", "HP")):
        log.add(ev.PoolChanged(pool=pool, change=change, reason=reason), "mira")
    waived = log.add(ev.PoolChanged(pool="FP", change=1, reason="manual", note="the storm carried her"), "mira")
    log.void(log.add(ev.PoolChanged(pool="FP", change=1, reason="manual"), "mira"))
    (found,) = audited(log)
    assert (found.position, found.kind, found.what, found.rules_say, found.gm_says, found.reason) == (
        waived,
        "pool",
        "FP",
        "+0",
        "+1",
        "the storm carried her",
    )
    assert overrides.as_text([found])[1] == f"{waived:>9}  Mira: FP: +1, the rules say +0 (the storm carried her)"


def test_filters_go_by_what_counts_in_the_end() -> None:
    log = Log()
    plain, changed, again, back = (log.roll("mira", "Stealth", 14) for _ in range(4))
    rule(log, changed)
    rule(log, again)
    rule(log, again, "critical_failure")
    log.void(rule(log, back))
    assert outcomes(log, "success") == [changed]
    assert outcomes(log, "failure") == [plain, again, back]
    assert outcomes(log, "fumble") == [again]
    with projected(log) as connection:
        overridden = list(history.roll_positions(connection, CAMPAIGN, where(overridden=True)))
        assert set(overridden) >= {changed, again}
        assert plain not in overridden


def test_the_history_keeps_the_dice_and_says_what_counts() -> None:
    log = Log()
    roll = log.roll("mira", "Stealth", 14)
    ruling = rule(log, roll, "critical_success", by="points")
    with projected(log) as connection:
        (told,) = history.rolls(connection, CAMPAIGN, EVERYTHING, log.get)
        (line,) = lines.page(connection, CAMPAIGN, [roll], roster.names(connection, CAMPAIGN), log.get)
    assert (told["success"], told["degree"]) == (False, "failure")
    assert told["ruled"] == {"degree": "critical_success", "by": "points", "position": ruling}
    assert str(line).endswith("NO by 2 -> CRIT (bought)")


def test_a_ruled_success_is_no_open_failure() -> None:
    log = Log()
    log.character("mira", "Mira")
    task, first = log.task("mira", "Lockpicking")
    second = log.retry("mira", "Lockpicking", task, 2)
    ruling = rule(log, second)
    log.add(ev.TaskEnded(task=task, how="success"), "mira", cause=ruling)
    bought = log.roll("mira", "Stealth", 14)
    rule(log, bought, by="points")
    log.roll("mira", "Stealth", 9)
    lost = log.roll("mira", "Climbing", 9)
    rule(log, lost, "failure")
    after = log.roll("mira", "Climbing", 9)
    with projected(log) as connection:
        audit = retries.audit_retries(connection, CAMPAIGN)
    (chain,) = audit.chains
    assert [(each.position, each.success, each.outcome, each.ruled) for each in chain.attempts] == [
        (first, False, "failure", None),
        (second, True, "success", ruling),
    ]
    assert (chain.ended, audit.violations) == ("success", ())
    assert [each.positions for each in audit.possible] == [(lost, after)], "a bought success is not tried again"
    assert any("by event" in line for line in retries.as_text(audit))


def test_another_attempt_after_a_ruled_success_is_a_violation() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking")
    rule(log, first)
    second = log.retry("mira", "Lockpicking", task, 2)
    with projected(log) as connection:
        (violation,) = retries.audit_retries(connection, CAMPAIGN).violations
    assert (violation.code, violation.positions) == ("after_success", (first, second))
