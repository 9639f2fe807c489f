"""The Audit: its rows are the reports' own, and each leads to the event that shows why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.past import HOSTILE, demo_app, demo_folder, play
from tests.tui.stage import NAME, SIZES, check_frame, opened, shown, type_keys, until
from tracker import demo
from tracker.campaign import commands as cmd
from tracker.campaign.characters import beginnings
from tracker.projections.ledger import POINTS
from tracker.reports import bought, frights, ledgers, retries, traits, voids
from tracker.service import Campaign
from tracker.store import open_store
from tui.app import RollbookApp
from tui.gateway import audits
from tui.gateway.findings import FindingsRead
from tui.screens import narrowed
from tui.screens.audit import AuditScreen
from tui.text import safe

__all__ = ["demo_app", "demo_folder"]  # fixtures


def words(lines: Sequence[str]) -> list[str]:
    return " ".join(lines).split()


def reported(campaign: Campaign) -> dict[str, list[str]]:
    """The reports in plain lines, by the names of the lists; the number of findings stands in their first line."""
    with campaign.log.reading() as connection:
        asked = (connection, campaign.log.id)
        flips = campaign.log.positions("ActionVoided")
        start = beginnings(campaign.state, campaign.ruleset)
        return {
            "frights": frights.as_text(frights.audit_frights(*asked)),
            "traits": traits.as_text(traits.audit_traits(*asked)),
            "fatigue": ledgers.as_text(ledgers.ledger(*asked, "FP", start)),
            "injury": ledgers.as_text(ledgers.ledger(*asked, "HP", start)),
            "bought": bought.as_text(bought.audit_bought(*asked, campaign.state, campaign.ruleset)),
            "voids": voids.as_text(voids.audit_voids(*asked, campaign.log.get, campaign.state, flips)),
            "points": ledgers.as_text(ledgers.ledger(*asked, POINTS, start)),
        }


def test_the_rows_say_what_the_reports_say(demo_folder: Path) -> None:
    with open_store(str(demo_folder)) as store:
        campaign = Campaign.open(store, demo.NAME)
        for name, lines in reported(campaign).items():
            read = audits.read(campaign, 1, name)
            assert words([row.told() for row in read.rows]) == words(lines[1:]), name
            assert read.summary.split()[0] == lines[0].split()[0]


def test_violations_come_first_and_every_chain_has_its_verdict(folder: Path) -> None:
    play(folder, NAME, "session start", "scene the gate", "mira lockpicking at gate =6,6,4")
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        campaign.execute(
            cmd.Roll(who="Mira", what="lockpicking", at="gate", penalty=0, reason="oiled the lock"), dice=["3,3,3"]
        )
    play(folder, NAME, "tobias climbing =6,6,4", "tobias climbing =3,3,4", "mira climbing =6,6,4", "retry =3,3,4")
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        read = audits.read(campaign, 1, "retries")
        with campaign.log.reading() as connection:
            audit = retries.audit_retries(connection, campaign.log.id)
        told = [row.told() for row in read.rows]
        assert read.summary == "1 violation, 2 tasks, 1 possible unlinked retry"
        assert "took +0 where the rule says -1. GM: oiled the lock" in told[1]
        assert read.rows[1].look == "no"
        assert read.rows[1].position == audit.violations[0].positions[-1]
        assert [text.rpartition(": ")[2] for text in told if text.startswith("Mira: ") and "(task" in text] == [
            "1 violation",
            "by the rules",
        ]
        attempts = [attempt for chain in audit.chains for attempt in chain.attempts]
        assert [row.position for row in read.rows if row.told().startswith("   ")] == [one.position for one in attempts]
        assert told[-1] == "Tobias: Climbing failed at {:,}, rolled again at {:,}".format(*audit.possible[0].positions)


async def test_lists_change_by_number_and_by_tab(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        await until(lambda: "1>retries" in shown(demo_app) and "Lockpicking at boathouse-door" in shown(demo_app))
        type_keys(demo_app, ["2"])
        await until(lambda: "2>frights" in shown(demo_app) and "The Drowned Ringer: 6 exposures" in shown(demo_app))
        type_keys(demo_app, ["tab"])
        await until(lambda: "3>traits" in shown(demo_app) and "Counts bell strokes" in shown(demo_app))
        type_keys(demo_app, ["9"])
        await until(lambda: "9>voids" in shown(demo_app))
        type_keys(demo_app, ["tab"])
        await until(lambda: "0>secrets" in shown(demo_app))
        check_frame(demo_app)
        type_keys(demo_app, ["tab"])
        await until(lambda: screen.which == "retries")
        check_frame(demo_app)
        type_keys(demo_app, ["0"])
        await until(lambda: screen.which == "secrets")


async def test_enter_shows_the_cause_in_the_chronicle_and_t_replays_it(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        type_keys(demo_app, ["4"])
        await until(lambda: "4>fatigue" in shown(demo_app) and "extra effort: ST" in shown(demo_app))
        type_keys(demo_app, ["enter"])
        await until(lambda: "Show: no event is selected." in shown(demo_app))
        type_keys(demo_app, ["down", "down"])
        await until(lambda: screen.selected is not None)
        cause = screen.selected
        assert screen.finding is not None
        assert f"ST at {cause}" in screen.finding.told()
        type_keys(demo_app, ["enter"])
        await until(lambda: demo_app.play_screen.NAME == "chronicle" and demo_app.play_screen.selected == cause)
        type_keys(demo_app, ["a", "t"])
        await until(lambda: demo_app.play_screen.NAME == "replay" and demo_app.play_screen.selected == cause)
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.play_screen is screen)
        type_keys(demo_app, ["escape"])
        await until(lambda: demo_app.play_screen.NAME == "chronicle")


async def test_a_filter_narrows_the_lists_as_it_is_typed(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        type_keys(demo_app, ["2"])
        await until(lambda: "The Drowned Ringer: 6 exposures" in shown(demo_app))
        everyone = len(screen.rows.rows)
        assert "Mira: need 11" in shown(demo_app)
        type_keys(demo_app, ["slash", *"character:vora"])
        await until(lambda: 1 < len(screen.rows.rows) < everyone)
        assert "The Drowned Ringer: 1 exposure" in shown(demo_app)
        assert all("Vora" in row.finding.told() for row in screen.rows.rows if row.finding.position is not None)
        type_keys(demo_app, [*" sort:margin"])
        await until(lambda: "An audit has an order of its own: leave sort: out." in shown(demo_app))
        assert len(screen.rows.rows) > 1, "what was found stays"
        check_frame(demo_app)
        type_keys(demo_app, ["escape", "1"])
        await until(lambda: screen.which == "retries")
        type_keys(demo_app, ["slash", *["backspace"] * 12])
        await until(lambda: "0 violations" in shown(demo_app) and "order of its own" not in shown(demo_app))
        type_keys(demo_app, ["escape", "escape"])
        await until(lambda: demo_app.play_screen.NAME == "table")


async def test_a_filter_may_begin_with_a_name_as_on_the_command_line(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        type_keys(demo_app, ["slash", *"mira session:1"])
        await until(lambda: "0 violations, 1 task" in shown(demo_app) and "Lockpicking at boathouse-door" in shown(demo_app))
        type_keys(demo_app, [*["backspace"] * 14, *"juggling"])  # nobody's name: a text, as in the Chronicle
        await until(lambda: screen.field.value == "juggling" and "0 violations, 0 tasks" in shown(demo_app))


async def test_a_long_campaign_begins_with_its_last_sessions(demo_app: RollbookApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrowed, "LONG", 12)
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        await until(lambda: screen.field.value.startswith("session:"))


async def test_an_answer_to_an_earlier_question_is_dropped(demo_app: RollbookApp) -> None:
    async with demo_app.run_test(size=(80, 24)) as pilot:
        screen = await auditing(demo_app, pilot)
        type_keys(demo_app, ["2"])
        await until(lambda: "6 exposures" in shown(demo_app))
        screen.post_message(FindingsRead(screen._generation - 1, [], "nothing"))
        await pilot.pause()
        assert screen.rows.rows


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_and_every_size(folder: Path, app: RollbookApp, size: tuple[int, int]) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, NAME)
        campaign.execute(cmd.AddCharacter(name=HOSTILE, values=(("st", "10"), ("will", "3"))))
        campaign.execute(cmd.StartSession())
        campaign.execute(cmd.Fright(who=("all",), cause="wiki [/red] tail"))
        campaign.execute(cmd.ChangePool(who=HOSTILE, pool="FP", change=-1, reason="[a=b c='d]"))
    async with app.run_test(size=size) as pilot:
        await auditing(app, pilot)
        for key in "123456":
            type_keys(app, [key])
            await until(lambda key=key: f"{key}>" in shown(app))
            for width, height in [size, (60, 16), (20, 5), size]:
                await pilot.resize_terminal(width, height)
                await pilot.pause(0.02)
                check_frame(app)
        type_keys(app, ["4"])
        await until(lambda: safe(HOSTILE)[:12] in shown(app))


async def auditing(app: RollbookApp, pilot: Pilot[None]) -> AuditScreen:
    """Open the Audit by its key."""
    await opened(app, pilot)
    type_keys(app, ["escape", "a"])
    await until(lambda: isinstance(app.screen, AuditScreen) and app.screen.rows.rows)
    screen = app.screen
    assert isinstance(screen, AuditScreen)
    return screen


async def test_long_names_leave_room_for_the_finding(app: RollbookApp, folder: Path) -> None:
    long = "Tarquin von Ravensburg the Younger of the Marches"
    with open_store(str(folder)) as store:
        Campaign.open(store, NAME).execute(cmd.AddCharacter(name=long, values=(("st", "10"),)))
    play(folder, NAME, "session start", "fright tarquin ghoul =3,3,3")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        type_keys(app, ["escape", "a", "2"])
        await until(lambda: "Tarquin: need 10 rolled 9 ok by 1" in shown(app))
        type_keys(app, ["down"])
        await until(lambda: long in shown(app))
