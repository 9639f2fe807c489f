"""What each condition lets through, on both databases, and against the plainest reading of the same conditions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from tests.projections.builder import CAMPAIGN, DAY, HOUR, START, Log, projected
from tracker import events as ev
from tracker import projections
from tracker.projections.tokens import sought, tokens
from tracker.reports import history
from tracker.reports.filters import EVERYTHING, Condition, Filter, Range, Value, where
from tracker.reports.matching import Query
from tracker.store import Store


def lines(connection: Connection, filter: Filter) -> list[int]:
    """The lines that match; a page at a time, they are the same."""
    found = list(history.line_positions(connection, CAMPAIGN, filter))
    assert history.count(connection, CAMPAIGN, filter, only_rolls=False) == len(found)
    paged, last = [], None
    while page := history.page(connection, CAMPAIGN, filter, limit=2, before=last):
        paged += page
        last = page[-1]
    assert paged == found[::-1]
    return found


class Evening:
    """A log with something for every condition, and its positions by name."""

    def __init__(self) -> None:
        log = self.log = Log()
        log.character("mira", "Mira")
        log.character("korr", "Korr")
        self.one = log.add(ev.SessionStarted(number=1, title="The Bell Tower"))
        self.stair = log.add(ev.SceneStarted(number=1, title="the crooked stair"))
        dark = (ev.AppliedModifier("darkness", -5), ev.AppliedModifier("fine tools", 1))
        self.pick = log.roll("mira", "Lockpicking", 17, modifiers=dark, ruling="an old lock", dice_source="hand")
        self.task, self.first = log.task("mira", "Climbing", "west wall", total=13)
        self.retry = log.retry("mira", "Climbing", self.task, 2, total=9, target=11)
        self.note = log.add(ev.NoteAdded(text="three will-o'-wisps (鬼火が三つ) over the moor"), secret=True)
        log.add(ev.SessionEnded(number=1))
        self.two = log.add(ev.SessionStarted(number=2, elapsed=3 * DAY))
        self.moor = log.add(ev.SceneStarted(number=1, title="the moor"))
        log.add(ev.ThreatNamed(threat="ghoul", name="Ghoul King"))
        self.fright = log.roll("korr", "Fright Check", 18, kind="fright", threat="ghoul", critical=True, secret=True)
        self.trait = log.add(
            ev.TraitAcquired(name="Nyctophobia", points=-10, kind="phobia", origin="fright", threat="ghoul"), "korr"
        )
        self.gone = log.roll("@guard", "Perception", 9, degree="great_success")
        self.void = log.void(self.gone, "the wrong guard")
        self.mark = log.add(ev.BookmarkAdded(at=self.pick, label="broken pick"))
        log.add(ev.ClockAdvanced(seconds=5 * HOUR, reason="waiting"))
        self.late = log.roll("mira", "Stealth", 8, target=14)


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening()


@contextmanager
def stored(store: Store, log: Log) -> Iterator[Connection]:
    kept = store.create("Ravenmoor", "gurps4e", campaign_id=log.campaign)
    with kept.writing() as tx:
        projections.apply(tx.connection, log.campaign, log.events)
    with kept.reading() as connection:
        yield connection


def test_what_each_condition_lets_through(store: Store, evening: Evening) -> None:
    e = evening
    rolls = [e.pick, e.first, e.retry, e.fright, e.gone, e.late]
    second = (START + timedelta(minutes=e.two, hours=1)).date().toordinal()
    expected: list[tuple[Filter, list[int]]] = [
        (where(outcome="no"), [e.pick, e.first]),
        (where(outcome="failure", session=Range(1, 1)), [e.pick, e.first]),
        (where(outcome="great_success"), [e.gone]),
        (where(margin=Range(5)), [e.pick, e.fright, e.late]),
        (where(margin=Range(None, -5, signed=True)), [e.pick, e.fright]),
        (where(margin=Range(0, 2, signed=True)), [e.retry]),
        (where(margin=Range(1, 2)), [e.first, e.retry]),
        (where(target=Range(14)), [e.late]),
        (where(source="hand"), [e.pick]),
        (where(modifier="dark"), [e.pick]),
        (where(modifier="fine tools"), [e.pick]),
        (where(modifier="tools"), []),
        (where(task=e.task), [e.first, e.retry]),
        (where(task="west"), [e.first, e.retry]),
        (where(task="wall"), []),
        (where(threat="ghoul"), [e.fright, e.trait]),
        (where(threat="king"), [e.fright, e.trait]),
        (where(threat="=ghoul king"), [e.fright, e.trait]),
        (where(threat="=king"), []),
        (where(trait="nycto"), [e.trait]),
        (where(scene="crooked", kind="success"), [e.pick, e.first, e.retry]),
        (where(scene=e.moor, what="stealth"), [e.late]),
        (where(scene="1", outcome="ok"), [e.retry, e.gone, e.late]),
        (where(author="ren", position=Range(None, 2)), [1, 2]),
        (where(author="nobody"), []),
        (where(secret=True), [e.note, e.fright]),
        (where(voided=True), [e.gone]),
        (where(marked=True), [e.pick]),
        (where(position=Range(e.retry, e.note)), [e.retry, e.note]),
        (where(day=Range(second, second), kind="fright"), [e.fright]),
        (where(day=Range(None, second - 1)), []),
        (where(time=Range(3 * DAY + 1)), [e.late]),
        (where(time=Range(None, 1), kind="success"), [e.pick, e.first, e.retry]),
        (where(time=Range(HOUR, 2 * DAY)), []),
        (where(character="@guard"), [e.gone]),
        (where(player="korr", what="fright"), [e.fright]),
        (Filter((Condition("what", ("stealth", "lock")),)), [e.pick, e.late]),
        (Filter((Condition("outcome", ("no", "fumble"), negated=True),)), [e.retry, e.gone, e.late]),
        (Filter((Condition("modifier", ("dark",), negated=True),)), [at for at in rolls if at != e.pick]),
        (
            Filter((*where(kind="success").conditions, Condition("marked", (True,), negated=True))),
            [e.first, e.retry, e.gone, e.late],
        ),
    ]  # fmt: skip
    with stored(store, e.log) as connection:
        for filter, positions in expected:
            assert lines(connection, filter) == positions, filter


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wisps", ["note"]),
        ("鬼火", ["note"]),
        ("火が三", ["note"]),
        ("三", ["note"]),
        ("火鬼", []),
        ("old lo", ["pick"]),
        ("lock old", []),
        ("darkness fine", []),  # two labels are no phrase
        ("west wall", ["first", "retry"]),
        ("ghoul king", ["fright", "trait"]),
        ("wrong guard", ["void"]),
        ("crooked stair", ["stair", "pick", "first", "retry", "note"]),
        ("percep", ["gone"]),
        ("%", None),
    ],
)
def test_words_are_found_where_people_wrote_them(store: Store, evening: Evening, text: str, found: list[str] | None) -> None:
    with stored(store, evening.log) as connection:
        if found is None:
            assert sought(text) == []
            return
        narrowed = Filter((*where(text=text).conditions, Condition("kind", ("SessionEnded",), negated=True)))
        assert lines(connection, narrowed) == [getattr(evening, name) for name in found]
        assert lines(connection, Filter((Condition("text", (text,), negated=True), *where(secret=True).conditions))) == [
            at for at in (evening.note, evening.fright) if at not in [getattr(evening, name) for name in found]
        ]


def test_alternatives_of_words_and_words_together(store: Store, evening: Evening) -> None:
    e = evening
    with stored(store, e.log) as connection:
        assert lines(connection, Filter((Condition("text", ("wisps", "old lock")),))) == [e.pick, e.note]
        both = Filter((Condition("text", ("west",)), Condition("text", ("climb",))))
        assert lines(connection, both) == [e.first, e.retry]
        assert lines(connection, where(text="crooked", character="mira")) == [e.pick, e.first, e.retry]


def test_what_was_taken_back_is_found_unless_it_is_left_out(store: Store, evening: Evening) -> None:
    with stored(store, evening.log) as connection:
        assert lines(connection, where(text="perception")) == [evening.gone]
        assert lines(connection, where(text="perception", voided=False)) == []
        assert lines(connection, where(text="perception", voided=True)) == [evening.gone]


@pytest.mark.parametrize(
    ("order", "descending", "expected"),
    [
        ("margin", False, ["fright", "pick", "first", "retry", "gone", "late"]),  # -6 -5 -1 2 3 6
        ("margin", True, ["late", "gone", "retry", "first", "pick", "fright"]),
        ("target", False, ["retry", "pick", "first", "fright", "gone", "late"]),
        ("position", False, ["pick", "first", "retry", "fright", "gone", "late"]),
        ("date", True, ["late", "gone", "fright", "retry", "first", "pick"]),
    ],
)
def test_a_sorted_list_goes_on_where_a_page_ended(
    store: Store, evening: Evening, order: str, descending: bool, expected: list[str]
) -> None:
    filter = Filter(where(family="roll").conditions, order, descending)  # type: ignore[arg-type]
    with stored(store, evening.log) as connection:
        for limit in (1, 2, 5, 6):
            seen: list[int] = []
            while page := history.page(connection, CAMPAIGN, filter, limit=limit, before=seen[-1] if seen else None):
                seen += page
            assert seen == [getattr(evening, name) for name in expected], limit


def test_a_tasks_first_plain_roll_is_found_by_its_name() -> None:
    log = Log()
    plain = log.roll("mira", "Climbing", 14)
    with log.action():
        task = log.add(ev.TaskStarted(name="west wall", what="Climbing", policy="penalty", first=plain), "mira")
    retry = log.retry("mira", "Climbing", task, 2)
    with projected(log) as connection:
        assert lines(connection, where(task="west w")) == [plain, retry]


def test_a_session_lies_where_its_events_do_whatever_was_taken_back() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    first = log.roll("mira", "Stealth")
    start = log.add(ev.SessionStarted(number=2))
    log.void(start)
    log.session = 1  # the second session never was: the first goes on
    later = log.roll("mira", "Stealth")
    with projected(log) as connection:
        assert lines(connection, where(session=Range(1, 1), what="stealth")) == [first, later]


@pytest.mark.parametrize("number", [3, 70, 2100])
def test_many_names_with_one_beginning(number: int) -> None:
    log = Log()
    named = [log.roll("mira", f"Skill {index}") for index in range(number)]
    other = log.roll("mira", "Stealth")
    with projected(log) as connection:
        assert history.page(connection, CAMPAIGN, where(what="skill"), limit=5) == named[:-6:-1]
        assert history.count(connection, CAMPAIGN, where(what="skill")) == number
        assert history.page(connection, CAMPAIGN, where(what="=stealth"), limit=5) == [other]


@pytest.mark.parametrize("number", [3, 100, 101, 300])
def test_many_words_with_one_beginning(number: int) -> None:
    log = Log()
    written = [log.add(ev.NoteAdded(text=f"the tower{index}")) for index in range(number)]
    town = log.add(ev.NoteAdded(text="the town"))
    with projected(log) as connection:
        towers = Query(connection, CAMPAIGN, where(text="the tower"))
        assert list(towers.positions()) == written
        assert towers.page(2, written[2]) == [written[1], written[0]]
        assert list(Query(connection, CAMPAIGN, where(text="TOW")).positions()) == [*written, town]
        assert lines(connection, where(text=f"tower{number - 1}")) == [written[-1]]


def test_what_is_left_out_may_be_nearly_everything() -> None:
    log = Log()
    first = log.add(ev.NoteAdded(text="a light in the bell tower"))
    for _ in range(500):
        log.add(ev.NoteAdded(text="dark"))
    last = log.add(ev.NoteAdded(text="dawn"))
    bright = Filter((Condition("text", ("dark", "dusk"), negated=True),))
    with projected(log) as connection:
        assert lines(connection, bright) == [first, last]
        query = Query(connection, CAMPAIGN, bright)
        assert query.page(1) == [last]
        assert query.page(1, last) == [first]
        assert query.page(1, first) == []


WHO, SKILLS, LABELS = ("mira", "korr", "@guard"), ("Stealth", "Stealth (urban)", "Climbing"), ("dark", "darkness", "rain")


@st.composite
def logs(draw: st.DrawFn) -> Log:
    log = Log()
    for number in range(draw(st.integers(3, 25))):
        step = draw(st.integers(0, 9))
        if step == 0:
            log.add(
                ev.SessionStarted(
                    number=log.session + 1 if log.session else 1, elapsed=draw(st.sampled_from([0, HOUR, DAY]))
                )
            )
        elif step == 1:
            log.add(
                ev.NoteAdded(text=draw(st.sampled_from(["dark rain", "鬼火", "rain on stealth"]))), secret=number % 2 == 0
            )
        elif step == 2 and log.events:
            with_void = draw(st.integers(1, len(log.events)))
            if not isinstance(log.events[with_void - 1].event, ev.ActionVoided) and with_void not in _voided(log):
                log.void(with_void)
        else:
            label = ev.AppliedModifier(draw(st.sampled_from(LABELS)), -1)
            log.roll(draw(st.sampled_from(WHO)), draw(st.sampled_from(SKILLS)), draw(st.integers(3, 18)), modifiers=(label,))
    return log


def _voided(log: Log) -> set[int]:
    return {one.position for each in log.events if isinstance(each.event, ev.ActionVoided) for one in each.event.events}


VALUES: dict[str, st.SearchStrategy[Value]] = {
    "character": st.sampled_from(WHO),
    "what": st.sampled_from(["stealth", "=stealth", "stealth (", "climbing", "swimming"]),
    "outcome": st.sampled_from(["ok", "failure"]),
    "margin": st.builds(Range, st.integers(0, 3), st.one_of(st.none(), st.integers(3, 9))),
    "session": st.builds(Range, st.integers(1, 2), st.one_of(st.none(), st.integers(2, 3))),
    "time": st.builds(Range, st.sampled_from([None, 0, 1, HOUR]), st.sampled_from([HOUR, DAY, 2 * DAY])),
    "position": st.builds(Range, st.integers(1, 9), st.integers(9, 20)),
    "modifier": st.sampled_from(["dark", "rain", "da"]),
    "text": st.sampled_from(["dark", "rain", "鬼", "stealth urban"]),
    "voided": st.booleans(),
    "secret": st.booleans(),
}
CONDITIONS = st.sampled_from(sorted(VALUES)).flatmap(
    lambda key: st.builds(Condition, st.just(key), st.lists(VALUES[key], min_size=1, max_size=2).map(tuple), st.booleans())
)


def plainly(log: Log, filter: Filter) -> list[int]:
    """The same, read event by event."""
    return [one.position for one in log.events if all(_holds(log, one, condition) for condition in filter.conditions)]


def _holds(log: Log, one: ev.Recorded, condition: Condition) -> bool:
    if condition.key in ("outcome", "margin", "modifier") and not isinstance(one.event, ev.RollMade):
        return False
    return any(_is(log, one, condition.key, value) for value in condition.any_of) != condition.negated


def _is(log: Log, one: ev.Recorded, key: str, value: Value) -> bool:
    event, envelope = one.event, one.envelope
    roll = event if isinstance(event, ev.RollMade) else None
    match key:
        case "character":
            return envelope.subject == value
        case "what":
            name, asked = (roll.what.casefold() if roll else ""), str(value)
            return name == asked[1:] if asked.startswith("=") else name.startswith(asked)
        case "outcome":
            return roll is not None and roll.success == (value == "ok")
        case "margin":
            return roll is not None and _in(value, roll.margin)
        case "session":
            return envelope.session is not None and _in(value, envelope.session)
        case "time":
            return _in(value, envelope.game_time)
        case "position":
            return _in(value, one.position)
        case "modifier":
            return roll is not None and any(each.label.startswith(str(value)) for each in roll.modifiers)
        case "text":
            fields = [roll.what, *(each.label for each in roll.modifiers)] if roll else [getattr(event, "text", "")]
            return any(f" {' '.join(sought(str(value)))}" in f" {' '.join(tokens(field))}" for field in fields)
        case "voided":
            return (one.position in _voided(log)) == value
    return (envelope.visibility == ev.GM_ONLY) == value


def _in(bounds: Value, number: int) -> bool:
    assert isinstance(bounds, Range)
    return (bounds.first is None or number >= bounds.first) and (bounds.last is None or number <= bounds.last)


@settings(max_examples=150, deadline=None)
@given(log=logs(), conditions=st.lists(CONDITIONS, max_size=4), limit=st.integers(1, 5))
def test_conditions_mean_what_they_say(log: Log, conditions: list[Condition], limit: int) -> None:
    filter = EVERYTHING
    for condition in conditions:
        filter = filter.also(condition)
    with projected(log) as connection:
        expected = plainly(log, filter)
        assert lines(connection, filter) == expected
        rolls = [at for at in expected if isinstance(log.events[at - 1].event, ev.RollMade)]
        assert list(history.roll_positions(connection, CAMPAIGN, filter)) == rolls
        by_margin = Query(connection, CAMPAIGN, Filter(filter.conditions, "margin", True))
        seen: list[int] = []
        while page := by_margin.page(limit, seen[-1] if seen else None):
            seen += page
        margins = {
            at: event.margin * (1 if event.success else -1)
            for at in rolls
            if isinstance(event := log.events[at - 1].event, ev.RollMade)
        }
        assert seen == sorted(rolls, key=lambda at: (margins[at], at), reverse=True)
