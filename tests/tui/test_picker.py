"""Campaigns: the first run, choosing, starting a new one, and those that can't be read."""

from __future__ import annotations

from pathlib import Path

from tests.tui.stage import NAME, check_frame, opened, shown, type_keys, until
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where
from tui.screens.picker import NewCampaign, Picker


async def test_the_first_run_offers_a_new_campaign_and_a_demo(tmp_path: Path) -> None:
    app = RollbookApp(Where(str(tmp_path / "store")), tmp_path / "drafts")
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, Picker))
        await until(lambda: "There is no campaign here yet." in shown(app))
        check_frame(app)
        type_keys(app, ["n", *"The [red]Fen[/]", "enter"])
        await until(lambda: app.picture is not None and app.screen is app.play_screen)
        await until(lambda: "The [red]Fen[/] | between sessions" in shown(app))


async def test_rules_are_chosen_for_a_new_campaign(tmp_path: Path) -> None:
    app = RollbookApp(Where(str(tmp_path / "store")), tmp_path / "drafts")
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, Picker))
        type_keys(app, ["n"])
        await until(lambda: isinstance(app.screen, NewCampaign))
        await until(lambda: "gurps4e" in shown(app))
        type_keys(app, ["down", "enter"])
        await until(lambda: "Give the campaign a name." in shown(app))
        type_keys(app, [*"Arkham", "enter"])
        await until(lambda: app.picture is not None)
    with open_store(str(tmp_path / "store")) as store:
        assert store.campaigns()[0].ruleset != "gurps4e"


async def test_the_demo_opens(tmp_path: Path) -> None:
    app = RollbookApp(Where(str(tmp_path / "store")), tmp_path / "drafts")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: isinstance(app.screen, Picker))
        type_keys(app, ["d"])
        await until(lambda: app.picture is not None)
        await opened(app, pilot)
        check_frame(app)
        assert "The Drowned Bell" in shown(app)


async def test_a_file_that_is_no_campaign_is_listed_with_the_reason(app: RollbookApp, folder: Path) -> None:
    (folder / "holiday.rollbook").write_bytes(b"not a database at all")
    async with app.run_test(size=(120, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "O"])
        await until(lambda: isinstance(app.screen, Picker))
        await pilot.pause(0.1)
        assert "holiday" in shown(app)
        assert "There is no Rollbook campaign in" in shown(app)
        check_frame(app)


async def test_another_campaign_takes_the_screen(app: RollbookApp, folder: Path) -> None:
    with open_store(str(folder)) as store:
        Campaign.create(store, "Zeta", "gurps4e")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        assert "joined as PC" in shown(app)
        type_keys(app, ["escape", "O"])
        await until(lambda: isinstance(app.screen, Picker))
        type_keys(app, ["end", "enter"])
        await until(lambda: app.picture is not None and app.picture.campaign == "Zeta")
        await until(lambda: "campaign Zeta" in shown(app))
        assert "joined as PC" not in shown(app)
        assert NAME not in shown(app)


async def test_a_name_that_does_not_exist_leads_to_the_list(folder: Path, tmp_path: Path) -> None:
    app = RollbookApp(Where(str(folder), "Ravenmoro"), tmp_path / "drafts")
    async with app.run_test(size=(120, 24)):
        await until(lambda: isinstance(app.screen, Picker))
        await until(lambda: 'did you mean "Ravenmoor"?' in shown(app))
