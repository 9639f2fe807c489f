"""What Alembic runs: the caller (``tracker.store.upgrade``) hands over a connection and commits or rolls back itself."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
