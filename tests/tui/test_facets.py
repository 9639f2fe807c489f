"""The Chronicle narrowed by keys, sorted, completed, exported; and hidden from players."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.past import play
from tests.tui.stage import NAME, SIZES, check_frame, frame, opened, recorded, settled, shown, type_keys, until
from tests.tui.terminal import Terminal
from tracker import events as ev
from tui.app import RollbookApp
from tui.screens.chronicle import ChronicleScreen
from tui.screens.note import NoteEditor
from tui.widgets.completing import Completing
from tui.widgets.virtual_log import VirtualLog

LINES = [
    "session start One",
    "mira stealth -2 lampless =6,6,3",
    "tobias climbing =3,4,3",
    "note the bell tolls",
    "session end",
    "session start Two",
    "mira stealth =3,4,3",
    "secret mira per -1 hidden door =3,3,4",
    "mira lockpicking =5,5,5",
    "undo",
]


@pytest.fixture
def chronicled(folder: Path) -> Path:
    play(folder, NAME, *LINES)
    return folder


def log(app: RollbookApp) -> VirtualLog:
    return app.play_screen.query_one(VirtualLog)


async def chronicle(app: RollbookApp) -> None:
    type_keys(app, ["escape", "slash", "escape"])
    await until(lambda: isinstance(app.screen, ChronicleScreen) and log(app).whole and log(app).count)


def told(app: RollbookApp) -> list[str]:
    """The rows of the list."""
    rows = frame(app)
    return [row for row in rows if row[3:11].replace(",", "").strip().isdigit()]


@pytest.mark.parametrize("size", SIZES)
async def test_a_key_goes_through_a_facet(app: RollbookApp, chronicled: Path, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await chronicle(app)
        assert "w who " in shown(app)
        type_keys(app, ["w"])
        await until(lambda: "w Mira" in shown(app) and all(" Mira " in row for row in told(app)))
        type_keys(app, ["r", "r"])
        await until(lambda: ("r NO" in shown(app) and "row 1 of 2" in shown(app)) or "row 2 of 2" in shown(app))
        type_keys(app, ["z"])
        await until(lambda: "of 1 " in shown(app) and "Stealth -2" in shown(app))
        check_frame(app)
        type_keys(app, ["s"])
        await until(lambda: "no row matches" in shown(app))
        type_keys(app, ["s"])
        await until(lambda: "row 1 of 1 " in shown(app))
        type_keys(app, ["0", "2"])
        await until(lambda: "w Tobias" in shown(app) and all("Tobias" in row for row in told(app)))
        type_keys(app, ["2"])
        await until(lambda: "w who " in shown(app))
        type_keys(app, ["9"])
        await until(lambda: "There is no character number 9." in shown(app))
        type_keys(app, [*["y"] * 3])
        await until(lambda: "y note" in shown(app) and "the bell tolls" in shown(app) and "of 1 " in shown(app))


async def test_facets_narrow_what_the_filter_lets_through(app: RollbookApp, chronicled: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "slash", *"skill:stealth", "enter"])
        await until(lambda: "of 2 " in shown(app))
        type_keys(app, ["r"])
        await until(lambda: "row 1 of 1 " in shown(app) and "ok" in shown(app))
        assert log(app).filter == "skill:stealth outcome:ok"


async def test_a_sorted_list_begins_with_its_first_line_and_takes_in_new_ones(app: RollbookApp, chronicled: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await chronicle(app)
        type_keys(app, ["o", "z"])  # margins, the worst first; without what was struck out
        await until(lambda: "o worst first" in shown(app) and log(app).count == 4)
        await until(lambda: "NO       by 5" in told(app)[0])
        assert list(log(app).positions) == sorted(log(app).positions, key=lambda at: margin(chronicled, at))
        play(chronicled, NAME, "mira stealth -3 =6,6,6")
        await until(lambda: log(app).count == 5, 5)
        await until(lambda: "FUMBLE" in told(app)[0], 5)
        type_keys(app, ["g", *f"#{log(app).positions[3]}", "enter"])
        await until(lambda: log(app).cursor == 3)


def margin(folder: Path, position: int) -> int:
    roll = recorded(folder)[position - 1].event
    assert isinstance(roll, ev.RollMade)
    return roll.margin if roll.success else -roll.margin


async def test_the_filter_is_completed_with_tab_and_its_mistakes_are_said(app: RollbookApp, chronicled: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "slash", *"out"])
        await until(lambda: "outcome:   Tab" in shown(app))
        type_keys(app, ["tab", "f"])
        await until(lambda: "outcome:failure | outcome:fumble" in shown(app))
        type_keys(app, ["tab", "tab"])
        await until(lambda: app.screen.query_one(Completing).value == "outcome:fumble" and "no row matches" in shown(app))
        type_keys(app, ["ctrl+u", *"outcom:no"])
        await until(lambda: "did you mean outcome:?" in shown(app))
        assert log(app).count == 0  # as it was
        check_frame(app)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "txt"])
async def test_what_the_filter_shows_goes_into_a_file(
    app: RollbookApp, chronicled: Path, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "slash", *"skill:stealth", "enter"])
        await until(lambda: "of 2 " in shown(app))
        steps = ["csv", "jsonl", "txt"].index(ending)
        type_keys(app, ["x", *["down"] * steps, "enter"])
        await until(lambda: f"2 lines are in Ravenmoor-history.{ending}" in shown(app))
        text = (tmp_path / f"Ravenmoor-history.{ending}").read_text(encoding="utf-8")
        if ending == "csv":
            rows = list(csv.DictReader(text.splitlines()))
            assert [(row["who"], row["need"], row["outcome"], row["margin"]) for row in rows] == [
                ("Mira", "10", "NO", "5"),
                ("Mira", "12", "ok", "2"),
            ]
        elif ending == "jsonl":
            assert [json.loads(line)["payload"]["what"] for line in text.splitlines()] == ["Stealth", "Stealth"]
        else:
            assert "need 10  rolled 6+6+3=15  NO by 5" in text.splitlines()[0]
        type_keys(app, ["x", *["down"] * steps, "enter"])
        await until(lambda: "choose another name" in shown(app))


@pytest.mark.parametrize("size", SIZES)
async def test_players_see_neither_secrets_nor_reasons(app: RollbookApp, chronicled: Path, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        await until(lambda: "hidden door" in shown(app) or "Per -1" in shown(app))
        type_keys(app, ["escape", "h"])
        await until(lambda: "Per -1" not in shown(app) and "FOR PLAYERS" in shown(app))
        assert "hidden door" not in shown(app)
        assert "lampless" not in shown(app)
        await until(lambda: "Stealth -2" in shown(app))
        assert "lampless" not in shown(app)
        assert "MODIFIERS" not in shown(app)
        check_frame(app)
        type_keys(app, ["g", *"#7", "enter"])
        await settled(app, pilot)
        assert "lampless" not in shown(app)
        type_keys(app, ["enter"])
        await until(lambda: "Explain: players are looking on; h shows everything again." in shown(app))
        type_keys(app, ["slash", "escape"])
        await until(lambda: app.current_mode == "chronicle" and log(app).whole and log(app).count)
        assert "Per -1" not in shown(app)
        type_keys(app, ["x"])
        await until(lambda: "Export: players are looking on" in shown(app))
        type_keys(app, ["h"])
        await until(lambda: "Per -1" in shown(app))
        type_keys(app, ["escape"])
        await until(lambda: app.current_mode == "table" and "Per -1" in shown(app))


async def test_what_is_hidden_goes_even_while_the_filter_is_a_mistake(app: RollbookApp, chronicled: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await chronicle(app)
        assert "Per -1" in shown(app)
        type_keys(app, ["slash", *"colour:red", "enter"])
        await until(lambda: "there is no key colour:" in shown(app))
        type_keys(app, ["h"])
        await until(lambda: "FOR PLAYERS" in shown(app) and "Per -1" not in shown(app))


async def test_the_next_match_is_found_on_the_table_too(app: RollbookApp, chronicled: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await until(lambda: log(app).whole)
        type_keys(app, ["escape", "n"])
        await until(lambda: "Next: nothing was looked for yet" in shown(app))
        type_keys(app, ["slash", *"skill:stealth", "enter"])
        await until(lambda: "of 2 " in shown(app))
        found = list(log(app).positions)
        type_keys(app, ["escape"])
        await until(lambda: app.current_mode == "table")
        type_keys(app, ["end", "N"])
        await until(lambda: log(app).selected == found[1])
        type_keys(app, ["N"])
        await until(lambda: log(app).selected == found[0])
        type_keys(app, ["N"])
        await until(lambda: "Nothing earlier matches: skill:stealth" in shown(app))
        type_keys(app, ["n"])
        await until(lambda: log(app).selected == found[1])


async def test_a_note_is_amended_and_a_secret_revealed_by_a_key(app: RollbookApp, chronicled: Path) -> None:
    events = recorded(chronicled)
    note = next(one.position for one in events if isinstance(one.event, ev.NoteAdded))
    secret = next(one.position for one in events if one.envelope.visibility == ev.GM_ONLY)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "g", *f"#{note}", "enter", "A"])
        await until(lambda: isinstance(app.screen, NoteEditor) and app.screen.text == "the bell tolls")
        await until(lambda: f"Amend {note}" in shown(app))
        type_keys(app, [*" twice", "enter", *"in the fog", "f2"])
        await settled(app, pilot)
        last = recorded(chronicled)[-1].event
        assert isinstance(last, ev.NoteAmended)
        assert (last.position, last.text) == (note, "the bell tolls twice\nin the fog")
        type_keys(app, ["g", *f"#{secret}", "enter", "v"])
        await settled(app, pilot)
        assert isinstance(recorded(chronicled)[-1].event, ev.Revealed)
        await until(lambda: app.play_screen.line is not None and not app.play_screen.line.secret)
        type_keys(app, ["v"])
        await until(lambda: "Reveal: everyone sees the selected event already." in shown(app))


async def test_an_amendment_that_is_refused_comes_back_into_its_editor(app: RollbookApp, chronicled: Path) -> None:
    start = next(one.position for one in recorded(chronicled) if isinstance(one.event, ev.SessionStarted))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "g", *f"#{start}", "enter", "A"])
        await until(lambda: isinstance(app.screen, NoteEditor) and app.screen.text == "One")
        type_keys(app, [*("x" * 250), "f2"])
        await until(lambda: isinstance(app.screen, NoteEditor) and len(app.screen.text) == 253)
        assert app.screen.amends == start  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
async def test_modifiers_in_force_are_shown_ended_and_cleared(
    make_app: Callable[[], RollbookApp], chronicled: Path, size: tuple[int, int]
) -> None:
    play(chronicled, NAME, "modifier mira add -1 curse", "scene the cellar", "modifier all add -3 dark")
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        if size[0] >= 100:
            await until(lambda: "MODIFIERS in force" in shown(app) and "-3 dark on all rolls: Mira" in shown(app))
        type_keys(app, ["escape", "M"])
        await settled(app, pilot)
        lasting = app.picture.lasting if app.picture else ()
        assert [(one.label, one.names) for one in lasting] == [("curse", ("Mira",))]
        type_keys(app, ["m"])
        await until(lambda: "-1 curse on all rolls: Mira" in shown(app) and "Enter End it" in shown(app))
        check_frame(app)
        type_keys(app, ["enter"])
        await settled(app, pilot)
        assert app.picture is not None
        assert app.picture.lasting == ()
        type_keys(app, ["m", "a", *"2 rain", "enter"])
        await settled(app, pilot)
        assert [(one.label, len(one.names)) for one in app.picture.lasting] == [("rain", 3)]


@pytest.mark.parametrize("width", [120, 100])
async def test_quick_skills_show_base_now_and_odds(
    make_app: Callable[[], RollbookApp], chronicled: Path, width: int
) -> None:
    play(chronicled, NAME, "modifier mira add -3 dark")
    app = make_app()
    async with app.run_test(size=(width, 40)) as pilot:
        await opened(app, pilot)
        await until(lambda: "MIRA quick skills" in shown(app))
        row = next(row for row in frame(app) if " r1 " in row)
        assert row.split()[-4:] == ["Stealth", "12", "9", "37.5%"]
        type_keys(app, ["escape", "2"])
        await until(lambda: "TOBIAS quick skills" in shown(app))
        row = next(row for row in frame(app) if " r1 " in row)
        assert row.split()[-4:] == ["Climbing", "11", "11", "62.5%"]
        check_frame(app)


SLOW = """
import sys
sys.argv = ["rollbook", "--store", {store!r}, "--campaign", {name!r}]
from sqlalchemy import text
from tracker.reports import history
endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
quick = history.newest_lines
def newest_lines(connection, campaign_id, filter, *, limit):
    if filter.conditions:
        print("reading now", file=sys.__stderr__, flush=True)
        connection.execute(text(endless))
    return quick(connection, campaign_id, filter, limit=limit)
history.newest_lines = newest_lines
from tui.__main__ import main
raise SystemExit(main())
"""


def test_leaving_does_not_wait_for_a_query_that_never_ends(chronicled: Path, tmp_path: Path) -> None:
    code = SLOW.format(store=str(chronicled), name=NAME)
    with Terminal(home=tmp_path, code=code) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1b")
        terminal.pause(0.3)
        terminal.send("/what:st")
        terminal.wait_for("reading now")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        assert terminal.restored
