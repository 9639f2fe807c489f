"""How long a large sheet takes, in milliseconds: ``python -m tests.benchmarks.importing``. Measures, asserts nothing."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.campaign import show, timed
from tracker.campaign import commands as cmd
from tracker.events import SheetSource
from tracker.interchange import read_characters
from tracker.rulesets.gurps4e import RULESET
from tracker.service import Campaign
from tracker.store import open_store

SIZE = 300_000  # bytes; the largest real sheets have a little more
_TIMES = 20
_FIXTURE = Path(__file__).parent.parent / "fixtures" / "mira_dusk.gcs"
_LISTS = ("traits", "skills", "spells", "equipment", "other_equipment", "notes")


def main() -> None:
    """Read a sheet of that size and record it, each time as another character in a temporary store."""
    sheet = large_sheet()
    rows = sum(len(sheet.get(key, [])) for key in _LISTS)
    files = [json.dumps(sheet | {"profile": {"name": f"Mira {number}"}}, indent=1).encode() for number in range(_TIMES)]
    show(f"reading {len(files[0]):,} bytes, {rows:,} rows", [timed(lambda data=data: take(data)) for data in files])
    with tempfile.TemporaryDirectory() as folder, open_store(folder) as store:
        campaign = Campaign.create(store, "Benchmark", "gurps4e")
        show("reading and recording", [timed(lambda data=data: campaign.execute(take(data))) for data in files])


def large_sheet() -> dict[str, Any]:
    """A sheet with its rows repeated under other names until it is as large as that."""
    sheet: dict[str, Any] = json.loads(_FIXTURE.read_bytes())
    own = {key: sheet[key] for key in _LISTS if sheet.get(key)}
    grown: dict[str, list[Any]] = {key: [] for key in own}
    number = 0
    while len(json.dumps(sheet | grown, indent=1)) < SIZE:
        number += 1
        for key, rows in own.items():
            grown[key] += [row | {"name": f"{row.get('name', '')} ({number})"} for row in rows]
    return sheet | grown


def take(data: bytes) -> cmd.ImportCharacter:
    """What a file records."""
    (read,) = read_characters(data, "mira.gcs", ruleset=RULESET)
    source = SheetSource(format=read.format, filename="mira.gcs", sha256=hashlib.sha256(data).hexdigest())
    return cmd.ImportCharacter(name=read.name, player=read.player, sheet=read.sheet, source=source, current=read.current)


if __name__ == "__main__":
    main()
