"""The database's history, one module per step under ``versions``; Alembic runs it when a store is made or upgraded."""
