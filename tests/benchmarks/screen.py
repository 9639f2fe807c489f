"""What the screen costs on a long campaign, in a terminal of its own: ``python -m tests.benchmarks.screen [EVENTS]``.

Measures, asserts nothing: the first frame beside that of a Textual app which shows one line, until the campaign is ready, a
key to its first byte, the pages and filters of the Chronicle, a roll from Enter to its line, and the process.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.ten_years import NAME, fill
from tests.tui.terminal import Terminal

_BARE = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    def compose(self):\n"
    "        yield Static('hello there')\n"
    "Bare().run()\n"
)
_RUNS = 5
_FILTERS = ("character:mira", '"bell tower"', "margin:>=5", "session:3", "outcome:no secret:no")


def main(events: int = 1_000_000) -> None:
    """Make a campaign up and open the screen on it."""
    with tempfile.TemporaryDirectory() as folder:
        store, home = Path(folder, "store"), Path(folder, "home")
        home.mkdir()
        fill(store, events)
        arguments = ("--store", str(store), "--campaign", NAME)
        bare = statistics.median(first_frame(Terminal(home=home, code=_BARE), "hello there") for _ in range(_RUNS))
        frames, ready = [], []
        for _ in range(_RUNS):
            terminal = Terminal(*arguments, home=home)
            start = time.perf_counter()
            with terminal:
                terminal.wait_for("opening campaign")
                frames.append(time.perf_counter() - start)
                terminal.wait_for("LIVE")
                ready.append(time.perf_counter() - start)
        frame = statistics.median(frames)
        show("first frame", frame * 1000, "ms", f"{frame / bare:.2f} times a bare app's, at most 1.5")
        show("ready", statistics.median(ready) * 1000, "ms", "at most 1,500")
        with Terminal(*arguments, home=home) as terminal:
            terminal.wait_for("LIVE")
            terminal.pause(3)
            keys(terminal)
            rolls(terminal)
            filters(terminal)
            show("the process", memory(terminal.pid), "MB", "at most 120")


def first_frame(terminal: Terminal, sign: str) -> float:
    """Seconds from the start of the program to a sign on its screen."""
    start = time.perf_counter()
    with terminal:
        terminal.wait_for(sign)
        return time.perf_counter() - start


def keys(terminal: Terminal) -> None:
    """A key to the first byte of what it changes."""
    terminal.send("\x1b")
    terminal.pause(1)
    for name, key in (("Up", "\x1b[A"), ("PgUp", "\x1b[5~"), ("Home", "\x1b[1~"), ("End", "\x1b[4~")):
        took = [answer(terminal, key) for _ in range(20 if name.endswith("p") else 1)]
        show(f"key {name}", 1000 * sorted(took)[int(len(took) * 0.95)], "ms", "95 % within 20")


def rolls(terminal: Terminal) -> None:
    """Enter to the line of the roll, recorded and drawn."""
    terminal.send("r")
    terminal.pause(0.5)
    took = []
    for _ in range(10):
        terminal.send("mira stealth")
        terminal.pause(0.5)
        took.append(answer(terminal, "\r", "roll "))
        terminal.pause(0.3)
    show("Enter to saved and drawn", 1000 * statistics.median(took), "ms", "at most 100")


def filters(terminal: Terminal) -> None:
    """A filter to its newest rows, and to the count of all."""
    for key in ("\x1b", "/"):
        terminal.send(key)
        terminal.pause(0.5)
    for text in _FILTERS:
        terminal.send(f"\x05\x15{text}")
        terminal.pause(0.3)
        start = time.perf_counter()
        drawn = 1000 * answer(terminal, "\r")
        terminal.wait_until(lambda: counted(terminal.seen))
        show(
            f"filter {text}", drawn, "ms", f"newest rows at most 100; all counted after {time.perf_counter() - start:.2f} s"
        )
        terminal.send("/")
        terminal.pause(0.3)


def counted(seen: bytes) -> bool:
    """Whether the title told last how many lines there are in all."""
    told = re.findall(rb" of [0-9,]+(, reading)?", seen)
    return bool(told) and not told[-1]


def answer(terminal: Terminal, key: str, sign: str = "") -> float:
    """Seconds from a key to the first byte that follows, or to a sign."""
    terminal.pause(0.1)
    terminal.seen = b""
    start = time.perf_counter()
    terminal.send(key)
    terminal.wait_until(lambda: sign.encode() in terminal.seen if sign else terminal.seen)
    return time.perf_counter() - start


def memory(process: int) -> float:
    """What a process holds in MB, as Linux counts it."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1_000_000


def show(what: str, value: float, unit: str, aim: str) -> None:
    """A line of the table."""
    sys.stdout.write(f"{what:40} {value:10,.0f} {unit:3} {aim}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*(int(argument.replace(",", "")) for argument in sys.argv[1:2]))
