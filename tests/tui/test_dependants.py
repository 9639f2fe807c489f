"""The screen asks what becomes of the events that rest on what is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.stage import bar, enter, opened, recorded, settled, shown, type_keys, until
from tui.app import RollbookApp
from tui.screens.dependants import DependantsDialog


@pytest.mark.parametrize(("key", "gone"), [("k", {1}), ("v", {1, 2}), ("escape", set())])
async def test_the_gm_chooses_with_one_key(app: RollbookApp, folder: Path, key: str, gone: set[int]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira lockpicking =6,6,4", "retry =6,6,4")
        rolls = [one.position for one in recorded(folder) if one.envelope.type == "RollMade"]
        type_keys(app, [*f"void {rolls[0]}", "enter"])
        await until(lambda: isinstance(app.screen, DependantsDialog))
        await until(lambda: "attempt 2's penalty rests on" in shown(app))
        type_keys(app, [key])
        await until(lambda: not isinstance(app.screen, DependantsDialog))
        await settled(app, pilot)
        voids = [one for one in recorded(folder) if one.envelope.type == "ActionVoided"]
        taken = {event.position for one in voids for event in one.event.events}  # type: ignore[attr-defined]
        assert {number for number, roll in enumerate(rolls, start=1) if roll in taken} == gone
        assert bar(app).value == ("" if gone else f"void {rolls[0]}"), "a line that came to nothing comes back"


async def test_what_was_said_of_a_line_is_gone_when_a_key_does_something_else(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira lockpicking =6,6,4", "retry =6,6,4")
        first = next(one.position for one in recorded(folder) if one.envelope.type == "RollMade")
        type_keys(app, [*f"void {first}", "enter"])
        await until(lambda: isinstance(app.screen, DependantsDialog))
        type_keys(app, ["escape"])
        await until(lambda: not isinstance(app.screen, DependantsDialog) and "Later events rest on" in shown(app))
        type_keys(app, ["escape", "u"])
        await until(lambda: any(one.envelope.type == "ActionVoided" for one in recorded(folder)))
        await settled(app, pilot)
        assert "Later events rest on" not in shown(app)
