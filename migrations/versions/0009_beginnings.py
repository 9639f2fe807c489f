"""SQLite's search index has the first letter and the first two of each word beside it, so that a short beginning is found at
once. What it held can't be read back from it: the read models are built anew."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute("DROP TABLE search_terms")
    op.execute("DROP TABLE search")
    op.execute("CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, tokenize=\"ascii\", prefix='1 2')")
    op.execute("CREATE VIRTUAL TABLE search_terms USING fts5vocab(search, instance)")
    op.execute("UPDATE campaigns SET read_model_version = 0")
