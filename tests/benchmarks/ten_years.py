"""What a long campaign costs beside plain sqlite3 in the same run: ``python -m tests.benchmarks.ten_years [EVENTS]``.

Measures, asserts nothing. Without a number it makes up a campaign of 1,000,000 events in 500 sessions, in a temporary folder
that takes some 2 GB. The library ``eventsourcing`` is measured beside it where it is installed.
"""

from __future__ import annotations

import gc
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from sqlalchemy import select

from tests.benchmarks.made_up import CAMPAIGN, campaign
from tracker import moments, projections
from tracker.campaign import commands as cmd
from tracker.campaign.evolve import evolve
from tracker.campaign.state import CampaignState
from tracker.dice import SeededDice
from tracker.events.base import Envelope
from tracker.events.codec import TYPES
from tracker.projections import search
from tracker.projections.schema import metadata
from tracker.service import Campaign, rebuild
from tracker.store import Log, open_store
from tracker.store.log import Transaction
from tracker.transfer import extend

NAME = "Ten Years"
ROLLS = 300
WARM_UP = 20  # rolls before them


def main(events: int = 1_000_000) -> None:
    """Make the campaign up, a tenth of it as well, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        whole, tenth = Path(folder, "whole"), Path(folder, "tenth")
        show("making it up and recording it in bulk", seconds(lambda: fill(whole, events)), "s")
        fill(tenth, events // 10)
        disk(whole)
        process(whole)
        with open_store(str(whole)) as store, open_store(str(tenth)) as other:
            opened = Campaign.open(store, NAME, source=SeededDice(1))
            positions(opened.log, Campaign.open(other, NAME).log)
            folding(opened.log)
            rolling(opened)
            rebuilding(opened.log)


def fill(folder: Path, events: int) -> None:
    """A store with the made-up campaign."""

    def begin(tx: Transaction) -> None:
        tx.read_model_version = projections.VERSION
        extend(tx, campaign(events, max(1, events // 2000)), CampaignState(id=CAMPAIGN))

    with open_store(str(folder)) as store:
        store.create(NAME, "gurps4e", CAMPAIGN, begin)


def file_of(folder: Path) -> Path:
    return next(folder.glob("*.rollbook"))


def disk(folder: Path) -> None:
    """Budget 8: the whole file beside the bytes of envelopes and payloads."""
    columns = [*Envelope.__struct_fields__, "payload"]
    names = [{"campaign": "campaign_id", "action": "action_id"}.get(name, name) for name in columns]
    total = " + ".join(f"coalesce(sum(length(cast({name} AS BLOB))), 0)" for name in names)
    with closing(sqlite3.connect(file_of(folder))) as file:
        events, own = file.execute(f"SELECT count(*), {total} FROM events").fetchone()
    size = file_of(folder).stat().st_size
    show(f"disk: {events:,} events, {own / 1e6:,.0f} MB of envelopes and payloads", size / 1e6, "MB", size / own, 3)


def process(folder: Path) -> None:
    """Budgets 6 and 7: opening the campaign, and one roll as a whole process."""
    opening = (
        "import time, resource\n"
        "from tracker.service import Campaign\n"
        "from tracker.store import open_store\n"
        f"store = open_store({str(folder)!r})\n"
        "start = time.perf_counter()\n"
        f"Campaign.open(store, {NAME!r})\n"
        "print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    runs = [
        subprocess.run([sys.executable, "-c", opening], capture_output=True, check=True).stdout.split() for _ in range(5)
    ]
    show("opening it, after imports", statistics.median(float(run[0]) for run in runs), "s", None, 0.3)
    show("  the process", statistics.median(float(run[1]) for run in runs), "MB", None, 120)
    here = {**os.environ, "ROLLBOOK_STORE": str(folder)}
    roll = [sys.executable, "-m", "tui", "roll", "mira", "stealth", "--campaign", NAME]
    bare = [sys.executable, "-c", "import sqlalchemy"]
    took: dict[str, list[float]] = {"roll": [], "bare": []}
    for _ in range(7):
        for key, command in (("bare", bare), ("roll", roll)):
            took[key].append(
                seconds(lambda command=command: subprocess.run(command, env=here, capture_output=True, check=True))
            )
    own, other = (statistics.median(took[key]) for key in ("roll", "bare"))
    show("`rollbook roll` beside `import sqlalchemy`", own, "s", own / other, 2.5)


def positions(log: Log, shorter: Log) -> None:
    """Budget 4: the state at random positions."""
    for name, state_at in (("as it stood", moments.state_at), ("as corrected", moments.corrected_at)):
        medians = []
        for one in (shorter, log):
            draw = random.Random(7)
            head = one.head().position
            took = sorted(1000 * seconds(partial(state_at, one, draw.randint(1, head))) for _ in range(200))
            medians.append(statistics.mean(took))
        ratio = medians[1] / medians[0]
        show(f"state at any position, {name}: 95 % within", took[int(len(took) * 0.95)], "ms", None, 50)
        show("  on average, beside a tenth of the log", medians[1], "ms", ratio, 1.5)


def folding(log: Log) -> None:
    """Budget 2: rows per second from the log to the state."""
    assert log.path is not None
    decoders = {name: msgspec.json.Decoder(cls) for name, cls in TYPES.items()}
    head = log.head().position

    def plain() -> None:
        with closing(sqlite3.connect(log.path)) as file:
            for row in file.execute("SELECT * FROM events ORDER BY campaign_id, position"):
                decoders[row[6]].decode(row[16])

    def ours() -> None:
        state = CampaignState(id=log.id)
        for fact in log.facts(0, head):
            evolve(state, fact)

    read, fold = head / seconds(plain), head / seconds(ours)
    show("folding the log to the state, beside reading and decoding", fold, "rows/s", fold / read, 0.5, least=True)
    with suppress_missing():
        show("  beside eventsourcing", fold, "rows/s", fold / eventsourcing()[1], 3, least=True)


Statement = tuple[str, Any, bool]
"""What SQLite was asked, with which values, and whether these are several rows."""


@contextmanager
def recording() -> Iterator[list[Statement]]:
    """What connections that are made within the block are asked."""
    found: list[Statement] = []

    class Cursor(sqlite3.Cursor):
        def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
            found.append((statement, values, False))
            return super().execute(statement, values)

        def executemany(self, statement: str, rows: Any, /) -> sqlite3.Cursor:
            found.append((statement, rows, True))
            return super().executemany(statement, rows)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
            return self.cursor().execute(statement, values)  # type: ignore[no-any-return]

        def executemany(self, statement: str, rows: Any, /) -> sqlite3.Cursor:
            return self.cursor().executemany(statement, rows)  # type: ignore[no-any-return]

    with patch("tracker.store.engine.sqlite3.connect", partial(sqlite3.connect, factory=Connection)):
        yield found


def copied(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def rolling(opened: Campaign) -> None:
    """Budget 1: one roll with everything that it takes, beside the same statements through the plain module."""
    roll = cmd.Roll(who="mira", what="stealth", modifiers=(cmd.GivenModifier(-2, "dark"),))
    assert opened.log.path is not None
    copy = opened.log.path.with_suffix(".copy")
    took = each_in_turn(partial(opened.execute, roll) for _ in range(WARM_UP + ROLLS))
    copied(opened.log.path, copy)
    rolls: list[list[Statement]] = []
    with recording() as statements, open_store(str(copy.parent)) as store:
        again = Campaign.open(store, NAME, source=SeededDice(1))
        for _ in range(WARM_UP + ROLLS):
            statements.clear()
            again.execute(roll)
            # What is read beside the transaction, on a connection of its own, is read within it.
            rolls.append([each for each in statements if each[0] != "BEGIN" and not each[0].startswith("PRAGMA")])
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = WAL").fetchone()
        file.execute("PRAGMA synchronous = FULL")

        def play(one: list[Statement]) -> None:
            for statement, parameters, many in one:
                if many:
                    file.executemany(statement, parameters)
                else:
                    file.execute(statement, parameters).fetchall()
            file.execute("COMMIT")

        plain = each_in_turn(partial(play, one) for one in rolls)
    own, other_ = statistics.median(took), statistics.median(plain)
    show("one roll, recorded with read models and search", own * 1000, "ms", own / other_, 2)
    recorded, at_most = ROLLS / sum(took), ROLLS / sum(plain)
    with suppress_missing():
        bare = eventsourcing()[0]
        show("  rolls per second beside eventsourcing's events", recorded, "/s", recorded / bare, 1, least=True)
        show("  the same statements through sqlite3 beside them", at_most, "/s", at_most / bare)


def rebuilding(log: Log) -> None:
    """Budget 3: every read model and keyframe anew, beside reading, decoding and writing the same rows."""
    assert log.path is not None
    decoders = {name: msgspec.json.Decoder(cls) for name, cls in TYPES.items()}
    copy = log.path.with_suffix(".copy")
    documents: list[tuple[int, str]] = []
    write = search._SQLITE.write

    def noted(connection: Any, rows: Any) -> None:  # the search table doesn't tell what went in
        documents.extend((row["position"], row["words"]) for row in rows)
        write(connection, rows)

    with patch.object(search._SQLITE, "write", noted):
        ours = seconds(lambda: rebuild(log))
    copied(log.path, copy)
    rows: dict[str, list[Any]] = {}
    with log.reading() as connection:
        for table in metadata.sorted_tables:
            rows[table.name] = [tuple(row) for row in connection.execute(select(table))]

    def plain() -> None:
        with closing(sqlite3.connect(copy, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = WAL").fetchone()
            file.execute("PRAGMA synchronous = FULL")
            file.execute("BEGIN IMMEDIATE")
            for row in file.execute("SELECT * FROM events ORDER BY campaign_id, position"):
                decoders[row[6]].decode(row[16])
            for name, found in rows.items():
                file.execute(f"DELETE FROM {name}")
                if found:
                    file.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(found[0]))})", found)
            file.execute("INSERT INTO search (search) VALUES ('delete-all')")
            file.executemany("INSERT INTO search (rowid, words) VALUES (?, ?)", documents)
            file.execute("COMMIT")

    other_ = seconds(plain)
    show("rebuilding every read model, beside writing its rows", ours, "s", ours / other_, 3)


@cache
def eventsourcing() -> tuple[float, float]:
    """Events per second that the library records one by one on SQLite, and that it reads back into an aggregate."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Book(Aggregate):
        def __init__(self) -> None:
            self.total = 0

        @event("Rolled")
        def roll(self, what: str, dice: list[int]) -> None:
            self.total += sum(dice)

    with tempfile.TemporaryDirectory() as folder:
        env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder, "es.db"))}
        app: Any = Application(env=env)
        book = Book()
        app.save(book)

        def record() -> None:
            book.roll("Stealth", [3, 4, 5])
            app.save(book)

        recorded = ROLLS / sum(each_in_turn(record for _ in range(WARM_UP + ROLLS)))
        for _ in range(5000):
            book.roll("Stealth", [3, 4, 5])
        app.save(book)
        folded = book.version / seconds(lambda: app.repository.get(book.id))
        app.close()
    return recorded, folded


@contextmanager
def suppress_missing() -> Iterator[None]:
    """Says so where the library isn't installed."""
    try:
        yield
    except ImportError:
        sys.stdout.write("  (pip install eventsourcing to see that beside it)\n")


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def each_in_turn(works: Iterable[Callable[[], object]]) -> list[float]:
    """How long each of them takes, one after the other, without the first ones."""
    gc.collect()
    os.sync()  # else what was written before is paid for now
    took = []
    for work in works:
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return took[WARM_UP:]


def show(
    what: str, value: float, unit: str, ratio: float | None = None, budget: float | None = None, *, least: bool = False
) -> None:
    """A line of the table: the figure, its ratio to what stands beside it, and the budget for that (else for the figure)."""
    line = f"{what:58} {value:12,.2f} {unit:7}"
    line += f" ratio {ratio:6.2f}" if ratio is not None else " " * 13
    if budget is not None:
        held = (ratio if ratio is not None else value) >= budget if least else (ratio or value) <= budget
        line += f"   {'at least' if least else 'at most'} {budget:g}: {'yes' if held else 'NO'}"
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*(int(argument.replace(",", "")) for argument in sys.argv[1:2]))
