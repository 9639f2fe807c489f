"""An evening of play leaves nothing behind: no widgets, no screens, no drawings."""

from __future__ import annotations

import gc
from collections import Counter

from textual._styles_cache import StylesCache

from tests.tui.stage import enter, opened, settled, type_keys, until
from tui.app import RollbookApp
from tui.screens.help import Help


def alive() -> Counter[str]:
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, StylesCache | Help))


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
