"""What Alembic runs: the caller (``tracker.store.upgrade``) hands over a connection and commits or rolls back itself."""

from __future__ import annotations

from alembic import context

from tracker.projections import schema as projections
from tracker.store import schema as store

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[store.metadata, projections.metadata],
)
with context.begin_transaction():
    context.run_migrations()
