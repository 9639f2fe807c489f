"""Laws of looking back over random campaigns: every way there is to an earlier moment agrees with the fold up to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from tests.drawn import CHANGES
from tests.projections.builder import actions, database
from tests.test_laws import LAW, Script, campaign_on, play, scripts
from tracker import events as ev
from tracker import projections, rulesets
from tracker.campaign import commands as cmd
from tracker.campaign.changes import Change
from tracker.campaign.difference import difference
from tracker.campaign.state import CampaignState
from tracker.lookback.corrected_log import CorrectedLog
from tracker.lookback.rejudge import again, as_recorded, rejudge
from tracker.lookback.rows import rows_at
from tracker.lookback.timeline import Moment
from tracker.lookback.when import Condition, Spell, parse, spells
from tracker.lookback.when.fields import Scope, views_of
from tracker.projections import classify
from tracker.projections.schema import lines, metadata, spans, voids
from tracker.reports.day_rules import DayRules
from tracker.reports.dependants import dependants, dependants_of
from tracker.reports.history import EVERYTHING
from tracker.reports.places import moved
from tracker.reports.statistics import statistics
from tracker.service import Campaign
from tracker.store import Store

TABLES = [table for table in metadata.sorted_tables if table not in (spans, voids)]


def all_rows(
    connection: Connection, campaign: str | None = None, positions: Sequence[int] | None = None
) -> dict[str, list[str]]:
    """The rows of every read model, on request those of one campaign and some positions."""
    found = {}
    for table in TABLES:
        query = select(table)
        query = query if campaign is None else query.where(table.c.campaign_id == campaign)
        query = query if positions is None else query.where(table.c.position.in_(positions))
        found[table.name] = sorted(repr(row) for row in connection.execute(query).mappings())
    return found


@LAW
@given(script=scripts(5, 30), pick=st.integers(0, 10**6))
def test_the_read_models_of_a_moment_are_those_of_the_log_up_to_it(store: Store, script: Script, pick: int) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        events = [*campaign.log.read()]
        position = 1 + pick % len(events)
        stood, corrected = (Moment(position, since) for since in (False, True))
        with rows_at(campaign.log, stood, stood.state(campaign.log)) as then, database() as built:
            for action in actions(events[:position]):
                projections.apply(built, campaign.log.id, action)
            assert all_rows(then) == all_rows(built)
        here = {one.position for place, one in moved(campaign.log) if place <= position < one.position}
        with rows_at(campaign.log, corrected, corrected.state(campaign.log)) as then, campaign.log.reading() as now:
            counted = [*range(1, position + 1), *here]
            assert all_rows(then) == all_rows(now, campaign.log.id, counted)


@LAW
@given(script=scripts(8, 40), pick=st.integers(0, 10**6), count=st.sampled_from([1, 3, 1000]))
def test_the_corrected_log_has_just_what_counts_each_in_its_place(
    store: Store, script: Script, pick: int, count: int
) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        position = 1 + pick % campaign.state.head
        moment = Moment(position, corrected=True)
        log = CorrectedLog(campaign.log, campaign.state.void_positions)
        whole = log.upto(position, 10**6)
        assert log.upto(position, count) == whole[-count:]
        places = [place for place, _recorded in whole]
        assert places == sorted(places)
        assert [one for at in range(1, position + 1) for one in log.at(at)] == [recorded for _place, recorded in whole]
        with rows_at(campaign.log, moment, moment.state(campaign.log)) as then:
            counting = select(lines.c.position).where(lines.c.voided.is_(None))
            said = (ev.ActionVoided.__name__, ev.NoteAmended.__name__)
            expected = sorted(then.scalars(counting.where(lines.c.kind.not_in(said))))
        told = {one.position for _place, one in whole if one.envelope.type not in said}
        moved_back = {one.position for place, one in moved(campaign.log) if place > position}
        assert sorted(at for at in told if classify.visible(campaign.log.get([at])[at].event)) == [
            at for at in expected if at not in moved_back
        ]


RECENT = st.integers(0, 5)  # so that the same is corrected again
TOUCHED = st.one_of(
    st.tuples(st.just("correct"), st.tuples(RECENT, st.integers(0, 10**6), st.sampled_from(CHANGES), st.booleans())),
    st.tuples(st.just("correct"), st.tuples(RECENT, st.integers(0, 10**6), st.just({}), st.booleans())),
    st.tuples(st.just("amend"), st.tuples(RECENT, st.sampled_from(["midnight", "a bell"]))),
    st.tuples(st.just("void"), st.integers(0, 200)),
    st.sampled_from(["undo dependants keep", "undo dependants void", "redo dependants keep", "note it rains"]),
)


@LAW
@given(script=scripts(3, 15), touched=st.lists(st.tuples(st.integers(0, 20), TOUCHED), min_size=4, max_size=20))
def test_what_stands_across_a_position_is_just_that_of_all_which_does(
    store: Store, script: Script, touched: list[tuple[int, Any]]
) -> None:
    """Corrections of corrections, verdicts on several rolls of which one after the other was corrected, amendments amended
    again, all of it taken back and restored."""
    system, steps = script
    for place, step in touched:
        steps.insert(min(place, len(steps)), step)
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        whole = moved(campaign.log)
        for position in range(1, campaign.state.head + 1):
            here = [one for one in whole if one.place <= position < one.recorded.position]
            assert moved(campaign.log, across=position) == here, position
        corrects: dict[int, int] = {}  # what a roll newly leads to stands where the roll does
        for action in actions([*campaign.log.read()]):
            last = None
            for one in action:
                if isinstance(one.event, ev.RollMade) and (last := one.event.corrects or last) is not None:
                    corrects[one.position] = last
        for place, one in whole:
            first = one.position
            while first in corrects:
                first = corrects[first]
            assert not isinstance(one.event, ev.RollMade) or place == first
        counting = corrects.keys() - campaign.state.void_positions.keys()
        assert counting == {one.position for _place, one in whole if isinstance(one.event, ev.RollMade)} & corrects.keys()


CONDITIONS = (
    "any.hp < any.hp.max",
    'any has "stunned"',
    "any.points.unspent > 1 and session = 1",
    'clock >= "day 2" or not any.points.spent = 0',
    'mira.status = "active" and mira.hp * 3 <= mira.hp.max',
    'any.status != "active"',
)


@LAW
@given(script=scripts(8, 30), text=st.sampled_from(CONDITIONS), corrected=st.booleans())
def test_a_condition_holds_just_where_the_state_says_so(store: Store, script: Script, text: str, corrected: bool) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        log, rules = campaign.log, campaign.ruleset
        assume("mira" not in text or not campaign.state.characters["mira"].removed)
        condition = parse(text, campaign.state, rules)
        found = [*spells(log, campaign.state, condition, rules, corrected=corrected)]
        assert sorted(told(found)) == sorted(pointwise(campaign, condition, corrected))


def told(found: list[Spell]) -> list[tuple[int, int]]:
    return [(spell.began.position, spell.ceased.position if spell.ceased else 0) for spell in found]


def pointwise(campaign: Campaign, condition: Condition, corrected: bool) -> list[tuple[int, int]]:
    """The stretches by asking the state at each position of the log by itself; 0 for what lasts."""
    found: list[tuple[int, int]] = []
    began: dict[str, int] = {}
    for position in range(1, campaign.state.head + 1):
        state = Moment(position, corrected).state(campaign.log)
        views = views_of(state, campaign.ruleset, state.characters)
        own = [key for key, one in campaign.state.characters.items() if one.kind != "npc"]
        for who in own if condition.about_any else [""]:
            there = not condition.about_any or who in views
            holds = there and condition.holds(Scope(state, views, who))
            if holds and who not in began:
                began[who] = position
            elif not holds and who in began:
                found.append((began.pop(who), position))
    return [*found, *((start, 0) for start in began.values())]


@LAW
@given(script=scripts(5, 40))
def test_judged_again_by_their_own_rules_all_rolls_come_out_as_recorded(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        own = rulesets.get(system.ruleset)
        void = campaign.state.void_positions
        counting = [one for one in campaign.log.read() if one.position not in void]
        recorded = [one for one in counting if isinstance(one.event, ev.RollMade)]
        for position, rules in DayRules(campaign.log, own).of(recorded).items():
            made = campaign.log.get([position])[position].event
            assert isinstance(made, ev.RollMade)
            assert again(made, rules, rules) == as_recorded(made)
        found = rejudge(campaign.log, own, EVERYTHING)
        assert (found.differing, found.unjudged) == ((), ())
        assert found.judged == len(DayRules(campaign.log, own).of(recorded))


@LAW
@given(script=scripts(5, 20), picks=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)))
def test_nothing_is_different_from_itself_and_back_is_as_far_as_there(
    store: Store, script: Script, picks: tuple[int, int]
) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        one, other = (Moment(5 + pick % (campaign.state.head - 4)).state(campaign.log) for pick in picks)
        assert difference(one, one, campaign.ruleset) == []
        there = {(change.what, str(change.before), str(change.after)) for change in _steady(campaign, one, other)}
        back = {(change.what, str(change.after), str(change.before)) for change in _steady(campaign, other, one)}
        assert there == back


@LAW
@given(script=scripts(8, 40), picks=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), corrected=st.booleans())
def test_the_difference_tells_of_every_task_and_exposure(
    store: Store, script: Script, picks: tuple[int, int], corrected: bool
) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        head = campaign.state.head
        one, other = (Moment(1 + pick % head, corrected).state(campaign.log) for pick in picks)
        found = difference(one, other, campaign.ruleset)
        told = sorted((change.before or "", change.after or "") for change in found if change.sort == "task")
        then, now = ({at: "ended" if at in state.ends else "open" for at in state.tasks} for state in (one, other))
        assert told == sorted(
            (then.get(at, ""), now.get(at, "")) for at in {*then, *now} if then.get(at, "") != now.get(at, "")
        )
        met = sorted((change.before or 0, change.after or 0) for change in found if change.sort == "exposure")
        before, after = (Counter((e.character, e.threat) for e in state.exposures.values()) for state in (one, other))
        assert met == sorted((before[key], after[key]) for key in {*before, *after} if before[key] != after[key])


@LAW
@given(
    script=scripts(8, 30), picks=st.lists(st.lists(st.integers(0, 10**6), min_size=1, max_size=4), min_size=2, max_size=5)
)
def test_what_rests_on_several_is_what_rests_on_each(store: Store, script: Script, picks: list[list[int]]) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        log, state = campaign.log, campaign.state
        groups = [sorted({1 + pick % state.head for pick in group}) for group in picks]
        with log.reading() as connection:
            together = dependants_of(connection, log.id, log.get, state, groups)
            apart = [dependants(connection, log.id, log.get, state, group) for group in groups]
        assert [[one.position for one in found] for found in together] == [
            [one.position for one in found] for found in apart
        ]


def _steady(campaign: Campaign, one: CampaignState, other: CampaignState) -> list[Change]:
    """The differences but for those of somebody who came or went between: of the new little is told."""
    both = one.characters.keys() & other.characters.keys()
    there = [key for key in both if not (one.characters[key].removed or other.characters[key].removed)]
    return difference(one, other, campaign.ruleset, there)


@LAW
@given(script=scripts(5, 40), by=st.sampled_from(["", "character", "session", "source", "skill", "player"]))
def test_every_roll_that_counts_is_counted_once(store: Store, script: Script, by: str) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        void = campaign.state.void_positions
        made = {
            one.position: one.event
            for one in campaign.log.read()
            if isinstance(one.event, ev.RollMade) and one.position not in void
        }
        checks = {position: roll for position, roll in made.items() if roll.kind != "chance"}
        found = statistics(campaign.log, rulesets.get(system.ruleset), EVERYTHING, by=by)
        assert found.whole.outcomes.rolls == sum(roll.reroll_of not in made for roll in checks.values())
        assert found.whole.outcomes.rolls == sum(found.whole.outcomes.degrees.values())
        assert found.whole.luck.throws == len(checks) == len(found.lucks)
        thrown = sum(len(roll.dice) * (2 if "d100" in roll.notation else 1) for roll in made.values())
        assert sum(die.dice + die.left_out for die in found.whole.dice) == thrown
        if by:
            assert sum(group.outcomes.rolls for group in found.groups) == found.whole.outcomes.rolls
            assert sum(group.luck.throws for group in found.groups) == found.whole.luck.throws


def test_of_somebody_who_was_taken_out_again_nothing_holds(store: Store) -> None:
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    campaign.execute(cmd.AddCharacter(name="Mira"))
    added = campaign.state.head
    campaign.execute(cmd.AdvanceClock(seconds=3 * 24 * 3600))
    campaign.execute(cmd.Void(position=added))
    condition = parse('clock >= "day 2" or not any.points.spent = 0', campaign.state, campaign.ruleset)
    found = told([*spells(campaign.log, campaign.state, condition, campaign.ruleset, corrected=False)])
    assert found == [(3, 4)]
    assert found == pointwise(campaign, condition, False)
