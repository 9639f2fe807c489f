"""The migrations make the very tables that the program expects."""

from __future__ import annotations

import importlib

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, create_engine, text

from tests.projections.builder import everything, rebuilt, sample
from tracker import projections
from tracker.projections.schema import metadata
from tracker.store import Store

MIGRATIONS = [
    importlib.import_module(f"migrations.versions.{name}")
    for name in ("0002_read_models", "0003_overrides", "0004_degrees", "0006_history", "0008_words", "0009_beginnings")
]


def made(connection: Connection) -> dict[str, str]:
    """The statements that made what is in a SQLite database, by name."""
    found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {row.name: " ".join(row.sql.split()) for row in found}


def test_on_sqlite_word_for_word() -> None:
    with create_engine("sqlite://").connect() as one, create_engine("sqlite://").connect() as other:
        one.execute(text("CREATE TABLE campaigns (read_model_version)"))  # the store's own
        with Operations.context(MigrationContext.configure(one)):
            for migration in MIGRATIONS:
                migration.upgrade()
        metadata.create_all(other)
        one.execute(text("DROP TABLE campaigns"))
        assert made(one) == made(other)


def test_it_follows_the_log() -> None:
    found = [(migration.revision, migration.down_revision) for migration in MIGRATIONS]
    assert found == [
        ("0002", "0001"),
        ("0003", "0002"),
        ("0004", "0003"),
        ("0006", "0005"),
        ("0008", "0007"),
        ("0009", "0008"),
    ]


def test_every_key_begins_with_the_campaign() -> None:
    for table in metadata.sorted_tables:
        assert next(iter(table.primary_key.columns)).name == "campaign_id", table.name
        assert all(next(iter(index.columns)).name == "campaign_id" for index in table.indexes), table.name


def test_in_a_store_nothing_is_missing(store: Store) -> None:
    ours = set(metadata.tables)

    def among_ours(thing: object, name: str | None, kind: str, reflected: bool, compared: object) -> bool:
        return kind != "table" or name in ours

    with store.create("Ravenmoor", "gurps4e").reading() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": among_ours})
        assert compare_metadata(context, metadata) == []


def test_in_a_store_the_rows_are_the_same_built_at_once_and_step_by_step(store: Store) -> None:
    log = sample()
    kept = store.create("Ravenmoor", "gurps4e", campaign_id=log.campaign)
    with kept.writing() as tx:
        for recorded in log.events:  # one event at a time: how they are cut into portions doesn't matter
            projections.apply(tx.connection, log.campaign, [recorded])
        incremental = everything(tx.connection)
        projections.clear(tx.connection, log.campaign)
        projections.apply(tx.connection, log.campaign, log.events)
        assert everything(tx.connection) == incremental
    assert incremental == rebuilt(log)
