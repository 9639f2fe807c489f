"""Terminals of every size."""

from __future__ import annotations

import pytest

from tests.tui.stage import bar, check_frame, enter, opened, recorded, settled, shown, type_keys, until
from tracker import events as ev
from tui.app import RollbookApp

WALK = [(200, 60), (120, 40), (100, 30), (80, 24), (60, 16), (59, 16), (60, 15), (40, 12), (20, 5), (80, 24)]
PLACES: dict[str, list[str]] = {
    "table": [],
    "chronicle": ["escape", "slash"],
    "help": ["escape", "question_mark"],
    "explain": ["escape", "enter"],
    "note": ["escape", "i"],
    "goto": ["escape", "g"],
    "campaigns": ["escape", "O"],
    "palette": ["escape", "colon"],
    "plots": ["escape", "p"],
    "margins": ["escape", "p", "2"],
    "sessions": ["escape", "S"],
    "bookmarks": ["escape", "apostrophe"],
    "modifiers": ["escape", "m"],
    "when": ["escape", "W"],
    "rejudge": ["escape", "J"],
    "recap": ["escape", "Y"],
    "export": ["escape", "slash", "escape", "x"],
    "facets": ["escape", "slash", "escape", "w", "y", "r", "s", "z", "o"],
}


@pytest.mark.parametrize("place", PLACES)
async def test_a_walk_down_to_almost_nothing_and_back(app: RollbookApp, place: str) -> None:
    async with app.run_test(size=(200, 60)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "session start", "stealth -3 dark", "fright all ghoul")
        type_keys(app, PLACES[place])
        await settled(app, pilot)
        await pilot.pause(0.1)
        for size in WALK:
            await pilot.resize_terminal(*size)
            await pilot.pause(0.05)
            check_frame(app)
        assert "Ravenmoor" in shown(app) or app.screen is not app.play_screen


async def test_too_small_is_said_and_keys_still_work(app: RollbookApp, folder: object) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await pilot.resize_terminal(50, 12)
        await until(lambda: "This terminal is 50 x 12" in shown(app))
        await enter(app, pilot, "note in the dark")
        await pilot.resize_terminal(80, 24)
        await until(lambda: "in the dark" in shown(app) and "This terminal" not in shown(app))
        assert app.focused is bar(app)
        await pilot.resize_terminal(50, 12)
        type_keys(app, ["escape", "u"])
        await settled(app, pilot)
        assert isinstance(recorded(folder)[-1].event, ev.ActionVoided)  # type: ignore[arg-type]


async def test_the_side_panels_come_with_the_room_for_them(app: RollbookApp) -> None:
    async with app.run_test(size=(99, 24)) as pilot:
        await opened(app, pilot)
        assert "PARTY" not in shown(app)
        await pilot.resize_terminal(100, 24)
        await until(lambda: "PARTY" in shown(app))
        check_frame(app)


async def test_both_themes_draw(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "T"])
        await until(lambda: app.theme == "rollbook-light")
        check_frame(app)
        type_keys(app, ["T"])
        await until(lambda: app.theme == "rollbook-dark")
