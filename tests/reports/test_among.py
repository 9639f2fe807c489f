"""Audits of what has to do with some lines only."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from tests.campaign.conftest import Play, campaign, play
from tests.projections.builder import CAMPAIGN, Log, projected
from tracker import events as ev
from tracker.reports import frights, traits
from tracker.reports.among import Among
from tracker.reports.filters import Condition, Filter, Range, where
from tracker.reports.retries import RetryAudit, audit_retries
from tracker.reports.voids import audit_voids
from tracker.service import Campaign

__all__ = ["campaign", "play"]  # fixtures


def narrowed(connection: Connection, filter: Filter) -> RetryAudit:
    return audit_retries(connection, CAMPAIGN, among=Among(connection, CAMPAIGN, filter))


def session(log: Log, number: int) -> None:
    log.add(ev.SessionStarted(number=number))
    log.add(ev.SceneStarted(number=1, title="the wall"))


def test_a_task_that_was_tried_in_a_session_is_told_whole() -> None:
    log = Log()
    session(log, 1)
    task, first = log.task("mira", "Climbing", "west wall")
    other, _ = log.task("korr", "Climbing", "east wall")
    session(log, 2)
    second = log.retry("mira", "Climbing", task, 2)
    session(log, 3)
    log.add(ev.TaskEnded(task=other, how="given_up"), "korr", cause=other)
    with projected(log) as connection:
        (chain,) = narrowed(connection, where(session=Range(2, 2))).chains
        assert [one.position for one in chain.attempts] == [first, second]
        assert [one.task for one in narrowed(connection, where(session=Range(1, 1))).chains] == [task, other]
        assert narrowed(connection, where(session=Range(4, 4))) == RetryAudit((), (), ())


def test_what_a_finding_rests_on_leads_to_it() -> None:
    log = Log()
    session(log, 1)
    log.add(ev.ThreatNamed(threat="ghoul", name="Ghoul"))
    met = log.add(ev.FrightExposed(threat="ghoul"), "mira")
    check = log.roll("mira", "Fright Check", 18, kind="fright", threat="ghoul", cause=met)
    phobia = ev.TraitAcquired(name="Nyctophobia", points=-10, kind="phobia", origin="fright", threat="ghoul")
    trait = log.add(phobia, "mira", cause=check)
    with projected(log) as connection:
        for filter in (where(kind="fright"), where(threat="ghoul"), where(position=Range(check, check))):
            keep = Among(connection, CAMPAIGN, filter)
            assert [one.position for one in keep(frights.audit_frights(connection, CAMPAIGN))] == [met], filter
            assert [one.position for one in keep(traits.audit_traits(connection, CAMPAIGN))] == [trait], filter
        none = Among(connection, CAMPAIGN, where(kind="attack"))
        assert none(frights.audit_frights(connection, CAMPAIGN)) == []


def test_what_rests_on_something_taken_back_leads_to_the_void(play: Play, campaign: Campaign) -> None:
    first = play("mira lockpicking at chest =6,6,4").events[-1].position
    play("session end keep")
    play("session start Two")
    play("retry =6,6,4")
    play("session end keep")
    play("session start Three")
    play(f"void {first} dependants keep")
    log = campaign.log
    with log.reading() as connection:
        found = audit_voids(connection, log.id, log.get, campaign.state, log.positions("ActionVoided"))
        assert len(found) == 1
        assert [Among(connection, log.id, where(session=Range(at, at)))(found) for at in (1, 2)] == [found, found]


steps = st.lists(
    st.one_of(
        st.just("session"),
        st.tuples(st.just("task"), st.sampled_from(("mira", "korr")), st.integers(9, 14)),
        st.tuples(st.just("retry"), st.integers(0, 5), st.integers(9, 14)),
        st.tuples(st.just("roll"), st.sampled_from(("mira", "korr")), st.integers(9, 14)),
        st.tuples(st.just("end"), st.integers(0, 5)),
    ),
    min_size=3,
    max_size=25,
)


@settings(deadline=None, max_examples=40)
@given(steps=steps, first=st.integers(1, 4), more=st.integers(0, 2), failed=st.booleans())
def test_a_narrowed_audit_is_what_the_whole_one_says_of_these_lines(
    steps: list[object], first: int, more: int, failed: bool
) -> None:
    log, tasks, number = Log(), list[tuple[int, str]](), 0
    attempts: dict[int, int] = {}
    for step in ["session", *steps]:
        match step:
            case "session":
                number += 1
                session(log, number)
            case ("task", str(who), int(total)):
                task, _roll = log.task(who, "Climbing", f"wall {len(tasks)}", total=total)
                tasks.append((task, who))
                attempts[task] = 1
            case ("retry", int(pick), int(total)) if tasks:
                task, who = tasks[pick % len(tasks)]
                attempts[task] += 1
                log.retry(who, "Climbing", task, attempts[task], total=total)
            case ("roll", str(who), int(total)):
                log.roll(who, "Climbing", total)
            case ("end", int(pick)) if tasks:
                task, who = tasks[pick % len(tasks)]
                log.add(ev.TaskEnded(task=task, how="given_up"), who, cause=task)
    filter = where(session=Range(first, first + more))
    if failed:
        filter = filter.also(Condition("outcome", ("failure",)))
    with projected(log) as connection:
        keep, whole = Among(connection, CAMPAIGN, filter), audit_retries(connection, CAMPAIGN)
        expected = RetryAudit(*(tuple(keep(part)) for part in (whole.chains, whole.violations, whole.possible)))
        assert narrowed(connection, filter) == expected
