"""Files that hold several characters."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar
from xml.etree.ElementTree import Element, tostring

from tracker.errors import Refused
from tracker.interchange.character import ImportedCharacter
from tracker.interchange.detect import file_label
from tracker.interchange.gcs.document import some, tidy
from tracker.language import _
from tracker.text import fold

CHARACTER_LIMIT = 200

T = TypeVar("T")


def read_several(
    candidates: Sequence[T],
    read: Callable[[T, str, str | None], ImportedCharacter],
    *,
    name_of: Callable[[T], str],
    bytes_of: Callable[[T], bytes],
    data: bytes,
    filename: str,
    name: str | None,
) -> list[ImportedCharacter]:
    """The characters of one file, each read by ``read(candidate, sha256, name)``.

    A file's only character takes ``name`` as its own; among several, ``name`` picks the one that is called so. Each of
    several has the sum of its own bytes, so that a file that others were added to still is known for it. Raises Refused
    with ``not_found`` or ``ambiguous`` when the name picks none or several, and ``too_many_characters``.
    """
    label = file_label(filename)
    if len(candidates) > CHARACTER_LIMIT:
        raise Refused(
            _(
                "{label} holds {candidates:,} characters; {CHARACTER_LIMIT} are allowed.",
                label=label,
                candidates=len(candidates),
                CHARACTER_LIMIT=CHARACTER_LIMIT,
            ),
            code="too_many_characters",
            where=filename,
        )
    if len(candidates) == 1:
        return [read(candidates[0], hashlib.sha256(data).hexdigest(), name)]
    chosen = candidates
    if name is not None:
        chosen = [one for one in candidates if fold(name_of(one)) == fold(name)]
        if not chosen:
            known = some([name_of(one) for one in candidates])
            raise Refused(
                _("{label} holds no character called “{name}”; it holds {known}.", label=label, name=name, known=known),
                code="not_found",
                where="name",
            )
        if len(chosen) > 1:
            raise Refused(
                _(
                    "{label} holds {chosen} characters called “{name}”; give them different names there.",
                    label=label,
                    chosen=len(chosen),
                    name=name,
                ),
                code="ambiguous",
                where="name",
            )
    return [read(one, hashlib.sha256(bytes_of(one)).hexdigest(), None) for one in chosen]


def read_elements(
    root: Element,
    read: Callable[[Element, str, str | None], ImportedCharacter],
    *,
    data: bytes,
    filename: str,
    name: str | None,
) -> list[ImportedCharacter]:
    """The characters in an XML file's ``character`` elements, as ``read_several``. Raises Refused with ``not_a_character``
    when there are none, and as it does."""
    characters = root.findall("character")
    if not characters:
        label = file_label(filename)
        raise Refused(
            _("{label} holds no character; nothing was imported.", label=label), code="not_a_character", where=filename
        )
    return read_several(
        characters,
        read,
        name_of=lambda character: tidy(character.findtext("name", "")),
        bytes_of=lambda character: tostring(character),
        data=data,
        filename=filename,
        name=name,
    )
