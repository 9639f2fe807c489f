"""Payloads: the very text that is stored, readable for ever, refused when it can't be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tracker.events import Envelope, PoolChanged, codec

# One or two payloads of every version of every type ever written. Lines are added, never changed.
STORED = [json.loads(line) for line in (Path(__file__).parent.parent / "fixtures" / "events.jsonl").read_text().splitlines()]


def test_the_stored_payloads_cover_every_version_of_every_type() -> None:
    written = {(stored["type"], stored["version"]) for stored in STORED}
    assert written == {(name, version) for name, cls in codec.TYPES.items() for version in range(1, cls.VERSION + 1)}


def test_every_older_version_has_its_upcaster() -> None:
    needed = {(name, version) for name, cls in codec.TYPES.items() for version in range(1, cls.VERSION)}
    assert set(codec.UPCASTERS) == needed


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: f"{stored['type']}-{stored['version']}")
def test_a_stored_payload_is_read_and_written_as_it_was(stored: dict[str, Any]) -> None:
    event = codec.decode(stored["type"], stored["version"], stored["payload"])
    if stored["version"] == event.VERSION:
        assert codec.encode(event) == stored["payload"]


@pytest.mark.parametrize(
    ("type_name", "version", "text"),
    [
        ("Unheard", 1, "{}"),
        ("PoolChanged", 2, '{"pool":"HP","change":-1,"reason":"x"}'),
        ("PoolChanged", 1, '{"pool":"HP","change":"-1","reason":"x"}'),
        ("PoolChanged", 1, '{"pool":"HP"'),
        ("PoolChanged", 1, "[]"),
    ],
)
def test_what_this_program_cannot_read_is_refused(type_name: str, version: int, text: str) -> None:
    with pytest.raises(codec.UnknownEvent):
        codec.decode(type_name, version, text)


def envelope(**changes: Any) -> Envelope:
    fields: dict[str, Any] = {
        "campaign": "c",
        "position": 2,
        "action": "a",
        "ordinal": 0,
        "cause": None,
        "procedure": None,
        "type": "PoolChanged",
        "version": 1,
        "session": 1,
        "scene": None,
        "subject": "mira",
        "author": "GM",
        "recorded_at": "2026-11-30T00:00:00.000000Z",
        "utc_offset": 60,
        "game_time": 0,
        "visibility": "everyone",
    }
    return Envelope(**fields | changes)


@pytest.mark.parametrize(
    "change",
    [
        {"campaign": "d"},
        {"position": 3},
        {"action": "b"},
        {"ordinal": 1},
        {"cause": 1},
        {"procedure": 1},
        {"type": "NoteAdded"},
        {"version": 2},
        {"session": None},
        {"scene": 1},
        {"subject": None},
        {"author": "GM "},
        {"recorded_at": "2026-11-30T00:00:00.000001Z"},
        {"utc_offset": 0},
        {"game_time": 1},
        {"visibility": "gm"},
    ],
)
def test_the_hash_covers_every_field_of_the_envelope(change: dict[str, Any]) -> None:
    text = codec.encode(PoolChanged(pool="HP", change=-1, reason="manual"))
    assert codec.chain_hash("0", envelope(), text) != codec.chain_hash("0", envelope(**change), text)


def test_the_hash_covers_the_predecessor_and_the_payload() -> None:
    hashes = {codec.chain_hash(before, envelope(), text) for before in ("0", "1") for text in ('{"a":1}', '{"a": 1}')}
    assert len(hashes) == 4
