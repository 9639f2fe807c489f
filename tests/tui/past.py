"""What the tests of Replay, Audit and Character share: a campaign to look back at, and going there."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.stage import opened, type_keys, until
from tracker import demo
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where
from tui.screens.replay import ReplayScreen

HOSTILE = "[@click=app.quit]x[/] [red]"


def play(folder: Path, name: str, *lines: str) -> None:
    """Record lines in a campaign while no screen is open."""
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, name)
        for text in lines:
            line = parse(text, Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author))
            campaign.execute(line.command, dice=line.dice, secret=line.secret)


@pytest.fixture
def demo_folder(tmp_path: Path) -> Path:
    demo.make(str(tmp_path / "demo"))
    return tmp_path / "demo"


@pytest.fixture
def demo_app(demo_folder: Path, tmp_path: Path) -> RollbookApp:
    return RollbookApp(Where(str(demo_folder), demo.NAME, "GM"), tmp_path / "drafts")


async def replaying(app: RollbookApp, pilot: Pilot[None], position: int) -> ReplayScreen:
    """Open the Replay at a position, by the keys."""
    await opened(app, pilot)
    type_keys(app, ["escape", "t", "g", *f"#{position}", "enter"])
    await until(lambda: isinstance(app.screen, ReplayScreen) and app.screen.position == position)
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    await at(screen, position)
    return screen


async def at(screen: ReplayScreen, position: int) -> None:
    """Wait until a moment is shown."""
    await until(lambda: screen.moment is not None and screen.moment.position == screen.position == position)
