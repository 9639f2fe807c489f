"""One campaign's log: read it, add to it in a transaction, keep keyframes of its state, check it, back it up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tracker.errors import Refused
from tracker.events.base import Envelope, Event, Fact, Recorded
from tracker.events.codec import chain_hash, encode
from tracker.language import _
from tracker.sql import Prepared
from tracker.store import backup, files, rows
from tracker.store.engine import for_reading, for_scratch, for_writing, refusing
from tracker.store.schema import campaigns, events, keyframes, pages
from tracker.store.verify import Problem, verify

GENESIS = "0" * 64
"""The hash that the first event chains to, and the head's hash while the log is empty."""


_MINE = campaigns.c.campaign_id == bindparam("campaign")
_STANDS = select(campaigns.c.head_position, campaigns.c.head_hash, campaigns.c.read_model_version).where(_MINE)
_STANDING, _LOCK = Prepared(_STANDS), Prepared(_STANDS.with_for_update())
_LAST = Prepared(
    select(events.c.position, events.c.hash)
    .where(events.c.campaign_id == bindparam("campaign"))
    .order_by(events.c.position.desc())
    .limit(1)
)
_INSERT = Prepared(insert(events))
_MOVE_HEAD = Prepared(
    update(campaigns).where(_MINE).values(head_position=bindparam("position"), head_hash=bindparam("hash"))
)


class Head(NamedTuple):
    """The last event's position (0 when there is none) and hash."""

    position: int
    hash: str


class Transaction:
    """The one writer of a campaign while it lasts: nobody else can move the head."""

    def __init__(self, campaign: str, connection: Connection, head: Head, read_model_version: int = 0) -> None:
        self.campaign = campaign
        self.connection = connection
        self.head = head
        self._read_model_version = read_model_version

    def read(self, after: int = 0) -> Iterator[Recorded]:
        """The events behind position ``after``, those of this transaction included."""
        return rows.following(rows.pages(self.connection, self.campaign, after), after)

    def facts(self, after: int = 0) -> Iterator[Fact]:
        """The events behind position ``after`` as a fold takes them, those of this transaction included."""
        while found := rows.page_of_facts(self.connection, self.campaign, after):
            yield from rows.facts(found, after, self.get)
            after += len(found)

    def action(self, action_id: str) -> list[Recorded]:
        """What an action recorded, in order; empty when there is no such action."""
        return rows.of_action(self.connection, self.campaign, action_id)

    def get(self, positions: Iterable[int]) -> rows.Found:
        """The events at these positions, by position."""
        return rows.at(self.connection, self.campaign, positions)

    def recorded(self, position: int) -> Recorded | None:
        """The event at a position; None where there is none."""
        return self.get([position]).get(position)

    @property
    def read_model_version(self) -> int:
        """The version of the read models; set it when they are built."""
        return self._read_model_version

    @read_model_version.setter
    def read_model_version(self, version: int) -> None:
        mine = update(campaigns).where(campaigns.c.campaign_id == self.campaign)
        self.connection.execute(mine.values(read_model_version=version))
        self._read_model_version = version

    def save_keyframe(self, position: int, version: int, data: bytes, changed: Mapping[int, bytes]) -> None:
        """Keep the state at ``position``, and by number the pages of its archive that changed since the keyframe before; one
        that stood there is replaced."""
        for table in (keyframes, pages):
            here = (table.c.campaign_id == self.campaign, table.c.position == position)
            self.connection.execute(delete(table).where(*here))
        common = {"campaign_id": self.campaign, "position": position, "version": version}
        self.connection.execute(insert(keyframes), common | {"data": data})
        if changed:
            self.connection.execute(
                insert(pages), [common | {"number": number, "data": page} for number, page in changed.items()]
            )

    def page(self, number: int, keyframe: int, version: int) -> bytes | None:
        """A page of the archive as the keyframe at a position holds it."""
        return _page(self.connection, self.campaign, number, keyframe, version)

    def drop_keyframes(self) -> None:
        """Remove all keyframes: they can be made anew from the log."""
        for table in (keyframes, pages):
            self.connection.execute(delete(table).where(table.c.campaign_id == self.campaign))

    def keep_file(self, data: bytes) -> str:
        """Keep a file that an event of this transaction names by its fingerprint, which is returned (SHA-256, hex)."""
        return files.keep(self.connection, self.campaign, data)

    def append(self, action_id: str, items: Sequence[tuple[Envelope, Event]]) -> list[Recorded]:
        """Adds the events of one action and moves the head.

        Envelopes carry this campaign, the action's id, positions from the head's on without a gap and ordinals from 0 on.
        Raises Refused: ``out_of_order`` when they don't, ``repeated_action`` when the action is already recorded,
        ``damaged`` when the head isn't where the log ends.
        """
        self._check_head()
        position, previous = self.head
        recorded = []
        for ordinal, (envelope, event) in enumerate(items):
            position += 1
            asked = (envelope.campaign, envelope.action, envelope.position, envelope.ordinal)
            if asked != (self.campaign, action_id, position, ordinal):
                raise Refused(
                    _(
                        "Event {position} (action {action}, number {ordinal}) doesn't continue the log: number "
                        "{next_number} of action {next_action} at position {next_position} comes next.",
                        position=envelope.position,
                        action=envelope.action,
                        ordinal=envelope.ordinal,
                        next_number=ordinal,
                        next_action=action_id,
                        next_position=position,
                    ),
                    code="out_of_order",
                )
            text = encode(event)
            previous = chain_hash(previous, envelope, text)
            recorded.append(Recorded(envelope, text, previous, event))
        self._write(recorded)
        return recorded

    def extend(self, recorded: Sequence[Recorded]) -> None:
        """Adds events of another copy of this log, as they were recorded there, and moves the head.

        Raises Refused: ``diverged`` when they don't follow this log's head, naming the position; ``repeated_action``,
        ``damaged`` as ``append`` does.
        """
        self._check_head()
        position, previous = self.head
        for one in recorded:
            position += 1
            expected = chain_hash(previous, one.envelope, one.payload_text)
            if (one.envelope.campaign, one.position, one.hash) != (self.campaign, position, expected):
                raise Refused(
                    _("Event {position} doesn't continue the log as it stands here.", position=one.position), code="diverged"
                )
            previous = one.hash
        self._write(recorded)

    def _write(self, recorded: Sequence[Recorded]) -> None:
        if not recorded:
            return
        try:
            _INSERT.write(self.connection, [rows.values_of(one) for one in recorded])
        except IntegrityError as error:
            action = recorded[0].envelope.action
            raise Refused(_("The action {action} is already recorded.", action=action), code="repeated_action") from error
        self.head = Head(recorded[-1].position, recorded[-1].hash)
        moved = {"campaign": self.campaign, "position": self.head.position, "hash": self.head.hash}
        _MOVE_HEAD.write(self.connection, [moved])

    def _check_head(self) -> None:
        found = rows.fetch(self.connection, partial(_LAST.read, values={"campaign": self.campaign}))
        if self.head != (Head(*found[0]) if found else Head(0, GENESIS)):
            raise Refused(
                _(
                    "The log doesn't end with event {position} as it was recorded, so nothing is added to "
                    "it; `rollbook verify` says more.",
                    position=self.head.position,
                ),
                code="damaged",
            )


class Log:
    """One campaign. Threads may share it: each transaction and each read takes a connection of its own."""

    def __init__(self, engine: Engine, campaign_id: str, name: str, path: Path | None = None) -> None:
        self.id = campaign_id
        self.name = name
        self.path = path
        self._reader = for_reading(engine)
        self._scratch = for_scratch(engine)
        self._writer = for_writing(engine)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction that holds the campaign's head; commits at the end of the block, rolls back on an exception.

        Raises Refused (``busy``) when another writer doesn't let go of it within BUSY_SECONDS.
        """
        with refusing(self._subject), self._writer.begin() as connection:
            position, hash_, version = self._standing(connection, _LOCK)
            yield Transaction(self.id, connection, Head(position, hash_), version)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the database, for queries only."""
        with refusing(self._subject), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def scratch(self) -> Iterator[Connection]:
        """As ``reading``, on a connection that may hold temporary tables and views besides; they are gone afterwards."""
        with refusing(self._subject), self._scratch.connect() as connection:  # what isn't committed is rolled back
            yield connection

    def head(self) -> Head:
        """Where the log ends now."""
        with self.reading() as connection:
            return Head(*self._standing(connection, _STANDING)[:2])

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The events behind position ``after``, up to and with ``upto``, read a page at a time; no connection is held
        between two pages. Without ``upto`` it also yields what is added meanwhile."""
        while True:
            with self.reading() as connection:
                found = rows.page(connection, self.id, after, upto)
            yield from rows.following(found, after)
            if len(found) < rows.PAGE:
                return
            after = found[-1][rows.POSITION]

    def facts(self, after: int = 0, upto: int | None = None) -> Iterator[Fact]:
        """The same events as a fold takes them, read as ``read`` reads them."""
        while True:
            with self.reading() as connection:
                found = rows.page_of_facts(connection, self.id, after, upto)
            yield from rows.facts(found, after, self.get)
            if len(found) < rows.PAGE:
                return
            after += len(found)

    def get(self, positions: Iterable[int]) -> rows.Found:
        """The events at these positions, by position."""
        with self.reading() as connection:
            return rows.at(connection, self.id, positions)

    def recorded(self, position: int) -> Recorded | None:
        """The event at a position; None where there is none."""
        return self.get([position]).get(position)

    def action(self, action_id: str) -> list[Recorded]:
        """What an action recorded, in order; empty when there is no such action."""
        with self.reading() as connection:
            return rows.of_action(connection, self.id, action_id)

    def positions(self, type_name: str, after: int = 0) -> list[int]:
        """The positions of all events of a type behind position ``after``, in order."""
        query = select(events.c.position).where(
            events.c.campaign_id == self.id, events.c.type == type_name, events.c.position > after
        )
        with self.reading() as connection:
            return [row.position for row in connection.execute(query.order_by(events.c.position))]

    def read_model_version(self) -> int:
        """The version of the read models as they stand; 0 before there are any."""
        with self.reading() as connection:
            return self._standing(connection, _STANDING)[2]

    def archive(self, archived: bool = True) -> None:
        """Marks the campaign as archived, or as live again. The log itself stays as it is."""
        with self.writing() as tx:
            when = datetime.now(UTC).isoformat(timespec="microseconds") if archived else None
            tx.connection.execute(update(campaigns).where(campaigns.c.campaign_id == self.id).values(archived_at=when))

    def keyframe(self, at_most: int, version: int) -> tuple[int, bytes] | None:
        """The newest keyframe of this version at or before position ``at_most``: its position and data."""
        query = (
            select(keyframes.c.position, keyframes.c.data)
            .where(keyframes.c.campaign_id == self.id, keyframes.c.version == version, keyframes.c.position <= at_most)
            .order_by(keyframes.c.position.desc())
            .limit(1)
        )
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.position, row.data)

    def page(self, number: int, keyframe: int, version: int) -> bytes | None:
        """A page of the state's archive as the keyframe at a position holds it."""
        with self.reading() as connection:
            return _page(connection, self.id, number, keyframe, version)

    def file(self, sha256: str) -> bytes | None:
        """The bytes of a file by its fingerprint (SHA-256, hex), None when it isn't kept. Raises Refused (``damaged_file``)
        when they are no longer what they were."""
        with self.reading() as connection:
            return files.find(connection, self.id, sha256)

    def files(self) -> list[str]:
        """The fingerprints (SHA-256, hex) of all files that are kept, in order."""
        with self.reading() as connection:
            return files.fingerprints(connection, self.id)

    def verify(self, expect: str | None = None) -> list[Problem]:
        """Everything about the log that isn't as it was recorded, in order; empty when all is well.

        ``expect`` is a head's hash noted earlier: it must occur in the chain.
        """
        with self.reading() as connection:
            return verify(connection, self.id, GENESIS, expect)

    def backup(self, to: Path | None = None) -> Path:
        """Copies the campaign's file, also while it is written to; returns the copy's path.

        Without ``to`` (a file that doesn't exist yet, or a folder) it goes to the ``backups`` folder beside the campaign,
        where the last five are kept. Raises Refused on PostgreSQL, and when the copy can't be written.
        """
        if self.path is None:
            raise Refused(
                _("A campaign on PostgreSQL is backed up with the server's own pg_dump."), code="no_backup", where="store"
            )
        return backup.automatic(self.path) if to is None else backup.copy_to(self.path, to)

    @property
    def _subject(self) -> str:
        return _('the campaign "{name}"', name=self.name)

    def _standing(self, connection: Connection, query: Prepared) -> tuple[int, str, int]:
        """The head's position and hash, and the version of the read models; what is no version is none of ours."""
        found = query.read(connection, {"campaign": self.id})
        if not found:
            raise Refused(_('The campaign "{name}" is no longer there.', name=self.name), code="not_found", where="campaign")
        position, hash_, version = found[0]
        return position, hash_, version if isinstance(version, int) else 0


def _page(connection: Connection, campaign_id: str, number: int, keyframe: int, version: int) -> bytes | None:
    query = select(pages.c.data).where(
        pages.c.campaign_id == campaign_id,
        pages.c.number == number,
        pages.c.position == keyframe,
        pages.c.version == version,
    )
    found: bytes | None = connection.scalar(query)
    return found
