"""The service: whole actions, repeated ones, previews, conflicts, several writers, and other versions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select

from tests.readmodels import rows
from tracker import moments, projections, service
from tracker.campaign import commands as cmd
from tracker.campaign.evolve import VERSION as FOLD_VERSION
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.state import CampaignState
from tracker.dice import SeededDice
from tracker.errors import Refused
from tracker.events import NoteAmended, RollMade
from tracker.projections.schema import lines, voids
from tracker.service import Campaign, Conflict, rebuild
from tracker.store import Log, Store, open_store

ROOT = Path(__file__).parent.parent
ROLL = cmd.Roll(who="mira", what="lockpicking", modifiers=(cmd.GivenModifier(-2, "dark"),))


def begin(store: Store, name: str = "Ravenmoor") -> Campaign:
    campaign = Campaign.create(store, name, "gurps4e", source=SeededDice(3))
    values = (("lockpicking", "12"), ("ht", "11"))
    campaign.execute(cmd.AddCharacter(name="Mira", values=values))
    return campaign


def test_a_repeated_action_returns_what_is_stored(store: Store) -> None:
    campaign = begin(store)
    first = campaign.execute(ROLL, dice=["3,4,5"], action_id="roll-1")
    again = campaign.execute(ROLL, dice=["6,6,6"], action_id="roll-1")
    assert again.repeated
    assert again.events == first.events
    assert campaign.log.head().position == first.events[-1].position


def test_a_refusal_records_nothing_and_leaves_the_state(store: Store) -> None:
    campaign = begin(store)
    state, head = campaign.state, campaign.log.head()
    for command, dice in (
        (cmd.Roll(who="nobody", what="st"), ()),
        (ROLL, ("3,4",)),
        (ROLL, ("3,4,5", "1,1,1")),
        (ROLL, ("3,4,7",)),
        (cmd.Void(position=99), ()),
    ):
        with pytest.raises(Refused):
            campaign.execute(command, dice=dice)
    assert campaign.log.head() == head
    assert campaign.state == state


def test_a_preview_shows_target_modifiers_odds_and_costs(store: Store) -> None:
    campaign = begin(store)
    (roll,) = campaign.preview(ROLL).rolls
    assert (roll.base, roll.target, roll.percent) == (12, 10, 50.0)
    (effort,) = campaign.preview(cmd.ExtraEffort(who="mira", feat="st", increase=20)).rolls
    assert (effort.target, effort.costs) == (6, {"FP": 1})
    assert campaign.log.head().position == 2, "a preview records nothing"


def test_a_target_that_changed_since_the_preview_is_handed_back_with_its_dice(store: Store) -> None:
    mine, theirs = begin(store), Campaign.open(store, "Ravenmoor")
    preview = mine.preview(ROLL)
    theirs.execute(cmd.SetValue(who="mira", key="lockpicking", value="9"))
    head = mine.log.head()
    with pytest.raises(Conflict, match="target 10 is now 7") as conflict:
        mine.execute(ROLL, dice=["3,4,5"], previewed=preview)
    assert conflict.value.dice == ("3,4,5",)
    assert mine.log.head() == head
    accepted = mine.execute(ROLL, dice=conflict.value.dice, previewed=conflict.value.now)
    roll = accepted.events[0].event
    assert isinstance(roll, RollMade)
    assert (roll.target, roll.dice) == (7, (3, 4, 5))


def test_a_cost_that_changed_since_the_preview_is_handed_back(store: Store) -> None:
    mine, theirs = begin(store), Campaign.open(store, "Ravenmoor")
    effort = cmd.ExtraEffort(who="mira", feat="st", increase=10)
    preview = mine.preview(effort)
    theirs.execute(cmd.ChangePool(who="mira", pool="FP", change=-11))
    with pytest.raises(Conflict, match="it now costs FP 1, HP 1"):
        mine.execute(effort, dice=["3,3,3"], previewed=preview)


def test_a_rename_is_no_conflict(store: Store) -> None:
    mine, theirs = begin(store), Campaign.open(store, "Ravenmoor")
    preview = mine.preview(ROLL)
    theirs.execute(cmd.SetValue(who="mira", key="name", value="Mira Dusk"))
    assert mine.execute(ROLL, dice=["3,4,5"], previewed=preview).events[0].position == 4


def test_a_campaign_that_moved_on_without_touching_the_roll_is_no_conflict(store: Store) -> None:
    mine, theirs = begin(store), Campaign.open(store, "Ravenmoor")
    preview = mine.preview(ROLL)
    theirs.execute(cmd.Note(text="rain"))
    assert mine.execute(ROLL, dice=["3,4,5"], previewed=preview).events[0].position == 4


def test_what_another_process_appended_is_taken_in(store: Store) -> None:
    mine, theirs = begin(store), Campaign.open(store, "Ravenmoor")
    theirs.execute(cmd.ChangePool(who="mira", pool="HP", change=-4))
    assert mine.refresh()
    assert mine.view("mira").pools["HP"].current == 6
    assert not mine.refresh()


def test_closing_and_reopening_loses_nothing(store: Store, store_location: str) -> None:
    campaign = begin(store)
    for _ in range(5):
        campaign.execute(ROLL)
    before = campaign.state
    store.close()
    with open_store(store_location) as reopened:
        assert Campaign.open(reopened, "ravenmoor").state == before


def test_opening_reads_a_keyframe_and_a_short_tail(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "KEYFRAME_EVERY", 10)
    campaign = begin(store)
    for _ in range(25):
        campaign.execute(ROLL)
    frame = campaign.log.keyframe(campaign.state.head, FOLD_VERSION)
    assert frame is not None
    assert campaign.state.head - frame[0] < 10
    folded: list[int] = []
    monkeypatch.setattr(moments, "evolve", lambda state, fact: folded.append(fact.position) or evolve(state, fact))
    assert moments.state_at(campaign.log) == campaign.state
    assert len(folded) == campaign.state.head - frame[0]


@pytest.mark.parametrize(("version", "data"), [(FOLD_VERSION, b"not a keyframe"), (FOLD_VERSION + 1, b"another fold's")])
def test_a_keyframe_that_is_broken_or_of_another_fold_only_costs_time(store: Store, version: int, data: bytes) -> None:
    campaign = begin(store)
    with campaign.log.writing() as tx:
        tx.save_keyframe(2, version, data, {})
    folded = CampaignState(id=campaign.log.id)
    for recorded in campaign.log.read():
        evolve(folded, fact_of(recorded))
    assert moments.state_at(campaign.log) == folded


def test_opening_makes_the_keyframes_that_are_missing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begin(store)
    for _ in range(23):
        campaign.execute(ROLL)
    monkeypatch.setattr(moments, "KEYFRAME_EVERY", 10)
    Campaign.open(store, "Ravenmoor")
    found = [campaign.log.keyframe(position, FOLD_VERSION) for position in (9, 10, 19, 20, 25)]
    assert [frame and frame[0] for frame in found] == [None, 10, 10, 20, 20]
    with campaign.log.writing() as tx:
        tx.save_keyframe(20, FOLD_VERSION, b"wrong", {})
    rebuild(campaign.log)
    assert moments.keyframe(campaign.log, 25).head == 20, "a rebuild makes them anew"


def test_a_creation_that_fails_leaves_no_campaign_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Refused("The disk is full.", code="disk_full")

    with monkeypatch.context() as patch:
        patch.setattr(projections, "apply", full)
        with pytest.raises(Refused, match="full"):
            Campaign.create(store, "Ravenmoor", "gurps4e")
    assert store.campaigns() == []
    assert begin(store).state.head == 2


def test_read_models_of_an_older_program_are_rebuilt_on_opening(store: Store) -> None:
    campaign = begin(store)
    campaign.execute(ROLL)
    with campaign.log.writing() as tx:
        projections.clear(tx.connection, campaign.log.id)
        tx.read_model_version = 0
    Campaign.open(store, "Ravenmoor")
    with campaign.log.reading() as connection:
        from tracker.reports.history import line_positions

        assert list(line_positions(connection, campaign.log.id)) == [1, 2, 3]


def of_version_6(campaign: Campaign) -> None:
    """The read models as that version had them: it knew no amendments among the voids."""
    with campaign.log.writing() as tx:
        amendments = select(lines.c.position).where(lines.c.kind == NoteAmended.__name__)
        tx.connection.execute(delete(voids).where(voids.c.position.in_(amendments)))
        tx.read_model_version = 6


def test_what_version_6_left_is_rebuilt_once_and_told_while_another_program_looks_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_BATCH", 2)
    other = begin(store)
    note = other.execute(cmd.Note(text="the bell")).events[0].position
    other.execute(cmd.Amend(position=note, text="the bell tolls"))
    right = rows(other)
    of_version_6(other)
    assert rows(other) != right
    with pytest.raises(Refused) as refusal:
        other.execute(ROLL)
    assert refusal.value.code == "other_version"
    told: list[tuple[int, int]] = []
    with other.log.reading() as looking:
        before = looking.scalar(select(func.count()).select_from(voids))
        Campaign.open(store, "Ravenmoor", progress=lambda *done: told.append(done))
        assert (before, looking.scalar(select(func.count()).select_from(voids))) == (0, 0)
    assert told == [(2, 4), (4, 4)]
    assert rows(other) == right
    other.execute(ROLL)
    Campaign.open(store, "Ravenmoor", progress=lambda *done: told.append(done))
    assert told == [(2, 4), (4, 4)]


def test_of_two_programs_that_find_older_read_models_one_rebuilds_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = begin(store)
    of_version_6(campaign)
    found = Log.read_model_version

    def slow(log: Log) -> int:
        version = found(log)
        monkeypatch.setattr(Log, "read_model_version", found)
        Campaign.open(store, "Ravenmoor")  # somebody else was faster
        return version

    monkeypatch.setattr(Log, "read_model_version", slow)
    told: list[tuple[int, int]] = []
    Campaign.open(store, "Ravenmoor", progress=lambda *done: told.append(done))
    assert told == []
    assert campaign.log.read_model_version() == projections.VERSION


def test_an_append_beside_a_newer_programs_read_models_is_refused(store: Store) -> None:
    campaign = begin(store)
    with campaign.log.writing() as tx:
        tx.read_model_version = projections.VERSION + 1
    with pytest.raises(Refused) as refusal:
        campaign.execute(ROLL)
    assert refusal.value.code == "other_version"
    with pytest.raises(Refused):
        Campaign.open(store, "Ravenmoor")


WRITER = """
    import sys
    from tracker.campaign import commands as cmd
    from tracker.service import Campaign
    from tracker.store import open_store

    campaign = Campaign.open(open_store(sys.argv[1]), "Ravenmoor", author=sys.argv[2])
    for number in range(int(sys.argv[3])):
        outcome = campaign.execute(cmd.ChangePool(who="mira", pool="FP", change=-1), action_id=f"{sys.argv[2]}-{number}")
        print(outcome.events[0].position, flush=True)
"""


def writer(location: str, author: str, count: int) -> subprocess.Popen[str]:
    code = textwrap.dedent(WRITER)
    command = [sys.executable, "-c", code, location, author, str(count)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)


def test_two_processes_lose_nothing_and_leave_no_gap(store: Store, store_location: str) -> None:
    campaign = begin(store)
    writers = [writer(store_location, author, 40) for author in ("one", "two")]
    positions = [int(line) for process in writers for line in process.communicate(timeout=60)[0].split()]
    assert [process.returncode for process in writers] == [0, 0]
    assert len(set(positions)) == 80
    campaign.refresh()
    pools = campaign.view("mira").pools
    assert (pools["FP"].current, pools["HP"].current) == (-11, 10 - 69), "11 points to zero, 69 that also cost HP"
    assert campaign.log.verify() == []


def test_every_acknowledged_action_survives_kill_9_whole(store: Store, store_location: str) -> None:
    campaign = begin(store)
    acknowledged: list[int] = []
    for attempt in range(4):
        process = writer(store_location, f"killed-{attempt}", 10_000)
        assert process.stdout is not None
        acknowledged.append(int(process.stdout.readline()))
        time.sleep(0.05 * attempt)
        os.kill(process.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in process.stdout.read().split("\n")[:-1] if line.strip().isdigit()]
        process.wait()
    campaign.refresh()
    stored = list(campaign.log.read())
    assert set(acknowledged) <= {recorded.position for recorded in stored}
    assert [recorded.position for recorded in stored] == list(range(1, len(stored) + 1))
    losses = len({recorded.envelope.action for recorded in stored}) - 2
    assert campaign.view("mira").pools["HP"].current == 10 - max(0, losses - 11), "every action is there whole"
    assert campaign.log.verify() == []
    incremental = rows(campaign)
    rebuild(campaign.log)
    assert rows(campaign) == incremental


@pytest.mark.parametrize(
    ("ruleset", "values", "roll", "dice", "expected"),
    [
        ("brp", "spot=60", "spot", "25", (60, True, "major_success")),
        ("brp", "spot=60", "spot", "100", (60, False, "critical_failure")),
        ("d20under", "dex=9", "dex", "4", (9, True, "great_success")),
        ("d20under", "dex=9", "dex", "20", (9, False, "terrible_failure")),
    ],
)
def test_campaigns_of_other_systems_roll_record_void_and_replay(
    store: Store, ruleset: str, values: str, roll: str, dice: str, expected: tuple[int, bool, str]
) -> None:
    campaign = Campaign.create(store, ruleset, ruleset)
    key, _, value = values.partition("=")
    campaign.execute(cmd.AddCharacter(name="Lyssa", values=((key, value),)))
    outcome = campaign.execute(cmd.Roll(who="lyssa", what=roll), dice=[dice])
    made = outcome.events[0].event
    assert isinstance(made, RollMade)
    assert (made.target, made.success, made.degree) == expected
    campaign.execute(cmd.Void(position=outcome.events[0].position))
    assert outcome.events[0].position in campaign.state.void_positions
    assert moments.state_at(campaign.log, outcome.events[0].position).void_positions == {}
    with pytest.raises(Refused, match="has no Fright Checks"):
        campaign.execute(cmd.Fright(who=("lyssa",), cause="ghoul"))


def test_stored_payloads_are_json_that_says_everything(store: Store) -> None:
    campaign = begin(store)
    roll = campaign.execute(ROLL, dice=["3,4,5"]).events[0]
    payload = json.loads(roll.payload_text)
    assert payload["modifiers"] == [{"expected": None, "label": "dark", "source": "gm", "value": -2}]
    assert (payload["dice"], payload["dice_source"], payload["ruleset"]) == ([3, 4, 5], "hand", "gurps4e")
