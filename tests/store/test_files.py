"""Files that the log names by their fingerprint."""

from __future__ import annotations

import hashlib
import zlib

import pytest
import sqlalchemy as sa

from tests.store.helpers import items, raw
from tracker.errors import Refused
from tracker.events import NoteAdded
from tracker.store import Log, Store
from tracker.store.schema import files

SHEET = b'{"version": 5}' * 1000


def keep(log: Log, data: bytes) -> str:
    with log.writing() as tx:
        return tx.keep_file(data)


def test_a_file_is_kept_once_byte_by_byte_and_packed(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    assert keep(log, SHEET) == keep(log, SHEET) == hashlib.sha256(SHEET).hexdigest()
    assert log.file(hashlib.sha256(SHEET).hexdigest()) == SHEET
    with log.reading() as connection:
        [size] = connection.execute(sa.select(sa.func.length(files.c.data))).scalars()
    assert size < len(SHEET) / 10


def test_each_campaign_has_its_own(store: Store) -> None:
    log, other = store.create("Innsmouth", "gurps4e"), store.create("Arkham", "gurps4e")
    sha256 = keep(log, SHEET)
    assert other.file(sha256) is None
    keep(other, SHEET)
    store.delete("Innsmouth", "Innsmouth")
    assert other.file(sha256) == SHEET


def test_what_is_not_recorded_is_not_kept(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    with pytest.raises(Refused, match="continue the log"), log.writing() as tx:
        tx.append(tx.keep_file(SHEET), items(log, "another action", [NoteAdded(text="x")], 0))
    assert log.file(hashlib.sha256(SHEET).hexdigest()) is None


@pytest.mark.parametrize("data", [zlib.compress(SHEET + b" "), b"", b"not packed", zlib.compress(SHEET)[:-9]])
def test_a_file_that_is_no_longer_what_it_was_is_refused(store: Store, data: bytes) -> None:
    log = store.create("Innsmouth", "gurps4e")
    sha256 = keep(log, SHEET)
    with raw(log) as connection:
        connection.execute(sa.update(files).values(data=data))
    with pytest.raises(Refused) as refused:
        log.file(sha256)
    assert refused.value.code == "damaged_file"
