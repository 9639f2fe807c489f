"""Another program holds the campaign's lock: typing goes on, and what was sent is recorded or handed back, in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual import events

from tests.tui.stage import bar, opened, recorded, settled, shown, type_keys, until
from tracker import events as ev
from tracker.store import engine
from tui.app import RollbookApp
from tui.gateway.messages import Trouble


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    connection = sqlite3.connect(folder / "Ravenmoor.rollbook", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def notes(folder: Path) -> list[str]:
    return [one.event.text for one in recorded(folder) if isinstance(one.event, ev.NoteAdded)]


async def test_a_line_waits_for_its_turn(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        with locked(folder):
            type_keys(app, [*"note one", "enter", *"mira stealth -1"])
            await until(lambda: "Mira Stealth 12 -1 = 11" in shown(app), 3)
            await until(lambda: "saving ..." in shown(app), 5)
            assert app.gateway.busy
        await settled(app, pilot)
        assert notes(folder) == ["one"]
        assert bar(app).value == "mira stealth -1"


async def test_lines_come_back_in_order_when_it_takes_too_long(
    app: RollbookApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.3)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        with locked(folder):
            type_keys(app, [*"note one", "enter", *"note two", "enter"])
            await settled(app, pilot)
            assert "Another program is using the campaign" in shown(app)
            assert bar(app).value == "note one"
        type_keys(app, ["enter"])
        await settled(app, pilot)
        type_keys(app, ["up", "up"])
        await until(lambda: bar(app).value == "note two")
        type_keys(app, ["enter"])
        await settled(app, pilot)
    assert notes(folder) == ["one", "two"]


async def test_what_is_typed_meanwhile_stays(app: RollbookApp, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.3)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        with locked(folder):
            type_keys(app, [*"note one", "enter", *"note tw"])
            await settled(app, pilot)
            assert bar(app).value == "note tw"
            assert "Not recorded: note one. Up brings it back. Another program" in shown(app)
        type_keys(app, [*"o", "enter"])
        await settled(app, pilot)
        assert notes(folder) == ["two"]


async def test_what_is_said_while_the_screens_go_away_is_dropped(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
    app.on_trouble(Trouble("too late"))
    await app.on_event(events.Key("x", "x"))
    assert app.crash is None
    assert app.screen_stack == []
