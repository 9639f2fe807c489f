"""The text of every screen and dialog on the demo campaign, at the sizes that count; what is kept lies in ``frames``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from wcwidth import wcswidth

from tests.tui.stage import bar, opened, resized, settled, type_keys, until
from tracker import demo
from tracker.language import _, ngettext, speak
from tracker.phrases import said
from tracker.settings import Loaded, Settings
from tui import crash
from tui.app import RollbookApp
from tui.gateway import Where
from tui.screens.base import PlayScreen
from tui.screens.dialog import Dialog

FOLDER = Path(__file__).parent / "frames"
SIZES = ((80, 24), (100, 30), (120, 40))
LANGUAGES = ("en", "ja")

Sign = str | Callable[[], str]
Step = tuple[list[str], Sign]

# From the list of the Table: keys to press, and a text that is there when they have done their work; what is said in the
# language spoken is looked up then.
PLACES: dict[str, list[Step]] = {
    "table": [([], "S3 What the Water Kept")],
    "bar": [(["r", *"vora st -3 rain"], "13 -3 rain")],
    "keys": [(["question_mark"], lambda: _("On this screen"))],
    "grammar": [(["r", "f1"], "@guard")],
    "explain": [(["enter"], lambda: _("hash"))],
    "note": [(["i", *"The bell is silent."], "The bell is silent.")],
    "goto": [(["g"], lambda: _("Go to"))],
    "campaigns": [(["O"], "The Drowned Bell  ")],
    "new-campaign": [(["O"], "The Drowned Bell  "), (["n"], "gurps4e)")],
    "forms": [(["o"], "(B355)")],
    "form": [(["o"], "(B355)"), (["enter"], lambda: _("Fill in: {fields}", fields=""))],
    "dependants": [(["r", *"void 108", "enter"], lambda: _("Later events rest on this"))],
    "palette": [(["colon"], lambda: _("Type a roll or any other line into the bar."))],
    "hidden": [(["h"], lambda: _("FOR PLAYERS"))],
    "modifiers": [(["m"], "Esc")],
    "plots": [(["escape", "p"], "3d6")],
    "sessions": [(["escape", "S"], "What the Water Kept")],
    "bookmarks": [(["escape", "apostrophe"], "Esc")],
    "when": [(["escape", "W"], "Esc")],
    "moments": [(["escape", "W"], "Esc"), ([*"vora.hp < 10", "enter"], "85")],
    "rejudge": [(["escape", "J"], "Esc")],
    "recap": [(["escape", "Y"], "Esc")],
    "reading": [(["escape", "Y"], "Esc"), (["enter"], "What the Water Kept")],
    "chronicle": [
        (
            ["slash", "escape", "0", "slash", "ctrl+e", "ctrl+u", *"outcome:no"],
            lambda: _("row {row} of {count}", row=15, count=15),
        )
    ],
    "export": [(["slash", "ctrl+e", "ctrl+u", *"outcome:no", "escape", "x"], ".jsonl")],
    "filters": [(["slash", "f1"], "character:")],
    "character": [(["2", "k"], lambda: said("Broadsword"))],
    "replay": [(["g", *"#99", "enter", "t"], lambda: _state_at(99))],
    "difference": [
        (["g", *"#60", "enter", "t"], lambda: _state_at(60)),
        (["equals_sign", "right_square_bracket"], lambda: _state_at(61)),
        (["equals_sign"], lambda: _("Changed from {first} to {last}", first=60, last=61)),
    ],
    "audit": [(["a"], lambda: ngettext("{count} possible unlinked retry", "{count} possible unlinked retries", 1))],
    "facets": [(["escape", "slash", "escape", "w", "y", "r"], "w ")],  # last: they stay
}


@contextmanager
def _same_every_time() -> Iterator[None]:
    """Give every event a moment and an id that are the same in each run."""
    minutes, ids = count(), count(1)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(2026, 3, 6, 19, 0, tzinfo=UTC) + timedelta(minutes=next(minutes))

    with (
        patch("tracker.service.datetime", Clock),
        patch("tracker.service.uuid4", lambda: UUID(int=next(ids))),
        patch("tracker.service._utc_offset", lambda now: 0),
    ):
        yield


def rows(app: App[Any]) -> list[str]:
    """The text of the screen, row by row, without the blanks at the ends."""
    return ["".join(segment.text for segment in strip).rstrip() for strip in drawn(app)]


def drawn(app: App[Any]) -> list[Strip]:
    """The screen row by row; of a dialog its own part alone, for what stands behind is drawn with it or not."""
    strips = app.screen._compositor.render_strips()
    if isinstance(app.screen, Dialog):
        regions = [child.region for child in app.screen.children if child.region]
        part = Region.from_union(regions) if regions else Region()
        strips = [strip.crop(part.x, part.right) for strip in strips[part.y : part.bottom]]
    return strips


def _state_at(position: int) -> str:
    return _("STATE at {position} {how}, > has just changed", position=position, how=_("as it stood"))


def folder(language: str) -> Path:
    """Where the frames of a language are kept."""
    return FOLDER if language == "en" else FOLDER / language


def file(language: str, name: str, size: tuple[int, int]) -> Path:
    """Where a frame is kept."""
    return folder(language) / f"{name}.{size[0]}x{size[1]}.txt"


class Frames(NamedTuple):
    """The texts of places at sizes, and the screens and dialogs that were met there."""

    texts: dict[tuple[str, tuple[int, int]], str]
    met: set[type[Screen[Any]]]


async def frames(language: str) -> Frames:
    """All places in a language, at all sizes."""
    speak(language)
    found = Frames({}, set())
    try:
        await _of_play(found)
        await _of_a_crash(found)
    finally:
        speak("en")
    return found


async def _of_play(found: Frames) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with _same_every_time():
            demo.make(folder)
        loaded = Loaded(Settings(theme="mono"))
        app = RollbookApp(Where(folder, demo.NAME), Path(folder) / "drafts", loaded)
        async with app.run_test(size=SIZES[0]) as pilot:
            await opened(app, pilot)
            for name in PLACES:
                await go(app, pilot, name)
                for size in (*SIZES[1:], SIZES[0]):  # so that it doesn't matter what was drawn by which step
                    await resized(app, pilot, size)
                    found.texts[name, size] = _text(app)
                found.met.add(type(app.screen))


async def _of_a_crash(found: Frames) -> None:
    for size in SIZES:
        told = crash.CrashApp(["Linux, Python 3", "", "Traceback (most recent call last):", "RuntimeError"], None)
        async with told.run_test(size=size) as crashed:
            await crashed.pause()
            found.texts["crash", size] = _text(told)


async def go(app: RollbookApp, pilot: Pilot[None], name: str) -> None:
    """From wherever the app is to one of the places."""
    await _home(app, pilot)
    for keys, sign in PLACES[name]:
        type_keys(app, keys)
        await settled(app, pilot)
        await _seen(app, name, sign)


async def _seen(app: App[Any], name: str, sign: Sign) -> None:
    sign = sign if isinstance(sign, str) else sign()
    try:
        await until(lambda: any(sign in row for row in rows(app)), 20)
    except AssertionError:
        raise AssertionError(f"{name} never shows {sign!r}:\n{_text(app)}") from None


async def _home(app: RollbookApp, pilot: Pilot[None]) -> None:
    """Back to the list of the Table, with an empty bar, its cursor on the last line."""
    while not isinstance(app.screen, PlayScreen) or app.screen.NAME != "table":
        type_keys(app, ["escape"])
        await settled(app, pilot)
    if app.hiding:
        app.hide(False)
    if bar(app).value:
        type_keys(app, ["r", "ctrl+e", "ctrl+u"])
    if app.focused is bar(app):
        type_keys(app, ["escape"])
    type_keys(app, ["end", "1"])
    app.clear_notifications()
    await settled(app, pilot)


def _text(app: App[Any]) -> str:
    return "\n".join(rows(app)) + "\n"


def columns(row: str) -> int:
    """How wide a row is, by another judge than the one that drew it."""
    return int(wcswidth(row))
