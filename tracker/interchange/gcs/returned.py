"""A GCS sheet that an export marked, read as its player's again: without what play had put into it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tracker.campaign.commands import Exported
from tracker.interchange.character import ImportedCharacter
from tracker.interchange.gcs.document import plain, some
from tracker.interchange.gcs.marks import SheetMark, digest, is_marked, read_mark, take_off
from tracker.interchange.gcs.versions import read_json
from tracker.language import _
from tracker.text import fold


def read_returned(
    document: dict[str, Any],
    version: int,
    *,
    filename: str,
    sha256: str,
    name: str | None = None,
    known: Mapping[str, str],
    campaign: str,
) -> ImportedCharacter:
    """The character in a decoded sheet of JSON, as ``read_json``. One that ``campaign`` exported for a character whom it has
    (``known``: names by id; unless it is to be taken as another by ``name``) comes without what the export added:
    ``exported`` says whose it is and what was found. Raises as ``read_json``."""
    mark = read_mark(document)
    ours = mark is not None and mark.campaign == campaign and mark.character in known
    if mark is not None and ours and fold(name or known[mark.character]) == fold(known[mark.character]):
        name = known[mark.character]
        full = read_json(document, version, filename=filename, sha256=sha256, name=name)
        return _without_play(document, mark, full, version, filename, name)
    character = read_json(document, version, filename=filename, sha256=sha256, name=name)
    if not is_marked(document):
        return character
    if mark is not None and mark.campaign == campaign:
        whose = _("another character of this campaign")
    else:
        whose = _("another campaign")
    note = _("The sheet was exported from {whose}: what play added there is taken as the sheet's own.", whose=whose)
    if mark is None:
        note = _("The sheet's mark of an export can't be read: everything on it is taken as the sheet's own.")
    return replace(character, notes=(*character.notes, note))


def _without_play(
    document: dict[str, Any], mark: SheetMark, full: ImportedCharacter, version: int, filename: str, name: str
) -> ImportedCharacter:
    taken = take_off(document, mark)
    own, placed = (
        read_json(sheet, version, filename=filename, sha256=full.sha256, name=name)
        for sheet in (taken.sheet, taken.with_points)
    )
    # Whatever the player did with the placeholders: what the export put into the sheet comes off again, no more, no less.
    spent = Fraction(str(placed.sheet.points_spent)) - mark.points.spent + Fraction(str(mark.in_rows))
    notes = list(own.notes)
    if taken.controls:
        notes.append(
            _(
                "Self-control numbers that play made worse are others in the file: {traits}.",
                traits=some(list(taken.controls)),
            )
        )
    return replace(
        own,
        sheet=replace(own.sheet, points_spent=plain(spent)),
        current=full.current,
        notes=tuple(notes),
        exported=Exported(
            character=mark.character,
            position=mark.position,
            rows=taken.traits,
            missing=tuple(at for at in mark.traits if at not in taken.traits),
            pools=tuple(key.upper() for key in taken.pools),
            untouched=mark.source if digest(document) == mark.digest else "",
        ),
    )
