"""Files that the GM names."""

from __future__ import annotations

import os

from tracker.errors import Refused

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
        raise Refused(f"The file “{file}” can't be read: {reason}.", code="unreadable", where=where) from None
