"""The retries audit."""

from __future__ import annotations

from tests.projections.builder import CAMPAIGN, Log, projected
from tracker import events as ev
from tracker.reports import retries
from tracker.reports.render import as_json


def audit(log: Log, **narrowed: object) -> retries.RetryAudit:
    with projected(log) as connection:
        return retries.audit_retries(connection, CAMPAIGN, **narrowed)  # type: ignore[arg-type]


def codes(log: Log) -> list[tuple[str, tuple[int, ...]]]:
    return [(violation.code, violation.positions) for violation in audit(log).violations]


def test_a_chain_by_the_rules() -> None:
    log = Log()
    log.character("mira", "Mira")
    task, first = log.task("mira", "Lockpicking", "west door")
    second = log.retry("mira", "Lockpicking", task, 2)
    third = log.retry("mira", "Lockpicking", task, 3, expected=-2, applied=-2, target=10, total=9)
    found = audit(log)
    (chain,) = found.chains
    assert (chain.character, chain.what, chain.name, chain.policy) == ("Mira", "Lockpicking", "west door", "penalty")
    assert (chain.ended, chain.ended_at) == ("success", third + 1)
    assert [(made.attempt, made.position, made.outcome, made.expected, made.applied) for made in chain.attempts] == [
        (1, first, "failure", None, 0),
        (2, second, "failure", -1, -1),
        (3, third, "success", -2, -2),
    ]
    assert (found.violations, found.possible) == ((), ())


def test_a_plain_failure_becomes_the_first_attempt() -> None:
    log = Log()
    plain = log.roll("mira", "Climbing", 14)
    with log.action():
        task = log.add(ev.TaskStarted(name="Climbing", what="Climbing", policy="penalty", first=plain), "mira", cause=plain)
    second = log.retry("mira", "Climbing", task, 2)
    found = audit(log)
    assert [made.position for made in found.chains[0].attempts] == [plain, second]
    assert (found.violations, found.possible) == ((), ())


def test_an_attempt_that_the_policy_does_not_allow() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking", policy="once")
    roll = log.retry("mira", "Lockpicking", task, 2, expected=None, applied=0, reason="a new idea")
    (violation,) = audit(log).violations
    assert (violation.code, violation.positions, violation.reason) == ("not_allowed", (roll - 1, roll), "a new idea")


def test_a_penalty_other_than_the_expected_one() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking")
    roll = log.retry("mira", "Lockpicking", task, 2, expected=-1, applied=0)
    assert codes(log) == [("penalty_differs", (roll - 1, roll))]


def test_a_roll_that_did_not_take_its_penalty() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking")
    roll = log.retry("mira", "Lockpicking", task, 2, retry_penalty=0)
    assert codes(log) == [("penalty_differs", (roll - 1, roll))]


def test_a_second_attempt_without_any_penalty_event() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking")
    roll = log.roll("mira", "Lockpicking", 14, task=task, attempt=2, cause=first)
    assert codes(log) == [("missing_penalty", (roll,))]


def test_trying_on_after_a_success() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking")
    success = log.retry("mira", "Lockpicking", task, 2, total=9)
    after = log.retry("mira", "Lockpicking", task, 3, expected=-2, applied=-2)
    assert codes(log) == [("after_success", (success, after))]


def test_what_was_taken_back_is_no_attempt() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking")
    success = log.retry("mira", "Lockpicking", task, 2, total=9)
    void = log.void(success)
    again = log.retry("mira", "Lockpicking", task, 2)
    found = audit(log)
    assert [made.position for made in found.chains[0].attempts] == [first, again]
    assert (found.chains[0].ended, found.violations) == (None, ())
    log.void(void)  # the success counts again, and with it the attempt made meanwhile is one too many
    assert audit(log).chains[0].ended == "success"
    assert codes(log) == [("misnumbered", (again - 1, again)), ("after_success", (success, again))]


def test_attempts_outlive_a_voided_beginning() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking")
    second = log.retry("mira", "Lockpicking", task, 2)
    log.void(first)
    assert codes(log) == [("misnumbered", (second - 1, second))]


def test_a_task_taken_back_whole_is_gone() -> None:
    log = Log()
    _, first = log.task("mira", "Lockpicking")
    log.void(first)
    assert audit(log).findings == ()


# -- possible retries that nobody linked --------------------------------------------------------------------------------


def test_the_same_again_after_a_failure_in_one_scene() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    log.add(ev.SceneStarted(number=1))
    failed = log.roll("mira", "Climbing", 14)
    log.roll("korr", "Climbing", 9)  # somebody else
    log.roll("mira", "Stealth", 9)  # something else
    again = log.roll("mira", "CLIMBING", 9)
    assert [one.positions for one in audit(log).possible] == [(failed, again)]


def test_no_retry_across_scenes_or_after_a_success() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    log.add(ev.SceneStarted(number=1))
    log.roll("mira", "Climbing", 14)
    log.add(ev.SceneStarted(number=2))
    log.roll("mira", "Climbing", 9)
    log.roll("mira", "Climbing", 14)
    assert audit(log).possible == ()


def test_without_scenes_the_session_is_the_bound() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    failed = log.roll("mira", "Climbing", 14)
    again = log.roll("mira", "Climbing", 14)
    log.add(ev.SessionEnded(number=1))
    log.add(ev.SessionStarted(number=2))
    log.roll("mira", "Climbing", 14)
    assert [one.positions for one in audit(log).possible] == [(failed, again)]


def test_two_named_tasks_are_two_tasks_but_an_unnamed_roll_beside_one_is_asked_about() -> None:
    log = Log()
    log.task("mira", "Lockpicking", "west door")
    _, east = log.task("mira", "Lockpicking", "east door")
    assert audit(log).possible == ()
    plain = log.roll("mira", "Lockpicking", 9)
    assert [one.positions for one in audit(log).possible] == [(east, plain)]


def test_nobody_chooses_to_be_frightened_again() -> None:
    log = Log()
    for kind in ("fright", "recovery", "active_defense", "forced"):
        log.roll("mira", "Will", 14, kind=kind)
        log.roll("mira", "Will", 14, kind=kind)
    assert audit(log).possible == ()


def test_a_voided_failure_is_no_reason_to_ask() -> None:
    log = Log()
    failed = log.roll("mira", "Climbing", 14)
    log.void(failed)
    log.roll("mira", "Climbing", 9)
    assert audit(log).possible == ()


def test_a_corrected_roll_is_looked_at_in_its_own_place() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    mistyped = log.roll("mira", "Climbing", 9)
    again = log.roll("mira", "Climbing", 9)
    log.void(mistyped)
    first = log.roll("mira", "Climbing", 8, corrects=mistyped)
    assert audit(log).possible == ()
    log.void(first)
    second = log.roll("mira", "Climbing", 14, corrects=first)
    assert [one.positions for one in audit(log).possible] == [(second, again)], "it failed before the other one"


def test_one_that_corrects_the_last_attempt_follows_the_one_before() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    failed = log.roll("mira", "Climbing", 14)
    mistyped = log.roll("mira", "Climbing", 14)
    log.void(mistyped)
    last = log.roll("mira", "Climbing", 13, corrects=mistyped)
    assert [one.positions for one in audit(log).possible] == [(failed, last)], "it counts once"


def test_tasks_left_open_are_counted() -> None:
    log = Log()
    open_, _ = log.task("mira", "Lockpicking", "gate")
    done, first = log.task("mira", "Lockpicking", "chest")
    log.add(ev.TaskEnded(task=done, how="given_up"), "mira", cause=first)
    text = retries.as_text(audit(log))
    assert text[0] == "2 tasks, 1 left open"
    assert [chain.task for chain in audit(log).chains if chain.ended is None] == [open_]


def test_one_character_only() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    log.task("mira", "Lockpicking")
    log.task("korr", "Climbing")
    assert [chain.character for chain in audit(log, character="korr").chains] == ["korr"]


def test_findings_for_scripts_and_for_people() -> None:
    log = Log()
    log.character("mira", "Mira")
    task, _ = log.task("mira", "Lockpicking", "west door")
    roll = log.retry("mira", "Lockpicking", task, 2, expected=-1, applied=0, reason="fine tools")
    plain = log.roll("mira", "Lockpicking", 9)
    found = audit(log)
    assert [each["type"] for each in as_json(found.findings)] == ["chain", "violation", "possible_unlinked_retry"]
    assert as_json(found.violations)[0] | {"positions": None} == {
        "type": "violation",
        "code": "penalty_differs",
        "task": task,
        "character": "Mira",
        "character_id": "mira",
        "what": "Lockpicking",
        "positions": None,
        "message": "attempt 2 at 5 took +0 where the rule says -1",
        "reason": "fine tools",
    }
    assert retries.as_text(found) == [
        "1 task, 1 left open",
        "Mira: Lockpicking at west door (task 2, policy penalty): left open",
        "   1.         3  need 12  rolled 14  NO",
        "   2.         5  need 12  rolled 14  NO      penalty +0, rule -1 (fine tools)",
        "",
        "1 violation",
        "Mira: Lockpicking, attempt 2 at 5 took +0 where the rule says -1. GM: fine tools",
        "",
        "1 possible unlinked retry",
        f"Mira: Lockpicking failed at {roll}, rolled again at {plain}",
    ]
