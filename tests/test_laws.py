"""Laws over random campaigns: however the commands fall, what is shown now, rebuilt and looked back at agree."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update

from tests.drawn import BRP, CHANGES, D20UNDER, GURPS, NAMES, SYSTEMS, System
from tests.readmodels import rows
from tracker import moments, rulesets
from tracker.campaign import archive
from tracker.campaign import commands as cmd
from tracker.campaign.archive import Page
from tracker.campaign.characters import Views, view
from tracker.campaign.evolve import apply, evolve, fact_of
from tracker.campaign.state import CampaignState, Hot
from tracker.dice import Notation, SeededDice
from tracker.dice import parse as parse_notation
from tracker.errors import Refused
from tracker.events import (
    GM_ONLY,
    ActionVoided,
    ContestDecided,
    Event,
    GroupDecided,
    InfluenceDecided,
    NoteAdded,
    Recorded,
    Revealed,
    RollMade,
    SceneStarted,
    SessionStarted,
    TableConsulted,
)
from tracker.projections.schema import ledger, lines
from tracker.quickline import Context, Line, parse
from tracker.reports.places import moved
from tracker.reports.targets import Targets
from tracker.service import Campaign, Outcome, rebuild
from tracker.store import Log, Store

Script = tuple[System, list[Any]]


def steps_of(system: System, hidden: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    """What may happen in a campaign of a system: a line as often as not, or something about an event picked by a number."""
    line = st.sampled_from((*system.lines, *hidden))
    pick = st.integers(0, 200)
    about = st.one_of(
        st.tuples(st.just("void"), pick),
        st.tuples(st.just("void"), pick),
        st.tuples(st.just("void with all"), pick),
        st.tuples(st.just("correct"), st.tuples(pick, st.integers(0, 10**6), st.sampled_from(CHANGES), st.booleans())),
        st.tuples(st.just("correct"), st.tuples(pick, st.integers(0, 10**6), st.sampled_from(CHANGES), st.booleans())),
        st.tuples(st.just("amend"), st.tuples(pick, st.sampled_from(["it was midnight", "a bell"]))),
        st.tuples(st.just("reveal"), pick),
        st.tuples(st.just("retry"), pick),
        st.tuples(st.just("reroll"), pick),
        st.tuples(st.just("buy"), pick),
        st.tuples(st.just("rule"), st.tuples(pick, st.sampled_from(system.outcomes))),
        st.tuples(st.just("told"), pick),
        st.tuples(st.just("effect"), st.sampled_from(["the hilt cracks", "a clean hit"])),
        st.tuples(st.just("concerns"), st.sampled_from([(), ("st",), ("lockpicking", "will"), ("",)])),
        st.tuples(st.just("trait"), st.sampled_from(["Nyctophobia", "Nightmares"])),
        st.tuples(st.just("buyoff"), st.sampled_from(["Nyctophobia", "Nightmares"])),
        st.tuples(st.just("dice"), st.integers(0, 10**6)),
        st.tuples(st.just("dice"), st.integers(0, 10**6)),
        st.tuples(st.just("add"), st.sampled_from(["Korr", "Ash"])),
        st.tuples(st.just("set"), st.sampled_from(system.values)),
    )
    return st.booleans().flatmap(lambda plain: line if plain else about)  # one_of would take the line for one of many


def scripts(least: int, most: int, *, hidden: bool = False) -> st.SearchStrategy[Script]:
    """A system, GURPS as often as both others together, and what happens in a campaign of it."""
    return st.sampled_from((GURPS, D20UNDER, GURPS, BRP)).flatmap(
        lambda system: st.tuples(
            st.just(system),
            st.lists(steps_of(system, system.hidden if hidden else ()), min_size=least, max_size=most),
        )
    )


@contextmanager
def campaign_on(store: Store, system: System) -> Iterator[Campaign]:
    """A campaign with three characters in its first session, with a keyframe every few events and small pages."""
    with patch.object(moments, "KEYFRAME_EVERY", 7), patch.object(archive, "BITS", 3):
        campaign = Campaign.create(store, f"law {uuid4().hex[:8]}", system.ruleset, source=SeededDice("laws"))
        values = tuple((key, value) for key, _, value in (pair.partition("=") for pair in system.sheet.split()))
        for name in NAMES:
            campaign.execute(cmd.AddCharacter(name=name, values=values))
        campaign.execute(cmd.StartSession(title="First"))
        yield campaign


def line_of(campaign: Campaign, step: Any) -> Line:
    """What a drawn step asks for in this campaign; Refused when it makes no sense there."""
    if isinstance(step, str):
        return parse(step, Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author, "mira"))
    kind, value = step
    prompts = {prompt.kind: position for position, prompt in campaign.state.open_prompts().items()}
    if kind == "dice":
        return _answer(campaign, prompts.get("dice", 0), value)
    if kind == "correct":
        return _correct(campaign, *value)
    head = campaign.state.head
    commands: dict[str, Callable[[], cmd.Command]] = {
        "void": lambda: cmd.Void(position=1 + value % head, dependants="keep"),
        "void with all": lambda: cmd.Void(position=1 + value % head, dependants="void"),
        "amend": lambda: cmd.Amend(position=_with_words(campaign, value[0]), text=value[1]),
        "reveal": lambda: cmd.Reveal(position=_hidden(campaign, value)),
        "retry": lambda: cmd.Retry(roll=1 + value % head),
        "reroll": lambda: cmd.Reroll(roll=_a_roll(campaign, value)),
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


def _correct(campaign: Campaign, pick: int, seed: int, change: dict[str, Any], all_: bool) -> Line:
    """One of the last rolls with other dice, or with other numbers."""
    roll = _a_roll(campaign, pick)
    recorded = campaign.log.get([roll])[roll].event
    command = cmd.Correct(roll=roll, dependants="void" if all_ else "keep", **change)
    if change or not isinstance(recorded, RollMade):
        return Line(command)
    faces = SeededDice(seed).throw(parse_notation(recorded.notation))
    return Line(command, (",".join(map(str, faces)),))


def _with_words(campaign: Campaign, pick: int) -> int:
    """One of the notes, sessions and scenes."""
    words = (NoteAdded, SessionStarted, SceneStarted)
    found = [recorded.position for recorded in campaign.log.read() if isinstance(recorded.event, words)]
    return found[pick % len(found)]


def _hidden(campaign: Campaign, pick: int) -> int:
    """One of the hidden events."""
    found = [recorded.position for recorded in campaign.log.read() if recorded.envelope.visibility == GM_ONLY]
    return found[pick % len(found)] if found else 1


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
    shelves = {name: dict(getattr(state, name)) for name in Page.__struct_fields__ if name != "void_positions"}
    fields = {name: getattr(state, name) for name in Hot.__struct_fields__ if name not in ("head", "last_session")}
    fields["characters"] = {key: one for key, one in state.characters.items() if not one.removed}
    there = (None, "", *fields["characters"])
    prompts = state.open_prompts().items()
    # What somebody had, or was to do, who was taken back; a fold without them knows them no more than somebody unnamed.
    fields["unanswered"] = {at: one for at, one in prompts if one.subject in there or str(one.subject).startswith("@")}
    for name in ("conditions", "traits", "efforts", "modifiers", "awards"):
        shelves[name] = {at: held for at, held in shelves[name].items() if held[0] in fields["characters"]}
    return fields | shelves


LAW = settings(
    max_examples=int(os.environ.get("ROLLBOOK_LAW_EXAMPLES", "10")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@LAW
@given(script=scripts(5, 30))
def test_every_position_shows_the_fold_up_to_there(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        folded = CampaignState(id=campaign.log.id)
        rules = rulesets.get(campaign.state.ruleset)
        views = Views(rules)
        for recorded in campaign.log.read():
            evolve(folded, fact_of(recorded))
            assert moments.state_at(campaign.log, recorded.position) == folded, recorded.position
            assert views.of(folded) == [view(folded, character, rules) for character in folded.roster()]
        assert campaign.state == folded
        assert folded.unfinished == {at: task for at, task in folded.tasks.items() if at not in folded.ends}
        assert folded.in_work == {task for task in folded.long_tasks if task not in folded.ends}
        decided = {at for at, status in folded.montage_status.items() if status.get("open") != "open"}
        assert folded.underway == folded.montages.keys() - decided
        for name in ("conditions", "traits", "efforts", "modifiers"):
            lasting = {at: one for at, (_, one) in getattr(folded, name).items() if at not in folded.ends}
            assert {at: one for who in folded.characters.values() for at, one in getattr(who, name).items()} == lasting
        assert moments.corrected_at(campaign.log, campaign.state.head) == folded
        assert campaign.log.verify() == []


@LAW
@given(script=scripts(5, 30))
def test_rebuilt_read_models_equal_the_incremental_ones(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        incremental = rows(campaign)
        rebuild(campaign.log)
        assert rows(campaign) == incremental
        assert incremental["lines"], "the read models are empty"


@LAW
@given(script=scripts(3, 20))
def test_undone_at_once_is_as_if_it_never_was_and_restored_as_if_never_undone(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        for step in steps:
            before = campaign.state
            with suppress(Refused):
                line = line_of(campaign, step)
                if isinstance(line.command, cmd.Void):
                    continue
                first = do(campaign, line).events[0].position
                after = campaign.state
                void = campaign.execute(cmd.Void(position=first, dependants="keep")).events[0].position
                assert visible(campaign.state) == visible(before)
                campaign.execute(cmd.Void(position=void))
                assert visible(campaign.state) == visible(after)


@LAW
@given(script=scripts(5, 25), picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=6))
def test_voids_later_restored_leave_no_trace_whatever_their_order(store: Store, script: Script, picks: list[int]) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        before = campaign.state
        voids = []
        for pick in picks:
            with suppress(Refused):
                target = campaign.log.get([1 + pick % before.head])[1 + pick % before.head]
                if not isinstance(target.event, ActionVoided):
                    void = cmd.Void(position=target.position, dependants="void" if pick % 2 else "keep")
                    voids.append(campaign.execute(void).events[0].position)
        while voids:  # one that another stands on waits for it
            left = [position for position in voids if not _restored(campaign, position)]
            assert len(left) < len(voids), "none of them can be restored"
            voids = left
        assert visible(campaign.state) == visible(before)


def _restored(campaign: Campaign, void: int) -> bool:
    try:
        campaign.execute(cmd.Void(position=void))
    except Refused as refusal:
        if refusal.code != "entangled":
            raise
        return False
    return True


@LAW
@given(script=scripts(5, 20), pick=st.integers(0, 200), seed=st.integers(0, 10**6), change=st.sampled_from(CHANGES))
def test_a_correction_taken_back_leaves_no_trace(
    store: Store, script: Script, pick: int, seed: int, change: dict[str, Any]
) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        before = campaign.state
        with suppress(Refused):
            done = do(campaign, _correct(campaign, pick, seed, change, all_=bool(seed % 2)))
            after = campaign.state
            void = do(campaign, Line(cmd.Void(position=done.events[-1].position))).events[0].position
            assert visible(campaign.state) == visible(before)
            assert _restored(campaign, void)
            assert visible(campaign.state) == visible(after)
            assert campaign.log.verify() == []


def _is_void(recorded: Recorded) -> bool:
    return isinstance(recorded.event, ActionVoided)


UNDOING = ("undo dependants keep", "undo dependants void", "redo dependants keep", "redo dependants void")


@LAW
@given(
    script=scripts(3, 25),
    hands=st.lists(st.sampled_from(("GM", "GM", "Ines")), min_size=1, max_size=6),
    undone=st.lists(st.tuples(st.integers(0, 25), st.sampled_from(UNDOING)), max_size=6),
    last=st.lists(st.sampled_from(UNDOING[:2]), min_size=1, max_size=6),
)
def test_as_many_redos_as_undos_lead_back_by_the_same_way(
    store: Store, script: Script, hands: list[str], undone: list[tuple[int, str]], last: list[str]
) -> None:
    """Whatever came earlier in the session: undos and redos, voids by number, corrections, and what another GM played."""
    system, steps = script
    for place, line in undone:
        steps.insert(min(place, len(steps)), line)
    with campaign_on(store, system) as campaign:
        for step, author in zip(steps, cycle(hands), strict=False):
            campaign.author = author if isinstance(step, str) else "GM"
            play(campaign, [step])
        campaign.author = "GM"
        passed = []
        for line in last:
            before = visible(campaign.state)
            with suppress(Refused):
                undo = do(campaign, line_of(campaign, line)).events[-1].event
                passed.append(before)
                if isinstance(undo, ActionVoided) and all(map(_is_void, campaign.log.action(undo.action))):
                    passed.clear()  # a void by number is made anew, of all that counts of the action by then
        while passed:
            do(campaign, line_of(campaign, "redo dependants keep"))
            assert visible(campaign.state) == passed.pop()
        assert campaign.log.verify() == []


@LAW
@given(script=scripts(8, 30))
def test_as_corrected_is_the_fold_of_what_counts_now(store: Store, script: Script) -> None:
    """At every position: the events up to there, without those that are void today, and with the corrections that stand
    there."""
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        head, log = campaign.state, campaign.log
        counting = CampaignState(id=log.id)
        stands = {one.position: place for place, one in moved(log)}
        here: defaultdict[int, list[Recorded]] = defaultdict(list)
        for recorded in log.read():
            if recorded.position not in head.void_positions and not isinstance(recorded.event, ActionVoided):
                here[stands.get(recorded.position, recorded.position)].append(recorded)
        for position in range(1, head.head + 1):
            for recorded in here[position]:
                apply(counting, fact_of(recorded))
            assert visible(moments.corrected_at(log, position)) == visible(counting), position
        assert {one.position for one in _rolls_that_correct(log)} - head.void_positions.keys() <= stands.keys()


def _rolls_that_correct(log: Log) -> list[Recorded]:
    return [one for one in log.read() if isinstance(one.event, RollMade) and one.event.corrects is not None]


# Rolls without a task or a verdict, each with what the same line needs besides where it fails.
SIMPLE = (
    "mira lockpicking",
    "mira dx -2 dark",
    "secret mira st",
    "effort mira st +10%",
    "fright mira ghoul -2",
    "@guard per=12",
)


class SameDice:
    """Dice that show the same for the same notation, whenever they are thrown."""

    name = "seed"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def throw(self, notation: Notation) -> tuple[int, ...]:
        return SeededDice(self._seed).throw(notation)


@LAW
@given(
    line=st.sampled_from(SIMPLE),
    dice=st.tuples(*[st.tuples(*[st.integers(1, 6)] * 3)] * 2),
    table=st.integers(0, 10**6),
    later=st.lists(st.sampled_from(("vora dx", "hp vora -2", "note rain", "fp mira -1", "scene The hall")), max_size=4),
)
def test_as_corrected_is_as_if_the_right_roll_had_been_typed_at_once(
    store: Store, line: str, dice: tuple[tuple[int, ...], ...], table: int, later: list[str]
) -> None:
    assume(dice[0] != dice[1])
    wrong, right = (",".join(map(str, faces)) for faces in dice)
    told: list[Any] = []
    for typed in (wrong, right):
        with campaign_on(store, GURPS) as campaign:
            campaign.source = SameDice(table)
            rolled = do(campaign, line_of(campaign, f"{line} ={typed}"))
            end = rolled.events[-1].position
            roll = next(one.position for one in rolled.events if isinstance(one.event, RollMade))
            for each in later if typed == wrong else ():
                do(campaign, line_of(campaign, each))
            if typed == wrong:
                do(campaign, line_of(campaign, f"correct {roll} dependants keep ={right}"))
            told.append(_told(moments.corrected_at(campaign.log, end)))
    assert told[0] == told[1]


def _told(state: CampaignState) -> Any:
    """What a state says about its characters, whatever positions it says it by."""

    def without(records: dict[int, Any]) -> list[str]:
        return sorted(re.sub(r"\b(roll|recover_from)=\d+", r"\1", repr(record)) for record in records.values())

    held = ("conditions", "traits", "efforts", "modifiers", "self_control")
    people = {
        key: (one.pools, one.attributes, one.points_total, one.points_spent, [without(getattr(one, each)) for each in held])
        for key, one in state.characters.items()
    }
    prompts = sorted(prompt.text for prompt in state.open_prompts().values())
    return people, prompts, without(dict(state.exposures)), without(dict(state.tasks)), state.clock, state.session_number


@LAW
@given(script=scripts(8, 40, hidden=True))
def test_nothing_that_everyone_sees_tells_of_what_is_hidden(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        events = {recorded.position: recorded for recorded in campaign.log.read()}
        shown = {
            at for recorded in events.values() if isinstance(recorded.event, Revealed) for at in recorded.event.positions
        }
        hidden = {position for position, recorded in events.items() if recorded.envelope.visibility == GM_ONLY} - shown
        told = any("shh" in repr(events[at].event) for at in shown)
        for position in events.keys() - hidden:
            envelope, event = events[position].envelope, events[position].event
            assert not hidden & {envelope.cause, envelope.procedure}, (position, event)
            assert not hidden & set(_positions_in(event)), (position, event)
            assert told or "shh" not in repr(event), (position, event)


_NAMED = (
    *("roll", "prompt", "condition", "trait", "task", "effort", "modifier", "procedure", "long_task", "at", "table"),
    *("first", "reroll_of", "montage", "corrects", "position"),
)


def _positions_in(event: Event) -> Iterator[int]:
    """The earlier events that an event names."""
    for field in _NAMED:
        # In these two, ``modifier`` is a number of points.
        if isinstance(value := getattr(event, field, None), int) and not isinstance(
            event, TableConsulted | InfluenceDecided
        ):
            yield value
    if isinstance(event, ContestDecided | GroupDecided):
        yield from event.rolls
    if isinstance(event, ActionVoided):
        yield from (voided.position for voided in event.events)
        yield from (at for at in (event.turns, event.revives) if at is not None)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.ruleset)
def test_hardly_a_line_is_refused_in_a_campaign_that_goes_well(store: Store, system: System) -> None:
    """The laws are about what is recorded: a line that is always refused would hold them by itself."""
    with campaign_on(store, system) as campaign:
        refused = {}
        for line in (*system.lines, *system.hidden):
            try:
                do(campaign, line_of(campaign, line))
            except Refused as refusal:
                refused[line] = str(refusal)
        assert len(refused) < len(system.lines) // 10, refused


def test_rows_altered_by_hand_are_put_right_by_a_rebuild(store: Store) -> None:
    with campaign_on(store, GURPS) as campaign:
        play(campaign, [line for line in GURPS.lines if not line.startswith(("undo", "option"))])
        right = rows(campaign)
        with campaign.log.writing() as tx:
            tx.connection.execute(update(ledger).values(change=ledger.c.change + 1))
            tx.connection.execute(delete(lines).where(lines.c.position % 2 == 0))
        assert rows(campaign) != right
        rebuild(campaign.log)
        assert rows(campaign) == right
