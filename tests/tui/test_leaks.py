"""An evening of play leaves nothing behind: no widgets, no screens, no drawings."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from textual._styles_cache import StylesCache

from tests.tui.frames import PLACES, go
from tests.tui.past import demo_app, demo_folder
from tests.tui.stage import enter, opened, settled, type_keys, until
from tui.app import RollbookApp
from tui.screens.dialog import Dialog
from tui.widgets.editor import Editor

__all__ = ["demo_app", "demo_folder"]  # fixtures


def alive(app: RollbookApp) -> Counter[str]:
    """How many there are of what screens and dialogs are made of, apart from what was drawn last."""
    StylesCache.get_inner_outer.cache_clear()
    gc.collect()
    found = Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, StylesCache | Dialog | Editor))
    return found + Counter(widgets=len(app._registry))


async def leaves_nothing(app: RollbookApp, go_round: Callable[[], Awaitable[Counter[str]]]) -> None:
    """That a round leaves nothing behind. What is made once and kept may come as late as in the second one; what leaks comes
    in every one."""
    before = await go_round()
    if (after := await go_round()) - before:
        before = after
        await go_round()
    await no_more(app, before)


async def no_more(app: RollbookApp, before: Counter[str]) -> None:
    """Wait until there is no more than before: the last one may still be on its way out."""
    with suppress(AssertionError):
        await until(lambda: alive(app) <= before)
    assert alive(app) - before == Counter()


async def test_every_screen_and_dialog(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)

        async def everywhere() -> Counter[str]:
            for place in PLACES:
                await go(demo_app, pilot, place)
            await go(demo_app, pilot, "table")
            return alive(demo_app)

        await leaves_nothing(demo_app, everywhere)


async def test_rolls_and_dialogs(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)

        async def an_hour() -> Counter[str]:
            await enter(app, pilot, *["stealth -1"] * 10)
            for _ in range(5):
                type_keys(app, ["escape", "question_mark"])
                await settled(app, pilot)
                assert app.screen is not app.play_screen
                type_keys(app, ["escape", "slash", "escape", "escape", "r"])
                await settled(app, pilot)
                assert app.screen is app.play_screen
                assert app.current_mode == "table"
            return alive(app)

        await leaves_nothing(app, an_hour)


async def test_what_was_drawn_goes_with_its_dialog(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        for _ in range(30):
            type_keys(app, ["escape", "question_mark", "escape"])
            await settled(app, pilot)
        # Of the widgets that are there, and perhaps of those of the last dialog.
        assert StylesCache.get_inner_outer.cache_info().currsize < 3 * len(app._registry)
