"""What the settings change on the screen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.past import HOSTILE, play
from tests.tui.stage import NAME, check_frame, enter, frame, opened, settled, shown, type_keys, until
from tests.tui.terminal import ROOT, Terminal
from tracker.settings import Loaded, Settings
from tui import chrome
from tui.app import RollbookApp
from tui.chrome import hour
from tui.gateway import Where

Make = Callable[..., RollbookApp]


@pytest.fixture
def make(folder: Path, tmp_path: Path) -> Iterator[Make]:
    def app(**settings: Any) -> RollbookApp:
        return RollbookApp(Where(str(folder), NAME), tmp_path / "drafts", Loaded(Settings(**settings)))

    yield app
    chrome.use(Settings())


@pytest.mark.parametrize(
    ("time", "shown_as"),
    [
        ("00:05", "12:05am"),
        ("09:14", " 9:14am"),
        ("12:00", "12:00pm"),
        ("21:14:07", " 9:14:07pm"),
        ("", ""),
    ],
)
def test_a_clock_of_12_hours(make: Make, time: str, shown_as: str) -> None:
    make(clock=12)
    assert hour(time) == shown_as
    make(clock=24)
    assert hour(time) == time


@pytest.mark.parametrize("size", [(80, 24), (140, 30)])
async def test_the_log_has_room_for_that_clock(make: Make, size: tuple[int, int]) -> None:
    app = make(clock=12)
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira stealth -2 a very long reason that has no room =3,3,3")
        check_frame(app)
        line = next(row for row in frame(app) if "Stealth" in row and "need" in row)
        assert line.split()[2].endswith(("am", "pm"))
        assert "ok" in line


async def test_lines_of_boxes(make: Make) -> None:
    app = make(lines="box")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "session start")
        assert "─" * 80 in shown(app)
        assert "---" not in shown(app)
        type_keys(app, ["escape", "g"])
        await until(lambda: "┌──" in shown(app))
        check_frame(app)


async def test_ascii_is_the_usual(make: Make) -> None:
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "g"])
        await until(lambda: "Go to" in shown(app))
        assert all(ord(sign) < 0x80 or sign in "エルザ" for sign in shown(app))


WIDE = """
import sys
from rich.cells import cell_len
from rich.segment import Segment
from tracker.settings import Settings, Loaded
from tui.app import RollbookApp
from tui.gateway import Where
from tui import chrome
from tui.text import fit
app = RollbookApp(Where("nowhere"), loaded=Loaded(Settings(ambiguous="wide", lines="box")))
RollbookApp(Where("nowhere"), loaded=Loaded(Settings(ambiguous="wide")))
left, right = Segment("αβγδ").split_cells(4)
print(*(cell_len(sign) for sign in "a①±Жエ…e"), cell_len("é" * 600), fit("αβγδε", 7), left.text, right.text, chrome.rule(3))
"""


def test_signs_that_a_terminal_draws_wide_are_counted_so() -> None:
    run = subprocess.run([sys.executable, "-c", WIDE], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == "1 2 2 2 2 2 1 1200 αβ .. αβ γδ ---\n"


async def test_the_bell_rings_at_what_everyone_may_know(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(RollbookApp, "bell", lambda self: rung.append(True))
    app = make(bell=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira stealth =3,3,4", "secret mira stealth =1,1,1", "secret mira stealth =6,6,6")
        assert rung == []
        await enter(app, pilot, "mira stealth =1,1,1", "mira stealth =6,6,6")
        assert rung == [True, True]
    app = make()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "mira stealth =1,1,1")
    assert rung == [True, True]


@pytest.mark.parametrize(("motion", "ssh", "level"), [(False, False, "none"), (True, False, "full"), (True, True, "none")])
def test_nothing_moves_over_ssh(make: Make, monkeypatch: pytest.MonkeyPatch, motion: bool, ssh: bool, level: str) -> None:
    if ssh:
        monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert make(motion=motion).animation_level == level


def test_the_mouse_can_be_left_to_the_terminal(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, "--mouse=false", home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        assert b"\x1b[?1000h" not in terminal.seen


async def test_secret_lines_are_hidden_and_shown(make: Make, folder: Path) -> None:
    play(folder, NAME, "secret mira climbing =3,3,3", f"secret note {HOSTILE}", "note everyone knows")
    app = make(hide_secrets=True)
    async with app.run_test(size=(120, 24)) as pilot:
        await opened(app, pilot)
        assert "FOR PLAYERS" in shown(app)
        assert "Climbing" not in shown(app)
        assert "app.quit" not in shown(app)
        assert "everyone knows" in shown(app)
        type_keys(app, ["escape", "up", "t"])
        await settled(app, pilot)
        assert "STATE at" not in shown(app)
        assert "Climbing" not in shown(app)
        check_frame(app)
        type_keys(app, ["h"])
        await until(lambda: "LIVE" in shown(app) and "Climbing" in shown(app) and HOSTILE in shown(app))
