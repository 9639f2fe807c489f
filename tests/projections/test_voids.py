"""Corrections in the read models, and that they can be thrown away at any time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from tests.projections.builder import Log, actions, database, everything, projected
from tracker import events as ev
from tracker import projections
from tracker.projections import schema


def voided(connection: Connection) -> dict[int, int | None]:
    """The voided column of every line, by position."""
    found = connection.execute(select(schema.lines.c.position, schema.lines.c.voided).order_by(schema.lines.c.position))
    return {row.position: row.voided for row in found}


def test_a_void_marks_every_row_of_its_action() -> None:
    log = Log()
    kept = log.roll("mira", "Stealth")
    with log.action():
        effort = log.roll("mira", "Jumping", kind="effort", increase=10)
        paid = log.add(ev.PoolChanged(pool="FP", change=-1, reason="extra_effort"), "mira", cause=effort)
    void = log.void(paid, "wrong jump")
    with projected(log) as connection:
        assert voided(connection) == {kept: None, effort: void, paid: void, void: None}
        assert connection.scalars(select(schema.ledger.c.voided)).all() == [void]


def test_a_void_of_a_void_restores_and_the_first_void_is_itself_void() -> None:
    log = Log()
    roll = log.roll("mira", "Stealth")
    first = log.void(roll)
    second = log.void(first)
    with projected(log) as connection:
        assert voided(connection) == {roll: None, first: second, second: None}
    third = log.void(roll)
    with projected(log) as connection:
        assert voided(connection) == {roll: third, first: second, second: None, third: None}


def test_a_voided_end_reopens_what_it_ended() -> None:
    log = Log()
    task, _ = log.task("mira", "Lockpicking")
    success = log.retry("mira", "Lockpicking", task, 2, total=9)
    log.void(success)
    with projected(log) as connection:
        still = select(schema.endings).where(schema.endings.c.started == task, schema.endings.c.voided.is_(None))
        assert connection.execute(still).all() == []


def test_a_large_action_is_taken_back_whole() -> None:
    log = Log()
    with log.action():
        for number in range(2500):
            log.add(ev.PoolChanged(pool="FP", change=-1, reason="manual", note=str(number)), "mira")
    void = log.void(1)
    with projected(log) as connection:
        assert set(connection.scalars(select(schema.ledger.c.voided))) == {void}


# A random story: what happens next, and at which of the earlier events a void aims.
_STEPS = st.lists(
    st.tuples(st.sampled_from(["roll", "task", "fright", "rename", "note", "void", "void", "void"]), st.integers(0, 10_000)),
    max_size=40,
)


def story(steps: list[tuple[str, int]]) -> Log:
    log = Log()
    log.character("mira", "Mira")
    for step, number in steps:
        match step:
            case "roll":
                log.roll("mira", "Stealth", 3 + number % 16)
            case "task":
                task, _ = log.task("mira", "Lockpicking")
                log.retry("mira", "Lockpicking", task, 2, total=3 + number % 16)
            case "fright":
                with log.action():
                    met = log.add(ev.FrightExposed(threat="ghoul"), "mira")
                    roll = log.roll("mira", "Will", 14, kind="fright", threat="ghoul", cause=met)
                    ask = {"trait": "quirk", "points": -1, "threat": "ghoul", "roll": roll}
                    prompt = log.add(ev.PromptOpened(kind="trait", text="A quirk?", ask=ask), "mira", cause=roll)
                if number % 2:
                    log.add(ev.PromptAnswered(prompt=prompt), "mira")
            case "rename":
                log.add(ev.SheetValueSet(field="name", key="", value=f"Mira {number}"), "mira")
            case "note":
                log.add(ev.NoteAdded(text="rain"), secret=bool(number % 2))
            case "void":
                if (target := _voidable(log, number)) is not None:
                    log.void(target)
    return log


def _voidable(log: Log, number: int) -> int | None:
    """The action or void that a void may aim at: one that counts and isn't a restoring void."""
    state: dict[str, bool] = {}
    for recorded in log.events:
        state.setdefault(recorded.envelope.action, True)
        if isinstance(recorded.event, ev.ActionVoided):
            state[recorded.event.action] = False
            if recorded.event.restores:
                state[recorded.event.original] = True
                state[recorded.envelope.action] = False
    firsts = {recorded.envelope.action: recorded.position for recorded in reversed(log.events)}
    open_to = [firsts[action] for action, counts in state.items() if counts]
    return open_to[number % len(open_to)] if open_to else None


@given(_STEPS)
@settings(max_examples=60, deadline=None)
def test_built_anew_the_rows_are_the_same(steps: list[tuple[str, int]]) -> None:
    log = story(steps)
    with projected(log) as step_by_step, database() as at_once:
        incremental = everything(step_by_step)
        projections.apply(at_once, log.campaign, log.events)
        assert everything(at_once) == incremental
        projections.clear(step_by_step, log.campaign)
        projections.apply(step_by_step, log.campaign, log.events)
        assert everything(step_by_step) == incremental


@given(_STEPS)
@settings(max_examples=60, deadline=None)
def test_what_counts_is_the_same_as_if_the_voided_had_never_been(steps: list[tuple[str, int]]) -> None:
    log = story(steps)
    state: dict[int, int | None] = {}
    for recorded in log.events:  # the rule in its simplest form: the newest flip of an event holds
        if isinstance(recorded.event, ev.ActionVoided):
            for taken in recorded.event.events:
                state[taken.position] = None if recorded.event.restores else recorded.position
    plain = [recorded for recorded in log.events if not isinstance(recorded.event, ev.ActionVoided)]
    counting = [recorded for recorded in plain if state.get(recorded.position) is None]
    with projected(log) as connection, database() as never:
        for action in actions(counting):
            projections.apply(never, log.campaign, action)
        for table in schema.metadata.sorted_tables:
            if table in (schema.spans, schema.voids):  # they tell where to look, and hold what was taken back too
                continue
            left = select(table).where(table.c.voided.is_(None)).order_by(table.c.position)
            if table is schema.lines:
                left = left.where(table.c.kind != "ActionVoided")
            found = connection.execute(left).all()
            assert found == never.execute(select(table).order_by(table.c.position)).all()


@given(st.integers(1, 6))
def test_voiding_twice_toggles(times: int) -> None:
    log = Log()
    roll = log.roll("mira", "Stealth")
    last = roll
    for _ in range(times):
        newest = log.events[-1].event
        last = log.void(roll if isinstance(newest, ev.ActionVoided) and newest.restores else last)
    with projected(log) as connection:
        assert (connection.scalar(select(schema.rolls.c.voided)) is None) == (times % 2 == 0)
