"""The registry and what is made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.command import CommandPalette

from tests import tongue
from tests.tui.renew import KEYS, README, keys, table
from tests.tui.stage import opened, recorded, settled, shown, type_keys, until
from tracker.events import BookmarkAdded
from tracker.language import LANGUAGES, speak
from tui import actions
from tui.app import RollbookApp, screen_class
from tui.palette import ActionsProvider
from tui.screens.help import Help
from tui.screens.table import TableScreen
from tui.widgets.menu import Menu

SCREENS = {name: screen_class(name) for name in RollbookApp.MODES}


@pytest.mark.parametrize("name", SCREENS)
def test_every_action_of_a_screen_is_done_by_it(name: str) -> None:
    for action in actions.offered(name):
        assert callable(getattr(SCREENS[name], f"do_{action.id}"))


@pytest.mark.parametrize("name", SCREENS)
def test_keys_are_unique_on_a_screen(name: str) -> None:
    keys = [key for action in actions.offered(name) for key in action.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", SCREENS)
def test_the_line_of_keys_names_every_action_where_there_is_room(name: str) -> None:
    line = actions.key_line(name, 1000)
    assert all(f"{action.key} {action.title}" in line for action in actions.offered(name))
    for width in (60, 80, 100, 120):
        assert cell_len(actions.key_line(name, width)) <= width
        assert actions.key_line(name, width).endswith("? Keys")


def test_the_readme_has_the_table_of_all_keys() -> None:
    assert table(README.read_text(encoding="utf-8")) == actions.markdown()  # else: python -m tests.tui.renew
    assert KEYS.read_text(encoding="utf-8") == keys()


@pytest.mark.parametrize("name", SCREENS)
async def test_bindings_menu_palette_and_documentation_have_the_same_actions(app: RollbookApp, name: str) -> None:
    async with app.run_test(size=(80, 40)) as pilot:
        await opened(app, pilot)
        screen = await app.show(name)
        offered = {action.id for action in actions.offered(name)}
        bound = [binding.action for _key, binding in screen._bindings]
        assert {action.split("'")[1] for action in bound if action.startswith(actions.PERFORM)} == offered
        rows = [row.split(" | ") for row in table(README.read_text(encoding="utf-8")).splitlines()[2:]]
        assert {row[3] for row in rows if name in row[4].rstrip(" |").split(", ")} == offered
        provider = ActionsProvider(screen)
        assert {hit.text async for hit in provider.discover()} == {
            f"{action.title}  {action.key}" for action in actions.offered(name)
        }
        await screen.action_perform("help")
        await until(lambda: isinstance(app.screen, Help))
        assert {item.value for item in app.screen.query_one(Menu).items if item.value} == offered


async def test_what_cannot_be_done_says_why_and_does_nothing(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "P"])
        await until(lambda: "Prompt: nothing waits for an answer." in shown(app))
        type_keys(app, ["question_mark"])
        await until(lambda: isinstance(app.screen, Help) and shown(app))
        items = [item.text for item in app.screen.query_one(Menu).items]
        assert any("Not now: nothing waits for an answer." in text for text in items)


async def test_an_action_is_run_from_the_menu(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "question_mark", "down", "enter"])
        await until(lambda: "Mira> retry" in shown(app))


@pytest.mark.parametrize("spoken", LANGUAGES)
async def test_the_palette_finds_actions_by_their_own_and_by_their_english_names(app: RollbookApp, spoken: str) -> None:
    speak(spoken)
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        provider = ActionsProvider(app.screen)
        for sought in ("fright", actions.get("fright").name):
            found = {hit.text async for hit in provider.search(sought)}
            assert f"{actions.get('fright').name}  f" in found
            assert f"{actions.get('undo').name}  u" not in found


async def test_the_palette_says_that_nothing_fits_in_the_language_spoken(
    app: RollbookApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    tongue.speak(monkeypatch, {"No matches found": "見つかりません", "Search for commands…": "コマンドを検索"})
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["ctrl+p"])
        await until(lambda: "コマンドを検索" in shown(app))
        await pilot.press(*"zzzz")
        await until(lambda: "見つかりません" in shown(app))
        assert shown(app).count("見つかりません") == 1
        await pilot.press(*["backspace"] * 4)
        await until(lambda: "見つかりません" not in shown(app))


async def test_an_action_is_run_from_the_palette(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["ctrl+p"])
        await until(lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"fright")
        await until(lambda: "Fright Checks of everyone" in shown(app))
        await pilot.pause(0.3)
        await pilot.press("enter")
        await until(lambda: "Mira> fright all" in shown(app))


async def test_a_palette_that_is_closed_twice_leaves_the_screen_below(app: RollbookApp) -> None:
    """As by keys that come faster than its own messages."""
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["ctrl+p"])
        await until(lambda: isinstance(app.screen, CommandPalette) and app.screen.is_mounted)
        palette = app.screen
        palette.dismiss(None)
        palette.dismiss(None)
        await pilot.pause(0.1)
        assert isinstance(app.screen, TableScreen)


async def test_a_command_of_the_palette_is_done_once_however_often_enter_is_pressed(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["ctrl+p"])
        await until(lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"bookmark the sel")
        await pilot.pause(0.3)
        type_keys(app, ["enter", "enter", "enter", "enter"])
        await until(lambda: isinstance(app.screen, TableScreen) and isinstance(recorded(folder)[-1].event, BookmarkAdded))
        await settled(app, pilot)
        assert len([one for one in recorded(folder) if isinstance(one.event, BookmarkAdded)]) == 1


async def test_keys_that_come_before_the_palette_has_anything_do_no_harm(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await opened(app, pilot)
        for keys in (["pageup", "pagedown", "end"], ["escape"], [*"zzz", "enter", "pageup"], ["enter", "escape", "escape"]):
            type_keys(app, ["ctrl+p", *keys])
            await pilot.pause(0.1)
            type_keys(app, ["escape"])
            await until(lambda: isinstance(app.screen, TableScreen))
        assert app.is_running
