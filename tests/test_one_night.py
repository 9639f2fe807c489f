"""One night on an imported sheet, once through the command line and once through the screen: the same facts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.tui.stage import enter, opened
from tracker.cli import main
from tracker.events import Recorded
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where

SAMPLES = os.environ.get("ROLLBOOK_SAMPLES")
OWN = Path(__file__).parent / "fixtures" / "mira_dusk.gcs"
REAL = Path(SAMPLES) / "gcs" / "json4_ampua.gcs" if SAMPLES else OWN
SHEETS = {path.name: path for path in (OWN, REAL)}

# For two failed checks, and for whatever the table may ask for after them.
FRIGHT_DICE = (
    *("hero:6,6,5", "vora:6,6,5", "hero-table:5,5,5", "vora-table:4,4,3"),
    *("stun:3", "stun:4", "fp:2", "faint:2", "ht:3,3,3", "panic:2", "seizure:2", "hp:2"),
)

# The same night in both tongues: arguments of the command line, and the line for the roll bar. All dice are given by hand.
NIGHT: list[tuple[list[str], str]] = [
    (["session", "start", "The Bell Tower"], "session start The Bell Tower"),
    (["scene", "the stair"], "scene the stair"),
    (["roll", "hero", "per", "-2", "fog", "--dice", "5,5,6"], "hero per -2 fog =5,5,6"),
    (["retry", "+1", "a lantern", "--dice", "6,6,4"], "retry hero +1 a lantern =6,6,4"),
    (
        ["roll", "hero", "dx", "--at", "the-ledge", "--policy", "once", "--dice", "6,6,6"],
        "hero dx at the-ledge policy once =6,6,6",
    ),
    (
        ["fright", "all", "--cause", "The Drowned Abbot", "-9", "--dark", *(f"--dice={dice}" for dice in FRIGHT_DICE)],
        f"fright all The Drowned Abbot dark -9 {' '.join(f'={dice}' for dice in FRIGHT_DICE)}",
    ),
    (
        ["effort", "vora", "st", "--increase", "20", "--motivated", "her brother", "--dice", "3,3,3"],
        "effort vora st +20% her brother =3,3,3",
    ),
    (["roll", "vora", "st", "-3", "--dice", "3,4,4"], "vora st -3 =3,4,4"),
    (["effort", "vora", "st", "--increase", "10", "--dice", "6,6,6"], "effort vora st +10% =6,6,6"),
    (["hp", "hero", "-3", "a hook"], "hp hero -3 a hook"),
    (["fp", "vora", "-9", "the climb"], "fp vora -9 the climb"),
    (["rest", "30m"], "rest 30m"),
    (["clock", "+2h"], "clock +2h"),
    (["--secret", "roll", "@ringer", "per=12", "-2", "bells", "--dice", "3,4,5"], "secret @ringer per=12 -2 bells =3,4,5"),
    (["note", "鬼火が三つ [red]"], "note 鬼火が三つ [red]"),
    (["hp", "vora", "-5", "mistake"], "hp vora -5 mistake"),
    (["undo"], "undo"),
    (["redo", "it was right"], "redo it was right"),
    (["undo"], "undo"),
    (["award", "all", "2", "the bell is silent"], "award all 2 the bell is silent"),
    (["session", "end"], "session end"),
]


def told(location: Path) -> list[tuple[Any, ...]]:
    """What was recorded, without what tells one night's clock or another's ids."""
    with open_store(str(location)) as store:
        campaign = Campaign.open(store, "Ravenmoor")
        recorded = list(campaign.log.read())
        assert campaign.log.verify() == []
    actions = {one.envelope.action: f"action {number}" for number, one in enumerate(recorded)}

    def plain(one: Recorded) -> tuple[Any, ...]:
        envelope, payload = one.envelope, one.payload_text
        for action, name in actions.items():
            payload = payload.replace(action, name)
        return (
            envelope.position,
            envelope.type,
            envelope.subject,
            envelope.cause,
            envelope.procedure,
            envelope.session,
            envelope.scene,
            envelope.game_time,
            envelope.visibility,
            envelope.author,
            payload,
        )

    return [plain(one) for one in recorded]


def prepare(location: Path, sheet: Path) -> None:
    """The campaign with its imported hero and Vora, made on the command line."""
    store = ["--store", str(location)]
    assert main([*store, "new", "Ravenmoor"]) == 0
    assert main([*store, "import", str(sheet), "--name", "Hero"]) == 0
    assert main([*store, "character", "add", "Vora", "st=13", "dx=12", "ht=12", "will=10", "points=150"]) == 0


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
async def test_the_screen_and_the_command_line_record_the_same(tmp_path: Path, sheet: Path) -> None:
    lines, screen = tmp_path / "lines", tmp_path / "screen"
    for location in (lines, screen):
        prepare(location, sheet)
    for arguments, _ in NIGHT:
        assert main(["--store", str(lines), *arguments]) == 0, arguments

    app = RollbookApp(Where(str(screen), "Ravenmoor", "GM"), tmp_path / "drafts")
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *(line for _, line in NIGHT))

    by_lines, by_screen = told(lines), told(screen)
    assert [entry[1] for entry in by_screen] == [entry[1] for entry in by_lines]
    assert by_screen == by_lines
    assert {"TraitAcquired", "PromptOpened", "ConditionAdded"} & {entry[1] for entry in by_lines}
