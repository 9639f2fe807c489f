"""Files that the GM names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tracker.errors import Refused
from tracker.language import _
from tracker.writing import new_file

_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)  # Windows has no named pipes among its files


def read_file(file: str, limit: int, where: str) -> bytes:
    """The bytes of a file, one more than ``limit`` at most. Raises Refused when it can't be read.

    A named pipe that nobody writes to is empty; to open it as usual would wait for a writer, perhaps for ever.
    """
    try:
        with open(file, "rb", opener=lambda path, flags: os.open(path, flags | _AT_ONCE)) as opened:
            if _AT_ONCE:
                os.set_blocking(opened.fileno(), True)
            return opened.read(limit + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Refused(
            _("The file “{file}” can't be read: {reason}.", file=file, reason=reason), code="unreadable", where=where
        ) from None


def write_new(to: str | None, usual: str, data: Iterable[bytes]) -> Path:
    """Write a new file from its portions, whole or not at all; returns its path. ``to`` is the file, or the folder where it
    gets its ``usual`` name; else it is written here. Raises Refused when there is one already or it can't be written."""
    path = Path(usual if to is None else to)
    with suppress(OSError, ValueError):  # which the writing meets again
        path = path / usual if path.is_dir() else path
    return write_file(path, data)


def write_file(path: Path, data: Iterable[bytes]) -> Path:
    """Write a new file from its portions, whole or not at all; returns its path. Raises Refused when there is one already or
    it can't be written."""
    try:
        new_file(path, data)
    except FileExistsError:
        raise Refused(
            _("There is a file “{path}” already: name another by --to.", path=path), code="exists", where="to"
        ) from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Refused(
            _("The file “{path}” can't be written: {reason}.", path=path, reason=reason), code="unwritable", where="to"
        ) from None
    return path
