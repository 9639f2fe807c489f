"""Pages of the state's archive, which keyframes no longer repeat; causes and procedures indexed where there is one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "pages",
        sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.campaign_id", name="fk_pages_campaign"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "number", "position", name="pk_pages"),
    )
    op.execute("DELETE FROM keyframes")
    for column in ("cause", "procedure"):
        some = sa.text(f"{column} IS NOT NULL")
        op.drop_index(f"ix_events_{column}", "events")
        op.create_index(f"ix_events_{column}", "events", ["campaign_id", column], sqlite_where=some, postgresql_where=some)
