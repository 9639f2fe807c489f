"""Nothing that is typed is lost, reordered or mixed up, however fast it comes."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tui.past import demo_app, demo_folder
from tests.tui.stage import NAME, bar, open_form, opened, recorded, settled, shown, type_keys, until
from tests.tui.terminal import Terminal
from tracker import demo
from tracker import events as ev
from tracker.quickline.forms import forms
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway.context import context_of
from tui.gateway.lookback import when
from tui.screens.changes import Changes
from tui.screens.explain import Explanation
from tui.screens.recap import Reading
from tui.screens.table import TableScreen
from tui.widgets.menu import Menu

__all__ = ["demo_app", "demo_folder"]  # fixtures


def notes(folder: Path) -> list[str]:
    return [one.event.text for one in recorded(folder) if isinstance(one.event, ev.NoteAdded)]


async def test_fifty_rolls_in_one_burst_with_backspaces_and_arrows(app: RollbookApp, folder: Path) -> None:
    """Each line is typed with a slip of the finger that Backspace or an arrow mends."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        for number in range(50):
            slip = ["x", "backspace"] if number % 2 else [*"5,", "left", "left", "delete", "delete"]
            type_keys(app, [*f"mira stealth -{number % 7} note{number}", *slip, *" =3,3,4", "enter"])
        await until(lambda: len([1 for one in recorded(folder) if isinstance(one.event, ev.RollMade)]) == 50, 60)
        await settled(app, pilot)
        assert bar(app).value == ""
    rolls = [one.event for one in recorded(folder) if isinstance(one.event, ev.RollMade)]
    assert [roll.modifiers[0].label for roll in rolls] == [f"note{number}" for number in range(50)]
    assert [roll.modifiers[0].value for roll in rolls] == [-(number % 7) for number in range(50)]


async def test_keys_typed_while_the_loop_is_busy(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        app.call_later(lambda: time.sleep(0.5))
        type_keys(app, [*"note abc", "enter", *"note bax", "backspace", *"c", "enter", *"gh"])
        await until(lambda: len(notes(folder)) == 2)
        await settled(app, pilot)
        assert notes(folder) == ["abc", "bac"]
        assert bar(app).value == "gh"


def test_one_write_of_many_lines_on_a_real_terminal(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        lines = [f"note n{number}x\x7f" for number in range(25)]
        terminal.send("\r".join(lines) + "\r")
        terminal.send("note last\x1b[D\x1b[D\x7fo\r")
        terminal.wait_until(lambda: len(notes(folder)) == 26)
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        assert terminal.restored
    assert notes(folder) == [*(f"n{number}" for number in range(25)), "lost"]


def test_escape_and_a_letter_typed_quickly(folder: Path, tmp_path: Path) -> None:
    """A terminal sends the same for Alt and the letter."""
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("note one\r\x1bu")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.ActionVoided))
        terminal.send("rhalf\x1bU")
        terminal.wait_until(lambda: getattr(recorded(folder)[-1].event, "restores", False))
        terminal.send("\x11")
        terminal.wait_for_end()


def test_escape_and_any_log_key_typed_quickly(folder: Path, tmp_path: Path) -> None:
    """Also where a terminal's second reading is a jump by a word or where there is a sign that is no letter."""
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1bfghoul =3,3,3\r")
        terminal.wait_until(lambda: any(isinstance(one.event, ev.FrightExposed) for one in recorded(folder)))
        terminal.send("half\x1bb")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.BookmarkAdded))
        terminal.send("r\x1b?")
        terminal.wait_for("Type a roll or any other line")
        terminal.send("\x1b\x11")
        terminal.wait_for_end()


def test_alt_and_a_digit_chooses_while_the_bar_has_the_focus(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1b2climbing\r")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.RollMade))
        terminal.send("\x11")
        terminal.wait_for_end()
    assert recorded(folder)[-1].envelope.subject == "tobias"


def test_what_is_typed_before_the_campaign_is_open_waits_for_it(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("opening campaign")
        terminal.send("note early\r")
        terminal.wait_for("LIVE")
        terminal.wait_until(lambda: notes(folder))
        terminal.send("\x11")
        terminal.wait_for_end()
    assert notes(folder) == ["early"]


# -- dialogs that open with what must be read first ------------------------------------------------------------------------


@contextmanager
def held_up(app: RollbookApp) -> Iterator[None]:
    """Nothing that readers are asked for is answered within the block."""
    gate = threading.Event()
    for lane in (app.gateway._lists, app.gateway._hints, app.gateway._studies):
        lane.do(lambda: gate.wait(20) and None)
    try:
        yield
    finally:
        gate.set()


async def typed_at_once(app: RollbookApp, *keys: str) -> None:
    """Type keys, and let none of their answers come before the last key was dealt with."""
    with held_up(app):
        type_keys(app, keys)
        done = asyncio.Event()
        app.call_later(done.set)  # behind the keys
        await done.wait()


async def test_a_form_is_chosen_and_filled_in_before_the_forms_are_known(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        form = await open_form(app, "Roll")
        type_keys(app, ["escape"])
        await until(lambda: not isinstance(app.screen, type(form)))
        titles = [each.title for each in forms(context_of(app.gateway._campaign, "mira"))]  # type: ignore[arg-type]
        await typed_at_once(
            app, "escape", "o", *["down"] * titles.index("Roll"), "enter", *"stealth", "enter", "r", *"note done", "enter"
        )
        await until(lambda: notes(folder) == ["done"])
    assert [one.event.what for one in recorded(folder) if isinstance(one.event, ev.RollMade)] == ["Stealth"]


async def test_an_explanation_is_scrolled_and_closed_before_it_is_read(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await typed_at_once(app, "escape", "up", "enter", "down", "down")
        await until(lambda: isinstance(app.screen, Explanation) and app.screen.query_one(Menu).cursor == 2)
        type_keys(app, ["escape"])
        await typed_at_once(app, "up", "enter", "down", "escape", "b")
        await until(lambda: isinstance(recorded(folder)[-1].event, ev.BookmarkAdded))
        assert isinstance(app.screen, TableScreen)


async def test_escape_waits_for_nothing(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        for keys in (["o", "escape"], ["o", "down", "escape", "escape"], ["Y", "enter", "escape"]):
            type_keys(app, ["escape"])
            with held_up(app):
                type_keys(app, keys)
                await until(lambda: isinstance(app.screen, TableScreen) and app.screen.focused is not bar(app))
                await pilot.pause(0.1)
                assert isinstance(app.screen, TableScreen)
        type_keys(app, [*"Wany.hp < 0", "enter"])
        await until(lambda: "it never held" in shown(app))


async def test_a_moment_is_chosen_before_it_is_found(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)
        await typed_at_once(demo_app, "escape", *"Wvora.fp < 10", "enter", "down", "enter")
        await until(lambda: "ceased" in shown(demo_app) or isinstance(demo_app.screen, TableScreen))
        with open_store(demo_app.gateway._where.store) as store:
            campaign = Campaign.open(store, demo.NAME)
            found = [one.position for one in when(campaign, 0, "vora.fp < 10").moments]
        await until(lambda: demo_app.play_screen.selected == found[1])


async def test_differences_recaps_and_campaigns_take_keys_before_they_are_there(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)
        await typed_at_once(demo_app, "escape", "=", "home", "=", "down", "down")
        await until(lambda: isinstance(demo_app.screen, Changes) and demo_app.screen.query_one(Menu).cursor == 2)
        type_keys(demo_app, ["escape"])
        await typed_at_once(demo_app, "Y", "enter", "end")
        await until(lambda: isinstance(demo_app.screen, Reading) and demo_app.screen.query_one(Menu).cursor > 5)
        type_keys(demo_app, ["escape", "O", "n", *"Saltmarsh", "enter"])
        await until(lambda: demo_app.picture is not None and demo_app.picture.campaign == "Saltmarsh")


async def test_what_a_filter_finds_takes_keys_before_it_is_found(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)
        await typed_at_once(demo_app, "escape", "/", *"skill:stealth", "enter", "home", "enter")
        await until(lambda: isinstance(demo_app.screen, Explanation))
        events = recorded(Path(demo_app.gateway._where.store), demo.NAME)
        first = next(one.position for one in events if getattr(one.event, "what", "") == "Stealth")
        await until(lambda: f"Event {first}" in shown(demo_app))
