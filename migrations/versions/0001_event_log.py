"""The event log: campaigns, events that can only be added, keyframes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# The one rule of INSERT, an event continues the log, also stops REPLACE: what it would replace stands in its way.
SQLITE = (
    "PRAGMA application_id = 1383033964",  # schema.APPLICATION_ID
    """
    CREATE TRIGGER events_continue BEFORE INSERT ON events
    WHEN NEW.position <> 1 + coalesce((SELECT max(position) FROM events WHERE campaign_id = NEW.campaign_id), 0)
      OR EXISTS (SELECT 1 FROM events
                 WHERE campaign_id = NEW.campaign_id AND action_id = NEW.action_id AND ordinal = NEW.ordinal)
    BEGIN SELECT RAISE(ABORT, 'an event is only ever added at the end of the log'); END
    """,
    """
    CREATE TRIGGER events_unchanged BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'a recorded event is never changed'); END
    """,
    """
    CREATE TRIGGER events_kept BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'a recorded event is never deleted'); END
    """,
)

# That no position is taken twice is the primary key's business. The owner of a campaign removes it as a whole by naming
# it in a setting that lives as long as the transaction.
POSTGRESQL = (
    """
    CREATE FUNCTION events_guard() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            IF NEW.position <> 1 AND NOT EXISTS (
                SELECT 1 FROM events WHERE campaign_id = NEW.campaign_id AND position = NEW.position - 1
            ) THEN
                RAISE EXCEPTION 'an event is only ever added at the end of the log' USING ERRCODE = '23000';
            END IF;
            RETURN NEW;
        ELSIF TG_OP = 'DELETE' THEN
            IF OLD.campaign_id = current_setting('rollbook.delete_campaign', true) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION 'a recorded event is never changed or deleted' USING ERRCODE = '23000';
    END $$
    """,
    """
    CREATE TRIGGER events_guard BEFORE INSERT OR UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_guard()
    """,
    "CREATE TRIGGER events_kept BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_guard()",
)


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("campaign_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("archived_at", sa.Text),
        sa.Column("head_position", sa.BigInteger, nullable=False),
        sa.Column("head_hash", sa.Text, nullable=False),
        sa.Column("read_model_version", sa.Integer, nullable=False, server_default="0"),
        sa.UniqueConstraint("name_key", name="uq_campaigns_name_key"),
    )
    op.create_table(
        "events",
        sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.campaign_id", name="fk_events_campaign"), nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("action_id", sa.Text, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("cause", sa.BigInteger),
        sa.Column("procedure", sa.BigInteger),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("session", sa.Integer),
        sa.Column("scene", sa.Integer),
        sa.Column("subject", sa.Text),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("utc_offset", sa.Integer, nullable=False),
        sa.Column("game_time", sa.BigInteger, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "position", name="pk_events"),
        sa.UniqueConstraint("campaign_id", "action_id", "ordinal", name="uq_events_action"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_events_type", "events", ["campaign_id", "type", "position"])
    op.create_index("ix_events_cause", "events", ["campaign_id", "cause"])
    op.create_index("ix_events_procedure", "events", ["campaign_id", "procedure"])
    op.create_table(
        "keyframes",
        sa.Column(
            "campaign_id", sa.Text, sa.ForeignKey("campaigns.campaign_id", name="fk_keyframes_campaign"), nullable=False
        ),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "position", name="pk_keyframes"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
