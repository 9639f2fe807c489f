"""Several programs on one store, and programs that die."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.helpers import append
from tracker.errors import Refused
from tracker.store import Log, Store, open_store

ROOT = Path(__file__).parents[2]


@contextmanager
def writer(store_location: str, prefix: str, count: int) -> Iterator[subprocess.Popen[str]]:
    """A process that will append ``count`` actions once it is told to."""
    command = [sys.executable, "-m", "tests.store.writer", store_location, "Innsmouth", prefix, str(count)]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


def start(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def whole_actions(log: Log) -> set[str]:
    """The ids of the actions in a log that is sound, each of them whole."""
    assert log.verify() == []
    found: dict[str, list[int]] = {}
    for position, one in enumerate(log.read(), start=1):
        assert one.position == position
        found.setdefault(one.envelope.action, []).append(one.envelope.ordinal)
    assert all(ordinals == [0, 1] for ordinals in found.values())
    return set(found)


def test_processes_that_append_at_once_lose_nothing(store: Store, store_location: str) -> None:
    log = store.create("Innsmouth", "gurps4e")
    with writer(store_location, "a", 40) as one, writer(store_location, "b", 40) as other:
        start(one)
        start(other)
        said = one.communicate()[0].split("\n") + other.communicate()[0].split("\n")
        assert (one.returncode, other.returncode) == (0, 0)
    acknowledged = [line.split()[0] for line in said if line]
    assert len(acknowledged) == 80
    assert whole_actions(log) == set(acknowledged)
    assert log.head().position == 160


def test_every_acknowledged_action_survives_a_kill(store: Store, store_location: str) -> None:
    log = store.create("Innsmouth", "gurps4e")
    acknowledged: set[str] = set()
    for round_ in range(4):
        with writer(store_location, f"{round_}-", 100_000) as process:
            start(process)
            time.sleep(0.15 + 0.07 * round_)
            process.send_signal(signal.SIGKILL)
            assert process.stdout is not None
            acknowledged.update(line.split()[0] for line in process.stdout.read().split("\n")[:-1])
        stored = whole_actions(log)
        assert acknowledged <= stored
        assert len(stored - acknowledged) <= round_ + 1, "at most the action in flight was not acknowledged"
    assert len(acknowledged) > 8


def test_stores_that_create_at_once_make_one_campaign(store_location: str) -> None:
    program = (
        "import sys\nfrom tracker.errors import Refused\nfrom tracker.store import open_store\n"
        "try:\n    open_store(sys.argv[1]).create('Innsmouth', 'gurps4e')\n    print('created')\n"
        "except Refused as refused:\n    print(refused.code)\n"
    )
    command = [sys.executable, "-c", program, store_location]
    running = [subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) for _ in range(3)]
    assert sorted(process.communicate()[0] for process in running) == ["created\n", "exists\n", "exists\n"]
    with open_store(store_location) as store:
        assert [info.name for info in store.campaigns()] == ["Innsmouth"]
        assert len(append(store.open("innsmouth"), "a1")) == 2


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
@pytest.mark.parametrize("target", ["", "one.rollbook"])
def test_processes_that_back_up_at_once(store: Store, store_location: str, target: str, tmp_path: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    for number in range(200):
        append(log, f"a{number}")
    program = (
        "import sys\nfrom pathlib import Path\nfrom tracker.errors import Refused\nfrom tracker.store import open_store\n"
        "log = open_store(sys.argv[1]).open('Innsmouth')\nprint('ready', flush=True)\nsys.stdin.readline()\n"
        "for _ in range(4):\n"
        "    try:\n        print(log.backup(Path(sys.argv[2])), flush=True)\n"
        "    except Refused as refused:\n        print(refused.code, flush=True)\n"
    )
    to = tmp_path / "copies"
    to.mkdir()
    command = [sys.executable, "-c", program, store_location, str(to / target)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    running = [subprocess.Popen(command, **pipes) for _ in range(3)]  # type: ignore[call-overload]
    for process in running:
        assert process.stdout.readline() == "ready\n"
    for process in running:
        start(process)
    said = [line for process in running for line in process.communicate()[0].splitlines()]
    copies = sorted(str(path) for path in to.iterdir())
    assert sorted(said) == sorted([*copies, *["exists"] * (12 - len(copies))])
    assert len(copies) == (1 if target else 12)
    for number, copy in enumerate(copies):
        alone = tmp_path / str(number)
        alone.mkdir()
        Path(copy).rename(alone / "copy.rollbook")
        with open_store(str(alone)) as found:
            assert whole_actions(found.open("Innsmouth")) == {f"a{number}" for number in range(200)}


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
def test_a_campaign_in_use_elsewhere_is_not_deleted(
    store: Store, store_location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.store.folder.BUSY_SECONDS", 0.1)
    log = store.create("Innsmouth", "gurps4e")
    append(log, "a1")
    with writer(store_location, "x", 100_000) as process:
        start(process)
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(Refused) as refused:
            store.delete("Innsmouth", "Innsmouth")
        process.kill()
        process.wait()
    assert refused.value.code == "busy"
    assert whole_actions(log) >= {"a1", "x0"}
    assert store.delete("Innsmouth", "Innsmouth") is not None


@pytest.mark.parametrize(
    ("work", "unwanted"),
    [
        ("", ["alembic", "sqlalchemy.orm", "textual", "psycopg", "platformdirs"]),
        ("append(open_store(LOCATION).open('Innsmouth'), 'x')", ["alembic", "sqlalchemy.orm", "textual"]),
        ("list(open_store(LOCATION).open('Innsmouth').read())", ["alembic", "sqlalchemy.orm", "textual"]),
        ("open_store(LOCATION).campaigns()", ["alembic", "sqlalchemy.orm", "textual"]),
    ],
)
def test_what_daily_work_does_not_load(store: Store, store_location: str, work: str, unwanted: list[str]) -> None:
    append(store.create("Innsmouth", "gurps4e"), "a1")
    imports = "from tests.store.helpers import append\n" if "append" in work else ""
    program = (
        f"import sys\nimport tracker.store\nfrom tracker.store import open_store\n{imports}LOCATION = {store_location!r}\n"
        f"{work}\nprint([name for name in {unwanted!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True)
    assert done.stdout == "[]\n"
