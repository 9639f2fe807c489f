"""Terminals of every size."""

from __future__ import annotations

import pytest

from tests.tui.frames import PLACES, go
from tests.tui.past import demo_app, demo_folder
from tests.tui.stage import bar, check_frame, enter, opened, recorded, resized, settled, shown, type_keys, until
from tracker import events as ev
from tui.app import RollbookApp

__all__ = ["demo_app", "demo_folder"]  # fixtures

WALK = [(200, 60), (80, 24), (60, 15), (40, 12), (20, 5), (100, 30)]


@pytest.mark.parametrize("half", [0, 1])  # for two processes
async def test_a_walk_down_to_almost_nothing_and_back_on_every_screen_and_dialog(demo_app: RollbookApp, half: int) -> None:
    async with demo_app.run_test(size=WALK[-1]) as pilot:
        await opened(demo_app, pilot)
        for place in list(PLACES)[half::2]:
            await go(demo_app, pilot, place)
            for size in WALK:
                await resized(demo_app, pilot, size)
                check_frame(demo_app)
                assert demo_app.screen.size == size


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


async def test_beside_a_narrow_log_stands_what_the_next_roll_depends_on(app: RollbookApp) -> None:
    async with app.run_test(size=(119, 36)) as pilot:
        await opened(app, pilot)
        lines = ("modifier mira add -2 fog", "tobias climbing at wall =6,6,5", "option dice hand", "mira stealth")
        await enter(app, pilot, *lines)
        titles = ("PARTY", "MIRA quick skills", "MODIFIERS in force", "PROMPTS open")
        await until(lambda: all(title in shown(app) for title in titles))
        assert "RETRIES open" not in shown(app)
        check_frame(app)
        await pilot.resize_terminal(120, 36)
        await until(lambda: all(title in shown(app) for title in (*titles, "RETRIES open")))
