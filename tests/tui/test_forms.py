"""Forms: filled in, they are lines; what a line refuses stays in the form."""

from __future__ import annotations

from pathlib import Path

from tests.tui.stage import open_form, opened, recorded, shown, type_keys, until
from tracker.events import FrightExposed, RollMade
from tui.app import RollbookApp
from tui.screens.table import TableScreen
from tui.widgets.form_rows import Choice


async def test_a_fright_check_from_its_form(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Fright Check")
        # the cause is the first field that is empty; then alone and dark are switched on
        type_keys(app, [*"ghoul", "down", "space", "down", "space"])
        await until(lambda: "> fright all ghoul alone dark" in shown(app))
        await until(lambda: "Mira 9" in shown(app))  # Will 12 - 2 - 1: the preview knows all of them
        type_keys(app, ["enter"])
        await until(lambda: isinstance(app.screen, TableScreen) and not app.gateway.busy)
    events = [one.event for one in recorded(folder)]
    assert len([event for event in events if isinstance(event, FrightExposed)]) == 3
    mira = next(event for event in events if isinstance(event, RollMade))
    assert [(each.label, each.value) for each in mira.modifiers] == [("alone", -2), ("in the dark", -1)]


async def test_a_named_modifier_is_found_by_its_first_letters(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Roll")
        type_keys(app, [*"stealth", "down", *"very h"])
        await until(lambda: "> Mira stealth very hard" in shown(app) and "= 6" in shown(app))
        type_keys(app, ["enter"])
        await until(lambda: isinstance(app.screen, TableScreen) and not app.gateway.busy)
    roll = next(one.event for one in recorded(folder) if isinstance(one.event, RollMade))
    assert [(each.label, each.value, each.source) for each in roll.modifiers] == [("very hard", -6, "difficulty")]


async def test_a_choice_is_found_by_full_width_letters(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Roll")
        type_keys(app, [*"stealth", "down", *"ｖｅｒｙ ｈ"])
        await until(lambda: "> Mira stealth very hard" in shown(app))


async def test_what_is_missing_or_refused_stays_in_the_form(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        before = len(recorded(folder))
        form = await open_form(app, "Roll")
        await until(lambda: "Fill in: Skill or attribute" in shown(app))
        type_keys(app, ["enter", *"juggling"])
        await until(lambda: "juggling" in shown(app) and "no skill or attribute" in shown(app))
        type_keys(app, ["enter"])
        await pilot.pause(0.2)
        assert app.screen is form
        type_keys(app, ["escape"])
        await until(lambda: isinstance(app.screen, TableScreen))
        assert len(recorded(folder)) == before


async def test_enter_sends_what_was_typed_and_not_what_the_preview_has_seen_of_it(app: RollbookApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Roll")
        type_keys(app, [*"juggling"])
        await until(lambda: "no skill or attribute" in shown(app))
        type_keys(app, ["ctrl+u", *"stealth", "enter"])  # mended, and sent in the same breath
        await until(lambda: isinstance(app.screen, TableScreen) and not app.gateway.busy)
        await open_form(app, "Roll")
        type_keys(app, [*"stealth", "down", "down", *"-1"])
        await until(lambda: "= 11" in shown(app))
        type_keys(app, ["backspace", "2", "enter"])
        await until(lambda: isinstance(app.screen, TableScreen) and not app.gateway.busy)
    rolls = [one.event for one in recorded(folder) if isinstance(one.event, RollMade)]
    assert [roll.target for roll in rolls] == [12, 10]


async def test_a_form_that_was_closed_is_offered_as_it_was_left(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Roll")
        type_keys(app, [*"stealth", "down", *"very h", "down", *"-1 icy", "down", *"west-door", "escape"])
        await until(lambda: isinstance(app.screen, TableScreen))
        await open_form(app, "Retry")
        await until(lambda: "as you left it" not in shown(app))
        type_keys(app, ["escape", "2"])  # Tobias acts now: what nobody has touched follows
        await until(lambda: isinstance(app.screen, TableScreen) and "2>Tobias" in shown(app))
        await open_form(app, "Roll")
        await until(lambda: '> Tobias stealth very hard -1 icy at "west-door"' in shown(app))
        assert "Roll, as you left it; F4 empties it" in shown(app)
        type_keys(app, ["f4"])
        await until(lambda: "Fill in: Skill or attribute" in shown(app) and "west-door" not in shown(app))
        type_keys(app, ["escape"])
        await until(lambda: isinstance(app.screen, TableScreen))
        await open_form(app, "Roll")
        await until(lambda: "Fill in: Skill or attribute" in shown(app) and "as you left it" not in shown(app))


async def test_long_titles_of_fields_are_read_whole(app: RollbookApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        await open_form(app, "Sense roll: vision")
        await until(lambda: "Size range: size and range modifiers, added up (B550)" in shown(app))


def test_a_choice_keeps_to_its_list_whatever_stands_there() -> None:
    seen: list[str] = []
    choice = Choice(("one\u200btwo", "three"), "three", lambda: seen.append(choice.value), required=True)
    for _ in range(3):
        choice.action_step(1)
    assert seen == ["one\u200btwo", "three", "one\u200btwo"]
