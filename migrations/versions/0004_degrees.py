"""The read model of what the GM overruled, anew: it tells the system's own word for an outcome. A rebuild fills it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_table("overrides")
    op.create_table(
        "overrides",
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Integer),
        sa.Column("character", sa.Text),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("voided", sa.BigInteger),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("roll", sa.BigInteger),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("rules_say", sa.Text, nullable=False),
        sa.Column("gm_says", sa.Text, nullable=False),
        sa.Column("degree", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_overrides_roll", "overrides", ["campaign_id", "roll"])
