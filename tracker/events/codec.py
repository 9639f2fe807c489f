"""From payload to text and back, whatever version the text was written in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from tracker.events import campaign, changes, contests, dice, feats, frights, party, people, procedures, tasks
from tracker.events.base import Envelope, Event, Recorded

TYPES: dict[str, type[Event]] = {
    cls.__name__: cls
    for module in (campaign, people, dice, tasks, contests, party, feats, frights, changes, procedures)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event
}


def _with_new_defaults(payload: dict[str, Any]) -> dict[str, Any]:
    """A payload that only lacks fields which have a default now."""
    return payload


def _recovery_in_fields(payload: dict[str, Any]) -> dict[str, Any]:
    """Version 1 told the recovery roll in words: ``HT``, ``Will``, ``Will with the check's modifiers (-3)``."""
    words, _, points = payload.get("recover", "").partition(" with the check's modifiers ")
    known = [{"label": "the check's modifiers", "value": int(points.strip("()")), "source": "fright"}] if points else []
    return payload | {"recover": words.lower(), "recover_modifiers": known}


# (type, version) -> a function that turns that version's payload into the next version's.
UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("CharacterAdded", 1): _with_new_defaults,
    ("CharacterAdded", 2): _with_new_defaults,
    ("SheetRevised", 1): _with_new_defaults,
    ("SheetRevised", 2): _with_new_defaults,
    ("TraitEnded", 1): _with_new_defaults,
    ("RollMade", 1): _with_new_defaults,
    ("RollMade", 2): _with_new_defaults,
    ("RollMade", 3): _with_new_defaults,
    ("ActionVoided", 1): _with_new_defaults,
    ("TableConsulted", 1): _with_new_defaults,
    ("CourseTaken", 1): _with_new_defaults,
    ("ConditionAdded", 1): _recovery_in_fields,
}

_encoder = msgspec.json.Encoder(order="deterministic")
_envelope_encoder = msgspec.json.Encoder()


class UnknownEvent(Exception):
    """A stored event that this program can't read: written by a newer one, or damaged."""


@cache
def _decoder(type_name: str) -> msgspec.json.Decoder[Event]:
    """Made when it is first needed: a single roll meets few types."""
    return msgspec.json.Decoder(TYPES[type_name])


def encode(event: Event) -> str:
    """The payload's canonical JSON text: the very text that is stored and hashed."""
    return _encoder.encode(event).decode()


def decode(type_name: str, version: int, text: str) -> Event:
    """The event of a stored payload, upcast to today's shape. Raises UnknownEvent."""
    try:
        return _reader(type_name, version)(text)
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise UnknownEvent(f"{type_name} version {version} does not decode: {error}") from None


@cache
def _reader(type_name: str, version: int) -> Callable[[str], Event]:
    """What makes an event of a payload of that version. Raises UnknownEvent."""
    cls = TYPES.get(type_name)
    if cls is None or version > cls.VERSION:
        raise UnknownEvent(f"event type {type_name!r} version {version} is not known to this program")
    if version == cls.VERSION:
        return _decoder(type_name).decode

    def upcast(text: str) -> Event:
        payload = msgspec.json.decode(text)
        for step in range(version, cls.VERSION):
            payload = UPCASTERS[type_name, step](payload)
        return msgspec.convert(payload, cls)

    return upcast


def chain_hash(previous: str, envelope: Envelope, payload_text: str) -> str:
    """Hex SHA-256 over the predecessor's hash, a canonical form of the envelope, and the payload's text."""
    digest = hashlib.sha256(previous.encode())
    digest.update(_envelope_encoder.encode(envelope))
    digest.update(payload_text.encode())
    return digest.hexdigest()


def record(envelope: Envelope, payload_text: str, hash_: str) -> Recorded:
    """A Recorded from what the store holds. Raises UnknownEvent."""
    return Recorded(envelope, payload_text, hash_, decode(envelope.type, envelope.version, payload_text))
