"""Campaigns in one PostgreSQL database that several GMs share."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from sqlalchemy import URL, Connection, Text, column, delete, func, insert, inspect, select, table, text
from sqlalchemy.exc import IntegrityError

from tracker.errors import Refused
from tracker.language import N_, _
from tracker.store.base import Begin, CampaignInfo, Store, confirm, exists, name_key, not_found
from tracker.store.engine import for_reading, for_writing, postgresql_engine, refusing
from tracker.store.log import GENESIS, Head, Log, Transaction
from tracker.store.schema import campaigns
from tracker.store.upgrade import is_current, upgrade
from tracker.text import clean_name
from tracker.writing import replace_file

OLDEST = 15
"""The oldest PostgreSQL that is supported."""

_SUBJECT = N_("the PostgreSQL database")
_UPGRADE_LOCK = 0x526F6C6C  # any number that every Rollbook agrees on


class ServerStore(Store):
    """See ``Store``; ``location`` is the database's URL without its password."""

    def __init__(self, url: URL) -> None:
        """Connects, and creates or upgrades the schema if need be.

        Raises Refused: ``no_driver``, ``unreachable``, ``old_server``, ``newer_schema``, ``foreign_file``.
        """
        self.location = url.render_as_string(hide_password=True)
        self.warnings = []
        self._engine = postgresql_engine(url)
        self._reader = for_reading(self._engine)
        self._writer = for_writing(self._engine)
        try:
            with refusing(_(_SUBJECT)), self._engine.connect() as connection:
                _check_server(connection)
                current = _is_current(connection)
            if not current:
                with refusing(_(_SUBJECT)), self._engine.begin() as connection:
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
                    if not _is_current(connection):  # nobody was faster
                        upgrade(connection)
        except BaseException:
            self.close()
            raise

    def campaigns(self) -> list[CampaignInfo]:
        with refusing(_(_SUBJECT)), self._reader.connect() as connection:
            rows = connection.execute(select(campaigns)).all()
        found = [
            CampaignInfo(
                id=row.campaign_id,
                name=row.name,
                ruleset=row.ruleset,
                head=row.head_position,
                archived=row.archived_at is not None,
                created_at=row.created_at,
            )
            for row in rows
        ]
        return sorted(found, key=lambda info: (info.name.casefold(), info.name))

    def create(self, name: str, ruleset: str, campaign_id: str | None = None, begin: Begin | None = None) -> Log:
        name = clean_name(name, "campaign")
        campaign_id = campaign_id or uuid4().hex
        new = insert(campaigns).values(
            campaign_id=campaign_id,
            name=name,
            name_key=name_key(name),
            ruleset=ruleset,
            created_at=datetime.now(UTC).isoformat(timespec="microseconds"),
            head_position=0,
            head_hash=GENESIS,
        )
        try:
            with refusing(_(_SUBJECT)), self._writer.begin() as connection:
                connection.execute(new)
                if begin is not None:
                    begin(Transaction(campaign_id, connection, Head(0, GENESIS)))
        except IntegrityError:
            raise exists(name) from None
        return Log(self._engine, campaign_id, name)

    def open(self, name: str) -> Log:
        name = clean_name(name, "campaign")
        query = select(campaigns.c.campaign_id, campaigns.c.name).where(campaigns.c.name_key == name_key(name))
        with refusing(_(_SUBJECT)), self._reader.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise not_found(name, (info.name for info in self.campaigns()))
        return Log(self._engine, row.campaign_id, row.name)

    def delete(self, name: str, typed_name: str) -> None:
        log = self.open(name)
        confirm(log.name, typed_name)
        with log.writing() as tx:
            tx.connection.execute(select(func.set_config("rollbook.delete_campaign", log.id, True)))
            for name in _tables_with_campaigns(tx.connection):
                campaign = column("campaign_id", Text)
                tx.connection.execute(delete(table(name, campaign)).where(campaign == log.id))
        if self.last_used() == log.name:
            self._note().unlink(missing_ok=True)

    def last_used(self) -> str | None:
        try:
            return self._note().read_text(encoding="utf-8").strip() or None
        except (OSError, ValueError):
            return None

    def remember(self, name: str) -> None:
        note = self._note()
        with suppress(OSError):
            note.parent.mkdir(parents=True, exist_ok=True)
            replace_file(note, name.encode())

    def close(self) -> None:
        self._engine.dispose()

    def _note(self) -> Path:
        from platformdirs import user_state_path

        key = hashlib.sha256(self.location.encode()).hexdigest()[:16]
        return user_state_path("rollbook", appauthor=False) / f"last-used-{key}"


def server_url(location: str) -> URL:
    """A typed URL. Raises Refused (``bad_store``) for one that isn't PostgreSQL's."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(location)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise Refused(
            _("A store is a folder or a URL like postgresql+psycopg://user@host/database."), code="bad_store", where="store"
        )
    return url.set(drivername="postgresql+psycopg")


def _check_server(connection: Connection) -> None:
    version = connection.dialect.server_version_info or (0,)
    if version < (OLDEST,):
        raise Refused(
            _("The server runs PostgreSQL {version}; Rollbook needs {oldest} or newer.", version=version[0], oldest=OLDEST),
            code="old_server",
            where="store",
        )
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise Refused(
            _("The database stores text as {encoding}; make one with ENCODING 'UTF8' for Rollbook.", encoding=encoding),
            code="bad_encoding",
            where="store",
        )


def _is_current(connection: Connection) -> bool:
    """Whether the schema is this program's; False when it is missing or older. Raises Refused as ``is_current`` does."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables and "campaigns" in tables:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or ""
        return is_current(revision, _(_SUBJECT))
    if tables & {"alembic_version", "campaigns", "events"}:
        raise Refused(
            _("The PostgreSQL database belongs to another program; make one for Rollbook."),
            code="foreign_file",
            where="store",
        )
    return False


def _tables_with_campaigns(connection: Connection) -> list[str]:
    """The tables that hold rows of campaigns, read models included, those first that others don't refer to."""
    found = inspect(connection)
    order = [name for name, _ in found.get_sorted_table_and_fkc_names() if name]
    return [name for name in reversed(order) if any(one["name"] == "campaign_id" for one in found.get_columns(name))]
