"""A campaign that the version before has left: it is rebuilt by itself as it is opened, and the title tells how far."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.tui.stage import NAME, opened, people, shown, type_keys, until
from tracker import projections, service
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Gateway


def aged(folder: Path, name: str = NAME) -> None:
    with closing(sqlite3.connect(folder / f"{name}.rollbook")) as file, file:
        file.execute("UPDATE campaigns SET read_model_version = 6")
        file.execute("DELETE FROM lines")


def version(folder: Path, name: str = NAME) -> int:
    with closing(sqlite3.connect(folder / f"{name}.rollbook")) as file:
        return int(file.execute("SELECT read_model_version FROM campaigns").fetchone()[0])


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles that told of a rebuilding."""
    found: list[str] = []
    told = RollbookApp.on_rebuilding

    def noted(app: RollbookApp, message: object) -> None:
        told(app, message)  # type: ignore[arg-type]
        found.append(app.play_screen.state())

    monkeypatch.setattr(RollbookApp, "on_rebuilding", noted)
    monkeypatch.setattr(service, "_BATCH", 2)
    return found


async def test_it_is_rebuilt_while_the_title_tells_how_far(app: RollbookApp, folder: Path, titles: list[str]) -> None:
    aged(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        assert titles == ["rebuilding, 2 of 4 ... ", "rebuilding, 4 of 4 ... "]
        assert "LIVE" in shown(app)
        assert "rebuilding" not in shown(app)
    assert version(folder) == projections.VERSION


async def test_another_one_is_rebuilt_while_one_is_open_here_and_elsewhere(
    make_app: Callable[[], RollbookApp], folder: Path, titles: list[str]
) -> None:
    with open_store(str(folder)) as store:
        people(Campaign.create(store, "Innsmouth", "gurps4e"))
        elsewhere = Campaign.open(store, "Innsmouth")
        aged(folder, "Innsmouth")
        app = make_app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            app.gateway.open("Innsmouth")
            await until(lambda: app.picture is not None and app.picture.campaign == "Innsmouth")
            await opened(app, pilot)
            assert titles == ["rebuilding, 2 of 4 ... ", "rebuilding, 4 of 4 ... "]
            assert "LIVE" in shown(app)
            type_keys(app, [*"note here", "enter"])
            await until(lambda: elsewhere.refresh())
        assert elsewhere.state.head == 5


async def test_a_refused_opening_leaves_the_title_of_the_open_one(
    app: RollbookApp, folder: Path, titles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(str(folder)) as store:
        people(Campaign.create(store, "Innsmouth", "gurps4e"))
    aged(folder, "Innsmouth")
    with closing(sqlite3.connect(folder / "Innsmouth.rollbook")) as file, file:
        file.execute("DROP TRIGGER events_unchanged")
        file.execute("UPDATE events SET payload = '{}' WHERE position = 3")
    listed: list[str] = []
    told = Gateway._list_campaigns

    def noted(gateway: Gateway, message: str = "", to: object = None) -> None:
        listed.append(message)
        told(gateway, message, to)  # type: ignore[arg-type]

    monkeypatch.setattr(Gateway, "_list_campaigns", noted)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        app.gateway.open("Innsmouth")
        await until(lambda: listed and len(app.screen_stack) > 1)
        assert listed[0].startswith("Event 3 can't be read")
        await pilot.press("escape")
        assert "LIVE" in app.play_screen.state()
    assert version(folder, "Innsmouth") == 6
