"""Nothing that is typed is lost, reordered or mixed up, however fast it comes."""

from __future__ import annotations

import time
from pathlib import Path

from tests.tui.stage import NAME, bar, opened, recorded, settled, type_keys, until
from tests.tui.terminal import Terminal
from tracker import events as ev
from tui.app import RollbookApp


def notes(folder: Path) -> list[str]:
    return [one.event.text for one in recorded(folder) if isinstance(one.event, ev.NoteAdded)]


async def test_fifty_rolls_in_one_burst_with_backspaces_and_arrows(app: RollbookApp, folder: Path) -> None:
    """Each line is typed with a slip of the finger that Backspace or an arrow mends."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        for number in range(50):
            slip = ["x", "backspace"] if number % 2 else [*"5,", "left", "left", "delete", "delete"]
            type_keys(app, [*f"mira stealth -{number % 7} note{number}", *slip, *" =3,3,4", "enter"])
        await until(lambda: len([1 for one in recorded(folder) if isinstance(one.event, ev.RollMade)]) == 50, 60)
        await settled(app, pilot)
        assert bar(app).value == ""
    rolls = [one.event for one in recorded(folder) if isinstance(one.event, ev.RollMade)]
    assert [roll.modifiers[0].label for roll in rolls] == [f"note{number}" for number in range(50)]
    assert [roll.modifiers[0].value for roll in rolls] == [-(number % 7) for number in range(50)]


async def test_keys_typed_while_the_loop_is_busy(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        app.call_later(lambda: time.sleep(0.5))
        type_keys(app, [*"note abc", "enter", *"note bax", "backspace", *"c", "enter", *"gh"])
        await until(lambda: len(notes(folder)) == 2)
        await settled(app, pilot)
        assert notes(folder) == ["abc", "bac"]
        assert bar(app).value == "gh"


def test_one_write_of_many_lines_on_a_real_terminal(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        lines = [f"note n{number}x\x7f" for number in range(25)]
        terminal.send("\r".join(lines) + "\r")
        terminal.send("note last\x1b[D\x1b[D\x7fo\r")
        terminal.wait_until(lambda: len(notes(folder)) == 26)
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        assert terminal.restored
    assert notes(folder) == [*(f"n{number}" for number in range(25)), "lost"]


def test_escape_and_a_letter_typed_quickly(folder: Path, tmp_path: Path) -> None:
    """A terminal sends the same for Alt and the letter."""
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("note one\r\x1bu")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.ActionVoided))
        terminal.send("rhalf\x1bU")
        terminal.wait_until(lambda: getattr(recorded(folder)[-1].event, "restores", False))
        terminal.send("\x11")
        terminal.wait_for_end()


def test_escape_and_any_log_key_typed_quickly(folder: Path, tmp_path: Path) -> None:
    """Also where a terminal's second reading is a jump by a word or where there is a sign that is no letter."""
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1bfghoul =3,3,3\r")
        terminal.wait_until(lambda: any(isinstance(one.event, ev.FrightExposed) for one in recorded(folder)))
        terminal.send("half\x1bb")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.BookmarkAdded))
        terminal.send("r\x1b?")
        terminal.wait_for("Type a roll or any other line")
        terminal.send("\x1b\x11")
        terminal.wait_for_end()


def test_alt_and_a_digit_chooses_while_the_bar_has_the_focus(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("LIVE")
        terminal.send("\x1b2climbing\r")
        terminal.wait_until(lambda: isinstance(recorded(folder)[-1].event, ev.RollMade))
        terminal.send("\x11")
        terminal.wait_for_end()
    assert recorded(folder)[-1].envelope.subject == "tobias"


def test_what_is_typed_before_the_campaign_is_open_waits_for_it(folder: Path, tmp_path: Path) -> None:
    with Terminal("--store", str(folder), "--campaign", NAME, home=tmp_path) as terminal:
        terminal.wait_for("opening campaign")
        terminal.send("note early\r")
        terminal.wait_for("LIVE")
        terminal.wait_until(lambda: notes(folder))
        terminal.send("\x11")
        terminal.wait_for_end()
    assert notes(folder) == ["early"]
