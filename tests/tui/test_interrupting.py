"""A list that nobody wants any more is stopped in the middle of its statement, wherever that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.stage import NAME, until
from tracker.campaign import commands as cmd
from tracker.service import Campaign
from tracker.store import open_store
from tui.gateway import NEWEST, Gateway, Where
from tui.gateway.messages import Broken, News, Positions


class Told:
    """What a screen would have been told; the first news of a list is followed by ``then``."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.then: Callable[[], None] = lambda: None

    def post_message(self, message: News) -> bool:
        self.news.append(message)
        if isinstance(message, Positions):
            self.then()
        return True


@pytest.fixture
def long_log(folder: Path) -> Path:
    """A store whose list needs more than its newest page."""
    with open_store(str(folder)) as store:
        campaign = Campaign(store.open(NAME))
        for number in range(NEWEST):
            campaign.execute(cmd.Note(text=f"note {number}"))
    return folder


@pytest.mark.parametrize("steps", [1, 20, 100, 400])
async def test_no_step_of_a_statement_is_a_fault_when_it_is_stopped(long_log: Path, steps: int) -> None:
    told, wanted = Told(), True
    gateway = Gateway(Where(str(long_log), NAME), told)

    def stop() -> int:
        nonlocal wanted
        wanted = False
        return 1

    def stop_soon() -> None:
        reading = gateway._reading
        assert reading is not None
        driver: Any = reading[1].connection.driver_connection
        driver.set_progress_handler(stop, steps)

    told.then = stop_soon
    gateway.start()
    await until(lambda: gateway._campaign is not None)
    gateway.positions(told, 1, "", lambda: wanted)
    assert gateway._lists.finish(10)
    gateway.close()
    assert not wanted
    assert not [one for one in told.news if isinstance(one, Broken)]
