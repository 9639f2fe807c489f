"""What the screen's tests share: typing, waiting, reading the screen's text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.cells import cell_len
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from tracker.campaign import commands as cmd
from tracker.events import Recorded
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.screens.form import FormDialog
from tui.widgets.roll_bar import RollBar

NAME = "Ravenmoor"
SIZES = [(80, 24), (120, 40)]


def people(campaign: Campaign) -> None:
    for name, values in {
        "Mira": "st=10 dx=12 iq=12 ht=11 stealth=12 climbing=11 lockpicking=13",
        "Tobias": "st=13 dx=11 iq=10 ht=12 climbing=11 broadsword=14",
        "エルザ": "st=9 dx=11 iq=13 ht=10 observation=12",
    }.items():
        pairs = [pair.partition("=") for pair in values.split()]
        campaign.execute(cmd.AddCharacter(name=name, values=tuple((key, value) for key, _, value in pairs)))


def recorded(folder: Path, name: str = NAME) -> list[Recorded]:
    """Everything in the campaign's log."""
    with open_store(str(folder)) as store:
        return list(store.open(name).read())


async def until(condition: Callable[[], object], seconds: float = 15.0) -> None:
    """Wait for something that a thread of the gateway brings about."""
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "it never happened"
        await asyncio.sleep(0.01)


async def opened(app: RollbookApp, pilot: Pilot[None]) -> None:
    """Wait for the campaign and its log to be on the screen."""
    await until(lambda: app.picture is not None and app.play_screen.selected is not None)
    await settled(app, pilot)


async def settled(app: RollbookApp, pilot: Pilot[None]) -> None:
    """Wait until what was sent is recorded and drawn."""
    await pilot.pause()
    await until(lambda: not app.gateway.busy)
    await pilot.pause(0.05)
    await pilot.pause()


async def enter(app: RollbookApp, pilot: Pilot[None], *lines: str) -> None:
    """Type lines into the bar, each followed by Enter, without waiting between the keys, and let them be recorded."""
    for line in lines:
        type_keys(app, [*line, "enter"])
    await settled(app, pilot)


def type_keys(app: RollbookApp, keys: Iterable[str]) -> None:
    """Put keys into the app's queue, as a terminal does that sends them all at once."""
    for key in keys:
        single = len(key) == 1
        app.post_message(events.Key(_character_to_key(key) if single else key, key if single else None))


async def open_form(app: RollbookApp, title: str) -> FormDialog:
    """Open a form from the list, as with o, Down and Enter."""
    type_keys(app, ["escape", "o"])
    await until(lambda: "Forms" in shown(app) and title in shown(app))
    picker = app.screen
    at = [form.title for form in picker._forms.values()].index(title)  # type: ignore[attr-defined]
    type_keys(app, ["down"] * at + ["enter"])
    await until(lambda: isinstance(app.screen, FormDialog))
    form = app.screen
    assert isinstance(form, FormDialog)
    return form


def bar(app: RollbookApp) -> RollBar:
    return app.screen_stack[0].query_one(RollBar)


def frame(app: RollbookApp) -> list[str]:
    """The text of the screen, row by row."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def shown(app: RollbookApp) -> str:
    return "\n".join(frame(app))


def check_frame(app: RollbookApp) -> None:
    """No row is wider or narrower than the screen, and nothing in it could steer a terminal."""
    rows = frame(app)
    assert len(rows) == app.size.height
    for row in rows:
        assert cell_len(row) == app.size.width, repr(row)
        assert not [sign for sign in row if ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0], repr(row)
