"""A small campaign on disk, and the screen on top of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.stage import NAME, people
from tracker.dice import SeededDice
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with one campaign of three characters."""
    with open_store(str(tmp_path / "store")) as store:
        people(Campaign.create(store, NAME, "gurps4e", source=SeededDice(1)))
    return tmp_path / "store"


@pytest.fixture
def make_app(folder: Path, tmp_path: Path) -> Callable[[], RollbookApp]:
    """A screen on that store; each call is a program of its own."""
    return lambda: RollbookApp(Where(str(folder), NAME, "GM"), tmp_path / "drafts")


@pytest.fixture
def app(make_app: Callable[[], RollbookApp]) -> RollbookApp:
    return make_app()
