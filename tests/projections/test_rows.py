"""What single events leave in the read models."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import Connection, Table, func, select

from tests.projections.builder import CAMPAIGN, HOUR, Log, projected
from tracker import events as ev
from tracker import projections
from tracker.events import codec
from tracker.projections import schema
from tracker.projections.classify import FAMILIES
from tracker.reports import history
from tracker.reports.filters import where
from tracker.store import Store


def rows(connection: Connection, table: Table, *columns: str) -> list[tuple[object, ...]]:
    return [
        tuple(row) for row in connection.execute(select(*(table.c[name] for name in columns)).order_by(table.c.position))
    ]


def test_a_plain_roll_costs_four_statements() -> None:
    log = Log()
    log.roll("mira", "Lockpicking")
    with projected(Log()) as connection:
        statements: list[str] = []
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.set_trace_callback(statements.append)
        projections.apply(connection, CAMPAIGN, log.events)
    # A full-text table has statements of its own behind the one that it is given.
    inserts = {each.split()[2].partition("(")[0] for each in statements if each.startswith("INSERT INTO")}
    assert inserts == {"lines", "rolls", "search", "spans"}
    assert not [each for each in statements if each.startswith(("SELECT", "UPDATE", "DELETE"))]


def test_a_roll_is_kept_with_its_circumstances() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=3, elapsed=2 * HOUR))
    scene = log.add(ev.SceneStarted(number=1))
    position = log.roll("mira", "Guns/TL8 (Pistol)", 16, target=9, critical=True, success=False, secret=True)
    with projected(log) as connection:
        row = connection.execute(select(schema.rolls)).one()
    assert (row.position, row.session, row.scene, row.game_time) == (position, 3, scene, 7200)
    assert (row.what_key, row.outcome, row.margin, row.secret) == ("guns/tl8 (pistol)", "critical_failure", 7, True)


def test_what_the_roll_tells_is_no_line_of_its_own() -> None:
    log = Log()
    task, first = log.task("mira", "Lockpicking", "west door")
    second = log.retry("mira", "Lockpicking", task, 2, total=14)
    third = log.retry("mira", "Lockpicking", task, 3, expected=-2, applied=0, reason="a new tool", total=9)
    log.add(ev.BookmarkAdded(at=second, label="here"))
    with projected(log) as connection:
        seen = rows(connection, schema.lines, "position", "kind", "what_key", "outcome")
    override = third - 1
    assert seen == [
        (first, "success", "lockpicking", "failure"),
        (second, "success", "lockpicking", "failure"),
        (override, "RetryPenaltyApplied", None, None),  # only the penalty that the GM overrode
        (third, "success", "lockpicking", "success"),
    ]


@pytest.mark.parametrize(
    ("fact", "lasts"),
    [
        (ev.PoolChanged(pool="HP", change=-2, reason="fatigue"), True),
        (ev.PoolChanged(pool="HP", change=-1, reason="extra_effort"), True),
        (ev.PoolChanged(pool="FP", change=-1, reason="extra_effort"), False),
        (ev.PoolChanged(pool="HP", change=-4, reason="manual"), False),
        (ev.PoolChanged(pool="HP", change=2, reason="rest"), False),
        (ev.TraitAcquired(name="Nyctophobia", points=-10, kind="phobia", origin="fright"), True),
        (ev.ConditionAdded(name="stunned"), False),
    ],
)
def test_lasting_consequences_are_told_apart(fact: ev.Event, lasts: bool) -> None:
    log = Log()
    log.add(fact, "mira")
    with projected(log) as connection:
        assert rows(connection, schema.lines, "lasting") == [(lasts,)]


def test_every_event_type_has_a_family() -> None:
    assert set(FAMILIES) == set(codec.TYPES.values())


def test_pools_and_points_share_the_ledger() -> None:
    log = Log()
    log.add(ev.PoolChanged(pool="FP", change=-1, reason="extra_effort"), "mira", cause=4)
    log.add(ev.PointsChanged(total=-1, spent=-1, reason="fright", note="quirk"), "mira")
    with projected(log) as connection:
        kept = rows(connection, schema.ledger, "pool", "change", "spent", "reason", "cause")
    assert kept == [("FP", -1, None, "extra_effort", 4), ("points", -1, -1, "fright", None)]


def test_campaigns_do_not_touch_each_other() -> None:
    one, other = Log("one"), Log("other")
    for log in (one, other):
        log.roll("mira", "Stealth")
    with projected(one) as connection:
        projections.apply(connection, "other", other.events)
        one.void(1)
        projections.apply(connection, "one", one.events[1:])
        kept = connection.execute(select(schema.rolls.c.campaign_id, schema.rolls.c.voided)).all()
        assert sorted(map(tuple, kept)) == [("one", 2), ("other", None)]


def test_what_is_thrown_away_is_one_campaigns(store: Store) -> None:
    logs = [store.create(name, "gurps4e", campaign_id=name) for name in ("one", "other")]
    for log in logs:
        played = Log(log.id)
        played.roll("mira", "Stealth")
        with log.writing() as tx:
            projections.apply(tx.connection, log.id, played.events)
    with logs[0].writing() as tx:
        projections.clear(tx.connection, "one")
    for log, rolls in zip(logs, (0, 1), strict=True):
        with log.reading() as connection:
            mine = select(func.count()).select_from(schema.rolls).where(schema.rolls.c.campaign_id == log.id)
            found = history.page(connection, log.id, where(text="stealth"), limit=5)
            assert (connection.scalar(mine), len(found)) == (rolls, rolls)


def test_reading_and_writing_load_no_orm() -> None:
    program = (
        "import sys, tracker.projections, tracker.reports.history, tracker.reports.ledgers;"
        "heavy = ('sqlalchemy.orm', 'alembic', 'textual', 'tracker.campaign');"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
