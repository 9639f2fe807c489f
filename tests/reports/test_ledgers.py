"""Ledgers of fatigue, injury and points; the list of sessions; lines for a terminal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from tests.projections.builder import CAMPAIGN, HOUR, Log, fright, name_trait, projected, sample
from tracker import events as ev
from tracker import projections
from tracker.projections.ledger import POINTS
from tracker.reports import bookmarks, frights, history, ledgers, lines, retries, roster, sessions, traits
from tracker.reports.filters import EVERYTHING, Range, where
from tracker.reports.render import WIDTH, as_json, cells, one_line, padded, wrapped
from tracker.store import Store

START = {
    "mira": [(1, {"FP": 11, "HP": 10, "points": 150, "spent": 140})],
    "korr": [(1, {"FP": 12, "HP": 14})],
}


def pool(log: Log, who: str, name: str, change: int, reason: str = "manual", cause: int | None = None) -> int:
    return log.add(ev.PoolChanged(pool=name, change=change, reason=reason), who, cause=cause)


def test_fatigue_with_reasons_rolls_and_balance() -> None:
    log = Log()
    log.character("mira", "Mira")
    effort = log.roll("mira", "Jumping", 11, kind="effort", increase=10)
    log.add(ev.PoolChanged(pool="FP", change=-1, reason="extra_effort", note="Jumping"), "mira", cause=effort)
    pool(log, "mira", "FP", -3)
    log.add(ev.ClockAdvanced(seconds=HOUR, reason="rest"))
    pool(log, "mira", "FP", 2, "rest", cause=5)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "FP", START)
    assert [(line.change, line.reason, line.balance, line.roll, line.what) for line in found] == [
        (-1, "extra_effort", 10, effort, "Jumping"),
        (-3, "manual", 7, None, ""),
        (2, "rest", 9, None, ""),
    ]
    assert as_json(found)[0]["type"] == "ledger_line"
    assert ledgers.as_text(found) == [
        "3 lines",
        "",
        "Mira",
        "         3  day 1 00:00  FP -1 = 10  extra effort: Jumping, Jumping at 2",
        "         4  day 1 00:00  FP -3 = 7  manual",
        "         6  day 1 01:00  FP +2 = 9  rest",
    ]


def test_what_came_of_a_corrected_roll_stands_in_its_place_and_counts_once() -> None:
    log = Log()
    log.character("mira", "Mira")
    with log.action():
        effort = log.roll("mira", "Jumping", 18, kind="effort")
        first = pool(log, "mira", "FP", -1, "extra_effort", cause=effort)
    march = pool(log, "mira", "FP", -3)
    log.void(effort)
    corrected = log.roll("mira", "Jumping", 9, kind="effort", corrects=effort)
    second = pool(log, "mira", "FP", -2, "extra_effort", cause=corrected)
    ruled = ev.OutcomeRuled(roll=corrected, before="failure", degree="success", success=True, critical=False, by="gm")
    later = log.add(ruled, "mira", cause=corrected)
    decided = pool(log, "mira", "FP", -1, "manual", cause=later)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "FP", START)
    assert [(line.position, line.roll, line.balance, line.voided) for line in found] == [
        (first, effort, 11, True),
        (second, corrected, 9, False),
        (march, None, 6, False),
        (decided, corrected, 5, False),
    ]


def test_what_newly_came_of_a_correction_stands_there_as_well() -> None:
    log = Log()
    log.character("mira", "Mira")
    check = log.roll("mira", "Fright Check", 6, kind="fright")
    arrow = pool(log, "mira", "HP", -2)
    log.void(check)
    with log.action():
        corrected = log.roll("mira", "Fright Check", 18, kind="fright", corrects=check)
        heart = log.roll("mira", "HT", 15, kind="recovery", cause=corrected)
        hurt = pool(log, "mira", "HP", -1, "fright", cause=heart)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "HP", START)
    assert [(line.position, line.balance) for line in found] == [(hurt, 9), (arrow, 7)]
    with log.action():  # that one was wrong as well
        log.void(heart)
        again = log.roll("mira", "HT", 16, kind="recovery", cause=corrected, corrects=heart)
        worse = pool(log, "mira", "HP", -3, "fright", cause=again)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "HP", START)
    assert [(line.position, line.balance, line.voided) for line in found] == [
        (hurt, 10, True),
        (worse, 7, False),
        (arrow, 5, False),
    ]


def test_a_spill_goes_back_to_its_roll_over_two_links() -> None:
    log = Log()
    effort = log.roll("mira", "Jumping", kind="effort", increase=10)
    tired = pool(log, "mira", "FP", -1, "extra_effort", cause=effort)
    pool(log, "mira", "HP", -1, "fatigue", cause=tired)
    with projected(log) as connection:
        (hurt,) = ledgers.ledger(connection, CAMPAIGN, "HP", START)
    assert (hurt.roll, hurt.what, hurt.cause, hurt.balance) == (effort, "Jumping", tired, 9)


def test_what_was_taken_back_is_shown_and_not_counted() -> None:
    log = Log()
    pool(log, "mira", "FP", -2)
    wrong = pool(log, "mira", "FP", -5)
    pool(log, "mira", "FP", -1)
    void = log.void(wrong)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "FP", START)
        assert [(line.balance, line.voided) for line in found] == [(9, False), (9, True), (8, False)]
        assert ledgers.as_text(found)[4].startswith("~        2")
    log.void(void)
    with projected(log) as connection:
        assert [line.balance for line in ledgers.ledger(connection, CAMPAIGN, "FP", START)] == [9, 4, 3]


def test_points_fall_together_and_unspent_stays() -> None:
    log = Log()
    check = fright(log, {"mira": 15})["mira"]
    trait, _ = name_trait(log, "mira", check, "Hates bells")
    log.add(ev.PointsChanged(total=3, spent=0, reason="award", note="the bell tower"), "mira")
    ended = log.add(ev.TraitEnded(trait=trait, name="Hates bells", points=1), "mira", cause=trait)
    log.add(ev.PointsChanged(total=0, spent=1, reason="buyoff", note="Hates bells"), "mira", cause=ended)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, POINTS, START)
    assert [(line.reason, line.balance, line.unspent, line.roll) for line in found] == [
        ("fright", 149, 10, check.roll),
        ("award", 152, 13, None),
        ("buyoff", 152, 12, check.roll),
    ]


def test_without_a_start_there_is_no_balance() -> None:
    log = Log()
    pool(log, "mira", "FP", -2)
    with projected(log) as connection:
        assert [line.balance for line in ledgers.ledger(connection, CAMPAIGN, "FP", {})] == [None]


def test_characters_stand_in_the_order_of_the_roster() -> None:
    log = Log()
    log.character("mira", "Mira")
    log.character("korr", "Korr")
    for who in ("korr", "mira", "korr"):
        pool(log, who, "HP", -1)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "HP", START)
        assert [(line.character, line.balance) for line in found] == [("Mira", 9), ("Korr", 13), ("Korr", 12)]
        assert len(ledgers.ledger(connection, CAMPAIGN, "HP", START, character="korr")) == 2


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["FP", "HP"]), st.integers(-5, 5), st.booleans()), max_size=20))
def test_the_last_balance_is_the_start_and_all_that_counts(changes: list[tuple[str, int, bool]]) -> None:
    log = Log()
    for name, change, void in changes:
        at = pool(log, "mira", name, change)
        if void:
            log.void(at)
    with projected(log) as connection:
        found = ledgers.ledger(connection, CAMPAIGN, "FP", START)
    if found:
        assert found[-1].balance == 11 + sum(change for name, change, void in changes if name == "FP" and not void)


# -- sessions -----------------------------------------------------------------------------------------------------------


def test_sessions_with_their_rolls() -> None:
    log = Log()
    start = log.add(ev.SessionStarted(number=1, title="The Bell Tower"))
    log.roll("mira", "Stealth", 9)
    log.roll("mira", "Stealth", 4, critical=True)
    log.roll("mira", "Stealth", 18, critical=True)
    log.void(log.roll("mira", "Stealth", 9))
    end = log.add(ev.SessionEnded(number=1))
    running = log.add(ev.SessionStarted(number=2, elapsed=3 * HOUR))
    with projected(log) as connection:
        found = sessions.session_list(connection, CAMPAIGN, log.get)
    assert [(each.number, each.title, each.start, each.end, each.elapsed) for each in found] == [
        (1, "The Bell Tower", start, end, None),
        (2, "", running, None, 3 * HOUR),
    ]
    first = found[0]
    assert (first.rolls, first.successes, first.critical_successes, first.critical_failures) == (3, 2, 1, 1)
    assert first.started_at == "2026-03-06T20:01:00+01:00"
    assert sessions.as_text(found)[1] == ("   1  2026-03-06 20:01  The Bell Tower; 3 rolls, 2 successful; events 1 to 7")


def test_a_session_reopened_by_a_void_runs_again() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    end = log.add(ev.SessionEnded(number=1))
    log.void(end)
    with projected(log) as connection:
        assert sessions.session_list(connection, CAMPAIGN, log.get)[0].end is None


def test_bookmarks_stand_where_they_point() -> None:
    log = Log()
    one, other = log.roll("mira", "Stealth"), log.roll("mira", "Stealth")
    log.add(ev.BookmarkAdded(at=other, label="later"))
    log.add(ev.BookmarkAdded(at=one, label="earlier"))
    log.void(log.add(ev.BookmarkAdded(at=one, label="wrong")))
    with projected(log) as connection:
        assert [(mark.at, mark.label) for mark in bookmarks.bookmarks(connection, CAMPAIGN)] == [
            (one, "earlier"),
            (other, "later"),
        ]


# -- lines for a terminal -----------------------------------------------------------------------------------------------


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost(text: str) -> None:
    found = wrapped(text)
    assert all(cells(line) <= WIDTH for line in found)
    assert "".join("".join(found).split()) == "".join(one_line(text).split())


def test_wide_characters_take_two_columns() -> None:
    assert padded("エルザ", 8) == "エルザ  "
    assert padded("エルザ", 5) == "エル "


# -- the same on every database -----------------------------------------------------------------------------------------


def every_report(connection: Connection, log: Log) -> list[object]:
    everything = history.line_positions(connection, CAMPAIGN)
    filters = [
        where(overridden=True),
        where(overridden=False, notable=True),
        where(what="lock", margin=Range(2), voided=False),
        where(task=6, secret=False, outcome="failure", session=Range(1, 2)),
        where(marked=True),
    ]
    return [
        lines.page(connection, CAMPAIGN, everything, roster.names(connection, CAMPAIGN), log.get),
        history.rolls(connection, CAMPAIGN, EVERYTHING, log.get),
        [list(history.line_positions(connection, CAMPAIGN, filter)) for filter in filters],
        [history.count(connection, CAMPAIGN, filter) for filter in filters],
        retries.audit_retries(connection, CAMPAIGN),
        frights.audit_frights(connection, CAMPAIGN),
        traits.audit_traits(connection, CAMPAIGN),
        ledgers.ledger(connection, CAMPAIGN, "FP", START),
        ledgers.ledger(connection, CAMPAIGN, POINTS, START),
        sessions.session_list(connection, CAMPAIGN, log.get),
        bookmarks.bookmarks(connection, CAMPAIGN),
    ]


def test_a_store_answers_as_the_memory_does(store: Store) -> None:
    log = sample()
    kept = store.create("Ravenmoor", "gurps4e", campaign_id=CAMPAIGN)
    with kept.writing() as tx:
        projections.apply(tx.connection, CAMPAIGN, log.events)
        answers = every_report(tx.connection, log)
    with projected(log) as connection:
        assert answers == every_report(connection, log)
