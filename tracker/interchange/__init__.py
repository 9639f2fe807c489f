"""Characters that come from files: other programs' sheets, and simple ones that people write by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from tracker.errors import Refused
from tracker.interchange.character import Counts, ImportedCharacter
from tracker.interchange.detect import (
    FANTASY_GROUNDS,
    FOUNDRY,
    GCA_4,
    GCA_5,
    GCS_XML,
    SIMPLE_JSON,
    SIMPLE_TOML,
    detect,
    file_label,
)
from tracker.interchange.fantasy_grounds import read_fantasy_grounds
from tracker.interchange.foundry import read_actors
from tracker.interchange.gca import read_gca4, read_gca5
from tracker.interchange.gcs import read_returned, read_xml
from tracker.interchange.simple import read_simple_sheet
from tracker.language import N_, _
from tracker.rulesets.base import Ruleset

__all__ = ["Counts", "ImportedCharacter", "read_characters"]

_INSTEAD = N_(
    "nothing was imported: bring a character's file from GCS, GCA 4 or 5, Foundry VTT or Fantasy Grounds, or a simple one "
    "in TOML or JSON."
)
_READERS = {FANTASY_GROUNDS: read_fantasy_grounds, GCA_4: read_gca4, GCA_5: read_gca5}


def read_characters(
    data: bytes,
    filename: str,
    *,
    ruleset: Ruleset,
    name: str | None = None,
    campaign: str = "",
    known: Mapping[str, str] | None = None,
) -> list[ImportedCharacter]:
    """Reads the characters of a campaign that plays ``ruleset`` from a file's bytes, mostly one; nothing is stored.

    ``filename`` only serves for messages. ``name`` takes the place of an only character's own, and picks one of several.
    ``campaign`` is the campaign's id and ``known`` the names of its characters by id: what it exported is told by them.
    Raises Refused, and then for all of them, for what isn't a readable sheet (``not_a_character`` and the codes of
    ``detect`` and of the format's reader), ``wrong_ruleset`` for a sheet of GURPS where the campaign doesn't play it, and
    ``no_name`` when neither the sheet nor the caller names the character.
    """
    found = detect(data, filename)
    label = file_label(filename)
    if not found.is_character:
        raise Refused(
            _("{label} is {what}; {INSTEAD}", label=label, what=_(found.what), INSTEAD=_(_INSTEAD)),
            code="not_a_character",
            where=filename,
        )
    digest = hashlib.sha256(data).hexdigest()
    if found.format in (SIMPLE_JSON, SIMPLE_TOML):
        return [
            read_simple_sheet(
                found.document or {}, found.format, ruleset=ruleset, filename=filename, sha256=digest, name=name
            )
        ]
    if not ruleset.id.startswith("gurps"):
        raise Refused(
            _(
                "{label} is a sheet of GURPS, and the campaign plays {title}; nothing was imported: use "
                "a campaign of GURPS (“new NAME --ruleset gurps4e”), or type the character in.",
                label=label,
                title=ruleset.title,
            ),
            code="wrong_ruleset",
            where=filename,
        )
    if found.format == FOUNDRY:
        return read_actors(found.document or {}, data=data, filename=filename, name=name)
    if found.format in _READERS:
        return _READERS[found.format](data, filename=filename, name=name)
    if found.format == GCS_XML:
        return [read_xml(data, found.version, filename=filename, sha256=digest, name=name)]
    return [
        read_returned(
            found.document or {},
            found.version,
            filename=filename,
            sha256=digest,
            name=name,
            campaign=campaign,
            known=known or {},
        )
    ]
