"""What isn't imported, and how the file is told to be what it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.interchange.conftest import GURPS, read_character, refusal, sheet_bytes
from tracker.interchange.detect import SIZE_LIMIT


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"type":"skill_list","version":4,"rows":[]}', "a GCS library, not a character"),
        (b'{"version":5,"rows":[]}', "a GCS library, not a character"),
        (b'{"type":"template","version":4,"traits":[]}', "a GCS template, not a character"),
        (b'{"version":5,"id":"B1","traits":[],"skills":[]}', "a GCS template, not a character"),
        (b'{"hello":"world"}', "not a character file"),
        (b"[1, 2]", "not a character file"),
        (b"<html><body/></html>", "not a character file"),
        (b"# A print layout\n$charname", "not a character file"),
        (b"=======\nHeading\n=======\n", "not a character file"),
    ],
)
def test_what_is_not_a_character_is_refused_as_such(data: bytes, what: str) -> None:
    refused = refusal(data, "thing.gcs")
    assert refused.code == "not_a_character"
    assert refused.message.startswith(f"“thing.gcs” is {what}; nothing was imported: bring a character's file from GCS, ")


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\t"])
def test_an_empty_file_is_called_empty(data: bytes) -> None:
    assert refusal(data).message == "“sheet.gcs” is empty."


def test_a_file_over_the_limit_is_refused_unread() -> None:
    refused = refusal(b" " * (SIZE_LIMIT + 1))
    assert (refused.code, refused.message) == ("too_large", "“sheet.gcs” is 20 MB large; 20 MB are allowed.")


@pytest.mark.parametrize("data", [b'{"profile":\n{"name":"J\xe4rn"}}', '{"a":\n1}'.encode("utf-16")])
def test_text_in_another_encoding_is_refused_with_its_line(data: bytes) -> None:
    refused = refusal(data)
    assert refused.code == "not_utf8"
    assert "line" in refused.where


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b'{\n"version": 5,\n<<<<<<< Updated upstream\n"a": 1\n=======\n', 3, "merge conflict"),
        (b'<<<<<<< HEAD\n{"version": 5}\n', 1, "merge conflict"),
        (b'{"version": 5,\n"traits": [1,\n2,]\n}', 3, "line 3"),
        (b'{"version": 5,\n"profile": {"name": "Bo', 2, "unterminated"),
        (b'{"version": 5,\n\n"x": NaN}', 3, "number"),
        (b'{"version": 5,\n"x": 1e999}', 2, "number"),
        (b'{"version": 5,\n"x": "\\ud800"}', 2, "escape"),
        (b'{"version": 5,\n"x": ' + b"9" * 5000 + b"}", 2, "number"),
    ],
)
def test_damaged_json_is_refused_with_the_line_and_the_reason(data: bytes, line: int, reason: str) -> None:
    refused = refusal(data)
    assert refused.code == "damaged_file"
    assert refused.where == f"sheet.gcs, line {line}"
    assert f"is damaged at line {line}" in refused.message
    assert reason in refused.message


@pytest.mark.parametrize("depth", [120, 900, 200_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    data = b'{"profile":{},"attributes":' + b"[" * depth + b"]" * depth + b"}"
    assert refusal(data).code == "too_deep"


def test_a_sheet_of_thousands_of_rows_is_refused() -> None:
    rows: list[dict[str, Any]] = [{"name": "Quirk"}] * 4000
    data = json.dumps({"version": 5, "profile": {"name": "Many"}, "attributes": [], "traits": rows}).encode()
    assert refusal(data).code == "too_many_rows"


def test_the_extension_does_not_matter() -> None:
    assert read_character(sheet_bytes("mira_dusk"), "mira.txt", ruleset=GURPS).name == "Mira Dusk"


def test_a_byte_order_mark_does_not_matter() -> None:
    assert read_character(b"\xef\xbb\xbf" + sheet_bytes("mira_dusk"), "mira.gcs", ruleset=GURPS).name == "Mira Dusk"


def test_a_file_name_can_not_drive_the_terminal() -> None:
    assert refusal(b"", "a\x1b[2Jb\n.gcs").message == "“a[2Jb.gcs” is empty."
