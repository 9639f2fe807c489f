"""The read models: lines, rolls, tasks, penalties, exposures, traits, ledgers, prompts, sessions, marks, names.

They hold nothing that the log doesn't; a rebuild fills them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "lines",
        *_common(),
        sa.Column("action_id", sa.Text, nullable=False),
        sa.Column("scene", sa.BigInteger),
        sa.Column("cause", sa.BigInteger),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("what_key", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lines_character", "lines", ["campaign_id", "character", "position"])
    op.create_index("ix_lines_kind", "lines", ["campaign_id", "kind", "position"])
    op.create_index("ix_lines_session", "lines", ["campaign_id", "session", "position"])
    op.create_index("ix_lines_what", "lines", ["campaign_id", "what_key", "position"])
    op.create_table(
        "rolls",
        *_common(),
        sa.Column("action_id", sa.Text, nullable=False),
        sa.Column("scene", sa.BigInteger),
        sa.Column("cause", sa.BigInteger),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
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
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rolls_character", "rolls", ["campaign_id", "character", "position"])
    op.create_index("ix_rolls_kind", "rolls", ["campaign_id", "kind", "position"])
    op.create_index("ix_rolls_session", "rolls", ["campaign_id", "session", "position"])
    op.create_index(
        "ix_rolls_task",
        "rolls",
        ["campaign_id", "task", "position"],
    )
    op.create_index("ix_rolls_what", "rolls", ["campaign_id", "what_key", "position"])
    op.create_table(
        "tasks",
        *_common(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("policy", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger),
        sa.Column("scene", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "penalties",
        *_common(),
        sa.Column("task", sa.BigInteger, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("policy", sa.Text, nullable=False),
        sa.Column("expected", sa.Integer),
        sa.Column("applied", sa.Integer, nullable=False),
        sa.Column("overridden", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "threats",
        *_common(),
        sa.Column("threat", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "exposures",
        *_common(),
        sa.Column("threat", sa.Text, nullable=False),
        sa.Column("earlier", sa.Integer, nullable=False),
        sa.Column("uncertain", sa.Integer, nullable=False),
        sa.Column("waived_by", sa.Text, nullable=False),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "consultations",
        *_common(),
        sa.Column("cause", sa.BigInteger),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("table_row", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "traits",
        *_common(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("threat", sa.Text),
        sa.Column("roll", sa.BigInteger),
        sa.Column("cause", sa.BigInteger),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ledger",
        *_common(),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("spent", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("cause", sa.BigInteger),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ledger_pool", "ledger", ["campaign_id", "pool", "character", "position"])
    op.create_table(
        "prompts",
        *_common(),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("cause", sa.BigInteger),
        sa.Column("trait", sa.Text),
        sa.Column("points", sa.Integer),
        sa.Column("threat", sa.Text),
        sa.Column("roll", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "endings",
        *_common(),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_endings_started", "endings", ["campaign_id", "started"])
    op.create_table(
        "sessions",
        *_common(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ends", sa.Boolean, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("elapsed", sa.BigInteger),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("utc_offset", sa.Integer, nullable=False),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marks",
        *_common(),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "characters",
        *_common(),
        sa.Column("name", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("kind", sa.Text),
        sa.Column("status", sa.Text),
        sqlite_with_rowid=False,
    )


def _common() -> list[sa.Column[object]]:
    """What every read model has."""
    return [
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Integer),
        sa.Column("character", sa.Text),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("voided", sa.BigInteger),
    ]
