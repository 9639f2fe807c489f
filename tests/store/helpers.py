"""Events to store, and ways around the store that only a test takes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from tracker.events import Envelope, Event, NoteAdded, PoolChanged, Recorded
from tracker.store import Log


def items(log: Log, action: str, events: list[Event], after: int) -> list[tuple[Envelope, Event]]:
    """Envelopes for the events of one action that follows position ``after``."""
    return [
        (
            Envelope(
                campaign=log.id,
                position=after + 1 + ordinal,
                action=action,
                ordinal=ordinal,
                cause=after if ordinal else None,
                procedure=after or None,
                type=type(event).__name__,
                version=event.VERSION,
                session=1,
                scene=2,
                subject="mira",
                author="Keeper",
                recorded_at="2024-05-01T19:30:00.000000+00:00",
                utc_offset=120,
                game_time=86_400,
                visibility="everyone",
            ),
            event,
        )
        for ordinal, event in enumerate(events)
    ]


def append(log: Log, action: str, *events: Event) -> list[Recorded]:
    """Records one action; by default a note and a pool's change."""
    chosen = list(events) or [
        NoteAdded(text=f"note of {action}: 鬼火 [bold]"),
        PoolChanged(pool="FP", change=-1, reason="manual"),
    ]
    with log.writing() as tx:
        return tx.append(action, items(log, action, chosen, tx.head.position))


@contextmanager
def raw(log: Log) -> Iterator[sa.Connection]:
    """A connection whose changes are committed, triggers in force."""
    with log._writer.begin() as connection:
        yield connection


@contextmanager
def tampering(log: Log) -> Iterator[sa.Connection]:
    """The same for somebody who owns the database and takes the triggers away first."""
    with raw(log) as connection:
        if connection.dialect.name == "sqlite":
            for trigger in ("events_continue", "events_unchanged", "events_kept"):
                connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        else:
            connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER USER")
        yield connection


def is_sqlite(log: Log) -> bool:
    return log.path is not None


def file_rows(path: Any, query: str) -> list[Any]:
    """What a plain SQLite client reads in a file."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()
