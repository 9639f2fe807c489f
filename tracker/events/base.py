"""What every fact has in common: its payload class, and the record that the store keeps."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

EVERYONE = "everyone"
GM_ONLY = "gm"


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """A fact. Subclasses are the vocabulary; ``VERSION`` counts up when a payload's shape changes (see ``codec``).

    ``gc=False``, here and below: what is decoded from a log holds no cycles, and ten years of it are not to be searched
    for them.
    """

    VERSION: ClassVar[int] = 1


class Envelope(Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Everything about a recorded event but its payload. ``recorded_at`` is UTC in ISO 8601 with microseconds,
    ``utc_offset`` the author's offset in minutes; ``game_time`` in-game seconds since the campaign's start. As JSON it is
    the list of its fields, which is what the chain of hashes covers."""

    campaign: str
    position: int
    action: str
    ordinal: int
    cause: int | None
    procedure: int | None
    type: str
    version: int
    session: int | None
    scene: int | None
    subject: str | None
    author: str
    recorded_at: str
    utc_offset: int
    game_time: int
    visibility: str


class Recorded(Struct, frozen=True, gc=False):
    """A stored event: envelope, the payload's very text, its hash (hex SHA-256, chained), and the decoded payload."""

    envelope: Envelope
    payload_text: str
    hash: str
    event: Event

    @property
    def position(self) -> int:
        return self.envelope.position

    @property
    def subject(self) -> str | None:
        return self.envelope.subject


class Fact(Struct, frozen=True, kw_only=True, gc=False):
    """An event with what the state makes of its envelope, recorded or about to be."""

    position: int
    event: Event
    subject: str | None = None
    game_time: int = 0
    session: int | None = None
    scene: int | None = None
    cause: int | None = None
    procedure: int | None = None
    visibility: str = EVERYONE
