"""Campaigns as SQLite files in a folder, one each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import uuid4

from msgspec.structs import replace
from sqlalchemy import Engine, insert

from tracker.errors import Refused
from tracker.language import _
from tracker.store import backup
from tracker.store.base import Begin, CampaignInfo, Store, confirm, exists, name_key, not_found
from tracker.store.drives import warnings_for
from tracker.store.engine import BUSY_SECONDS, connect, for_writing, refusing, sqlite_engine
from tracker.store.log import GENESIS, Head, Log, Transaction
from tracker.store.names import SUFFIX, file_name
from tracker.store.schema import APPLICATION_ID, campaigns
from tracker.store.upgrade import is_current, upgrade
from tracker.text import clean_name
from tracker.writing import replace_file

_LOCK = ".lock"
_LAST_USED = ".last-used"
_UNFINISHED = ".new-"


class FolderStore(Store):
    """See ``Store``; ``location`` is the folder's path."""

    def __init__(self, folder: Path) -> None:
        """Opens the folder, which is made when missing. Raises Refused (``bad_store``) when it can't be."""
        try:
            self.folder = folder.expanduser().absolute()
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise Refused(
                _('The store folder "{folder}" can\'t be used: {reason}.', folder=folder, reason=reason),
                code="bad_store",
                where="store",
            ) from error
        self.location = str(self.folder)
        self.warnings = warnings_for(self.folder)
        self._engines: dict[Path, Engine] = {}

    def campaigns(self) -> list[CampaignInfo]:
        found = [replace(card.info, problem=card.problem) for card in self._cards()]
        return sorted(found, key=lambda info: (info.name.casefold(), info.name))

    def create(self, name: str, ruleset: str, campaign_id: str | None = None, begin: Begin | None = None) -> Log:
        name = clean_name(name, "campaign")
        with self._alone():
            for abandoned in self.folder.glob(f"{_UNFINISHED}*"):
                abandoned.unlink(missing_ok=True)
            for info in self.campaigns():
                if info.id and name_key(info.name) == name_key(name):
                    raise exists(info.name)
            path = self.folder / file_name(name, [other.name for other in self.folder.iterdir()])
            campaign_id = campaign_id or uuid4().hex
            unfinished = self.folder / f"{_UNFINISHED}{campaign_id}"
            with refusing(_subject(path)), self._disk(path):
                unfinished.write_bytes(_blank())
                engine = sqlite_engine(unfinished)
                with for_writing(engine).begin() as connection:
                    connection.execute(
                        insert(campaigns).values(
                            campaign_id=campaign_id,
                            name=name,
                            name_key=name_key(name),
                            ruleset=ruleset,
                            created_at=datetime.now(UTC).isoformat(timespec="microseconds"),
                            head_position=0,
                            head_hash=GENESIS,
                        )
                    )
                    if begin is not None:
                        begin(Transaction(campaign_id, connection, Head(0, GENESIS)))
                engine.dispose()  # the last connection folds the write-ahead log into the file
                unfinished.replace(path)
        return self._log(path, campaign_id, name)

    def open(self, name: str) -> Log:
        card = self._find(name)
        if not card.is_current():
            with self._alone():
                if not _card(card.path).is_current():  # nobody was faster
                    backup.automatic(card.path)
                    with refusing(_subject(card.path)), for_writing(self._engine(card.path)).begin() as connection:
                        upgrade(connection)
        return self._log(card.path, card.info.id, card.info.name)

    def delete(self, name: str, typed_name: str) -> Path:
        card = self._find(name)  # what isn't a campaign isn't ours to move
        info, path = card.info, card.path
        confirm(info.name, typed_name)
        with self._alone(), refusing(_subject(path)), self._disk(path):
            if engine := self._engines.get(path):
                engine.dispose()
            with closing(connect(path)) as connection:
                # Only the sole user of a file can leave its write-ahead log, and then the file is whole by itself.
                connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            with backup.place(path) as kept:
                path.replace(kept)
            if self.last_used() == info.name:
                (self.folder / _LAST_USED).unlink(missing_ok=True)
        return kept

    def last_used(self) -> str | None:
        try:
            return (self.folder / _LAST_USED).read_text(encoding="utf-8").strip() or None
        except (OSError, ValueError):
            return None

    def remember(self, name: str) -> None:
        note = self.folder / _LAST_USED
        with suppress(OSError):
            replace_file(note, name.encode())

    def close(self) -> None:
        while self._engines:
            self._engines.popitem()[1].dispose()

    def _cards(self) -> list[_Card]:
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix == SUFFIX and not path.name.startswith(".")]
        except OSError as error:
            reason = error.strerror or error
            raise Refused(
                _('The store folder "{folder}" can\'t be read: {reason}.', folder=self.folder, reason=reason),
                code="bad_store",
                where="store",
            ) from error
        return [_card(path) for path in paths]

    def _find(self, name: str) -> _Card:
        """The card of the campaign of this name. Every file is looked at, or a copy could be taken for the original.

        Raises Refused: ``not_found``, ``ambiguous``, or what is wrong with the file.
        """
        name, known = clean_name(name, "campaign"), self._cards()
        found = [card for card in known if name_key(card.info.name) == name_key(name)]
        found = [card for card in found if card.refused is None] or found  # a broken file's name is a guess
        if not found:
            raise not_found(name, (card.info.name for card in known))
        if len(found) > 1:
            files = ", ".join(f'"{_printable(card.path.name)}"' for card in found)
            raise Refused(
                _(
                    'The files {files} all hold a campaign "{name}": move the copies out of "{folder}".',
                    files=files,
                    name=name,
                    folder=self.folder,
                ),
                code="ambiguous",
                where="campaign",
            )
        [card] = found
        if card.refused:
            raise card.refused
        return card

    def _engine(self, path: Path) -> Engine:
        if path not in self._engines:
            self._engines.setdefault(path, sqlite_engine(path))
        return self._engines[path]

    def _log(self, path: Path, campaign_id: str, name: str) -> Log:
        return Log(self._engine(path), campaign_id, name, path)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else creates, upgrades or deletes a campaign in this folder meanwhile (SQLite can lock on every system)."""
        lock = self.folder / _LOCK
        with (
            refusing(_('the store folder "{folder}"', folder=self.folder)),
            closing(sqlite3.connect(lock, timeout=6 * BUSY_SECONDS, isolation_level=None)) as connection,
        ):
            connection.execute("BEGIN EXCLUSIVE")
            yield

    @contextmanager
    def _disk(self, path: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise Refused(
                _('The file "{path}" can\'t be written: {reason}.', path=path, reason=reason),
                code="unwritable",
                where="store",
            ) from error


@cache
def _blank() -> bytes:
    """A file of the newest schema that holds no campaign yet: made once, for it takes several times as long as the rest."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "blank")
        path.touch()
        engine = sqlite_engine(path)
        with for_writing(engine).begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


def _subject(path: Path) -> str:
    return _('the file "{name}"', name=_printable(path.name))


def _printable(name: str) -> str:
    """A file's name without what could steer a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


class _Card(NamedTuple):
    """What a file says about its campaign, whatever its schema's revision; ``refused`` says why it says nothing."""

    path: Path
    info: CampaignInfo
    revision: str = ""
    refused: Refused | None = None

    def is_current(self) -> bool:
        """As ``upgrade.is_current``. Raises Refused for what can't be opened."""
        if self.refused:
            raise self.refused
        return is_current(self.revision, _subject(self.path))

    @property
    def problem(self) -> str:
        """Why the campaign can't be opened; empty when it can."""
        try:
            self.is_current()
        except Refused as refused:
            return refused.message
        return ""


def _card(path: Path) -> _Card:
    try:
        revision, info = _read_card(path)
    except Refused as refused:
        return _Card(path, CampaignInfo(name=_printable(path.stem), path=path), refused=refused)
    return _Card(path, info, revision)


def _read_card(path: Path) -> tuple[str, CampaignInfo]:
    """A campaign file's schema revision and what it says about its campaign.

    Raises Refused: ``foreign_file`` when it isn't a campaign's, ``busy``, ``unreadable`` or ``damaged``.
    """
    foreign = Refused(_("There is no Rollbook campaign in {path}.", path=_subject(path)), code="foreign_file", where="store")
    if not path.is_file():
        raise foreign
    try:
        with refusing(_subject(path)), closing(connect(path)) as connection:
            if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                raise foreign
            [(revision,)] = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            [row] = connection.execute(
                "SELECT campaign_id, name, ruleset, head_position, archived_at, created_at FROM campaigns"
            ).fetchall()
    except (sqlite3.Error, ValueError) as error:
        raise foreign from error
    id_, name, ruleset, head, archived_at, created_at = row
    if not (isinstance(head, int) and all(isinstance(one, str) for one in (revision, id_, name, ruleset, created_at))):
        raise foreign
    return revision, CampaignInfo(
        id=id_,
        name=clean_name(name, "campaign"),
        ruleset=ruleset,
        head=head,
        archived=archived_at is not None,
        path=path,
        created_at=created_at,
    )
