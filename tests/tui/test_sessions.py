"""Sessions and bookmarks: listed, gone to, replayed from; a session begins and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.past import HOSTILE, play
from tests.tui.stage import NAME, SIZES, bar, check_frame, frame, opened, recorded, settled, shown, type_keys, until
from tracker import events as ev
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import sessions
from tui.screens.replay import ReplayScreen
from tui.screens.sessions import SessionsScreen
from tui.widgets.virtual_log import VirtualLog

EVENING = [
    "session start The Bell Tower",
    "scene the stair",
    "mira stealth =6,6,3",
    "mark the duke's seal",
    "scene the loft",
    "session end",
    "session start The Drowned Chapel",
    "tobias climbing =3,3,4",
]


@pytest.fixture
def evening(folder: Path) -> Path:
    play(folder, NAME, *EVENING)
    return folder


async def listing(app: RollbookApp, key: str) -> SessionsScreen:
    type_keys(app, ["escape", key])
    await until(lambda: isinstance(app.screen, SessionsScreen) and app.screen.rows.rows)
    screen = app.screen
    assert isinstance(screen, SessionsScreen)
    return screen


def shows(app: RollbookApp, position: int) -> bool:
    """Whether the Chronicle has an event selected."""
    return bool(app.current_mode == "chronicle" and app.screen.query(VirtualLog)) and app.play_screen.selected == position


def test_the_newest_session_comes_first_with_its_scenes_below(evening: Path) -> None:
    play(evening, NAME, f"amend {start_of(evening, 1)} The Belfry")
    with open_store(str(evening)) as store:
        rows = sessions.read(Campaign.open(store, NAME), 1, sessions.SESSIONS).rows
    told = [" ".join(row.told().split()) for row in rows]
    assert "The Drowned Chapel; 1 roll, 1 successful" in told[0]
    assert "The Belfry; 1 roll, 0 successful" in told[1]
    assert [text.split(" ", 1)[1] for text in told[2:]] == ["scene 1: the stair", "scene 2: the loft"]
    assert [row.position for row in rows] == [
        start_of(evening, 2),
        start_of(evening, 1),
        *(one.position for one in recorded(evening) if isinstance(one.event, ev.SceneStarted)),
    ]


def test_a_bookmark_stands_under_the_session_of_what_it_marks(evening: Path) -> None:
    [seal] = [one.event.at for one in recorded(evening) if isinstance(one.event, ev.BookmarkAdded)]
    play(evening, NAME, f"mark {start_of(evening, 1)} how it began", f"mark {start_of(evening, 2)} the water")
    with open_store(str(evening)) as store:
        rows = sessions.read(Campaign.open(store, NAME), 1, sessions.BOOKMARKS).rows
    assert [row.position or row.told() for row in rows] == [
        *("session 2", start_of(evening, 2)),
        *("session 1", seal, start_of(evening, 1)),
    ]


def start_of(folder: Path, number: int) -> int:
    return next(
        one.position for one in recorded(folder) if isinstance(one.event, ev.SessionStarted) and one.event.number == number
    )


@pytest.mark.parametrize("size", SIZES)
async def test_enter_goes_to_a_scene_and_t_replays_from_there(
    app: RollbookApp, evening: Path, size: tuple[int, int]
) -> None:
    scene = next(one.position for one in recorded(evening) if isinstance(one.event, ev.SceneStarted))
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        screen = await listing(app, "S")
        await until(lambda: "2 sessions" in shown(app) and "scene 1: the stair" in shown(app))
        check_frame(app)
        type_keys(app, ["down", "down", "enter"])
        await until(lambda: shows(app, scene))
        type_keys(app, ["escape", "S", "t"])
        await until(lambda: isinstance(app.screen, ReplayScreen) and app.screen.position == scene)
        type_keys(app, ["escape"])
        await until(lambda: app.screen is screen)
        type_keys(app, ["escape"])
        await until(lambda: app.current_mode == "table")


@pytest.mark.parametrize("size", SIZES)
async def test_bookmarks_lead_to_what_they_mark(app: RollbookApp, evening: Path, size: tuple[int, int]) -> None:
    play(evening, NAME, f"mark {HOSTILE}")
    marked = [one.event.at for one in recorded(evening) if isinstance(one.event, ev.BookmarkAdded)]
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await listing(app, "apostrophe")
        await until(lambda: "2 bookmarks" in shown(app))
        assert HOSTILE in shown(app)
        row = next(row for row in frame(app) if "the duke's seal" in row)
        assert "Mira Stealth  NO by 3" in row
        check_frame(app)
        type_keys(app, ["down", "down", "down", "enter"])
        await until(lambda: shows(app, marked[0]))
        await until(lambda: app.screen.query_one(VirtualLog).line(marked[0] - 1) is not None)
        type_keys(app, ["escape", "apostrophe", "1"])
        await until(lambda: "2 sessions" in shown(app))


async def test_a_session_ends_and_begins_here(app: RollbookApp, evening: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await listing(app, "S")
        type_keys(app, ["n"])
        await until(lambda: "Start: a session is running." in shown(app))
        type_keys(app, ["e"])
        await until(lambda: app.current_mode == "table" and bar(app).value == "session end")
        type_keys(app, ["enter"])
        await settled(app, pilot)
        assert isinstance(recorded(evening)[-1].event, ev.SessionEnded)
        await listing(app, "S")
        type_keys(app, ["e"])
        await until(lambda: "End: no session is running." in shown(app))
        type_keys(app, ["n", *"The Crypt", "enter"])
        await settled(app, pilot)
        begun = recorded(evening)[-1].event
        assert isinstance(begun, ev.SessionStarted)
        assert (begun.number, begun.title) == (3, "The Crypt")


async def test_a_campaign_that_was_never_played_has_none(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "S"])
        await until(lambda: isinstance(app.screen, SessionsScreen) and "Nothing here." in shown(app))
        type_keys(app, ["tab"])
        await until(lambda: "0 bookmarks" in shown(app))
        type_keys(app, ["enter"])
        await until(lambda: "Show: no event is selected." in shown(app))
