"""Two thousand spoilt files of every format: each is read as a sane character or refused, and nothing in between."""

from __future__ import annotations

import copy
import json
import math
import os
import random
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import msgspec
import pytest

from tests.interchange.conftest import FIXTURES, GURPS
from tests.interchange.test_hostile import ODD, places
from tracker.campaign import commands as cmd
from tracker.campaign import decide
from tracker.campaign.characters import find_character, view
from tracker.campaign.decision import Facts
from tracker.campaign.state import CampaignState
from tracker.dice import SeededDice, Tray
from tracker.errors import Refused
from tracker.events import Sheet, SheetSource
from tracker.interchange import ImportedCharacter, read_characters
from tracker.rulesets.base import Ruleset
from tracker.rulesets.brp import RULESET as BRP
from tracker.rulesets.d20under import RULESET as D20
from tracker.text import clean_name

MUTANTS = 2_000
_LARGEST_SAMPLE = 60_000
_SAMPLES = os.environ.get("ROLLBOOK_SAMPLES")

_OWN = sorted(path for path in FIXTURES.iterdir() if path.name != "events.jsonl")
_REAL = (
    sorted(path for folder in ("fg", "foundry", "gcs") for path in (Path(_SAMPLES) / folder).iterdir()) if _SAMPLES else []
)
FILES = [*_OWN, *(path for path in _REAL if path.stat().st_size <= _LARGEST_SAMPLE)]
_RULESETS: dict[str, Ruleset] = {"lyssa.toml": D20, "nyx.json": BRP}  # of the others everything is GURPS

_NUMBERS = [
    b"0",
    b"-1",
    b"1e308",
    b"-1e308",
    b"1e999",
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"9" * 40,
    b"0.1",
    b"1/0",
    b"\xb2",
]
_TOKENS = [
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"<",
    b"&",
    b"&#0;",
    b"]]>",
    b"{",
    b"}",
    b"(",
    b"\x1b[2J",
    b"=",
    b"\n[",
    b"@a@",
]
_TEXTS = [
    "",
    "\u202e",
    "=1+1",
    "[red]",
    "²",
    "NaN",
    "-Infinity",
    "1e308",
    "9" * 400,
    "x" * 5_000,
    "@a@",
    "\ud7ff\U000e0001",
    "\u3164",
]

Mutation = Callable[[random.Random, bytes], bytes]


# -- any file: bytes --------------------------------------------------------------------------------------------------


def _slice(chance: random.Random, data: bytes) -> tuple[int, int]:
    begin = chance.randrange(len(data))
    return begin, min(len(data), begin + chance.choice((1, 2, 7, 40, 300, 2_000)))


def flip(chance: random.Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    return bytes(spoilt)


def truncate(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def delete(chance: random.Random, data: bytes) -> bytes:
    begin, end = _slice(chance, data)
    return data[:begin] + data[end:]


def duplicate(chance: random.Random, data: bytes) -> bytes:
    begin, end = _slice(chance, data)
    place = chance.choice((begin, chance.randrange(len(data))))
    return data[:place] + data[begin:end] * chance.choice((1, 2, 50)) + data[place:]


def insert(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + chance.choice(_TOKENS) + data[place:]


def renumber(chance: random.Random, data: bytes) -> bytes:
    found = list(re.finditer(rb"-?\d+(?:\.\d+)?", data))
    spoilt = data
    for number in sorted(chance.sample(found, min(len(found), chance.choice((1, 2, 8)))), key=lambda each: -each.start()):
        spoilt = spoilt[: number.start()] + chance.choice(_NUMBERS) + spoilt[number.end() :]
    return spoilt


# -- sound JSON and XML of other contents -----------------------------------------------------------------------------


def _nested(chance: random.Random, value: Any) -> Any:
    for _ in range(chance.choice((1, 3, 30, 99, 150))):
        value = [value] if chance.random() < 0.5 else {chance.choice(("children", "contains", "value", "a")): value}
    return value


def in_json(chance: random.Random, data: bytes) -> bytes:
    """Values of other kinds, keys removed or renamed, entries repeated or exchanged, nesting; NaN and Infinity as well."""
    document = json.loads(data)
    for _ in range(chance.choice((1, 2, 6, 25))):
        spots = places(document)
        if not spots:
            break
        holder, key = chance.choice(spots)
        other_holder, other_key = chance.choice(spots)
        match chance.randrange(8):
            case 0 | 1:
                holder[key] = copy.deepcopy(chance.choice(ODD))
            case 2:
                holder[key] = chance.choice((math.inf, -math.inf, math.nan, 1e308, -1e308, 2**63, 1e-320))
            case 3:
                del holder[key]
            case 4:
                holder[key] = copy.deepcopy(other_holder[other_key])
            case 5:
                holder[key] = _nested(chance, holder[key])
            case 6:
                holder[key] = chance.choice(_TEXTS)
            case 7 if isinstance(holder, list):
                holder.extend(copy.deepcopy(holder[key]) for _ in range(chance.choice((1, 3, 60))))
            case _:
                holder[chance.choice(("name", "type", "levels", "calc", "id", "\x1b[2J"))] = holder.pop(key)  # type: ignore[index]
        if len(places(document)) > 20_000:
            break
    return json.dumps(document).encode("utf-8", "surrogatepass")


def in_xml(chance: random.Random, data: bytes) -> bytes:
    """Texts, attributes and names of other kinds, elements removed, repeated, exchanged and nested."""
    root = ElementTree.fromstring(data)
    for _ in range(chance.choice((1, 2, 6, 25))):
        parents = [element for element in root.iter() if len(element)]
        if not parents:
            break
        parent = chance.choice(parents)
        place = chance.randrange(len(parent))
        child = parent[place]
        match chance.randrange(8):
            case 0 | 1:
                child.text = chance.choice((*_TEXTS, "-1", "1/0", "true", "yes", "10000000000000000000"))
            case 2:
                parent.remove(child)
            case 3:
                parent.extend(copy.deepcopy(child) for _ in range(chance.choice((1, 3, 60))))
            case 4:
                child.tag = chance.choice(list(root.iter())).tag
            case 5:
                for name in list(child.attrib):
                    child.set(name, chance.choice((*_TEXTS, "-1", "yes")))
                child.set(chance.choice(("version", "enabled", "disabled", "type", "levels")), chance.choice(_TEXTS))
            case 6:
                for _ in range(chance.choice((1, 5, 40, 120))):
                    outer = ElementTree.Element(child.tag)
                    outer.append(parent[place])
                    parent[place] = outer
            case _:
                child.extend(copy.deepcopy(list(chance.choice(parents)))[:20])
        if sum(1 for _ in root.iter()) > 20_000:
            break
    return ElementTree.tostring(root, encoding=chance.choice(("us-ascii", "utf-8", "iso-8859-1")), xml_declaration=True)


_ANY: tuple[Mutation, ...] = (flip, truncate, delete, duplicate, insert, renumber)


def mutations(data: bytes) -> tuple[Mutation, ...]:
    """What can be done to a file: its bytes spoilt and, as often, its contents where they are JSON or XML."""
    try:
        json.loads(data)
        return (*_ANY, *[in_json] * len(_ANY))
    except ValueError:
        pass
    try:
        ElementTree.fromstring(data)
        return (*_ANY, *[in_xml] * len(_ANY))
    except ElementTree.ParseError:
        return _ANY


# -- what a character has to be ---------------------------------------------------------------------------------------


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from (key, *_texts(entry))
    elif isinstance(value, list):
        for entry in value:
            yield from _texts(entry)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (dict, list)):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _numbers(entry)


def require_sane(character: ImportedCharacter) -> None:
    everything = msgspec.to_builtins(character)
    assert all(math.isfinite(number) and abs(number) < 1e15 for number in _numbers(everything))
    assert not [
        text for text in _texts(everything) if re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ud800-\udfff]", text)
    ]
    assert msgspec.json.decode(msgspec.json.encode(character.sheet), type=Sheet) == character.sheet
    assert clean_name(character.name) == character.name
    assert all(skill.name for skill in character.sheet.skills)
    assert all(trait.name for trait in character.sheet.traits)
    assert 0 <= character.sheet.load <= 4


def require_playable(character: ImportedCharacter, filename: str, ruleset: Ruleset) -> None:
    """Recorded, looked at and rolled for, or refused."""
    command = cmd.ImportCharacter(
        name=character.name,
        player=character.player,
        sheet=character.sheet,
        source=SheetSource(format=character.format, filename=filename, sha256=character.sha256),
        current=character.current,
    )
    state = decided(CampaignState(), ruleset, command)
    if state is None:
        return
    shown = view(state, find_character(state, character.name), ruleset)
    assert all(math.isfinite(value) for value in shown.attributes.values())
    assert {name: pool.current for name, pool in shown.pools.items() if name in character.current} == {
        name: current for name, current in character.current.items() if name in shown.pools
    }
    decided(state, ruleset, cmd.Fright(who=(character.name,), cause="ghoul"))
    for skill in character.sheet.skills[:5]:
        decided(state, ruleset, cmd.Roll(who=character.name, what=skill.name))


def decided(state: CampaignState, ruleset: Ruleset, command: cmd.Command) -> CampaignState | None:
    """The state that a command leads to, None where it is refused. None of these asks for recorded events."""
    try:
        return decide(state, ruleset, command, Tray(source=SeededDice(1)), cast("Facts", None)).state
    except Refused:
        return None


def take(data: bytes, filename: str) -> int:
    """How many characters of these bytes were taken."""
    ruleset = _RULESETS.get(filename, GURPS)
    characters, sentence = _read(data, filename, ruleset)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", sentence)
    for character in characters:
        require_sane(character)
        require_playable(character, filename, ruleset)
    return len(characters)


def _read(data: bytes, filename: str, ruleset: Ruleset) -> tuple[list[ImportedCharacter], str]:
    """The characters, or why there are none."""
    try:
        return read_characters(data, filename, ruleset=ruleset), ""
    except Refused as refusal:
        return [], refusal.message


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_spoilt_file_is_a_sane_character_or_a_refusal(path: Path) -> None:
    data = path.read_bytes()
    chance = random.Random(zlib.crc32(path.name.encode()))
    kinds = mutations(data)
    for number in range(-(-MUTANTS // len(FILES))):
        kind = kinds[number % len(kinds)]
        spoilt = kind(chance, data)
        try:
            take(spoilt, path.name)
        except Exception as problem:
            problem.add_note(f"mutant {number} of {path.name}, by {kind.__name__}")
            raise


def test_an_unspoilt_file_is_taken() -> None:
    assert {path.name for path in _OWN if take(path.read_bytes(), path.name) != 1} == set()
