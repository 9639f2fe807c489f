"""Older, newer and foreign schemas; migrations that agree with the tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.store.helpers import append, is_sqlite
from tracker.errors import Refused
from tracker.projections import schema as projections
from tracker.store import Log, Store, open_store
from tracker.store import schema as store_schema
from tracker.store.engine import for_writing, postgresql_engine, sqlite_engine
from tracker.store.rows import COLUMNS
from tracker.store.upgrade import alembic_config


def is_table(thing: object, name: str | None, kind: str, *others: object) -> bool:
    """Not what the search index consists of, which each database makes by a statement of its own."""
    return not (kind == "table" and (name or "").startswith("search"))


def engine_of(log: Log, store_location: str) -> sa.Engine:
    """An engine that reaches the log's database behind the store's back."""
    return for_writing(sqlite_engine(log.path) if log.path else postgresql_engine(sa.make_url(store_location)))


def test_the_newest_migration_is_the_one_that_the_program_knows() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [store_schema.HEAD_REVISION]


def test_migrations_and_tables_agree(store: Store, store_location: str) -> None:
    log = store.create("Innsmouth", "gurps4e")
    with log.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True, "include_object": is_table})
        assert compare_metadata(context, [store_schema.metadata, projections.metadata]) == []


def test_an_envelope_is_stored_whole() -> None:
    assert {column.name for column in COLUMNS} == {column.name for column in store_schema.events.columns}


def as_of(revision: str, store: Store, store_location: str) -> list[object]:
    """Makes the campaign's database one that an older program wrote; returns its events."""
    log = store.create("Innsmouth", "gurps4e")
    recorded = append(log, "a1")
    store.close()
    engine = engine_of(log, store_location)
    with engine.begin() as connection:
        for table in reversed(projections.metadata.sorted_tables):
            table.drop(connection)
        store_schema.pages.drop(connection)
        store_schema.files.drop(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS search_terms"))
        connection.execute(sa.text("DROP TABLE search"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    engine.dispose()
    return list(recorded)


def test_an_older_schema_is_upgraded_and_keeps_its_events(store: Store, store_location: str) -> None:
    recorded = as_of("0001", store, store_location)
    with open_store(store_location) as again:
        log = again.open("Innsmouth")
        assert list(log.read()) == recorded
        assert log.verify() == []
        with log.reading() as connection:
            assert (
                connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == store_schema.HEAD_REVISION
            )
            assert {table.name for table in projections.metadata.sorted_tables} <= set(
                sa.inspect(connection).get_table_names()
            )
        if is_sqlite(log):
            [copy] = (Path(store_location) / "backups").iterdir()
            with sqlite3.connect(copy) as connection_:
                assert connection_.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
                assert connection_.execute("SELECT count(*) FROM events").fetchall() == [(2,)]
            connection_.close()
        assert len(append(log, "a2")) == 2


def test_an_upgrade_that_fails_changes_nothing(store: Store, store_location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = as_of("0001", store, store_location)
    upgrade = command.upgrade

    def broken(*arguments: object) -> None:
        upgrade(*arguments)  # type: ignore[arg-type]
        raise ZeroDivisionError

    monkeypatch.setattr(command, "upgrade", broken)
    with pytest.raises(ZeroDivisionError):
        open_store(store_location).open("Innsmouth")
    monkeypatch.undo()
    monkeypatch.setattr("tracker.store.upgrade.HEAD_REVISION", "0001")
    with open_store(store_location) as again:
        log = again.open("Innsmouth")
        assert list(log.read()) == recorded
        with log.reading() as connection:
            assert not {"rolls", "lines"} & set(sa.inspect(connection).get_table_names())


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
def test_a_newer_file_is_refused_and_stays_as_it_is(store: Store, store_location: str) -> None:
    path = store.create("Innsmouth", "gurps4e").path
    assert path is not None
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()
    with open_store(store_location) as again:
        with pytest.raises(Refused, match="update Rollbook") as refused:
            again.open("Innsmouth")
        assert refused.value.code == "newer_schema"
        [info] = again.campaigns()
        assert (info.name, "update Rollbook" in info.problem) == ("Innsmouth", True)
    assert path.read_bytes() == before
    assert sorted(one.name for one in path.parent.iterdir()) == [".lock", "Innsmouth.rollbook"]


@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("revision", "code"), [("9999", "newer_schema"), ("5f3a", "foreign_file")])
def test_a_newer_or_foreign_server_is_refused(store: Store, store_location: str, revision: str, code: str) -> None:
    log = store.create("Innsmouth", "gurps4e")
    with log._writer.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    with pytest.raises(Refused) as refused:
        open_store(store_location)
    assert refused.value.code == code


@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
def test_another_programs_database_is_left_alone(store_location: str) -> None:
    engine = postgresql_engine(sa.make_url(store_location))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE events (id int)")
    with pytest.raises(Refused, match="belongs to another program"):
        open_store(store_location)
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == ["events"]
    engine.dispose()


@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
def test_a_server_is_backed_up_by_its_own_means(store: Store) -> None:
    with pytest.raises(Refused, match="pg_dump"):
        store.create("Innsmouth", "gurps4e").backup()
