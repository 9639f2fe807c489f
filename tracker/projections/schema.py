"""The tables of the read models. They hold nothing that the log doesn't: all of them can be thrown away and built again.

Every row stands for one event and is keyed by its position. ``voided`` is the position of the void that took the event
back, null while it counts; that something ended is a row of its own (``endings``), so a void of the end reopens it.
"""

from __future__ import annotations

from sqlalchemy import DDL, BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text, event, text

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


def _few(name: str, column: str) -> Index:
    """An index on a column that is null in most rows, which it leaves out."""
    some = text(f"{column} IS NOT NULL")
    return Index(name, "campaign_id", column, "position", sqlite_where=some)


def _covering(column: str) -> Index:
    """An index on one column of the lines that holds what filters mostly ask beside it: a line isn't looked up for that."""
    asked = ("character", "what_key", "family", "kind", "outcome", "secret", "voided")
    return Index(f"ix_lines_{column}", "campaign_id", column, "position", *(one for one in asked if one != column))


# The columns behind ``author`` are what filters ask of rolls, and null in every other line, ``threat`` apart.
lines = _table(
    "lines",
    Column("action_id", Text),  # of a void, by which another one finds it; null elsewhere
    Column("scene", BigInteger),
    Column("cause", BigInteger),
    Column("day", Integer, nullable=False),  # the author's, in days since the year 1
    Column("game_time", BigInteger, nullable=False),
    Column("family", Text, nullable=False),
    Column("kind", Text, nullable=False),  # of a roll its kind, otherwise the event's type
    Column("what_key", Text),
    Column("outcome", Text),
    Column("lasting", Boolean, nullable=False),
    Column("author", Text, nullable=False),
    Column("threat", Text),
    Column("task", BigInteger),
    Column("target", Integer),
    Column("margin", Integer),  # negative of a failure
    Column("degree", Text),  # the system's own word, where it isn't the outcome's
    Column("dice_source", Text),
    _covering("character"),
    _covering("what_key"),
    Index("ix_lines_kind", "campaign_id", "kind", "position"),
    _few("ix_lines_task", "task"),
    _few("ix_lines_threat", "threat"),
    _few("ix_lines_margin", "margin"),
    _few("ix_lines_target", "target"),
)

rolls = _table(
    "rolls",
    Column("scene", BigInteger),
    Column("cause", BigInteger),
    Column("game_time", BigInteger, nullable=False),
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
    Column("corrects", BigInteger),
    Index("ix_rolls_character", "campaign_id", "character", "position"),
    _few("ix_rolls_task", "task"),
    _few("ix_rolls_corrects", "corrects"),
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
    Column("first", BigInteger, nullable=False),  # event that was taken back, that counts again or that has other words
)

scenes = _table(
    "scenes",
    Column("number", Integer, nullable=False),
    Column("title", Text, nullable=False),
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

# See ``spans``: where in the log something lies, voided or not.
spans = Table(
    "spans",
    metadata,
    Column("campaign_id", Text, primary_key=True),
    Column("scale", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# The search index is no table like the others: each database has a kind of its own for it (see ``search``). The SQLite one
# keeps neither the text nor its length; a tokenizer has nothing left to do but to split at blanks. It knows the words by
# their first letters as well, up to two; and they can be read from a table that takes no place of its own.
INDEXED_BEGINNING = 2
SEARCH = {
    "sqlite": (
        "CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, tokenize=\"ascii\", prefix='1 2')",
        "CREATE VIRTUAL TABLE search_terms USING fts5vocab(search, instance)",
    ),
    "postgresql": (
        "CREATE TABLE search (campaign_id TEXT NOT NULL, position BIGINT NOT NULL, words TSVECTOR NOT NULL, "
        "CONSTRAINT pk_search PRIMARY KEY (campaign_id, position))",
        "CREATE INDEX ix_search_words ON search USING gin (words)",
    ),
}
for _dialect, _statements in SEARCH.items():
    for _statement in _statements:
        _made = DDL(_statement).execute_if(dialect=_dialect)  # type: ignore[no-untyped-call]
        event.listen(metadata, "after_create", _made)
