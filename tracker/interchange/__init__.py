"""Characters that come from other programs' files."""

from __future__ import annotations

import hashlib

from tracker.errors import Refused
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import detect, file_label
from tracker.interchange.gcs import read_sheet

__all__ = ["Counts", "ImportedCharacter", "read_character"]


def read_character(data: bytes, filename: str, *, name: str | None = None) -> ImportedCharacter:
    """Reads one character from a file's bytes; nothing is stored.

    ``filename`` only serves for messages, ``name`` takes the place of the sheet's own. Raises Refused for everything
    that isn't a readable GCS sheet of JSON version 2 or later (``unsupported_format``, ``not_a_character``, the codes of
    ``detect``), and ``no_name`` when neither the sheet nor the caller names the character.
    """
    found = detect(data, filename)
    label = file_label(filename)
    if not found.is_character:
        raise Refused(f"{label} is {found.what}; nothing was imported.", code="not_a_character", where=filename)
    if found.document is None:
        raise Refused(
            f"{label} is {found.what}, which can't be imported; GCS sheets in JSON 2 and later can.",
            code="unsupported_format",
            where=filename,
        )
    digest = hashlib.sha256(data).hexdigest()
    return read_sheet(found.document, found.version, filename=filename, sha256=digest, name=name)
