"""The read model of rolls anew: they know which one they correct. A rebuild fills it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.drop_table("rolls")
    op.create_table(
        "rolls",
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Integer),
        sa.Column("character", sa.Text),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("voided", sa.BigInteger),
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
        some = sa.text(f"{column} IS NOT NULL")
        op.create_index(
            f"ix_rolls_{column}", "rolls", ["campaign_id", column, "position"], sqlite_where=some, postgresql_where=some
        )
