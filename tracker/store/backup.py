"""Copies of a campaign's SQLite file, made by SQLite itself: a file in use isn't whole without its write-ahead log."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from tracker.errors import Refused
from tracker.language import _
from tracker.store.engine import connect, refusing

KEPT = 5
"""How many automatic copies of a campaign stay."""

FOLDER = "backups"


def automatic(campaign: Path) -> Path:
    """Copies a campaign's file into the backups folder beside it, and removes the oldest of more than KEPT copies."""
    with place(campaign) as copy:
        _copy(campaign, copy)
    for _time, _number, old in _copies(campaign, copy.parent)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


@contextmanager
def place(campaign: Path) -> Iterator[Path]:
    """An empty file in the backups folder, which is made when missing, for the block to replace."""
    folder = campaign.parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        new = _new_in(folder, campaign)
    except OSError as error:
        raise _failed(folder, error) from error
    with _gone_on_failure(new):
        yield new


def copy_to(campaign: Path, to: Path) -> Path:
    """Copies a campaign's file as it stands at one moment; ``to`` is a new file or a folder. Returns the copy's path.

    Raises Refused: ``exists`` for a file that is already there, ``backup_failed`` when the copy can't be written.
    """
    folder = to if to.is_dir() else to.parent
    if folder.resolve() == campaign.parent.resolve() and (folder is to or to.suffix == campaign.suffix):
        raise Refused(
            _("A copy among the campaigns themselves would be taken for one of them; name another folder."),
            code="backup_failed",
            where="to",
        )
    if not folder.is_dir():
        raise Refused(_('There is no folder "{folder}" for the backup.', folder=folder), code="backup_failed", where="to")
    try:
        target = _new_in(folder, campaign) if folder is to else _new(to)
    except FileExistsError:
        raise Refused(
            _('"{to}" already exists; name a new file for the backup.', to=to), code="exists", where="to"
        ) from None
    except OSError as error:
        raise _failed(to, error) from error
    with _gone_on_failure(target):
        _copy(campaign, target)
    return target


def _copy(campaign: Path, target: Path) -> None:
    """Puts a copy in the place of an empty file, whole from the first moment."""
    part = target.with_name(f".{target.name}.{uuid4().hex}.part")
    try:
        with (
            refusing(_('the campaign file "{name}"', name=campaign.name)),
            closing(connect(campaign)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
        part.replace(target)
    except OSError as error:
        raise _failed(target, error) from error
    finally:
        part.unlink(missing_ok=True)


def _new(path: Path) -> Path:
    """Makes an empty file, which holds the name against everybody else. Raises FileExistsError when it isn't free."""
    path.touch(exist_ok=False)
    return path


def _new_in(folder: Path, campaign: Path) -> Path:
    """The same under a free name in a folder: that of the campaign's file and the time in UTC."""
    while True:
        now = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
        number = 1 + max((number for time, number, _ in _copies(campaign, folder) if time == now), default=0)
        with suppress(FileExistsError):  # somebody was faster
            return _new(folder / f"{campaign.stem}-{now}{f'-{number}' if number > 1 else ''}{campaign.suffix}")


@contextmanager
def _gone_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _copies(campaign: Path, folder: Path) -> list[tuple[str, int, Path]]:
    """The copies of this campaign and no other's in a folder, oldest first: time, number within the second, path."""
    name = re.compile(re.escape(campaign.stem) + r"-(\d{8}-\d{6})(?:-(\d+))?" + re.escape(campaign.suffix))
    found = ((name.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted((match[1], int(match[2] or 1), path) for match, path in found if match)


def _failed(target: Path, error: OSError) -> Refused:
    return Refused(
        _('The backup "{target}" can\'t be written: {strerror}.', target=target, strerror=error.strerror or error),
        code="backup_failed",
        where="to",
    )
