"""The files that sheets came from, so that a character can go out as it came in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "files",
        sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.campaign_id", name="fk_files_campaign"), nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "sha256", name="pk_files"),
    )
