"""The ways from a file of each GCS version to the one reader: older formats are told in the terms of the next one."""

from __future__ import annotations

from typing import Any

from tracker.interchange.character import ImportedCharacter
from tracker.interchange.detect import file_label
from tracker.interchange.gcs.json1 import as_json2
from tracker.interchange.gcs.sheet import read_sheet
from tracker.interchange.gcs.xml import as_json1
from tracker.interchange.xml import parse


def read_json(
    document: dict[str, Any], version: int, *, filename: str, sha256: str, name: str | None = None
) -> ImportedCharacter:
    """The character in a decoded sheet of JSON ``version``, 0 when the file doesn't say it. Raises as ``read_sheet``."""
    if version == 1:
        document = as_json2(document)
    return read_sheet(document, "JSON", version or None, filename=filename, sha256=sha256, name=name)


def read_xml(body: bytes, version: int, *, filename: str, sha256: str, name: str | None = None) -> ImportedCharacter:
    """The character in the text of a sheet of XML ``version``. Raises as ``read_sheet``, and what ``parse`` raises for
    text that can't be read."""
    root = parse(body, file_label(filename), filename)
    return read_sheet(as_json2(as_json1(root)), "XML", version, filename=filename, sha256=sha256, name=name)
