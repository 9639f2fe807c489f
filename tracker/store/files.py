"""Files that the log names by their fingerprint: a sheet as it was imported, kept byte by byte."""

from __future__ import annotations

import hashlib
import zlib

from sqlalchemy import Connection, Select, insert, select

from tracker.errors import Refused
from tracker.language import _
from tracker.store.schema import files

_LARGEST = 64 * 1024 * 1024  # what is unpacked at most: several times what an import takes


def keep(connection: Connection, campaign: str, data: bytes) -> str:
    """Keep a file's bytes, unless they are kept already; returns their SHA-256 (hex)."""
    sha256 = hashlib.sha256(data).hexdigest()
    if not connection.execute(_one(campaign, sha256).with_only_columns(files.c.sha256)).first():
        new = insert(files).values(campaign_id=campaign, sha256=sha256, data=zlib.compress(data))
        connection.execute(new)
    return sha256


def fingerprints(connection: Connection, campaign: str) -> list[str]:
    """The SHA-256 (hex) of every file that is kept, in order."""
    mine = select(files.c.sha256).where(files.c.campaign_id == campaign).order_by(files.c.sha256)
    return list(connection.scalars(mine))


def find(connection: Connection, campaign: str, sha256: str) -> bytes | None:
    """The bytes of a kept file, None when it isn't kept. Raises Refused (``damaged_file``) when what is kept isn't what its
    fingerprint says."""
    row = connection.execute(_one(campaign, sha256)).one_or_none()
    if row is None:
        return None
    try:
        data = zlib.decompressobj().decompress(row.data, _LARGEST)
    except (zlib.error, TypeError):
        data = b""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise Refused(
            _(
                "The kept file {sha256}... is no longer as it was imported: bring the original by --from FILE.",
                sha256=sha256[:12],
            ),
            code="damaged_file",
            where="from",
        )
    return data


def _one(campaign: str, sha256: str) -> Select[tuple[bytes]]:
    return select(files.c.data).where(files.c.campaign_id == campaign, files.c.sha256 == sha256)
