"""How many keys the tasks of an evening take, counted from the log with a character active; Enter is one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.past import play
from tests.tui.stage import NAME, bar, check_frame, opened, recorded, settled, shown, type_keys, until
from tracker import events as ev
from tui.app import RollbookApp
from tui.screens.replay import ReplayScreen

SESSIONS = 12


@pytest.fixture
def ready(folder: Path) -> Path:
    """Mira has failed a Stealth roll that the GM typed, in the twelfth session."""
    before = [line for _ in range(SESSIONS - 1) for line in ("session start", "session end")]
    play(folder, NAME, *before, "session start", "fright all ghoul =mira:3,3,3 =tobias:3,3,3 =エルザ:3,3,3")
    play(folder, NAME, "contest quick mira stealth vs @guard per=12 =mira:3,3,3 =guard:4,4,4", "mira stealth -2 dark =6,5,5")
    return folder


async def played(app: RollbookApp, pilot: Pilot[None], keys: Sequence[str]) -> None:
    await opened(app, pilot)
    type_keys(app, ["escape"])
    await pilot.pause()
    type_keys(app, keys)
    await settled(app, pilot)


def rolls(folder: Path, since: int) -> list[ev.RollMade]:
    return [one.event for one in recorded(folder)[since:] if isinstance(one.event, ev.RollMade)]


TASKS: dict[str, tuple[Sequence[str], int, Callable[[list[ev.RollMade]], bool]]] = {
    "roll a skill": ([*"rste", "enter"], 5, lambda made: [one.what for one in made] == ["Stealth"]),
    "roll a quick skill": (["r", "1", "enter"], 3, lambda made: [one.what for one in made] == ["Lockpicking"]),
    "roll with a modifier": (
        [*"rste-3", "enter"],
        7,
        lambda made: [[each.value for each in one.modifiers] for one in made] == [[-3]],
    ),
    "the same again": (["full_stop"], 1, lambda made: [one.what for one in made] == ["Stealth"]),
    "retry": (["R", "enter"], 2, lambda made: [one.attempt for one in made] == [2]),
    "the party is frightened": (
        ["f", "enter"],
        2,
        lambda made: [(one.kind, one.threat) for one in made] == [("fright", "ghoul")] * 3,
    ),
    "the last contest again": (["q", "enter"], 2, lambda made: [one.what for one in made] == ["Stealth", "per"]),
    "extra effort": ([*"e10", "enter"], 4, lambda made: [one.increase for one in made] == [10]),
    "correct a die": (
        ["c", "backspace", "3", "enter"],
        4,
        lambda made: [(one.dice, one.corrects is not None) for one in made] == [((6, 5, 3), True)],
    ),
}


@pytest.mark.parametrize("task", TASKS)
async def test_a_task_of_play(task: str, app: RollbookApp, ready: Path) -> None:
    keys, count, is_done = TASKS[task]
    assert len(keys) == count
    since = len(recorded(ready))
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot, keys)
        assert is_done(rolls(ready, since)), shown(app)
        check_frame(app)


async def test_a_modifier_is_corrected_in_as_many(app: RollbookApp, ready: Path) -> None:
    play(ready, NAME, "mira climbing -2 wet")
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot, ["c", "backspace", "3", "enter"])
        corrected = recorded(ready)[-1].event
        assert isinstance(corrected, ev.RollMade)
        assert [(one.label, one.value) for one in corrected.modifiers] == [("wet", -3)]


async def test_undo_and_bookmark_take_one(app: RollbookApp, ready: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot, ["b"])
        assert isinstance(recorded(ready)[-1].event, ev.BookmarkAdded)
        type_keys(app, ["u"])
        await settled(app, pilot)
        assert isinstance(recorded(ready)[-1].event, ev.ActionVoided)


async def test_a_session_takes_four_its_replay_one_more_and_each_step_one(app: RollbookApp, ready: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot, ["g", "1", "2", "enter"])
        start = dict(app.picture.sessions)[12] if app.picture else 0
        assert app.play_screen.selected == start
        type_keys(app, ["t"])
        await until(lambda: isinstance(app.screen, ReplayScreen) and app.screen.position == start)
        type_keys(app, ["right_square_bracket"])
        await until(lambda: app.play_screen.selected == start + 1)


async def test_a_correction_says_why_behind_a_sign_and_nothing_unchanged_is_sent(app: RollbookApp, ready: Path) -> None:
    since = len(recorded(ready))
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot, ["c", "enter"])
        await until(lambda: "Change a number, or add what was wrong" in shown(app))
        assert len(recorded(ready)) == since
        assert bar(app).value.endswith("=6,5,5")
        type_keys(app, ["backspace", "4", "enter"])
        await settled(app, pilot)
        assert rolls(ready, since)[-1].dice == (6, 5, 4)
        type_keys(app, ["escape", "c", "backspace", "2", *"#misread", "enter"])
        await settled(app, pilot)
        voids = [one.event for one in recorded(ready) if isinstance(one.event, ev.ActionVoided)]
        assert voids[-1].reason == "misread"
        assert rolls(ready, since)[-1].dice == (6, 5, 2)


async def test_what_is_no_roll_is_not_corrected(app: RollbookApp, ready: Path) -> None:
    async with app.run_test(size=(80, 40)) as pilot:
        await played(app, pilot, ["g", *"#1", "enter"])
        await until(lambda: app.play_screen.line is not None)
        type_keys(app, ["c"])
        await until(lambda: "Correct: the selected event is no roll." in shown(app))
        type_keys(app, ["question_mark"])
        await until(lambda: "Not now: the selected event is no note" in shown(app))
        assert "Not now: everyone sees the selected event already" in shown(app)
