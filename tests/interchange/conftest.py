"""Sheets of invented characters, as bytes and as documents to change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tracker.errors import Refused
from tracker.interchange import ImportedCharacter, read_characters
from tracker.rulesets.base import Ruleset
from tracker.rulesets.gurps4e import RULESET as GURPS

FIXTURES = Path(__file__).parent.parent / "fixtures"

Change = Callable[[dict[str, Any]], object]


def sheet_bytes(name: str) -> bytes:
    return (FIXTURES / f"{name}.gcs").read_bytes()


def read_character(data: bytes, filename: str, *, ruleset: Ruleset, name: str | None = None) -> ImportedCharacter:
    """The only character of a file."""
    (character,) = read_characters(data, filename, ruleset=ruleset, name=name)
    return character


def read(fixture: str, change: Change | None = None, **options: Any) -> ImportedCharacter:
    """Reads a fixture, changed before by ``change``."""
    data = sheet_bytes(fixture)
    if change is not None:
        document = json.loads(data)
        change(document)
        data = json.dumps(document).encode()
    return read_character(data, f"{fixture}.gcs", ruleset=GURPS, **options)


def refusal(data: bytes, filename: str = "sheet.gcs", **options: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        read_characters(data, filename, ruleset=GURPS, **options)
    return caught.value


@pytest.fixture(scope="session")
def mira() -> ImportedCharacter:
    return read("mira_dusk")


@pytest.fixture(scope="session")
def vora() -> ImportedCharacter:
    return read("vora")


@pytest.fixture(scope="session")
def borin() -> ImportedCharacter:
    return read("borin")
