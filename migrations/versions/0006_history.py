"""The read models that filters and the search ask: lines with all that they ask of rolls, scenes, spans, how far corrections
reach back, the search index.

A rebuild fills them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SEARCH = {
    "sqlite": ("CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, tokenize=\"ascii\")",),
    "postgresql": (
        "CREATE TABLE search (campaign_id TEXT NOT NULL, position BIGINT NOT NULL, words TSVECTOR NOT NULL, "
        "CONSTRAINT pk_search PRIMARY KEY (campaign_id, position))",
        "CREATE INDEX ix_search_words ON search USING gin (words)",
    ),
}


def upgrade() -> None:
    op.drop_table("lines")
    op.create_table(
        "lines",
        *_common(),
        sa.Column("action_id", sa.Text),
        sa.Column("scene", sa.BigInteger),
        sa.Column("cause", sa.BigInteger),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("what_key", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("threat", sa.Text),
        sa.Column("task", sa.BigInteger),
        sa.Column("target", sa.Integer),
        sa.Column("margin", sa.Integer),
        sa.Column("degree", sa.Text),
        sa.Column("dice_source", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lines_character", "lines", ["campaign_id", "character", "position"])
    op.create_index("ix_lines_kind", "lines", ["campaign_id", "kind", "position"])
    op.create_index("ix_lines_what", "lines", ["campaign_id", "what_key", "position"])
    for column in ("task", "threat", "margin", "target"):
        _some(f"ix_lines_{column}", "lines", column)
    op.drop_table("rolls")
    op.create_table(
        "rolls",
        *_common(),
        sa.Column("scene", sa.BigInteger),
        sa.Column("cause", sa.BigInteger),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("what_key", sa.Text, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("notation", sa.Text, nullable=False),
        sa.Column("dice_source", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("success", sa.Boolean, nullable=False),
        sa.Column("critical", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("degree", sa.Text, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("task", sa.BigInteger),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("retry_penalty", sa.Integer, nullable=False),
        sa.Column("threat", sa.Text),
        sa.Column("corrects", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rolls_character", "rolls", ["campaign_id", "character", "position"])
    for column in ("task", "corrects"):
        _some(f"ix_rolls_{column}", "rolls", column)
    op.create_table(
        "scenes",
        *_common(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "spans",
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("scale", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table("voids", *_common(), sa.Column("first", sa.BigInteger, nullable=False), sqlite_with_rowid=False)
    for statement in SEARCH[op.get_bind().dialect.name]:
        op.execute(statement)


def _some(name: str, table: str, column: str) -> None:
    """An index on the rows that have a value."""
    only = sa.text(f"{column} IS NOT NULL")
    op.create_index(name, table, ["campaign_id", column, "position"], sqlite_where=only, postgresql_where=only)


def _common() -> list[sa.Column[object]]:
    """What every read model of events has."""
    return [
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Integer),
        sa.Column("character", sa.Text),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("voided", sa.BigInteger),
    ]
