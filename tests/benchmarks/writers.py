"""How eight programs write to PostgreSQL at once: ``.ci/postgres python -m tests.benchmarks.writers [ROLLS]``.

Measures rolls per second of one program, of eight on one campaign, and of eight on a campaign each; asserts only that
nothing is lost.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from multiprocessing.synchronize import Barrier

from tests.postgres import fresh_schema
from tracker.campaign import commands as cmd
from tracker.service import Campaign
from tracker.store import open_store

WRITERS = 8


def main(rolls: int = 200) -> None:
    """So many rolls by each program."""
    with fresh_schema() as location:
        names = [f"Campaign {number}" for number in range(WRITERS)]
        with open_store(location) as store:
            for name in names:
                Campaign.create(store, name, "gurps4e").execute(
                    cmd.AddCharacter(name="Mira", values=(("lockpicking", "12"),))
                )
        alone = throughput(location, names[:1], rolls)
        together = throughput(location, names[:1] * WRITERS, rolls)
        apart = throughput(location, names, rolls)
        with open_store(location) as store:
            recorded = [store.open(name).head().position for name in names]
            assert not any(store.open(name).verify() for name in names)
        assert recorded[0] == 2 + rolls * (1 + WRITERS + 1), "events were lost"
        assert recorded[1:] == [2 + rolls] * (WRITERS - 1), "events were lost"
    sys.stdout.write(f"one program {alone:8.0f} rolls/s\n")
    sys.stdout.write(f"eight on one campaign {together:8.0f} rolls/s, {together / alone:.2f} times (a third at least)\n")
    sys.stdout.write(f"eight on a campaign each {apart:8.0f} rolls/s, {apart / alone:.2f} times (2 at least)\n")


def throughput(location: str, names: list[str], rolls: int) -> float:
    """Rolls per second of programs that write to these campaigns at once."""
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Barrier(len(names) + 1)
    programs = [spawn.Process(target=write, args=(location, name, rolls, ready)) for name in names]
    for program in programs:
        program.start()
    ready.wait()
    start = time.perf_counter()
    for program in programs:
        program.join()
        assert program.exitcode == 0
    return len(names) * rolls / (time.perf_counter() - start)


def write(location: str, name: str, rolls: int, ready: Barrier) -> None:
    """One program: open the campaign and, when all are ready, roll."""
    with open_store(location) as store:
        campaign = Campaign.open(store, name)
        roll = cmd.Roll(who="mira", what="lockpicking", modifiers=(cmd.GivenModifier(-2, "dark"),))
        campaign.preview(roll)  # loads what the first roll would
        ready.wait()
        for _ in range(rolls):
            campaign.execute(roll)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
