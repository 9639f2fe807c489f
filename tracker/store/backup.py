"""Copies of a campaign's SQLite file, made by SQLite itself: a file in use isn't whole without its write-ahead log."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from tracker.errors import Refused
from tracker.store.engine import BUSY_SECONDS, refusing

KEPT = 5
"""How many automatic copies of a campaign stay."""

FOLDER = "backups"


def automatic(campaign: Path) -> Path:
    """Copies a campaign's file into the backups folder beside it, and removes the oldest of more than KEPT copies."""
    copy = copy_to(campaign, place(campaign))
    for _time, _number, old in _copies(campaign, copy.parent)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


def place(campaign: Path) -> Path:
    """A free path in the backups folder, which is made when missing."""
    folder = campaign.parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _failed(folder, error) from error
    return _free(campaign, folder)


def _free(campaign: Path, folder: Path) -> Path:
    """A free path in a folder: the campaign's file name and the time in UTC."""
    now = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number = 1 + max((number for time, number, _ in _copies(campaign, folder) if time == now), default=0)
    return folder / f"{campaign.stem}-{now}{f'-{number}' if number > 1 else ''}{campaign.suffix}"


def copy_to(campaign: Path, to: Path) -> Path:
    """Copies a campaign's file as it stands at one moment; ``to`` is a new file or a folder. Returns the copy's path.

    Raises Refused: ``exists`` for a file that is already there, ``backup_failed`` when the copy can't be written.
    """
    target = _free(campaign, to) if to.is_dir() else to
    if target.parent.resolve() == campaign.parent.resolve() and target.suffix == campaign.suffix:
        raise Refused(
            "A copy among the campaigns themselves would be taken for one of them; name another folder.",
            code="backup_failed",
            where="to",
        )
    if target.exists():
        raise Refused(f'"{target}" already exists; name a new file for the backup.', code="exists", where="to")
    if not target.parent.is_dir():
        raise Refused(f'There is no folder "{target.parent}" for the backup.', code="backup_failed", where="to")
    if not campaign.is_file():  # SQLite would make one
        raise Refused(f'The file "{campaign.name}" is no longer there.', code="not_found", where="store")
    part = target.with_name(f".{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        with (
            refusing(f'the campaign file "{campaign.name}"'),
            closing(sqlite3.connect(campaign, timeout=BUSY_SECONDS)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
        part.replace(target)
    except OSError as error:
        raise _failed(target, error) from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _copies(campaign: Path, folder: Path) -> list[tuple[str, int, Path]]:
    """The copies of this campaign and no other's in a folder, oldest first: time, number within the second, path."""
    name = re.compile(re.escape(campaign.stem) + r"-(\d{8}-\d{6})(?:-(\d+))?" + re.escape(campaign.suffix))
    found = ((name.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted((match[1], int(match[2] or 1), path) for match, path in found if match)


def _failed(target: Path, error: OSError) -> Refused:
    return Refused(f'The backup "{target}" can\'t be written: {error.strerror or error}.', code="backup_failed", where="to")
