"""How much memory a long evening takes: ``python -m tests.benchmarks.evening [ROLLS] [SWITCHES]``.

Rolls are typed into the bar, and screens changed, in one run of the program; after a first tenth, which fills caches, the
growth of the process is measured. The aim: less than 10 MB for 2,000 rolls and 200 changes.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from pathlib import Path

from tests.tui.stage import NAME, opened, people, settled, type_keys, until
from tracker.dice import SeededDice
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where

_AT_ONCE = 20
_AIM = 10.0  # MB


def resident() -> float:
    """The memory of this process in MB, as Linux counts it."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1_000_000


async def evening(rolls: int, switches: int) -> float:
    """Play; gives back the growth in MB."""
    with tempfile.TemporaryDirectory() as folder:
        with open_store(folder) as store:
            people(Campaign.create(store, NAME, "gurps4e", source=SeededDice(1)))
        app = RollbookApp(Where(folder, NAME), Path(folder) / "drafts")
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)

            async def play(rolls: int, switches: int) -> None:
                for _number in range(0, rolls, _AT_ONCE):
                    type_keys(app, ["r"])
                    for _roll in range(_AT_ONCE):
                        type_keys(app, [*"mira stealth -1", "enter"])
                    type_keys(app, ["escape"])
                    await settled(app, pilot)
                for _number in range(switches):
                    type_keys(app, ["slash", "escape"])
                    await until(lambda: app.current_mode == "chronicle")
                    type_keys(app, ["escape"])
                    await until(lambda: app.current_mode == "table")

            await play(max(_AT_ONCE, rolls // 10), max(1, switches // 10))
            gc.collect()
            before = resident()
            await play(rolls, switches)
            gc.collect()
            return resident() - before


def main() -> None:
    rolls, switches = (int(each) for each in (*sys.argv[1:], "2000", "200")[:2])
    begun = time.perf_counter()
    growth = asyncio.run(evening(rolls, switches))
    print(f"{rolls:,} rolls and {switches:,} changes of screen: {growth:+.1f} MB (aim {_AIM:g}), ", end="")
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
