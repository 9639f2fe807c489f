"""A PostgreSQL schema of its own for each test, on the server that ROLLBOOK_TEST_POSTGRES names (see ``.ci/postgres``)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
import sqlalchemy as sa


def server() -> str:
    """The server's URL; skips the test when there is none, unless ROLLBOOK_REQUIRE_POSTGRES forbids that."""
    url = os.environ.get("ROLLBOOK_TEST_POSTGRES")
    if not url:
        reason = "PostgreSQL is not tested: ROLLBOOK_TEST_POSTGRES is not set (.ci/postgres sets it)"
        (pytest.fail if os.environ.get("ROLLBOOK_REQUIRE_POSTGRES") == "1" else pytest.skip)(reason)
    return url


@contextmanager
def fresh_schema() -> Iterator[str]:
    """The URL of an empty schema, which is dropped afterwards."""
    url = sa.make_url(server())
    name = f"test_{uuid4().hex}"
    admin = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with admin.connect() as connection:
        connection.execute(sa.schema.CreateSchema(name))
    try:
        # The name tells a test's own connections from those of the tests beside it.
        location = url.update_query_dict({"options": f"-csearch_path={name}", "application_name": name})
        yield location.render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.exec_driver_sql("SET client_min_messages = warning")
            connection.execute(sa.schema.DropSchema(name, cascade=True))
