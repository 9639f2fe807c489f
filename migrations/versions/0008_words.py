"""The indexes by character and by name hold what filters ask beside them; SQLite's search index tells its words."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"

ASKED = ("character", "what_key", "family", "kind", "outcome", "secret", "voided")


def upgrade() -> None:
    for name, column in (("ix_lines_character", "character"), ("ix_lines_what", "what_key")):
        op.drop_index(name, "lines")
        rest = [other for other in ASKED if other != column]
        op.create_index(f"ix_lines_{column}", "lines", ["campaign_id", column, "position", *rest])
    if op.get_bind().dialect.name == "sqlite":
        op.execute("CREATE VIRTUAL TABLE search_terms USING fts5vocab(search, instance)")
