"""The plots: each bar has its figures beside it, and they are those of the statistics."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Sparkline

from tests.tui.past import HOSTILE, demo_app, demo_folder, play
from tests.tui.stage import NAME, SIZES, check_frame, frame, opened, settled, shown, type_keys, until
from tracker import demo, rulesets
from tracker.reports.filters import EVERYTHING
from tracker.reports.statistics import Statistics, statistics
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Receiver
from tui.gateway.messages import News
from tui.screens import narrowed, plot_rows
from tui.screens.plots import PlotsScreen

__all__ = ["demo_app", "demo_folder"]  # fixtures


def figures(folder: Path, name: str, by: str) -> Statistics:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, name)
        return statistics(campaign.log, rulesets.get(campaign.state.ruleset), EVERYTHING, by=by)


def texts(which: str, found: Statistics, width: int = 76) -> list[str]:
    return ["".join(text for text, _look in row).rstrip() for row in plot_rows.rows(which, found, width)]


def test_thrown_and_expected_stand_in_one_bar(folder: Path) -> None:
    play(folder, NAME, *["mira stealth =3,3,4"] * 8, *["mira stealth =3,4,4"] * 2)
    told = texts("dice", figures(folder, NAME, "character"))
    ten = next(row for row in told if row.split()[:1] == ["10"])
    assert ten.split()[1:4] == ["8", "80.0%", "12.5%"]
    bar = ten[29:]
    assert bar.count("#") + 1 == len(bar) == 43  # one of the columns is the mark of what was to be expected
    assert bar.index("|") == round(43 * 1.25 / 8)
    eighteen = next(row for row in told if row.split()[:1] == ["18"])
    assert eighteen.split()[1:] == ["0", "0.0%", "0.5%", "|"]


def test_the_shares_of_the_degrees_add_up_in_every_group(demo_folder: Path) -> None:
    for by in ("character", "session", "skill"):
        found = figures(demo_folder, demo.NAME, by)
        told = texts("degrees", found)
        shares = [float(row.split("%")[0].split()[-1]) for row in told if row.startswith("  ") and "%" in row]
        groups = 1 + sum(bool(group.outcomes.rolls) for group in found.groups)
        assert sum(shares) == pytest.approx(100 * groups, abs=0.2 * len(shares))


def test_margins_tell_their_means_and_how_often_each_came_up(folder: Path) -> None:
    play(folder, NAME, "mira stealth =3,3,4", "mira stealth =3,3,4", "mira stealth =6,6,3")
    told = texts("margins", figures(folder, NAME, "character"))
    assert told[0].startswith("3 margins  events ")
    assert told[1] == "mean +0.3, of the last 3 +0.3; worst -3, best +2"
    assert told[3].split() == ["+2", "2", "66.7%", "#" * 52]
    assert told[4].split() == ["-3", "1", "33.3%", "#" * 26]
    assert told[-1].split() == ["Mira", "3", "2.0", "3.0"]


def test_luck_stands_left_or_right_of_what_is_fair(folder: Path) -> None:
    play(folder, NAME, *["mira stealth =1,1,1"] * 5, *["tobias climbing =6,6,6"] * 5)
    told = texts("luck", figures(folder, NAME, "character"), 100)
    mira, tobias = (next(row for row in told if row.startswith(name)) for name in ("Mira", "Tobias"))
    assert mira.endswith("o")
    assert tobias.split("%")[1].strip().startswith("o")
    assert mira.split()[1:3] == ["5", "5"]
    assert tobias.split()[1:3] == ["5", "0"]


def test_rolls_chosen_by_their_outcome_tell_of_no_luck(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        from tracker.reports.filters import where

        found = statistics(campaign.log, rulesets.get(campaign.state.ruleset), where(outcome="failure"), by="player")
    assert all(row.split()[-1] == "-" for row in texts("luck", found)[1:-1] if row.startswith("all rolls"))


async def test_what_comes_into_sight_is_read_once(demo_app: RollbookApp, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    study = demo_app.gateway.study

    def counted(to: Receiver, question: Callable[[Campaign], News], wanted: Callable[[], bool]) -> None:
        nonlocal asked
        asked += 1
        study(to, question, wanted)

    monkeypatch.setattr(demo_app.gateway, "study", counted)
    async with demo_app.run_test(size=(80, 24)) as pilot:
        await opened(demo_app, pilot)
        for times in (1, 2):  # the first time the screen is made
            type_keys(demo_app, ["escape", "p"])
            await settled(demo_app, pilot)
            assert isinstance(demo_app.screen, PlotsScreen)
            assert asked == times
            type_keys(demo_app, ["escape"])


@pytest.mark.parametrize("size", SIZES)
async def test_plots_are_chosen_grouped_and_filtered(demo_app: RollbookApp, size: tuple[int, int]) -> None:
    async with demo_app.run_test(size=size) as pilot:
        await opened(demo_app, pilot)
        type_keys(demo_app, ["escape", "p"])
        await until(lambda: isinstance(demo_app.screen, PlotsScreen) and "3d6: " in shown(demo_app))
        await until(lambda: "# thrown, | to be expected" in shown(demo_app))
        check_frame(demo_app)
        type_keys(demo_app, ["2"])
        await until(lambda: "oldest at the left" in shown(demo_app))
        assert demo_app.screen.query_one(Sparkline).display
        await until(lambda: any(sign in shown(demo_app) for sign in "▂▃▄▅▆▇"))
        check_frame(demo_app)
        type_keys(demo_app, ["3", "b"])
        await until(lambda: "by player" in shown(demo_app) and "% successful" in shown(demo_app))
        assert not demo_app.screen.query_one(Sparkline).display
        type_keys(demo_app, ["4"])
        await until(lambda: "| as fair dice" in shown(demo_app))
        type_keys(demo_app, ["9"])
        await settled(demo_app, pilot)
        assert "| as fair dice" in shown(demo_app), "there are four plots"
        check_frame(demo_app)
        type_keys(demo_app, ["slash", *"@ferryman"])
        await until(lambda: any(row.startswith("-- 3 rolls -") for row in frame(demo_app)))
        type_keys(demo_app, ["ctrl+u", *"colour:red"])
        await until(lambda: "there is no key colour:" in shown(demo_app))
        type_keys(demo_app, ["ctrl+u", *"what:broadswordplay"])
        await until(lambda: "No roll matches." in shown(demo_app))
        type_keys(demo_app, ["escape", "escape"])
        await until(lambda: demo_app.current_mode == "table")


async def test_players_are_shown_no_secret_rolls(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, "mira stealth =3,3,4", "secret mira stealth =6,6,6")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "p"])
        await until(lambda: app.current_mode == "plots" and "3d6: 2 throws" in shown(app))
        type_keys(app, ["escape"])
        await until(lambda: app.current_mode == "table")
        type_keys(app, ["h", "p"])
        await until(lambda: app.current_mode == "plots" and "3d6: 1 throw " in shown(app))


async def test_names_are_no_markup_in_a_plot(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, f'character "{HOSTILE}" st=12', f'"{HOSTILE}" st =3,3,4')
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "p", "3"])
        await until(lambda: app.current_mode == "plots" and HOSTILE in shown(app))
        check_frame(app)


async def test_a_campaign_without_rolls_has_nothing_to_plot(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "p", "tab", "tab", "tab"])
        await until(lambda: app.current_mode == "plots" and "4>luck" in shown(app) and "No roll matches." in shown(app))


async def test_of_a_long_campaign_the_last_sessions_are_plotted_first(
    app: RollbookApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narrowed, "LONG", 12)
    play(folder, NAME, *(line for _session in range(3) for line in ("session start", *["mira stealth"] * 4, "session end")))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "p"])
        await until(lambda: "8 throws" in shown(app))
        screen = app.screen
        assert isinstance(screen, PlotsScreen)
        assert screen.field.value == "session:2.."
        type_keys(app, ["slash", "ctrl+e", "ctrl+u", "enter"])
        await until(lambda: "12 throws" in shown(app))
        type_keys(app, ["escape", "r", *"mira stealth", "enter", "escape", "p"])
        await until(lambda: "13 throws" in shown(app))
