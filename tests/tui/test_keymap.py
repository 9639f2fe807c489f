"""The GM's own keys: read, refused one by one, and used everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.stage import NAME, bar, opened, shown, type_keys, until
from tracker.errors import Refused
from tracker.settings import Loaded
from tui import actions, keymap
from tui.app import RollbookApp
from tui.gateway import Where
from tui.palette import ActionsProvider
from tui.screens.help import Help


@pytest.fixture(autouse=True)
def _usual_keys_afterwards() -> Iterator[None]:
    yield
    actions.use_keys({})


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("x", "x"),
        ("X", "X"),
        ("ｘ", "x"),
        ("?", "question_mark"),
        ("+", "plus"),
        ("ctrl++", "ctrl+plus"),
        ("F5", "f5"),
        ("Shift+F5", "shift+f5"),
        ("shift+ctrl+a", "ctrl+shift+a"),
        ("Ctrl+g", "ctrl+g"),
        ("PgUp", "pageup"),
        ("esc", "escape"),
        ("鬼", "鬼"),
        ("alt+f2", "alt+f2"),
    ],
)
def test_keys_as_people_write_them(typed: str, key: str) -> None:
    assert keymap.read_key(typed, "keys.roll") == key


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ctrl+A", "keys.roll: write ctrl+a or ctrl+shift+a for “ctrl+A”."),
        ("shift+a", "keys.roll: write A for “shift+a”."),
        ("hyper+a", "keys.roll: there is no key “hyper+a”; write it like x, f5 or ctrl+g."),
        ("bananas", "keys.roll: there is no key “bananas”; write it like x, f5 or ctrl+g."),
        ("", "keys.roll: there is no key “”; write it like x, f5 or ctrl+g."),
        ("f99", "keys.roll: there is no key “f99”; write it like x, f5 or ctrl+g."),
        ("ctrl+m", "keys.roll: Ctrl+M is reserved: a terminal sends Enter for it."),
        ("ctrl+[", "keys.roll: Ctrl+[ is reserved: a terminal sends Esc for it."),
        ("alt+x", "keys.roll: Alt+X is reserved: Alt and a sign is Esc and that sign."),
        ("tab", "keys.roll: Tab is reserved: it goes through fields and candidates."),
    ],
)
def test_keys_that_cannot_be_had(typed: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        keymap.read_key(typed, "keys.roll")
    assert refused.value.message == sentence


@pytest.mark.parametrize(
    ("key", "name"),
    [("number_sign", "#"), ("at", "@"), ("delete", "delete"), ("ctrl+p", "Ctrl+P"), ("f5", "F5"), ("R", "R"), ("鬼", "鬼")],
)
def test_keys_as_the_screen_writes_them(key: str, name: str) -> None:
    assert actions.key_name(key) == name
    assert keymap.read_key(name if "+" not in key else key, "keys.roll") == key


@given(st.text(max_size=12))
def test_any_text_is_a_key_or_one_sentence(text: str) -> None:
    found, problems = keymap.chosen({"goto": [text]})
    if found:
        assert keymap.chosen({"goto": [*found["goto"]]}) == (found, [])
    else:
        assert len(problems) == 1
        assert problems[0].startswith("keys.goto: ")


def test_each_mistake_is_told_and_the_usual_keys_stay() -> None:
    found, problems = keymap.chosen(
        {"rol": ["x"], "roll": ["f"], "retry": [], "active": ["x"], "mark": ["ctrl+A"], "find": ["j", "f12"]}
    )
    assert found == {"find": ("j", "f12")}
    assert problems == [
        "keys.rol: there is no such action; perhaps roll is meant.",
        "keys.retry: give it one key or more.",
        "keys.active: the digits stay with it.",
        "keys.mark: write ctrl+a or ctrl+shift+a for “ctrl+A”.",
        "keys.roll: f is fright on the screen table already.",
    ]


def test_two_actions_may_change_keys() -> None:
    assert keymap.chosen({"roll": ["f"], "fright": ["r"]}) == ({"roll": ("f",), "fright": ("r",)}, [])


def test_what_took_the_key_of_a_refused_entry_is_refused_too() -> None:
    found, problems = keymap.chosen({"roll": ["f"], "retry": ["r"]})
    assert found == {}
    assert problems == [
        "keys.roll: f is fright on the screen table already.",
        "keys.retry: r is roll on the screen table already.",
    ]


def test_the_usual_keys_are_keys_that_could_be_chosen() -> None:
    for action in actions.ACTIONS:
        for key in action.keys:
            if not key.isdigit() and key != "tab":
                assert keymap.read_key(key, "keys.x") == key


def test_screens_that_share_no_action_may_share_a_key() -> None:
    assert keymap.chosen({"find": ["right_curly_bracket"]})[1] == []  # the Replay's own, where nothing is found


@pytest.fixture
def remapped(folder: Path, tmp_path: Path) -> Callable[[dict[str, list[str]]], RollbookApp]:
    return lambda keys: RollbookApp(Where(str(folder), NAME), tmp_path / "drafts", Loaded(keys=keys))


async def test_bindings_footer_menu_and_palette_have_them(remapped: Callable[[dict[str, list[str]]], RollbookApp]) -> None:
    app = remapped({"fright": ["j", "f12"], "help": ["l"], "answer": ["Z"]})
    async with app.run_test(size=(80, 40)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape"])
        await until(lambda: "j Fright" in shown(app) and "l Keys" in shown(app))
        found = [hit.text async for hit in ActionsProvider(app.screen).discover()]  # type: ignore[union-attr]
        assert "Fright  j" in found
        type_keys(app, ["f"])
        await pilot.pause(0.1)
        assert bar(app).value == ""
        type_keys(app, ["l"])
        await until(lambda: isinstance(app.screen, Help) and "j, F12 " in shown(app) and "Z " in shown(app))
        type_keys(app, ["escape", "j"])
        await until(lambda: bar(app).value.startswith("fright "))


async def test_mistakes_are_told_on_the_screen(remapped: Callable[[dict[str, list[str]]], RollbookApp]) -> None:
    app = remapped({"roll": ["f"]})
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(app, pilot)
        await until(lambda: "keys.roll: f is fright on the screen" in shown(app))
        type_keys(app, ["escape"])
        await until(lambda: "r Roll" in shown(app))
