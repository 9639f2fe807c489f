"""Laws over random campaigns: however the commands fall, what is shown now, rebuilt and looked back at agree."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
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
from tracker.events import GM_ONLY, ActionVoided, Event, RollMade, TableConsulted
from tracker.projections.schema import ledger, lines
from tracker.quickline import Context, Line, parse
from tracker.reports.targets import Targets
from tracker.service import Campaign, Outcome, rebuild
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
    "hp mira -13 troll",
    "hp vora -40 dragon",
    "condition mira add stunned",
    "recover mira",
    "endure mira consciousness",
    "heal mira",
    "firstaid vora mira",
    "bandage mira",
    "selfcontrol mira bad temper=12",
    "hp mira +2",
    "fp vora -7 forced march",
    "fp vora +3",
    "rest 30m",
    "rest 2h vora",
    "rest 3d",
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
    "mira lockpicking fine tools, in the dark, -1 wind",
    "mira lockpicking target 14 because the lock is rusty",
    "vora st at gate policy once",
    "mira lockpicking at chest policy damage",
    "mira lockpicking at chest damage waited penalty -2 because the lid gave",
    "secret mira iq",
    "secret retry",
    "contest mira st vs vora st",
    "contest quick mira dx -2 wall vs @guard st=12",
    "secret contest mira iq vs エルザ will",
    "contest regular vora st vs @ogre st=12 rounds 2",
    "contest regular mira dx vs vora dx",
    "contest resist @wizard sleep=13 vs mira will supernatural",
    "influence mira fast-talk vs @guard will=11",
    "influence mira intimidation +2 reaction vs vora",
    "influence @spy sex-appeal=14 vs mira on lockpicking for 1h",
    "secret influence @spy diplomacy=13 vs vora on st, will bonus",
    "reaction @innkeeper +2 appearance",
    "secret reaction vora",
    "modifier mira add -3 charm on lockpicking for 2h",
    "modifier vora add +1 blessing",
    "secret modifier vora add -2 curse on st",
    "modifier mira end charm",
    "modifier vora end curse on st",
    "climb mira wall 60ft roped",
    "climb vora wall 90ft in the dark",
    "jump vora broad 4yd",
    "run vora sprint 2min",
    "run mira paced 10min",
    "swim エルザ 10min",
    "hike vora average 2d",
    "feat mira breath heavy",
    "lift vora two hands",
    "throw vora 20lb",
    "dig vora sand 2h",
    "effort vora run +10% the wolves",
    "effort mira climb +20%",
    "sense mira vision darkness 3",
    "sense mira vision vs @thief stealth=12 danger",
    "secret sense vora hearing normal conversation 8yd understand iq danger",
    "sense エルザ vision vs mira dx understand iq danger",
    "longtask start the bridge 80",
    "longtask work the bridge mira dx, @helper carpentry=9 supervisor @foreman leadership=13",
    "longtask work the bridge vora ht",
    "longtask giveup the bridge",
    "attack vora dx",
    "attack mira lockpicking mighty blows",
    "secret attack vora st flurry of blows",
    "defend mira dodge feverish",
    "option criticals gurps3e",
    "option criticals none",
    "option genre heroic",
    "option genre horror",
    "told you hear nothing",
    "buy",
)
HIDDEN = (
    "secret modifier vora add -2 shh on st",
    "secret modifier mira add +1 shh",
    "secret modifier エルザ add -1 shh on will for 1h",
    "secret condition mira add shh 4s",
    "secret condition vora add shh",
    "modifier vora end shh",
    "condition mira end shh",
    "secret influence @shh diplomacy=13 vs mira",
    "secret influence @shh diplomacy=15 vs vora on st, dx for 2h",
    "secret contest mira iq vs @shh will=10",
    "secret contest regular mira iq vs @shh will=12 rounds 1",
    "secret fright mira shh -6",
    "secret mira dx at hush",
    "mira dx at hush",
    "giveup hush",
    "secret longtask start shh 20",
    "longtask work shh vora st",
    "longtask giveup shh",
    "secret hp mira -6 shh",
    "secret hp vora -12 shh",
    "secret effort vora st +10% shh",
    "vora st",
    "sense mira vision vs @thief stealth=16 danger",
    "told shh",
)
OUTCOMES = ("success", "failure", "critical success", "critical failure")

steps = st.one_of(
    st.sampled_from(LINES),
    st.tuples(st.just("void"), st.integers(0, 200)),
    st.tuples(st.just("void"), st.integers(0, 200)),
    st.tuples(st.just("retry"), st.integers(0, 200)),
    st.tuples(st.just("buy"), st.integers(0, 200)),
    st.tuples(st.just("rule"), st.tuples(st.integers(0, 200), st.sampled_from(OUTCOMES))),
    st.tuples(st.just("told"), st.integers(0, 200)),
    st.tuples(st.just("effect"), st.sampled_from(["the hilt cracks", "a clean hit"])),
    st.tuples(st.just("concerns"), st.sampled_from([(), ("st",), ("lockpicking", "will"), ("",)])),
    st.tuples(st.just("trait"), st.sampled_from(["Nyctophobia", "Nightmares"])),
    st.tuples(st.just("buyoff"), st.sampled_from(["Nyctophobia", "Nightmares"])),
    st.tuples(st.just("dice"), st.integers(0, 10**6)),
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


def line_of(campaign: Campaign, step: Any) -> Line:
    """What a drawn step asks for in this campaign; Refused when it makes no sense there."""
    if isinstance(step, str):
        return parse(step, Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira"))
    kind, value = step
    prompts = {prompt.kind: position for position, prompt in campaign.state.open_prompts().items()}
    if kind == "dice":
        return _answer(campaign, prompts.get("dice", 0), value)
    head = campaign.state.head
    commands: dict[str, Callable[[], cmd.Command]] = {
        "void": lambda: cmd.Void(position=1 + value % head),
        "retry": lambda: cmd.Retry(roll=1 + value % head),
        "buy": lambda: cmd.BuySuccess(roll=1 + value % head),
        "rule": lambda: cmd.RuleOutcome(roll=_a_roll(campaign, value[0]), outcome=value[1], reason="I say so"),
        "told": lambda: cmd.TellPlayer(roll=1 + value % head, text="you hear nothing"),
        "effect": lambda: cmd.NameEffect(prompt=prompts.get("effect", 0), text=value),
        "concerns": lambda: cmd.Concerns(prompt=prompts.get("modifier", 0), rolls=value),
        "trait": lambda: cmd.NameTrait(prompt=prompts.get("trait", 0), name=value),
        "buyoff": lambda: cmd.BuyOffTrait(who="mira", trait=value),
        "add": lambda: cmd.AddCharacter(name=value),
        "set": lambda: cmd.SetValue(who="mira", key=value.partition("=")[0], value=value.partition("=")[2]),
    }
    return Line(commands[kind]())


def _a_roll(campaign: Campaign, pick: int) -> int:
    """One of the last rolls, of those that stand in the log."""
    rolls = [recorded.position for recorded in campaign.log.read() if isinstance(recorded.event, RollMade)]
    return rolls[-1 - pick % len(rolls)] if rolls else 1


def _answer(campaign: Campaign, position: int, seed: int) -> Line:
    if not position:
        raise Refused("nothing to answer")
    notation = campaign.state.prompts[position].ask["notation"]
    faces = SeededDice(seed).throw(parse_notation(notation))
    return Line(cmd.Answer(prompt=position), (",".join(map(str, faces)),))


def do(campaign: Campaign, line: Line) -> Outcome:
    return campaign.execute(line.command, dice=line.dice, secret=line.secret)


def play(campaign: Campaign, drawn: list[Any]) -> None:
    for step in drawn:
        before = campaign.state.head
        try:
            do(campaign, line_of(campaign, step))
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
    max_examples=int(os.environ.get("ROLLBOOK_LAW_EXAMPLES", "25")),
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
                line = line_of(campaign, step)
                if isinstance(line.command, cmd.Void):
                    continue
                first = do(campaign, line).events[0].position
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


@LAW
@given(drawn=st.lists(st.one_of(steps, st.sampled_from(HIDDEN)), min_size=8, max_size=40))
def test_nothing_that_everyone_sees_tells_of_what_is_hidden(store: Store, drawn: list[Any]) -> None:
    with campaign_on(store) as campaign:
        play(campaign, drawn)
        events = {recorded.position: recorded for recorded in campaign.log.read()}
        hidden = {position for position, recorded in events.items() if recorded.envelope.visibility == GM_ONLY}
        for position in events.keys() - hidden:
            envelope, event = events[position].envelope, events[position].event
            assert not hidden & {envelope.cause, envelope.procedure}, (position, event)
            assert not hidden & set(_positions_in(event)), (position, event)
            assert "shh" not in repr(event), (position, event)


_NAMED = ("roll", "prompt", "condition", "trait", "task", "effort", "modifier", "procedure", "long_task", "at", "table")


def _positions_in(event: Event) -> Iterator[int]:
    """The earlier events that an event names."""
    for field in _NAMED:
        if isinstance(value := getattr(event, field, None), int) and not isinstance(event, TableConsulted):
            yield value
    if isinstance(event, ActionVoided):
        yield from (voided.position for voided in event.events)


def test_hardly_a_line_is_refused_in_a_campaign_that_goes_well(store: Store) -> None:
    """The laws are about what is recorded: a line that is always refused would hold them by itself."""
    with campaign_on(store) as campaign:
        refused = {}
        for line in (*LINES, *HIDDEN):
            try:
                do(campaign, line_of(campaign, line))
            except Refused as refusal:
                refused[line] = str(refusal)
        assert len(refused) < len(LINES) // 10, refused


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
