"""An evening of play leaves nothing behind: no widgets, no screens, no drawings."""

from __future__ import annotations

import gc
from collections import Counter

from textual._styles_cache import StylesCache

from tests.tui.frames import PLACES, go
from tests.tui.past import demo_app, demo_folder
from tests.tui.stage import enter, opened, settled, type_keys, until
from tui.app import RollbookApp
from tui.screens.dialog import Dialog
from tui.screens.help import Help

__all__ = ["demo_app", "demo_folder"]  # fixtures


def alive() -> Counter[str]:
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, StylesCache | Help))


async def test_every_screen_and_dialog(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)

        async def everywhere() -> tuple[int, int, int]:
            for place in PLACES:
                await go(demo_app, pilot, place)
            await go(demo_app, pilot, "table")
            gc.collect()
            things = gc.get_objects()
            dialogs = sum(isinstance(thing, Dialog) for thing in things)
            drawings = sum(isinstance(thing, StylesCache) for thing in things)
            return len(demo_app._registry), dialogs, drawings

        await everywhere()
        widgets, dialogs, drawings = await everywhere()
        again = await everywhere()
        assert again[0] == widgets
        assert again[1] <= dialogs + 1  # the last one may still be on its way out
        assert again[2] <= drawings + 10


async def test_rolls_and_dialogs(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)

        async def an_hour() -> None:
            await enter(app, pilot, *["stealth -1"] * 10)
            for _ in range(5):
                type_keys(app, ["escape", "question_mark"])
                await until(lambda: app.screen is not app.play_screen)
                await pilot.pause()
                type_keys(app, ["escape", "slash", "escape", "escape", "r"])
                await until(lambda: app.screen is app.play_screen and app.current_mode == "table")
            await settled(app, pilot)

        await an_hour()
        widgets, before = len(app._registry), alive()
        await an_hour()
        await an_hour()
        assert len(app._registry) == widgets
        assert alive()["Help"] <= 1  # the last one may still be on its way out
        assert alive()["StylesCache"] <= before["StylesCache"] + 10
