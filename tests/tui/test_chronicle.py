"""The Chronicle and the list that it is made of."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.tui.stage import NAME, check_frame, enter, opened, settled, shown, type_keys, until
from tracker.campaign import commands as cmd
from tracker.reports.filters import where
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.widgets.virtual_log import VirtualLog

LINES = [
    "session start One",
    "stealth =6,6,3",
    "session end",
    "session start Two",
    "tobias climbing =3,4,3",
    "stealth =3,4,3",
]


def log(app: RollbookApp) -> VirtualLog:
    return app.play_screen.query_one(VirtualLog)


@pytest.fixture
def long_folder(folder: Path) -> Path:
    """The campaign with some hundred notes more."""
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        for number in range(400):
            campaign.execute(cmd.Note(text=f"note {number}"))
    return folder


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_filters_and_row_numbers(app: RollbookApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *LINES)
        type_keys(app, ["escape", "slash"])
        await until(lambda: app.current_mode == "chronicle" and "row 10 of 10" in shown(app))
        type_keys(app, "character:mira session:2")
        await until(lambda: "row 1 of 1 " in shown(app))
        assert ("3+4+3=10" in shown(app)) == (size[0] >= 100)
        check_frame(app)
        type_keys(app, ["ctrl+u", *"outcome:no"])
        await until(lambda: "row 1 of 1 " in shown(app) and "NO       by 3" in shown(app))
        type_keys(app, ["ctrl+u", *"colour:red"])
        await until(lambda: "expected one of character:" in shown(app))
        type_keys(app, ["ctrl+u", *"what:broadsword"])
        await until(lambda: "no row matches" in shown(app))
        type_keys(app, ["escape", "escape"])
        await until(lambda: app.current_mode == "table")


async def test_go_to_a_session_and_to_an_event(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *LINES)
        starts = dict(app.picture.sessions) if app.picture else {}
        type_keys(app, ["escape", "g", "2", "enter"])
        await until(lambda: log(app).selected == starts[2])
        type_keys(app, ["g", *"#2", "enter"])
        await until(lambda: log(app).selected == 2)
        type_keys(app, ["g", "9", "enter"])
        await until(lambda: "There is no session 9; the event of that number is #9." in shown(app))
        type_keys(app, [*"999", "enter"])
        await until(lambda: "There is no session 9999." in shown(app))
        type_keys(app, [*"9" * 5000, "enter"])
        await until(lambda: "Type a session or an event: 12, #812 or end." in shown(app))
        type_keys(app, ["escape", "g", *"end", "enter"])
        await until(lambda: log(app).cursor == log(app).count - 1)


async def test_new_rows_never_move_the_view(app: RollbookApp, long_folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await until(lambda: log(app).count == 404)
        type_keys(app, ["escape", "home"])
        await until(lambda: log(app).selected == 1 and "campaign Ravenmoor" in shown(app))
        type_keys(app, ["r"])
        await enter(app, pilot, "note one more", "note and another")
        assert log(app).selected == 1
        assert log(app).scroll_offset.y == 0
        assert "2 new, End" in shown(app)
        type_keys(app, ["escape", "end"])
        await until(lambda: "and another" in shown(app) and "new, End" not in shown(app))


async def test_end_in_the_empty_bar_leads_to_the_new_rows(app: RollbookApp, long_folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await until(lambda: log(app).count == 404)
        type_keys(app, ["escape", "home", "r"])
        await enter(app, pilot, "note one more")
        assert "1 new, End" in shown(app)
        type_keys(app, [*"ab", "home", "end", *"c"])
        await until(lambda: "abc" in shown(app))
        assert log(app).selected == 1, "in a line that is being typed End is the end of the line"
        type_keys(app, ["backspace"] * 3 + ["end"])
        await until(lambda: "one more" in shown(app) and "new, End" not in shown(app))


async def test_every_row_of_a_long_list_is_drawn(app: RollbookApp, long_folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await until(lambda: log(app).count == 404)
        type_keys(app, ["escape", "home", "pagedown", "pagedown", "pagedown"])
        await until(lambda: log(app).cursor == 3 * (log(app).size.height - 1))
        await until(lambda: f"note {log(app).cursor - 4}" in shown(app))
        check_frame(app)


async def test_a_bookmark_shows_on_a_line_far_up(app: RollbookApp, long_folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await until(lambda: log(app).count == 404)
        type_keys(app, ["escape", "g", *"#100", "enter", "b"])
        await settled(app, pilot)
        await until(lambda: ">*     100" in shown(app))
        assert log(app).selected == 100


async def test_the_screen_shows_the_newest_filter_however_slow_an_earlier_one_was(
    app: RollbookApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.reports import history

    quick = history.newest_lines

    def newest_lines(connection, campaign_id, filter, *, limit):  # type: ignore[no-untyped-def]
        if filter == where(what="st"):
            time.sleep(0.6)
        return quick(connection, campaign_id, filter, limit=limit)

    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *LINES)
        monkeypatch.setattr(history, "newest_lines", newest_lines)
        chronicle = log(app)
        chronicle.open("what:st")
        await pilot.pause(0.1)
        chronicle.open("what:climbing")
        await until(lambda: chronicle.filter == "what:climbing" and chronicle.count == 1)
        await pilot.pause(0.8)
        assert (chronicle.filter, chronicle.count) == ("what:climbing", 1)


async def test_a_slow_statement_is_stopped_when_nobody_wants_it_any_more(
    app: RollbookApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import text

    from tracker.reports import history

    quick = history.newest_lines
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

    def newest_lines(connection, campaign_id, filter, *, limit):  # type: ignore[no-untyped-def]
        if filter == where(what="st"):
            connection.execute(text(endless))
        return quick(connection, campaign_id, filter, limit=limit)

    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        monkeypatch.setattr(history, "newest_lines", newest_lines)
        log(app).open("what:st")
        await pilot.pause(0.3)
        log(app).open("family:people")
        await until(lambda: log(app).filter == "family:people" and log(app).count == 3, 5)
    assert app.crash is None


async def test_an_export_never_begins_before_its_rows_are_known(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "slash", "escape", "x"])
        await until(lambda: "x again in a moment" in shown(app) or "Export 4 lines" in shown(app))
        assert "Export 0 lines" not in shown(app)
