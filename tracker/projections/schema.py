"""The tables of the read models. They hold nothing that the log doesn't: all of them can be thrown away and built again.

Every row stands for one event and is keyed by its position. ``voided`` is the position of the void that took the event
back, null while it counts; that something ended is a row of its own (``endings``), so a void of the end reopens it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text

metadata = MetaData()


def _table(name: str, *columns: Column[object] | Index) -> Table:
    """A table with what every read model has. ``character`` is the event's subject, ``secret`` means for the GM only."""
    return Table(
        name,
        metadata,
        Column("campaign_id", Text, primary_key=True),
        Column("position", BigInteger, primary_key=True, autoincrement=False),
        Column("session", Integer),
        Column("character", Text),
        Column("secret", Boolean, nullable=False),
        Column("voided", BigInteger),
        *columns,
        sqlite_with_rowid=False,
    )


lines = _table(
    "lines",
    Column("action_id", Text, nullable=False),
    Column("scene", BigInteger),
    Column("cause", BigInteger),
    Column("family", Text, nullable=False),
    Column("kind", Text, nullable=False),  # of a roll its kind, otherwise the event's type
    Column("what_key", Text),
    Column("outcome", Text),
    Column("lasting", Boolean, nullable=False),
    Column("author", Text, nullable=False),
    Index("ix_lines_session", "campaign_id", "session", "position"),
    Index("ix_lines_character", "campaign_id", "character", "position"),
    Index("ix_lines_what", "campaign_id", "what_key", "position"),
    Index("ix_lines_kind", "campaign_id", "kind", "position"),
)

rolls = _table(
    "rolls",
    Column("action_id", Text, nullable=False),
    Column("scene", BigInteger),
    Column("cause", BigInteger),
    Column("game_time", BigInteger, nullable=False),
    Column("recorded_at", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("what_key", Text, nullable=False),
    Column("base", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("notation", Text, nullable=False),
    Column("dice_source", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("success", Boolean, nullable=False),
    Column("critical", Boolean, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("degree", Text, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("task", BigInteger),
    Column("attempt", Integer, nullable=False),
    Column("retry_penalty", Integer, nullable=False),
    Column("threat", Text),
    Index("ix_rolls_session", "campaign_id", "session", "position"),
    Index("ix_rolls_character", "campaign_id", "character", "position"),
    Index("ix_rolls_what", "campaign_id", "what_key", "position"),
    Index("ix_rolls_kind", "campaign_id", "kind", "position"),
    Index(
        "ix_rolls_task",
        "campaign_id",
        "task",
        "position",
    ),
)

tasks = _table(
    "tasks",
    Column("name", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("policy", Text, nullable=False),
    Column("first", BigInteger),
    Column("scene", BigInteger),
)

penalties = _table(
    "penalties",
    Column("task", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("policy", Text, nullable=False),
    Column("expected", Integer),
    Column("applied", Integer, nullable=False),
    Column("overridden", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
)

threats = _table(
    "threats",
    Column("threat", Text, nullable=False),
    Column("name", Text, nullable=False),
)

exposures = _table(
    "exposures",
    Column("threat", Text, nullable=False),
    Column("earlier", Integer, nullable=False),
    Column("uncertain", Integer, nullable=False),
    Column("waived_by", Text, nullable=False),
    Column("game_time", BigInteger, nullable=False),
)

consultations = _table(
    "consultations",
    Column("cause", BigInteger),
    Column("table_name", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("table_row", Text, nullable=False),
)

traits = _table(
    "traits",
    Column("name", Text, nullable=False),
    Column("points", Integer),  # null where a trait of the sheet only got worse
    Column("kind", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("threat", Text),
    Column("roll", BigInteger),
    Column("cause", BigInteger),
    Column("game_time", BigInteger, nullable=False),
)

ledger = _table(
    "ledger",
    Column("pool", Text, nullable=False),  # a pool's name, or "points"
    Column("change", Integer, nullable=False),  # of points: of the total
    Column("spent", Integer),  # of points only
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("cause", BigInteger),
    Column("game_time", BigInteger, nullable=False),
    Index("ix_ledger_pool", "campaign_id", "pool", "character", "position"),
)

prompts = _table(
    "prompts",
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("cause", BigInteger),
    Column("trait", Text),
    Column("points", Integer),
    Column("threat", Text),
    Column("roll", BigInteger),
)

endings = _table(
    "endings",
    Column("started", BigInteger, nullable=False),  # the position of what ended: a task, trait, condition, prompt, procedure
    Column("how", Text, nullable=False),
    Index("ix_endings_started", "campaign_id", "started"),
)

sessions = _table(
    "sessions",
    Column("number", Integer, nullable=False),
    Column("ends", Boolean, nullable=False),  # the session's end rather than its start
    Column("title", Text, nullable=False),
    Column("elapsed", BigInteger),
    Column("recorded_at", Text, nullable=False),
    Column("utc_offset", Integer, nullable=False),
    Column("game_time", BigInteger, nullable=False),
)

voids = _table(
    "voids",
    Column("first", BigInteger, nullable=False),  # the first of the events that were taken back, or that count again
)

marks = _table(
    "marks",
    Column("at", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
)

# Several rows for an event that was overruled in several ways.
overrides = _table(
    "overrides",
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("roll", BigInteger),  # null where the event is none and comes before its roll
    Column("kind", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("rules_say", Text, nullable=False),
    Column("gm_says", Text, nullable=False),
    Column("degree", Text),  # of an outcome: the system's own word for what it counts as
    Column("reason", Text, nullable=False),
    Index("ix_overrides_roll", "campaign_id", "roll"),
)

# One row per change of what a roster says of a character; null says nothing. The newest one that counts holds.
characters = _table(
    "characters",
    Column("name", Text),
    Column("player", Text),
    Column("kind", Text),
    Column("status", Text),
)
