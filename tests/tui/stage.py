"""What the screen's tests share: typing, waiting, reading the screen's text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
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
_ROUNDS = 3  # more than there are questions in a row that an answer makes the screen ask


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
    """Wait until what was sent is recorded and drawn: nobody has anything left to do, and that stays so while the threads
    of the gateway are asked again, since an answer may be followed by the next question."""
    quiet, limit = 0, time.monotonic() + 30
    while quiet < _ROUNDS and app._exception is None and not app._exit:
        assert time.monotonic() < limit, "it never comes to rest"
        before = _idle(app)
        if before:
            await _answered(app)
        else:
            await asyncio.sleep(0.002)
        quiet = quiet + 1 if before and _idle(app) else 0


async def _answered(app: RollbookApp) -> None:
    """Wait until the gateway's threads are through with what they were asked so far."""
    loop = asyncio.get_running_loop()
    waiting = []
    for lane in (app.gateway._writer, app.gateway._lists, app.gateway._hints, app.gateway._studies):
        waiting.append(future := loop.create_future())
        lane.do(partial(loop.call_soon_threadsafe, future.set_result, None))
    await asyncio.wait(waiting, timeout=15)


def _idle(app: RollbookApp) -> bool:
    """Whether every message is dealt with and everything is drawn."""
    if app._batch_count or app._resize_timer is not None or app.workers:
        return False
    for pump in (app, *app._registry):
        waiting = pump._message_queue.ready_event
        if waiting.is_set() or not waiting._waiters or pump._next_callbacks:  # a message has come, or is being dealt with
            return False
    screen = app.screen
    left = screen._layout_required, screen._scroll_required, screen._repaint_required, screen._recompose_required
    if any(left) or screen._dirty_widgets or screen._callbacks:
        screen._on_timer_update()  # now, and not with the next frame
        return False
    return True


async def resized(app: RollbookApp, pilot: Pilot[None], size: tuple[int, int]) -> None:
    """Give the terminal another size, and let everything be drawn in it."""
    if app.size != size:
        driver = app._driver
        assert driver is not None
        driver._size = Size(*size)
        app.post_message(events.Resize(Size(*size), Size(*size)))
        await settled(app, pilot)


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
