"""The Character: the sheet as play has made it, now and at a moment of the past."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.past import HOSTILE, at, demo_app, demo_folder, play, replaying
from tests.tui.stage import NAME, SIZES, check_frame, frame, opened, shown, type_keys, until
from tracker import demo, moments
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_basis
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import sheets
from tui.screens.character import CharacterScreen

__all__ = ["demo_app", "demo_folder"]  # fixtures


def test_the_sheet_is_the_view_at_every_position(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        for character in campaign.state.roster():
            name = character.name.get("")
            assert sheets.read(campaign, 0, character.id, None, False).view == campaign.view(name)
            for position in range(6, campaign.state.head, 9):
                read = sheets.read(campaign, 0, character.id, position, False)
                assert read.position == position
                assert read.view == campaign.view(name, moments.state_at(campaign.log, position))
        assert sheets.read(campaign, 0, campaign.state.roster()[2].id, 3, False).view is None


def test_low_pools_halve_what_is_rolled_against(folder: Path) -> None:
    play(folder, NAME, "session start", "hp mira -8", "fp mira -9")
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        mira = campaign.view("mira")
        read = sheets.read(campaign, 0, mira.id, None, False)
        halved = [attribute for attribute in read.attributes if attribute.now != attribute.value]
        assert {attribute.name for attribute in halved} >= {"Move", "Dodge", "ST"}
        for attribute in halved:
            basis = find_basis(mira, campaign.ruleset, attribute.name)
            assert attribute.value == basis.level
            assert attribute.now == basis.level + sum(each.value for each in basis.modifiers)
            assert "third" in attribute.why


async def test_the_active_character_and_the_others_by_their_digits(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 60)) as pilot:
        screen = await reading(demo_app, pilot)
        await until(lambda: "1>Mira" in shown(demo_app) and "Mira Dusk" in shown(demo_app))
        type_keys(demo_app, ["2"])
        await until(lambda: "2>Vora" in shown(demo_app) and "Broadsword" in shown(demo_app))
        text = shown(demo_app)
        for line in (
            "HP                  5/13",
            "total                155",
            "spent                  2",
            "unspent              153",
        ):
            assert line in text
        type_keys(demo_app, ["3"])
        await until(lambda: "Counts bell strokes" in shown(demo_app))
        row = next(line for line in frame(demo_app) if "Counts bell" in line)
        assert re.search(r"-1  fright \d+", row)
        type_keys(demo_app, ["9"])
        await until(lambda: "There is no character number 9." in shown(demo_app))
        assert screen.sheet is not None
        assert screen.sheet.view is not None
        assert screen.sheet.view.name == "Aldric"
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.play_screen.NAME == "table" and "3>Aldric" in shown(demo_app))


async def test_load_is_taken_off_the_skills_that_it_hinders(folder: Path, app: RollbookApp) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        campaign.execute(cmd.SetValue(who="mira", key="load", value="2"))
        skills = campaign.view("mira").skills
        loaded = {skill.name: skill.level - skill.load_factor * 2 for skill in skills if skill.level is not None}
    async with app.run_test(size=(120, 40)) as pilot:
        await reading(app, pilot)
        await until(lambda: "under load" in shown(app))
        for name, level in loaded.items():
            row = next(line for line in frame(app) if name in line)
            assert row.split()[-1] == f"{level:g}"


async def test_the_sheet_at_a_moment_of_the_replay(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 60)) as pilot:
        replay = await replaying(demo_app, pilot, 48)
        type_keys(demo_app, ["k"])
        await until(lambda: "retching" in shown(demo_app) and "at 48 as it stood" in frame(demo_app)[0])
        assert frame(demo_app)[0].startswith(" REPLAY | CHARACTER")
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.screen is replay)
        type_keys(demo_app, ["g", "3", "enter"])
        await at(replay, 3)
        type_keys(demo_app, ["k", "4"])
        await until(lambda: "Not in the campaign yet at 3." in shown(demo_app))


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_and_every_size(folder: Path, app: RollbookApp, size: tuple[int, int]) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        campaign.execute(cmd.AddCharacter(name=HOSTILE, values=(("st", "10"), (HOSTILE, "12"))))
        campaign.execute(cmd.StartSession())
        campaign.execute(cmd.AddCondition(who=HOSTILE, name="wiki [/red] tail"))
    async with app.run_test(size=size) as pilot:
        await reading(app, pilot)
        type_keys(app, ["4"])
        await until(lambda: "4>[@click=" in shown(app))
        for width, height in [(120, 60), (60, 16), (20, 5), (200, 60), size]:
            await pilot.resize_terminal(width, height)
            await pilot.pause(0.05)
            check_frame(app)
        type_keys(app, ["end"])
        await until(lambda: "wiki [/red] tail" in shown(app))


async def reading(app: RollbookApp, pilot: Pilot[None]) -> CharacterScreen:
    """Open the sheet by its key."""
    await opened(app, pilot)
    type_keys(app, ["escape", "k"])
    await until(lambda: isinstance(app.screen, CharacterScreen) and app.screen.sheet)
    screen = app.screen
    assert isinstance(screen, CharacterScreen)
    return screen


async def test_what_ails_somebody_stands_near_the_top(app: RollbookApp, folder: Path) -> None:
    play(folder, NAME, "session start", "condition mira add comatose")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "k"])
        await until(lambda: "CONDITIONS" in shown(app))
        rows = frame(app)
        heading = next(number for number, row in enumerate(rows) if "CONDITIONS" in row)
        assert "comatose" in rows[heading + 1]
        assert heading < next(number for number, row in enumerate(rows) if "ATTRIBUTES" in row)
