"""Laws over random campaigns: however the commands fall, what is shown now, rebuilt and looked back at agree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update

from tests.readmodels import rows
from tracker import moments
from tracker.campaign import commands as cmd
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.state import CampaignState
from tracker.dice import SeededDice
from tracker.dice import parse as parse_notation
from tracker.errors import Refused
from tracker.events import ActionVoided
from tracker.projections.schema import ledger, lines
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign, rebuild
from tracker.store import Store

NAMES = ("Mira", "Vora", "エルザ")
LINES = (
    "mira lockpicking -2 dark",
    "mira lockpicking at west-door",
    "mira lockpicking at west-door -3",
    "vora st",
    "エルザ will",
    "@guard per=12 -1",
    "retry",
    "retry +1 calm",
    "again",
    "fright all ghoul -4 dark",
    "fright mira the drowned abbot -9",
    "fright vora ghoul -6 alone",
    "effort vora st +20% her brother",
    "effort mira st +30%",
    "hp mira -4 arrow",
    "hp mira +2",
    "fp vora -7 forced march",
    "fp vora +3",
    "rest 30m",
    "rest 2h vora",
    "clock +3h",
    "clock -1h",
    "clock +4s",
    "condition vora add stunned 4s",
    "condition vora end stunned",
    "condition mira add blinded",
    "award all 2 good play",
    "spend mira 1 Stealth",
    "session end",
    "session start Again elapsed 2d",
    "session start Unknown",
    "scene the stair",
    "note the bell tolls",
    "mark here",
    "giveup west-door",
    "undo",
    "option dice hand",
    "option dice system",
    "option retry free",
    "status エルザ absent",
    "status エルザ active",
)

steps = st.one_of(
    st.sampled_from(LINES),
    st.tuples(st.just("void"), st.integers(0, 200)),
    st.tuples(st.just("void"), st.integers(0, 200)),
    st.tuples(st.just("retry"), st.integers(0, 200)),
    st.tuples(st.just("trait"), st.sampled_from(["Nyctophobia", "Nightmares"])),
    st.tuples(st.just("buyoff"), st.sampled_from(["Nyctophobia", "Nightmares"])),
    st.tuples(st.just("dice"), st.integers(0, 10**6)),
    st.tuples(st.just("add"), st.sampled_from(["Korr", "Ash"])),
    st.tuples(
        st.just("set"),
        st.sampled_from(["iq=13", "lockpicking=15", "hp=14", "fearlessness=2", "load=2", "name=Mira Dusk"]),
    ),
)


@contextmanager
def campaign_on(store: Store) -> Iterator[Campaign]:
    """A campaign with three characters in its first session, with a keyframe every few events."""
    with patch.object(moments, "KEYFRAME_EVERY", 7):
        campaign = Campaign.create(store, f"law {uuid4().hex[:8]}", "gurps4e", source=SeededDice("laws"))
        for name in NAMES:
            values = (("st", "11"), ("dx", "12"), ("iq", "11"), ("ht", "10"), ("lockpicking", "12"), ("points", "100"))
            campaign.execute(cmd.AddCharacter(name=name, values=values))
        campaign.execute(cmd.StartSession(title="First"))
        yield campaign


def command_of(campaign: Campaign, step: Any) -> tuple[cmd.Command, tuple[str, ...]]:
    """What a drawn step asks for in this campaign; Refused when it makes no sense there."""
    if isinstance(step, str):
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira")
        line = parse(step, context)
        return line.command, line.dice
    kind, value = step
    prompts = {prompt.kind: position for position, prompt in campaign.state.open_prompts().items()}
    if kind == "void":
        return cmd.Void(position=1 + value % campaign.state.head), ()
    if kind == "retry":
        return cmd.Retry(roll=1 + value % campaign.state.head), ()
    if kind == "trait":
        return cmd.NameTrait(prompt=prompts.get("trait", 0), name=value), ()
    if kind == "buyoff":
        return cmd.BuyOffTrait(who="mira", trait=value), ()
    if kind == "add":
        return cmd.AddCharacter(name=value), ()
    if kind == "set":
        key, _, text = value.partition("=")
        return cmd.SetValue(who="mira", key=key, value=text), ()
    position = prompts.get("dice", 0)
    if not position:
        raise Refused("nothing to answer")
    notation = campaign.state.prompts[position].ask["notation"]
    source = SeededDice(value)
    return cmd.Answer(prompt=position), (",".join(map(str, source.throw(parse_notation(notation)))),)


def play(campaign: Campaign, drawn: list[Any]) -> None:
    for step in drawn:
        before = campaign.state.head
        try:
            command, dice = command_of(campaign, step)
            campaign.execute(command, dice=dice)
        except Refused:
            assert campaign.log.head().position == before, "a refused command recorded something"


def visible(state: CampaignState) -> dict[str, Any]:
    """The state without the bookkeeping of its own corrections."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    for name in ("head", "voided", "void_positions", "last_session"):
        del fields[name]
    gone = {character.added for character in state.characters.values() if character.removed}
    fields["characters"] = {key: one for key, one in state.characters.items() if not one.removed}
    fields["sheets"] = {position: sheet for position, sheet in state.sheets.items() if position not in gone}
    return fields


LAW = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@LAW
@given(drawn=st.lists(steps, min_size=5, max_size=30))
def test_every_position_shows_the_fold_up_to_there(store: Store, drawn: list[Any]) -> None:
    with campaign_on(store) as campaign:
        play(campaign, drawn)
        folded = CampaignState(id=campaign.log.id)
        for recorded in campaign.log.read():
            evolve(folded, fact_of(recorded))
            assert moments.state_at(campaign.log, recorded.position) == folded, recorded.position
        assert campaign.state == folded
        assert moments.corrected_at(campaign.log, campaign.state.head) == folded
        assert campaign.log.verify() == []


@LAW
@given(drawn=st.lists(steps, min_size=5, max_size=30))
def test_rebuilt_read_models_equal_the_incremental_ones(store: Store, drawn: list[Any]) -> None:
    with campaign_on(store) as campaign:
        play(campaign, drawn)
        incremental = rows(campaign)
        rebuild(campaign.log)
        assert rows(campaign) == incremental
        assert incremental["lines"], "the read models are empty"


@LAW
@given(drawn=st.lists(steps, min_size=3, max_size=20))
def test_undone_at_once_is_as_if_it_never_was_and_restored_as_if_never_undone(store: Store, drawn: list[Any]) -> None:
    with campaign_on(store) as campaign:
        for step in drawn:
            before = campaign.state
            with suppress(Refused):
                command, dice = command_of(campaign, step)
                if isinstance(command, cmd.Void):
                    continue
                first = campaign.execute(command, dice=dice).events[0].position
                after = campaign.state
                void = campaign.execute(cmd.Void(position=first)).events[0].position
                assert visible(campaign.state) == visible(before)
                campaign.execute(cmd.Void(position=void))
                assert visible(campaign.state) == visible(after)


@LAW
@given(drawn=st.lists(steps, min_size=5, max_size=25), picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=6))
def test_voids_later_restored_leave_no_trace_whatever_their_order(store: Store, drawn: list[Any], picks: list[int]) -> None:
    with campaign_on(store) as campaign:
        play(campaign, drawn)
        before = campaign.state
        voids = []
        for pick in picks:
            with suppress(Refused):
                target = campaign.log.get([1 + pick % before.head])[1 + pick % before.head]
                if not isinstance(target.event, ActionVoided):
                    voids.append(campaign.execute(cmd.Void(position=target.position)).events[0].position)
        for position in voids:
            campaign.execute(cmd.Void(position=position))
        assert visible(campaign.state) == visible(before)


@LAW
@given(drawn=st.lists(steps, min_size=8, max_size=30))
def test_as_corrected_is_the_fold_of_what_counts_now(store: Store, drawn: list[Any]) -> None:
    """At every position: the events up to there, without those that are void today."""
    with campaign_on(store) as campaign:
        play(campaign, drawn)
        head, log = campaign.state, campaign.log
        counting = CampaignState(id=log.id)
        for recorded in log.read():
            if recorded.position not in head.void_positions and not isinstance(recorded.event, ActionVoided):
                evolve(counting, fact_of(recorded))
            corrected = moments.corrected_at(log, recorded.position)
            assert visible(corrected) == visible(counting), recorded.position


def test_rows_altered_by_hand_are_put_right_by_a_rebuild(store: Store) -> None:
    with campaign_on(store) as campaign:
        play(campaign, [line for line in LINES if not line.startswith(("undo", "option"))])
        right = rows(campaign)
        with campaign.log.writing() as tx:
            tx.connection.execute(update(ledger).values(change=ledger.c.change + 1))
            tx.connection.execute(delete(lines).where(lines.c.position % 2 == 0))
        assert rows(campaign) != right
        rebuild(campaign.log)
        assert rows(campaign) == right
