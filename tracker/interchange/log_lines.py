"""A whole campaign as JSON Lines: what the log is, one line for each sheet file that it names by its fingerprint and that is
kept, and one for each event with the very payload that was hashed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tracker.errors import Refused
from tracker.events import EVERYONE, GM_ONLY, CampaignCreated, Envelope, Recorded
from tracker.events.codec import UnknownEvent, chain_hash, record
from tracker.language import _
from tracker.store import Log
from tracker.store.log import GENESIS, Head
from tracker.store.rows import check_time
from tracker.text import NOTE_LIMIT, clean_text

LINE_LIMIT = 32_000_000
"""Bytes of one line; a sheet with everything on it has some 20,000."""


class LogHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: which log this is, under which name, and where it ends."""

    rollbook: int  # of this format
    campaign: str
    name: str
    ruleset: str
    head: int
    hash: str


class _Line(Envelope, frozen=True, kw_only=True, array_like=False, forbid_unknown_fields=True):
    payload: Raw
    hash: str


class KeptFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file by its SHA-256 (hex), with its bytes; in a line they are in base64."""

    file: str
    data: bytes


_VERSION = 2
_WITHOUT_FILES = 1  # an earlier version of the program reads it as well
_FILE = b'{"file":'  # how the line of a file begins
_ENVELOPE = Envelope.__struct_fields__
_encoder = msgspec.json.Encoder()
_header = msgspec.json.Decoder(LogHeader)
_line = msgspec.json.Decoder(_Line)
_file = msgspec.json.Decoder(KeptFile)
# Where a text may hold what a terminal obeys: escaped as JSON does, or as it is.
_SUSPICIOUS = re.compile(rb"\\[bfru]|[\x7f]|\xc2[\x80-\x9f]")


def lines_of(log: Log) -> Iterator[bytes]:
    """The lines of a log as it stands now. Raises Refused when it isn't as it was recorded; a kept file that isn't stays
    behind, as if it hadn't been kept."""
    kept = log.files()  # before the head is known: what is kept later may be named by later events alone
    head, first = log.head(), log.recorded(1)
    if first is None or not isinstance(first.event, CampaignCreated):
        raise Refused(_("The log doesn't begin with a campaign; `rollbook verify` says more."), code="damaged")
    header = LogHeader(
        rollbook=_VERSION if kept else _WITHOUT_FILES,
        campaign=log.id,
        name=log.name,
        ruleset=first.event.ruleset,
        head=head.position,
        hash=head.hash,
    )
    yield _encoder.encode(header) + b"\n"
    for fingerprint in kept:
        with suppress(Refused):
            if (data := log.file(fingerprint)) is not None:
                yield _encoder.encode(KeptFile(file=fingerprint, data=data)) + b"\n"
    previous = GENESIS
    for recorded in log.read(0, head.position):
        previous = _hash_behind(previous, recorded)
        if previous != recorded.hash:
            raise Refused(
                _("Event {position} isn't as it was recorded; `rollbook verify` says more.", position=recorded.position),
                code="damaged",
            )
        envelope = {field: getattr(recorded.envelope, field) for field in _ENVELOPE}
        line = _Line(**envelope, payload=Raw(recorded.payload_text.encode()), hash=recorded.hash)
        yield _encoder.encode(line) + b"\n"
    if previous != head.hash:
        raise Refused(_("The log doesn't end where its head says; `rollbook verify` says more."), code="damaged")


class LogFile:
    """The lines of a file, read and checked one after the other, from the beginning each time.

    ``label`` is what the file is called in messages. Raises Refused: ``unreadable``, ``not_a_log`` when the first line is no
    header, ``newer_version``.
    """

    def __init__(self, path: Path, label: str) -> None:
        self._path = path
        self._label = label
        try:
            self.header = _header.decode(next(self._lines(), b""))
        except msgspec.MsgspecError:
            raise Refused(
                _("{label} holds no campaign that was exported as a log.", label=label), code="not_a_log", where="file"
            ) from None
        if self.header.rollbook not in (_WITHOUT_FILES, _VERSION):
            raise Refused(
                _("{label} was written by a newer version of the program; use that one.", label=label),
                code="newer_version",
                where="file",
            )

    def events(self) -> Iterator[Recorded]:
        """The events in order. Raises Refused as ``contents``."""
        return (one for one in self.contents() if isinstance(one, Recorded))

    def contents(self) -> Iterator[KeptFile | Recorded]:
        """The kept files, each checked against its fingerprint, and behind them the events in order, each checked against
        the one before.

        Raises Refused, naming the line: ``damaged`` for one that isn't what was exported, ``unreadable_event`` for one that
        this program doesn't know, ``control_character``; and ``cut_off`` when the last ones are missing.
        """
        lines = self._lines()
        next(lines, None)
        before = Head(0, GENESIS)
        action, ordinal = "", 0
        for number, line in enumerate(lines, 2):
            if before.position == 0 and line.startswith(_FILE):
                yield self._kept(line, number)
                continue
            recorded = self._event(line, number)
            envelope = recorded.envelope
            ordinal = ordinal + 1 if envelope.action == action else 0
            action = envelope.action
            asked = (envelope.campaign, envelope.position, envelope.ordinal)
            if asked != (self.header.campaign, before.position + 1, ordinal):
                raise self._bad(number, _("it doesn't follow the line before"))
            if _hash_behind(before.hash, recorded) != recorded.hash:
                raise self._bad(number, _("it was changed since it was recorded"))
            before = Head(recorded.position, recorded.hash)
            yield recorded
        if before != Head(self.header.head, self.header.hash):
            raise Refused(
                _(
                    "{label} is cut off: it ends with event {position:,} of {head:,}.",
                    label=self._label,
                    position=before.position,
                    head=self.header.head,
                ),
                code="cut_off",
                where="file",
            )

    def unnamed(self, file: str) -> Refused:
        """The refusal of a kept file, by its fingerprint, that no event names."""
        return Refused(
            _("{label}: no event names the kept file {file}.", label=self._label, file=f"{file[:12]}..."),
            code="damaged",
            where="file",
        )

    def _lines(self) -> Iterator[bytes]:
        try:
            with self._path.open("rb") as file:
                while line := file.readline(LINE_LIMIT + 1):
                    yield line
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise Refused(
                _("{label} can't be read: {reason}.", label=self._label, reason=reason), code="unreadable", where="file"
            ) from None

    def _event(self, line: bytes, number: int) -> Recorded:
        if len(line) > LINE_LIMIT:
            raise self._bad(number, _("it is too long"))
        try:
            read = _line.decode(line)
            payload = bytes(read.payload).decode()
            envelope = Envelope(**{field: getattr(read, field) for field in _ENVELOPE})
            recorded = record(envelope, payload, read.hash)
            _check(envelope)
        except UnknownEvent as problem:
            raise Refused(
                _("{label}, line {number:,}: {problem}.", label=self._label, number=number, problem=problem),
                code="unreadable_event",
                where="file",
            ) from None
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise self._bad(number, _("it can't be read")) from None
        if _SUSPICIOUS.search(line):
            for text in _texts(msgspec.json.decode(line)):
                clean_text(text, f"text in line {number:,} of {self._label}", limit=max(NOTE_LIMIT, len(text)))
        return recorded

    def _kept(self, line: bytes, number: int) -> KeptFile:
        if len(line) > LINE_LIMIT:
            raise self._bad(number, _("it is too long"))
        try:
            kept = _file.decode(line)
        except (msgspec.MsgspecError, ValueError):
            raise self._bad(number, _("it can't be read")) from None
        if sha256(kept.data).hexdigest() != kept.file:
            raise self._bad(number, _("the file in it isn't the one that its fingerprint says"))
        return kept

    def _bad(self, number: int, reason: str) -> Refused:
        return Refused(
            _("{label}, line {number:,}: {reason}.", label=self._label, number=number, reason=reason),
            code="damaged",
            where="file",
        )


def _check(envelope: Envelope) -> None:
    """Raises ValueError for an envelope that no program of ours writes."""
    check_time(envelope)
    counts = (envelope.ordinal, envelope.version, envelope.session or 0)
    places = (envelope.position, envelope.cause or 0, envelope.procedure or 0, envelope.scene or 0, abs(envelope.game_time))
    if not (all(0 <= count < 2**31 for count in counts) and all(0 <= place < 2**31 for place in places)):
        raise ValueError("a number in it is out of bounds")
    if envelope.visibility not in (EVERYONE, GM_ONLY):
        raise ValueError("it is visible to nobody known")


def _hash_behind(previous: str, recorded: Recorded) -> str:
    """The hash that an event has behind its predecessor's."""
    return chain_hash(previous, recorded.envelope, recorded.payload_text)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
