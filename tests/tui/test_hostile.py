"""Names and notes that try to be markup, links or terminal sequences: shown as they are or visibly replaced, everywhere."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.stage import NAME, bar, check_frame, enter, frame, opened, settled, shown, type_keys, until
from tests.tui.terminal import Terminal
from tracker.campaign import commands as cmd
from tracker.reports.lines import Line
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import Where
from tui.gateway.messages import (
    CampaignEntry,
    CampaignsListed,
    Draft,
    Explained,
    HandedBack,
    Opened,
    Positions,
    RulesetEntry,
)
from tui.gateway.picture import Gained, Member, OpenTask, Picture, Waiting
from tui.screens.explain import Explanation
from tui.screens.picker import Picker
from tui.text import safe

NAMES = [
    "[red]Bob[/]",
    "Bob [/] Smith",
    "wiki [/red] tail",
    "[@click=app.quit]x[/]",
    "[a=b c='d]",
    "Guns [Pistol]",
    "エルザ",
]
# What no command lets in, but a damaged or foreign file may hold.
RAW = [
    "\x1b]0;x\x07",
    "\x1b[2Jgone",
    "one\ntwo\r\nthree",
    "a\x9b31mb",
    "abc\u202edef",
    "bad \udc80 byte",
    "👨‍👩‍👧‍👦",
    "e\u0301\u0301",
    "x" * 5000,
]


@pytest.mark.parametrize("name", NAMES)
async def test_names_through_the_whole_game(name: str, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "store")) as store:
        campaign = Campaign.create(store, f"{name} saga", "gurps4e")
        campaign.execute(cmd.AddCharacter(name=name, values=(("st", "10"), (name, "12"))))
        campaign.execute(cmd.StartSession(title=name))
        campaign.execute(cmd.StartScene(title=name))
        campaign.execute(cmd.AddCondition(who=name, name=name))
        campaign.execute(cmd.Fright(who=("all",), cause=name), dice=("3,3,3",))
        campaign.execute(cmd.Roll(who=name, what="ST", modifiers=(cmd.GivenModifier(-3, name),), at=name), dice=("6,6,5",))
        campaign.execute(cmd.Note(text=f"{name}\n{name}"))
        campaign.execute(cmd.SetOption(name="dice", value="hand"))
        campaign.execute(cmd.Roll(who=name, what="ST"))
    app = RollbookApp(Where(str(tmp_path / "store"), f"{name} saga"), tmp_path / "drafts")
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        check_frame(app)
        assert f"{name} saga | S1 {name} | scene 1: {name}" in shown(app)
        assert f"{name} / {name}" in shown(app)
        for keys in (
            ["escape", "up", "enter"],
            ["escape", "question_mark"],
            ["escape", "g"],
            ["escape", "O"],
            ["escape", "i"],
        ):
            type_keys(app, keys)
            await pilot.pause(0.1)
            await until(lambda: app.screen is not app.play_screen and frame(app))  # open, and drawn
            check_frame(app)
        type_keys(app, ["escape", "slash", *f"what:{name}"])
        await settled(app, pilot)
        check_frame(app)
        app.notify(name, title=name)
        await pilot.pause(0.1)
        assert name in shown(app)
        await pilot.click(offset=(4, 4))
        assert app.return_code in (None, 0)
        assert app.is_running


@pytest.mark.parametrize("text", NAMES[:4])
async def test_lines_that_are_typed(app: RollbookApp, text: str) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await enter(app, pilot, f"note {text}", text)
        assert text in shown(app)
        check_frame(app)


def draw_picture(text: str) -> Picture:
    member = Member(text, text, "pc", text, True, ((text, 1, 2),), (text,))
    return Picture(
        campaign=text,
        ruleset=text,
        head=3,
        clock=text,
        session=1,
        session_title=text,
        scene=1,
        scene_title=text,
        members=(member,),
        waiting=(Waiting(3, "dice", text, text),),
        tasks=(OpenTask(text, text, 2, -1, 3),),
        gained=(Gained(2, text, text, -5),),
        sessions=((1, 1),),
        short={text: text},
    )


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16)])
@pytest.mark.parametrize("text", RAW, ids=ascii)
async def test_raw_text_in_every_place(make_app: Callable[[], RollbookApp], text: str, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        app.gateway._campaign = None  # nothing that follows comes from the campaign on disk
        app.on_opened(Opened(draw_picture(text), [Draft(text)], [text]))
        screen = app.play_screen
        line = Line(1, "20:00", text, text, "*!", secret=True)
        roll = Line(2, "20:01", text, text, "", 12, "3+3+3=9", "ok", "by 3", text)
        log = app.screen.query_one("VirtualLog")
        log.on_positions(Positions(log._generation, array("q", [1, 2, 3]), [line, roll], whole=True))  # type: ignore[attr-defined]
        log.go(1)  # type: ignore[attr-defined]
        await pilot.pause(0.05)
        screen.on_explained(Explained(1, text, [(text, text)]))  # type: ignore[attr-defined]
        screen.tell(HandedBack([Draft(text)], text))
        bar(app).offer([text, text])
        screen.draw_below()  # type: ignore[attr-defined]
        await pilot.pause(0.05)
        check_frame(app)
        assert safe(text)[:10] in shown(app)
        type_keys(app, ["escape", "enter"])
        await until(lambda: isinstance(app.screen, Explanation))
        await pilot.pause(0.05)
        check_frame(app)
        type_keys(app, ["escape"])
        await until(lambda: app.screen is app.play_screen)
        await app.on_campaigns_listed(
            CampaignsListed(
                [CampaignEntry(text, text, 1, True, ""), CampaignEntry(text, "", 0, False, text)],
                [RulesetEntry(text, text)],
                text,
            )
        )
        await until(lambda: isinstance(app.screen, Picker))
        check_frame(app)
        type_keys(app, ["n"])
        await pilot.pause(0.1)
        check_frame(app)


def test_nothing_but_our_own_sequences_reaches_the_terminal(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1b[200~note \x9b31m \u202eeeth\x1b[201~\r")
        terminal.wait_for("eeth")
        terminal.send("\x1b[200~one\r\n\x9d0;PWNED\x9c[/]\x1b[201~")
        terminal.wait_for("F2 Save")
        terminal.send("\x1bOQ")
        terminal.wait_for("one / ")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        text = re.sub("\x1b]22;[a-z]+\x07", "", terminal.seen.decode())  # the pointer's shape, set by Textual
        assert not [sign for sign in text if 0x7F <= ord(sign) < 0xA0 or sign in "\x07\u202e"]
        assert "\x1b]" not in text
