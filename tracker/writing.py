"""Files that are there whole or not at all: what is written stands under another name until it is complete, so that neither
a full disk nor the end of the program leaves a part of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4


def new_file(path: Path, data: Iterable[bytes]) -> None:
    """Write a new file from its portions. Raises FileExistsError where there is one, also one that came meanwhile, and
    OSError or ValueError (for an impossible name) where it can't be written."""
    if os.path.lexists(path):
        raise FileExistsError(path)
    with _beside(path, data, 0o666, durable=True) as part:
        try:
            os.link(part, path)  # unlike a renamed file it never takes the place of another one
        except FileExistsError:
            raise
        except OSError:  # a drive that has no links
            path.touch(exist_ok=False)
            part.replace(path)


def replace_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put a file in the place of the one that may be there; ``mode`` is who may do what with it, less the user's mask.
    Raises OSError."""
    with _beside(path, [data], mode, durable=False) as part:
        part.replace(path)


@contextmanager
def _beside(path: Path, data: Iterable[bytes], mode: int, *, durable: bool) -> Iterator[Path]:
    """A complete file in the same folder, which is gone after the block unless it has become another one; a ``durable`` one
    is on the disk itself."""
    part = path.parent / f".{uuid4().hex}.part"
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as opened:
            for portion in data:
                opened.write(portion)
            if durable:
                opened.flush()
                os.fsync(opened.fileno())
        yield part
    finally:
        part.unlink(missing_ok=True)
