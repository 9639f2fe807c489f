"""F1 in a bar: what can be typed there, with examples that work."""

from __future__ import annotations

from pathlib import Path

from tests.tui.stage import bar, opened, recorded, settled, shown, type_keys, until
from tracker import events as ev
from tui.app import RollbookApp
from tui.screens.help import Help
from tui.widgets.keys_in_order import Field
from tui.widgets.menu import Menu


async def test_an_example_goes_into_the_bar_and_works(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["f1"])
        await until(lambda: "Mira Lockpicking +1" in shown(app) or "Mira Stealth +1" in shown(app))
        type_keys(app, ["down", "enter"])
        await until(lambda: bar(app).value.startswith("Mira ") and app.focused is bar(app))
        type_keys(app, ["enter"])
        await settled(app, pilot)
    assert isinstance(recorded(folder)[-1].event, ev.RollMade)


async def test_a_rule_cannot_be_chosen(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["f1"])
        await until(lambda: "a note" in shown(app))
        type_keys(app, ["home", "enter"])
        await pilot.pause(0.1)
        assert app.screen.query_one(Menu).cursor == 0
        assert bar(app).value == ""


async def test_in_the_filter_it_shows_filters(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "slash", "f1"])
        await until(lambda: "character:Mira" in shown(app))
        type_keys(app, ["enter"])
        await until(lambda: app.screen is app.play_screen and app.screen.query_one(Field).value == "character:Mira")
        await until(lambda: "row " in shown(app))


async def test_among_the_log_keys_it_lists_the_keys(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "f1"])
        await until(lambda: isinstance(app.screen, Help) and "On this screen" in shown(app))
