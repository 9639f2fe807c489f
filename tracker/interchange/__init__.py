"""Characters that come from files: other programs' sheets, and simple ones that people write by hand."""

from __future__ import annotations

import hashlib

from tracker.errors import Refused
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import GCS_JSON, detect, file_label
from tracker.interchange.gcs import read_sheet
from tracker.interchange.simple import read_simple_sheet
from tracker.rulesets.base import Ruleset

__all__ = ["Counts", "ImportedCharacter", "read_character"]


def read_character(data: bytes, filename: str, *, ruleset: Ruleset, name: str | None = None) -> ImportedCharacter:
    """Reads one character of a campaign that plays ``ruleset`` from a file's bytes; nothing is stored.

    ``filename`` only serves for messages, ``name`` takes the place of the sheet's own. Raises Refused for everything
    that isn't a readable GCS sheet of JSON version 2 or later or a simple sheet (``unsupported_format``,
    ``not_a_character``, the codes of ``detect`` and ``read_simple_sheet``), ``wrong_ruleset`` for a GCS sheet where the
    campaign doesn't play GURPS, and ``no_name`` when neither the sheet nor the caller names the character.
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
    if found.format != GCS_JSON:
        return read_simple_sheet(found.document, found.format, ruleset=ruleset, filename=filename, sha256=digest, name=name)
    if not ruleset.id.startswith("gurps"):
        raise Refused(
            f"{label} is a sheet of GURPS, and the campaign plays {ruleset.title}; nothing was imported.",
            code="wrong_ruleset",
            where=filename,
        )
    return read_sheet(found.document, found.version, filename=filename, sha256=digest, name=name)
