"""How long a campaign takes, in milliseconds: ``python -m tests.benchmarks.campaign [ROLLS]``. Measures, asserts nothing."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from tracker import moments
from tracker.campaign import commands as cmd
from tracker.dice import SeededDice
from tracker.reports import history, retries
from tracker.service import Campaign, rebuild
from tracker.store import open_store


def main(rolls: int = 5000) -> None:
    """Play so many rolls in a temporary store, then open, look back, audit and rebuild it."""
    with tempfile.TemporaryDirectory() as folder, open_store(folder) as store:
        campaign = Campaign.create(store, "Benchmark", "gurps4e", source=SeededDice(1))
        campaign.execute(cmd.AddCharacter(name="Mira", values=(("lockpicking", "12"),)))
        campaign.execute(cmd.StartSession())
        roll = cmd.Roll(who="mira", what="lockpicking", modifiers=(cmd.GivenModifier(-2, "dark"),))
        show("a roll, recorded and projected", [timed(lambda: campaign.execute(roll)) for _ in range(rolls)])
        head = campaign.state.head
        show("a preview", [timed(lambda: campaign.preview(roll)) for _ in range(200)])
        show(f"opening {head:,} events", [timed(lambda: Campaign.open(store, "Benchmark")) for _ in range(20)])
        places = iter([head * part // 20 for part in range(1, 20)])
        show("the state at any position", [timed(lambda: moments.state_at(campaign.log, next(places))) for _ in range(19)])
        with campaign.log.reading() as connection:
            show("ids of all lines", [timed(lambda: history.line_positions(connection, campaign.log.id)) for _ in range(5)])
            show("a page of history", [timed(lambda: page(campaign, connection)) for _ in range(20)])
            show("retries audit", [timed(lambda: retries.audit_retries(connection, campaign.log.id)) for _ in range(3)])
        show("verify", [timed(campaign.log.verify)])
        show("rebuild", [timed(lambda: rebuild(campaign.log))])


def page(campaign: Campaign, connection: object) -> object:
    return history.rolls(connection, campaign.log.id, history.EVERYTHING, campaign.log.get, limit=100)  # type: ignore[arg-type]


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def show(what: str, times: list[float]) -> None:
    sys.stdout.write(f"{what:32} median {statistics.median(times):9.2f} ms   max {max(times):9.2f} ms   n {len(times)}\n")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
