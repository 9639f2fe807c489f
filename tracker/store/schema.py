"""The log's tables, as queries see them. Migrations make them, triggers included (see ``migrations/versions``)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

HEAD_REVISION = "0009"
"""The newest migration that this program knows."""

APPLICATION_ID = 0x526F6C6C
"""The mark ("Roll") in the header of a SQLite file that tells a campaign from anybody else's database."""

metadata = MetaData()

campaigns = Table(
    "campaigns",
    metadata,
    Column("campaign_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),  # the folded name, by which names are compared
    Column("ruleset", Text, nullable=False),
    Column("created_at", Text, nullable=False),  # UTC, ISO 8601
    Column("archived_at", Text),
    Column("head_position", BigInteger, nullable=False),
    Column("head_hash", Text, nullable=False),
    Column("read_model_version", Integer, nullable=False, server_default="0"),
    UniqueConstraint("name_key", name="uq_campaigns_name_key"),
)

events = Table(
    "events",
    metadata,
    Column("campaign_id", Text, ForeignKey("campaigns.campaign_id", name="fk_events_campaign"), nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("action_id", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("cause", BigInteger),
    Column("procedure", BigInteger),
    Column("type", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("session", Integer),
    Column("scene", Integer),
    Column("subject", Text),
    Column("author", Text, nullable=False),
    Column("recorded_at", Text, nullable=False),
    Column("utc_offset", Integer, nullable=False),
    Column("game_time", BigInteger, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("hash", Text, nullable=False),
    PrimaryKeyConstraint("campaign_id", "position", name="pk_events"),
    UniqueConstraint("campaign_id", "action_id", "ordinal", name="uq_events_action"),
    Index("ix_events_type", "campaign_id", "type", "position"),
    Index("ix_events_cause", "campaign_id", "cause"),  # both where there is one
    Index("ix_events_procedure", "campaign_id", "procedure"),
    sqlite_with_rowid=False,  # no hidden key by which an event could be replaced
)

keyframes = Table(
    "keyframes",
    metadata,
    Column("campaign_id", Text, ForeignKey("campaigns.campaign_id", name="fk_keyframes_campaign"), nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign_id", "position", name="pk_keyframes"),
)

# What a keyframe holds of the state's archive: the pages that changed since the one before.
pages = Table(
    "pages",
    metadata,
    Column("campaign_id", Text, ForeignKey("campaigns.campaign_id", name="fk_pages_campaign"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),  # the keyframe's
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign_id", "number", "position", name="pk_pages"),
)

# The files that characters came from, named in the log by their fingerprints.
files = Table(
    "files",
    metadata,
    Column("campaign_id", Text, ForeignKey("campaigns.campaign_id", name="fk_files_campaign"), nullable=False),
    Column("sha256", Text, nullable=False),  # of the file's bytes (hex): what the log calls it by
    Column("data", LargeBinary, nullable=False),  # the bytes, compressed by zlib
    PrimaryKeyConstraint("campaign_id", "sha256", name="pk_files"),
)
