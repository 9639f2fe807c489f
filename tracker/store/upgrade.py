"""Bringing a database to the newest schema with Alembic, which is loaded only when there is something to do."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tracker.errors import Refused
from tracker.language import _
from tracker.store.schema import HEAD_REVISION

if TYPE_CHECKING:
    from alembic.config import Config

_alembic = Lock()  # its env.py works through module globals


def is_current(revision: str, subject: str) -> bool:
    """Whether a database's revision is this program's; False when it is older and can be upgraded.

    Raises Refused: ``newer_schema`` when only a newer program can read it, ``foreign_file`` when it isn't one of ours.
    """
    if not (revision.isascii() and revision.isdigit()):
        raise Refused(
            _("Another program made {subject}: Rollbook can't use it.", subject=subject), code="foreign_file", where="store"
        )
    if int(revision) > int(HEAD_REVISION):
        raise Refused(
            _(
                "A newer Rollbook wrote {subject} (schema {revision}, this one knows {known}): update Rollbook to open it.",
                subject=subject,
                revision=revision,
                known=HEAD_REVISION,
            ),
            code="newer_schema",
            where="store",
        )
    return int(revision) == int(HEAD_REVISION)


def upgrade(connection: Connection) -> None:
    """Creates or upgrades the schema inside the connection's transaction, which the caller commits."""
    from alembic import command

    with _alembic:
        command.upgrade(alembic_config(connection), HEAD_REVISION)


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings: the installed ``migrations`` package, run on this connection."""
    from alembic.config import Config

    import migrations

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
