"""Sessions of the other rule systems, played at the screen: what the Table, the log and the panels show of them, and what
the Replay shows of their past."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.style import Style
from textual.pilot import Pilot

from tests.tui.past import replaying
from tests.tui.stage import NAME, check_frame, enter, frame, open_form, opened, settled, shown, type_keys, until
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where
from tui.screens.explain import Explanation
from tui.screens.table import TableScreen
from tui.widgets.virtual_log import VirtualLog

Begin = Callable[[str], RollbookApp]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """A screen on a new campaign of a rule system."""

    def make(ruleset: str) -> RollbookApp:
        with open_store(str(tmp_path / "store")) as store:
            Campaign.create(store, NAME, ruleset)
        return RollbookApp(Where(str(tmp_path / "store"), NAME, "GM"), tmp_path / "drafts")

    return make


def row(app: RollbookApp, *parts: str) -> str:
    """The only row of the screen that says all of this."""
    found = [line for line in frame(app) if all(part in line for part in parts)]
    assert len(found) == 1, (parts, shown(app))
    return found[0]


def event(app: RollbookApp, position: int) -> str:
    """The log's line of an event, from who it is about on, in single blanks."""
    width = app.play_screen.query_one(VirtualLog).size.width
    line = next(line for line in frame(app) if line[3:10].strip() == str(position))[:width]
    return " ".join(line[17:].split())


async def fill(app: RollbookApp, pilot: Pilot[None], title: str, line: str, *keys: str) -> None:
    """Fill in a form from its first empty field on, so that it says this line, and send it."""
    await open_form(app, title)
    type_keys(app, keys)
    await until(lambda: f"> {line} " in shown(app))
    type_keys(app, ["enter"])
    await until(lambda: isinstance(app.screen, TableScreen))
    await settled(app, pilot)
    type_keys(app, ["r"])


async def answer(app: RollbookApp, pilot: Pilot[None], text: str) -> None:
    """Answer what waits, as with p and the rest of the line."""
    type_keys(app, ["escape", "P", *text, "enter"])
    await settled(app, pilot)


async def explain(app: RollbookApp, position: int) -> None:
    """Open an event in full, as with g and Enter."""
    type_keys(app, ["escape", "g", *f"#{position}", "enter"])
    await until(lambda: app.screen is app.play_screen and app.play_screen.selected == position)
    type_keys(app, ["enter"])
    await until(lambda: isinstance(app.screen, Explanation) and "hash" in shown(app))


# -- percentile -------------------------------------------------------------------------------------------------------


async def test_a_percentile_session(begin: Begin) -> None:
    app = begin("brp")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await enter(
            app,
            pilot,
            "character Nyx str=11 con=12 siz=13 pow=9 spot=60 stealth=45",
            "session start Fog",
            "nyx spot =45",
            "nyx spot adv =45,20",
            "nyx spot =00",
            "option die d20",
            "nyx spot +36 lantern =1,14",
            "nyx stealth at the-gate =2",
        )
        assert event(app, 4) == "Nyx Spot need 60 roll 45 minor by 15"
        assert event(app, 5) == "Nyx Spot advantage ove.. need 60 roll 20 major by 40"
        assert event(app, 6) == "Nyx Spot need 60 roll 100 FUMBLE by 40"
        assert event(app, 8) == "Nyx Spot +36 need 2+ roll 14 major by 12"
        assert "13/13     9/9" in row(app, "1>Nyx")  # HP of half CON + SIZ, rounded up; MP equal to POW
        assert row(app, " Nyx ", "Stealth at", "1 try").rstrip().endswith("next +0")

        type_keys(app, "nyx spot adv")
        await until(lambda: "Nyx Spot 60 = 60, 9 or more  advantage  84 %" in shown(app))  # 12 faces of 20, twice
        type_keys(app, ["ctrl+u"])
        await fill(app, pilot, "Points lost or gained", "pool Nyx MP -4 a spell", *"-4", "down", *"a spell", "up", "up", "m")
        assert "13/13     5/9" in row(app, "1>Nyx")
        check_frame(app)

        await explain(app, 8)
        assert "2 or more" in row(app, " needed ")
        assert "1 (the lowest that the dice show: thrown once more)" in row(app, "not counted")
        assert "ok by 12, major success" in row(app, "outcome")
        type_keys(app, ["escape"])
        await until(lambda: "; rolled 14; ok by 12 (major success)" in shown(app))  # in the line below the log

        await replaying(app, pilot, 6)
        await until(lambda: " Nyx           13/13     9/9  -" in shown(app))
        assert "the-gate" not in shown(app)
        assert "Spot 60; rolled 100; FUMBLE by 40" in shown(app)


async def test_three_digits_stand_apart(begin: Begin) -> None:
    app = begin("brp")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, "character Nyx spot=100 hide=5", "nyx spot =00", "nyx spot =64", "nyx hide =64")
        assert "need 100 roll 100 FUMBLE   by 0" in shown(app)
        assert "need 100 roll 64 minor    by 36" in shown(app)
        assert "  need 5 roll 64 NO       by 59" in shown(app)
        await pilot.resize_terminal(60, 20)
        await until(lambda: " 100 100 FUMBLE   by 0" in shown(app))
        assert " 100 64 minor    by 36" in shown(app)
        check_frame(app)


# -- d20 roll under ---------------------------------------------------------------------------------------------------

PARTY = (
    "character Lyssa str=13 dex=9 cha=11 rerolls=2 athletics=str",
    "character Kruncor str=16 dex=8 cha=8 rerolls=1 athletics=str",
    "session start The cult",
)


async def test_a_roll_under_session_with_dice_by_hand(begin: Begin) -> None:
    app = begin("d20under")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *PARTY, "option dice hand", "lyssa athletics -1 rain")
        assert row(app, " 7 Lyssa: Athletics (Str)").rstrip().endswith("..")
        await answer(app, pilot, "16")
        assert event(app, 9) == "Lyssa Athletics (Str) +1.. need 13 roll 16 NO by 3"
        assert "9  Athletics (Str) 13 +1 Athletics -1 rain = 13; rolled 16; NO by 3" in shown(app)
        assert "PROMPTS" not in shown(app)

        await fill(app, pilot, "Roll anew", "reroll Lyssa")
        await answer(app, pilot, "3")
        assert event(app, 9) == "Lyssa Athletics .. -> CRIT need 13 roll 16 NO by 3"
        assert event(app, 15) == "Lyssa Athletics (Str) +1.. need 13 roll 3 GREAT by 10"
        assert "10/10     1/2" in row(app, "1>Lyssa")  # Luck of a sheet that states none, and the reroll that is paid for
        check_frame(app)
        await explain(app, 15)
        assert "in place of event 9" in row(app, "rolled anew ")


async def test_what_a_roll_was_made_with_and_for(begin: Begin) -> None:
    app = begin("d20under")
    async with app.run_test(size=(100, 30)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *PARTY, "lyssa cha dis representing all of them =4,9")
        await explain(app, 5)
        assert "all of them" in row(app, "represents")
        assert "disadvantage: the worse of both rolls counts" in row(app, " mode ")
        assert "1d20: 9 (source: hand)" in row(app, " dice ")
        assert "4 (the other roll)" in row(app, "not counted")


async def test_half_of_a_group_waits_for_the_gm(begin: Begin) -> None:
    app = begin("d20under")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *PARTY)
        type_keys(app, "group all athletics adv -2 oiled")
        expected = "Athletics (Str) +1 Athletics -2 oiled advantage: Lyssa 12 (84.0%), Kruncor 15 (93.8%)"
        await until(lambda: expected in shown(app))
        type_keys(app, ["ctrl+u"])
        await enter(app, pilot, "group all athletics -2 oiled =lyssa:3 =kruncor:20")
        assert row(app, " 9 Athletics (Str): half of the ").rstrip().endswith("..")
        await answer(app, pilot, "the door hangs by one hinge")
        assert event(app, 11) == "effect the door hangs by one hinge"  # there is no table in this system
        assert "PROMPTS" not in shown(app)


async def test_a_montage_stands_in_its_panel_until_it_is_decided(begin: Begin) -> None:
    app = begin("d20under")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *PARTY)
        assert "MONTAGES" not in shown(app)
        await fill(app, pilot, "Start a montage", "montage start hard find the cult", *"find the cult", "up", "h")
        assert row(app, "find the cult  ").rstrip().endswith(" hard")
        assert row(app, "0/6 ok").rstrip().endswith("0/2 failed")

        await enter(app, pilot, "montage lyssa cha by bribing the barkeep =3")
        assert row(app, "/6 ok").rstrip().endswith("2/6 ok, 0/2 failed, last Lyssa")
        type_keys(app, "montage lyssa str by force")
        await until(lambda: "Lyssa had the last turn" in shown(app))
        type_keys(app, ["ctrl+u"])
        await enter(app, pilot, "montage kruncor str by beating them =17")
        standing = "2/6 ok, 1/2 failed, last Kruncor"
        assert row(app, "/6 ok").rstrip().endswith(standing)
        assert app.picture is not None
        then = app.picture.head
        for size in ((100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda: (standing in shown(app)) == (app.size.width >= 100))
            check_frame(app)
        await pilot.resize_terminal(120, 40)
        await enter(app, pilot, "montage lyssa auto by knowing their priest", "montage kruncor str by kicking doors in =20")
        await until(lambda: "not achieved, 3 successes, 3 failures" in shown(app))
        assert "MONTAGES" not in shown(app)

        screen = await replaying(app, pilot, then)
        await until(lambda: f">find the cult (hard)  {standing}" in shown(app))
        type_keys(app, ["["])
        await until(lambda: screen.moment is not None and screen.moment.position == then - 1)
        await until(lambda: " find the cult (hard)  2/6 ok, 0/2 failed, last Lyssa" in shown(app))
        type_keys(app, ["g", *f"#{app.picture.head}", "enter"])
        await until(lambda: screen.moment is not None and screen.moment.position == screen.head)
        await until(lambda: "/6 ok" not in shown(app))


async def test_colours_follow_the_outcome_whatever_its_word(begin: Begin) -> None:
    app = begin("d20under")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, *PARTY, "lyssa dex =4", "lyssa dex =9", "lyssa dex =10", "lyssa dex =14")
        log = app.play_screen.query_one(VirtualLog)

        def drawn(index: int) -> tuple[str, Style | None]:
            segment = log.draw(index, 80)[1]
            return segment.text.rstrip(), segment.style

        words = {"GREAT": "log--crit", "ok": "log--ok", "NO": "log--no", "TERRIBLE": "log--fumble"}
        rolls = [index for index in range(log.count) if (line := log.line(index)) and line.need]
        assert [drawn(index) for index in rolls] == [
            (word, log.get_component_rich_style(name, partial=True)) for word, name in words.items()
        ]


@pytest.mark.parametrize(
    ("ruleset", "sheet", "line", "told"),
    [
        ("gurps3e", "dx=13", "mira dx", "Mira DX 13 = 13  83.8 %, 181 of 216"),
        ("d20under", "dex=9", "mira dex", "Mira Dex 9 = 9  45 %"),
        ("d20under", "dex=9", "mira dex dis +1 rope", "Mira Dex 9 +1 rope = 10  disadvantage  25 %"),
        ("brp", "spot=55", "mira spot adv", "Mira Spot 55 = 55  advantage  79.8 %"),
    ],
)
async def test_throws_are_counted_where_they_say_more_than_the_percentage(
    begin: Begin, ruleset: str, sheet: str, line: str, told: str
) -> None:
    app = begin(ruleset)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, f"character Mira {sheet}")
        type_keys(app, line)
        await until(lambda: told in [row.strip() for row in frame(app)])


# -- GURPS 3e ---------------------------------------------------------------------------------------------------------


async def test_a_third_edition_session(begin: Begin) -> None:
    app = begin("gurps3e")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await enter(
            app,
            pilot,
            "character Mira st=10 dx=13 iq=12 ht=11 broadsword=14",
            "session start",
            "selfcontrol mira acrophobia -2 high up =5,5,4",
            "attack mira broadsword =1,1,1 =critical:1,1,2",
            "option dice hand",
        )
        assert event(app, 4) == "Mira acrophobia -2 need 10 roll 14 NO by 4"  # Will is IQ
        assert event(app, 5) == "Mira Broadsword need 14 roll 3 CRIT by 11"
        assert "critical hit: 1+1+2=4" in shown(app)
        assert "11/11   10/10" in row(app, "1>Mira")  # HP of HT, FP of ST: the other way round than in the Fourth
        assert "Fright" not in frame(app)[-1]

        await fill(app, pilot, "Active defense", "defend Mira Dodge vs @orc", "down", *"@orc")
        await answer(app, pilot, "1,1,1")
        await answer(app, pilot, "4,5,3")
        assert "orc      critical miss: 4+5+3=12" in shown(app)
        await enter(app, pilot, "hp mira -3 arrow")
        assert "8/11   10/10" in row(app, "1>Mira")
        check_frame(app)

        await replaying(app, pilot, 5)
        await until(lambda: " Mira          11/11   10/10  -" in shown(app))
        assert "critical miss" not in shown(app)
