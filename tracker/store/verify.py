"""Is the log still what was recorded? Recomputes the hash chain from the rows as they stand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from tracker.events.codec import UnknownEvent, chain_hash, decode
from tracker.language import _
from tracker.sql import Row
from tracker.store.rows import POSITION, envelope_of, pages, undecoded
from tracker.store.schema import campaigns


class Problem(NamedTuple):
    """Something wrong at an event's position; 0 when it is about the database as a whole."""

    position: int
    message: str


def verify(connection: Connection, campaign: str, genesis: str, expect: str | None = None) -> list[Problem]:
    """See ``Log.verify``. ``genesis`` is the hash before the first event."""
    with undecoded(connection):
        return [*_file(connection), *_chain(connection, campaign, genesis, expect)]


def _chain(connection: Connection, campaign: str, genesis: str, expect: str | None) -> Iterator[Problem]:
    position, hashes, expected_seen = 0, {genesis}, expect in (None, genesis)
    try:
        for row in pages(connection, campaign):
            place = row[POSITION]
            if not isinstance(place, int):  # SQLite would keep anything
                yield Problem(position + 1, _("an event stands at {place} instead of a position", place=repr(place)))
                continue
            if place != position + 1:
                yield Problem(position + 1, _missing(position + 1, place - 1))
                hashes = set()
            position = place
            message, hashes = _check(row, hashes)
            expected_seen = expected_seen or expect in hashes
            if message:
                yield Problem(position, message)
    except (DBAPIError, sqlite3.Error) as error:
        yield Problem(position + 1, _("the log can't be read from here on: {cause}", cause=getattr(error, "orig", error)))
        return

    head = connection.execute(
        select(campaigns.c.head_position, campaigns.c.head_hash).where(campaigns.c.campaign_id == campaign)
    ).one_or_none()
    if head is None:
        yield Problem(0, _("the campaign has lost its head row"))
    elif head.head_position > position:
        missing = _missing(position + 1, head.head_position)
        yield Problem(position + 1, _("{missing} at the end of the log", missing=missing))
    elif head.head_position != position:
        message = _("the head row says that the log ends at {position}, but it ends here", position=head.head_position)
        yield Problem(position, message)
    elif head.head_hash not in hashes:
        yield Problem(position, _("the head row's hash is not the hash of the last event"))
    if not expected_seen:
        message = _("the expected hash {hash} occurs nowhere: the log was cut or rewritten after it was noted", hash=expect)
        yield Problem(position, message)


def _check(row: Row, before: set[str]) -> tuple[str, set[str]]:
    """What is wrong with an event (nothing: an empty text), and the hashes that the next one may chain to.

    ``before`` holds the hashes that this one may chain to, none when they aren't known. An altered event leaves two, the
    stored and the recomputed: whichever the next one chains to, that one is sound, so that one alteration is one problem.
    """
    envelope, payload, stored = envelope_of(row), row[-2], row[-1]
    try:
        computed = {chain_hash(previous, envelope, payload) for previous in before}
    except Exception:  # whatever a damaged row holds, it isn't what was recorded
        return _("the event was altered: it doesn't hold text and numbers as it should"), {stored}
    if before and stored not in computed:
        return _("the event was altered: its content and its hash don't match"), computed | {stored}
    try:
        decode(envelope.type, envelope.version, payload)
    except UnknownEvent as error:
        return _("the event can't be read: {cause}", cause=error), {stored}
    except Exception as error:  # a check reports, it doesn't stop
        return _("the event can't be read: {cause}", cause=repr(error)), {stored}
    return "", {stored}


def _missing(first: int, last: int) -> str:
    if first == last:
        return _("event {position} is missing", position=first)
    return _("events {first} to {last} are missing", first=first, last=last)


def _file(connection: Connection) -> Iterator[Problem]:
    """What SQLite itself finds wrong with its file."""
    if connection.dialect.name == "sqlite":
        try:
            for (message,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                if message != "ok":
                    yield Problem(0, _("the file is damaged: {cause}", cause=message))
        except DBAPIError as error:
            yield Problem(0, _("the file is damaged: {cause}", cause=error.orig))
