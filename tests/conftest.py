"""What every test can ask for: a store of campaigns, once in a SQLite folder and once on PostgreSQL."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.postgres import fresh_schema
from tracker import language, settings
from tracker.store import Store, open_store

gc.set_threshold(50_000, 20, 20)  # looking for garbage among all that is loaded takes a quarter of the screen's time


@pytest.fixture(autouse=True)
def _nobody_elses_files(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the files of the user who runs it."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(variable, str(home))
    for variable in (*map(settings.variable, settings.names()), "LC_ALL", "LC_MESSAGES", "NO_COLOR", "SSH_CONNECTION"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(autouse=True)
def _english_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test speaks is not spoken in the next one."""
    monkeypatch.setattr(language, "_catalogue", language._AS_IN_THE_CODE)


@pytest.fixture(autouse=True)
def _same_luck_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that nobody names fall alike in each run of a test, and don't fumble in one run of fifty."""
    dice = random.Random(request.node.nodeid)
    monkeypatch.setattr("tracker.dice.secrets", SimpleNamespace(randbelow=dice.randrange))


@pytest.fixture(params=["sqlite", "postgresql"])
def store_location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The location of a store that nobody has opened yet."""
    if request.param == "sqlite":
        yield str(tmp_path / "campaigns")
    else:
        with fresh_schema() as location:
            yield location


@pytest.fixture
def store(store_location: str) -> Iterator[Store]:
    """A fresh store; closed after the test."""
    with open_store(store_location) as opened:
        yield opened
