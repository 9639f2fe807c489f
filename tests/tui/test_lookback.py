"""Looking back over the whole log from the lists: what changed, since when, by other rules, and the recap."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.past import HOSTILE, demo_app, demo_folder, play
from tests.tui.stage import NAME, SIZES, check_frame, opened, recorded, resized, shown, type_keys, until
from tracker import demo
from tracker import events as ev
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import lookback
from tui.screens.asking import Rejudge, When
from tui.screens.changes import Changes
from tui.screens.recap import Reading, RecapDialog
from tui.widgets.menu import Menu
from tui.widgets.virtual_log import VirtualLog

__all__ = ["demo_app", "demo_folder"]  # fixtures


def selected(app: RollbookApp) -> int | None:
    return app.play_screen.selected if app.play_screen.query(VirtualLog) else None


@pytest.mark.parametrize("size", SIZES)
async def test_what_changed_between_two_events_of_the_list(app: RollbookApp, folder: Path, size: tuple[int, int]) -> None:
    play(folder, NAME, "hp mira -3 arrow", "note rest", "hp mira +1 bandage")
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "g", *"#4", "enter", "equals_sign"])
        await until(lambda: "Marked 4. Press = at another event" in shown(app))
        type_keys(app, ["end", "equals_sign"])
        await until(lambda: isinstance(app.screen, Changes) and "Mira: HP 10 -> 8" in shown(app))
        assert "Changed from 4 to 7" in shown(app)
        check_frame(app)


@pytest.mark.parametrize("size", SIZES)
async def test_since_when_something_holds(app: RollbookApp, folder: Path, size: tuple[int, int]) -> None:
    play(folder, NAME, "hp mira -8 arrow", "note rest", "hp mira +5 bandage", "hp mira -6 fall")
    events = [one.position for one in recorded(folder) if isinstance(one.event, ev.PoolChanged)]
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "W", *"mira.hp < 4 and", "enter"])
        await until(
            lambda: (
                isinstance(app.screen, When)
                and app.screen.query_one("#message").size.height
                and "expected" in shown(app).lower()
            )
        )
        check_frame(app)
        type_keys(app, ["backspace"] * 4 + ["enter"])
        await until(lambda: "it held 2 times" in shown(app))
        text = shown(app)
        assert f"began at {events[0]}, between sessions" in text
        assert f"ceased at {events[1]}" in text
        assert "still so" in text
        check_frame(app)
        type_keys(app, ["down", "enter"] if size[0] == 120 else ["enter"])
        await until(lambda: app.screen is app.play_screen and selected(app) in events[:2])


async def test_moments_are_wrapped_to_a_screen_that_has_become_narrower(app: RollbookApp, folder: Path) -> None:
    reason = " ".join(f"stair{number}" for number in range(9))
    play(folder, NAME, f"hp mira -8 {reason}")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "W", *"mira.hp < 4", "enter"])
        await until(lambda: "it held 1 time" in shown(app))
        await resized(app, pilot, (62, 24))
        assert reason in " ".join(shown(app).replace("|", " ").split())


async def test_what_never_held_is_said_and_what_is_asked_is_no_markup(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "W", *"any.hp < -50", "enter"])
        await until(lambda: "it never held" in shown(app))
        type_keys(app, ["tab", "ctrl+u", *f'any has "{HOSTILE}"', "enter"])
        await until(lambda: "it never held" in shown(app) and HOSTILE in shown(app))
        type_keys(app, ["ctrl+u", *HOSTILE, "enter"])
        await until(lambda: "never held" not in shown(app))
        check_frame(app)


def test_other_rules_are_editions_with_the_same_dice_and_options(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        found = lookback.other_rules(Campaign.open(store, demo.NAME))
    assert "gurps3e" in {rules.ruleset for rules in found}
    assert "brp" not in {rules.ruleset for rules in found}
    assert all(rules.ruleset or (rules.option and rules.value) for rules in found)


@pytest.mark.parametrize("size", SIZES)
async def test_dice_are_judged_by_other_rules(demo_app: RollbookApp, demo_folder: Path, size: tuple[int, int]) -> None:
    from tracker import rulesets
    from tracker.lookback.rejudge import rejudge
    from tracker.reports.filters import EVERYTHING

    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        own, other = rulesets.get(campaign.state.ruleset), rulesets.get("gurps3e")
        expected = rejudge(campaign.log, own, EVERYTHING.counting(), other)
        at = [rules.ruleset for rules in lookback.other_rules(campaign)].index("gurps3e")
    before = len(recorded(demo_folder, demo.NAME))
    async with demo_app.run_test(size=size) as pilot:
        await opened(demo_app, pilot)
        type_keys(demo_app, ["escape", "J"])
        await until(lambda: isinstance(demo_app.screen, Rejudge))
        type_keys(demo_app, ["down"] * at + ["enter"])
        said = f"{expected.judged} rolls judged again, {len(expected.differing)} would come out otherwise"
        await until(lambda: said in " ".join(shown(demo_app).split()))
        check_frame(demo_app)
        if expected.differing:
            type_keys(demo_app, ["enter"])
            await until(lambda: selected(demo_app) == expected.differing[0].position)
    assert len(recorded(demo_folder, demo.NAME)) == before


@pytest.mark.parametrize("size", SIZES)
async def test_a_recap_is_shown_or_written(
    demo_app: RollbookApp, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with demo_app.run_test(size=size) as pilot:
        await opened(demo_app, pilot)
        type_keys(demo_app, ["escape", "Y"])
        await until(lambda: isinstance(demo_app.screen, RecapDialog) and "Sessions, such as 2" in shown(demo_app))
        check_frame(demo_app)
        type_keys(demo_app, ["ctrl+u", "1", "enter"])
        await until(lambda: isinstance(demo_app.screen, Reading) and "Session 1" in shown(demo_app))
        check_frame(demo_app)
        type_keys(
            demo_app, ["escape", "Y", "ctrl+u", *"1..2", "down", "right", "down", "right", "down", *"night.html", "enter"]
        )
        await until(lambda: "It is in night.html." in shown(demo_app))
        text = (tmp_path / "night.html").read_text(encoding="utf-8")
        assert text.casefold().startswith("<!doctype html>")
        type_keys(demo_app, ["Y", "ctrl+u", *"9", "down", "down", "right", "down", *"all.html", "enter"])
        await until(lambda: "There is no session 9" in shown(demo_app))
        type_keys(demo_app, ["Y"])  # what was asked for is offered again
        await until(lambda: isinstance(demo_app.screen, RecapDialog) and "all.html" in shown(demo_app))
        type_keys(demo_app, ["ctrl+u", *"2", "enter"])
        await until(lambda: "It is in all.html." in shown(demo_app))
        assert (tmp_path / "all.html").read_text(encoding="utf-8").casefold().startswith("<!doctype html>")
        type_keys(demo_app, ["Y"])
        await until(lambda: isinstance(demo_app.screen, RecapDialog))
        assert "all.html" not in shown(demo_app)


async def test_while_players_look_on_a_recap_is_for_them(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, "session start", "mira stealth =3,3,4", "secret mira per -1 door =3,3,4")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "h", "W"])
        await until(lambda: "When: players are looking on" in shown(app))
        type_keys(app, ["Y", "enter"])
        await until(lambda: isinstance(app.screen, Reading) and "Stealth" in shown(app))
        told = "\n".join(item.text for item in app.screen.query_one(Menu).items)
        assert "Stealth" in told
        assert "Per" not in told
