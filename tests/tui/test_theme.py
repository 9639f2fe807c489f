"""Colours: told apart by everyone, readable on what they stand on, and never needed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.app import App
from textual.strip import Strip
from textual.theme import Theme

from tests.tui.frames import drawn, go
from tests.tui.past import demo_app, demo_folder
from tests.tui.stage import NAME, opened, settled, type_keys, until
from tests.tui.terminal import Terminal
from tracker.settings import Loaded, Settings
from tui.app import RollbookApp
from tui.gateway import Where
from tui.theme import SIXTEEN, THEMES, called

__all__ = ["demo_app", "demo_folder"]  # fixtures

Rgb = tuple[float, float, float]

# How colours look without one of the three kinds of cones: Machado, Oliveira and Fernandes 2009, severity 1.
VISION: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# The 16 colours of xterm, as far as a theme uses them.
XTERM = {
    "ansi_black": "#000000",
    "ansi_red": "#CD0000",
    "ansi_blue": "#0000EE",
    "ansi_white": "#E5E5E5",
    "ansi_bright_red": "#FF0000",
    "ansi_bright_cyan": "#00FFFF",
    "ansi_bright_white": "#FFFFFF",
}
OURS = ("outcome-ok", "outcome-no", "outcome-crit", "outcome-fumble", "quiet")
OUTCOMES = ("ok", "NO", "CRIT", "FUMBLE")
SCROLLBAR = frozenset("▁▂▃▄▅▆▇█")
COLOURED = [theme for theme in (*THEMES, *SIXTEEN) if called(theme.name) != "mono"]


def linear(colour: str) -> Rgb:
    """A colour as amounts of light."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def lab(light: Rgb) -> Rgb:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, vision: str) -> Rgb:
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * amount for part, amount in zip(row, light, strict=True)))) for row in VISION[vision]
    )
    return red, green, blue


def distance(one: str, other: str, vision: str) -> float:
    """CIE76."""
    return math.dist(lab(seen(one, vision)), lab(seen(other, vision)))


def contrast(one: str, other: str) -> float:
    """By WCAG: 1 for the same, 21 for black on white."""
    first, second = (0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(linear, (one, other)))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def shown_as(colour: str | None) -> str:
    assert colour is not None
    return XTERM.get(colour, colour)


def test_the_measures_are_the_known_ones() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert distance("#000000", "#FFFFFF", "normal") == pytest.approx(100, abs=0.1)
    assert distance("#4EBF71", "#BA3C5B", "deuteranopia") < 30  # green and red, which this is about


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: f"{theme.name}{'-ansi' if theme.ansi else ''}")
def test_success_and_failure_are_told_apart_by_everyone(theme: Theme, vision: str) -> None:
    ok, no = (shown_as(theme.variables[f"outcome-{word}"]) for word in ("ok", "no"))
    assert distance(ok, no, vision) >= 60


@pytest.mark.parametrize("theme", [*THEMES, *SIXTEEN], ids=lambda theme: f"{theme.name}{'-ansi' if theme.ansi else ''}")
def test_everything_can_be_read_on_everything(theme: Theme) -> None:
    letters = [theme.foreground, *(theme.variables[name] for name in OURS)]
    grounds = [theme.background, theme.surface, theme.panel]
    worst = min((contrast(shown_as(one), shown_as(ground)), one, ground) for one in letters for ground in grounds)
    assert worst[0] >= 4.5, worst


async def test_the_key_goes_through_all_themes(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)
        type_keys(demo_app, ["escape"])
        for name in ("light", "high-contrast", "mono", "dark"):
            type_keys(demo_app, ["T"])
            await until(lambda name=name: demo_app.theme == f"rollbook-{name}")  # type: ignore[misc]
            await pilot.pause()


def look(segment: Segment) -> tuple[str, str]:
    """The colours of letters and of what they stand on, whichever way round they are drawn."""
    style = segment.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    letters, ground = (colour.get_truecolor().hex.upper() for colour in (style.color, style.bgcolor))
    return letters, ground


def is_event(strip: Strip) -> bool:
    """Whether a row is a line of the log."""
    return re.fullmatch(r" *[\d,]+", strip.text[3:10]) is not None


def outcomes(strip: Strip, theme: Theme) -> Iterator[str]:
    """Looks at all that is written in a row, and gives the outcomes that stand in it."""
    struck = is_event(strip) and strip.text[1] == "~"
    for part in strip:
        if not part.text.strip() or set(part.text) <= SCROLLBAR:
            continue
        letters, ground = look(part)
        style, word = part.style, part.text.strip()
        assert style is not None
        assert contrast(letters, ground) >= 4.5, (part, theme.name)
        if called(theme.name) == "mono":
            assert {len({colour[1:3], colour[3:5], colour[5:]}) for colour in (letters, ground)} == {1}, part
        if is_event(strip):
            assert bool(style.reverse) == (strip.text[0] == ">"), part
        if struck:
            assert letters == theme.variables["quiet"], (part, theme.name)
        elif word in OUTCOMES:
            assert letters == theme.variables[f"outcome-{word.casefold()}"], (part, theme.name)
            assert bool(style.bold) == (word != "ok"), (part, theme.name)
            yield word


async def test_every_screen_in_every_theme(demo_app: RollbookApp) -> None:
    met = set()
    async with demo_app.run_test(size=(99, 40)) as pilot:  # without the panels beside the log
        await opened(demo_app, pilot)
        for place in (*RollbookApp.MODES, "keys", "goto", "form", "note", "dependants", "export"):
            await go(demo_app, pilot, place)
            for theme in THEMES:
                demo_app.theme = theme.name
                await settled(demo_app, pilot)
                met |= {(theme.name, word) for strip in drawn(demo_app) for word in outcomes(strip, theme)}
                if place == "chronicle":
                    marks = [strip.text[:2] for strip in drawn(demo_app) if is_event(strip)]
                    assert (marks.count(" ~"), marks.count("> ")) == (1, 1)  # so that there is something to look at
    assert met == {(theme.name, word) for theme in THEMES for word in OUTCOMES}


@pytest.mark.parametrize(
    ("environment", "theme"),
    [
        ({"TERM": "xterm", "COLORTERM": ""}, SIXTEEN[1]),
        ({"TERM": "linux", "COLORTERM": ""}, SIXTEEN[1]),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, THEMES[1]),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, THEMES[1]),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, THEMES[3]),
    ],
)
def test_the_terminal_decides_how_many_colours_there_are(
    environment: dict[str, str], theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = RollbookApp(Where("nowhere"), Path("nowhere"), Loaded(Settings(theme="light")))
    assert app.current_theme == theme


def test_a_terminal_with_16_colours_gets_no_others(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "")
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path, term="linux") as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    assert re.search(rb"\x1b\[[0-9;]*(?<![0-9])[349][0-7][0-9;]*m", terminal.seen)
    assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25];", terminal.seen)


def test_no_color_means_none(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1bT")
        terminal.wait_for("NO_COLOR is set")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    colours = {tuple(map(int, found)) for found in re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", terminal.seen)}
    assert colours
    assert all(red == green == blue for red, green, blue in colours)


async def test_a_fault_is_told_in_colours_that_the_terminal_has(monkeypatch: pytest.MonkeyPatch) -> None:
    from tui.crash import CrashApp

    monkeypatch.setenv("NO_COLOR", "1")
    app: App[bool] = CrashApp(["Traceback"], None)
    assert app.current_theme == THEMES[3]
