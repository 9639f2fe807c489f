"""The log's lines for people."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.projections.builder import CAMPAIGN, Log, projected, rolled, sample
from tracker import events as ev
from tracker.events import codec
from tracker.reports import history, lines, roster
from tracker.reports.lines import describe
from tracker.reports.wording import told

NAMES = {"mira": "Mira"}

EXAMPLES: dict[type[ev.Event], ev.Event] = {
    ev.GroupDecided: ev.GroupDecided(what="Stealth (Dex)", rolls=(3, 4), successes=1, outcome="special"),
    ev.RollMade: rolled("Stealth"),
    ev.CharacterAdded: ev.CharacterAdded(name="Mira", kind="pc", sheet=ev.Sheet(), player="Aiko"),
    ev.ContestDecided: ev.ContestDecided(kind="quick", sides=("mira", "@guard"), rolls=(3, 4), winner="mira", margin=3),
    ev.FeatPerformed: ev.FeatPerformed(
        feat="climb",
        title="Climbing",
        given={"height": {"value": 60.0, "unit": "ft"}, "roped": True, "surface": "vertical_stone_wall"},
        figures=(ev.Figure("time", 900, "seconds"),),
        outcome="falls after 5 min",
        increase=20,
    ),
    ev.InfluenceDecided: ev.InfluenceDecided(influencer="mira", skill="Diplomacy", outcome="win", reaction="good", margin=3),
    ev.SheetRevised: ev.SheetRevised(sheet=ev.Sheet(), source=ev.SheetSource("gcs", "mira.gcs", "00")),
}


def line(event: ev.Event, who: str | None = "mira", *, secret: bool = False, **flags: bool) -> lines.Line:
    log = Log()
    log.add(event, who, secret=secret)
    return describe(log.events[0], NAMES, **{"voided": False, **flags})


def example(cls: type[ev.Event]) -> ev.Event:
    """An event of a type with something in every field that must be filled."""
    if cls in EXAMPLES:
        return EXAMPLES[cls]
    fills: dict[Any, Any] = {str: "x", int: 2, bool: True}
    fields = {
        field.name: fills.get(field.type, () if "tuple" in str(field.type) else None)
        for field in msgspec.structs.fields(cls)
        if field.required
    }
    return cls(**fields)


@pytest.mark.parametrize("cls", codec.TYPES.values(), ids=lambda cls: cls.__name__)
def test_every_event_type_has_words(cls: type[ev.Event]) -> None:
    told = line(example(cls))
    assert told.text
    assert "\n" not in str(told)


def test_a_feat_that_went_wrong() -> None:
    told = line(EXAMPLES[ev.FeatPerformed])
    asked = "Climbing (vertical stone wall, 60 ft, roped) (+20% by effort)"
    assert told.text == f"{asked}: falls after 5 min (in full: time 15 min)"


def test_a_roll() -> None:
    modifiers = (ev.AppliedModifier("dark", -3), ev.AppliedModifier("fine tools", 1), ev.AppliedModifier("", 2))
    told = line(rolled("Lockpicking", 12, target=10, modifiers=modifiers, dice=(3, 4, 5)))
    assert (told.time, told.who, told.text) == ("20:01", "Mira", "Lockpicking -3 dark +1 fine tools +2")  # UTC+1
    assert (told.need, told.rolled, told.outcome, told.by) == ("10", "3+4+5=12", "NO", "by 2")
    assert (told.mark, told.degree, told.attempt) == ("", "", 1)


@pytest.mark.parametrize(
    ("fields", "word", "mark"),
    [
        ({"total": 9}, "ok", ""),
        ({"total": 14}, "NO", ""),
        ({"total": 4, "critical": True}, "CRIT", ""),
        ({"total": 18, "critical": True}, "FUMBLE", "!"),
        ({"total": 14, "kind": "fright"}, "NO", "!"),
    ],
)
def test_outcomes_are_words_and_lasting_ones_are_marked(fields: dict[str, Any], word: str, mark: str) -> None:
    told = line(rolled("Stealth", **fields))
    assert (told.outcome, told.mark) == (word, mark)


def test_other_systems_degrees_are_said_in_words() -> None:
    told = line(rolled("Listen", 12, target=60, degree="minor_success", dice=(12,), notation="1d100"))
    assert (told.outcome, told.degree, told.rolled) == ("ok", "minor success", "12")
    terrible = line(rolled("Str", 19, target=10, degree="terrible_failure", critical=True, dice=(19,)))
    assert (terrible.outcome, terrible.degree) == ("FUMBLE", "terrible failure")


def test_dice_that_do_not_add_up_are_not_shown_as_a_sum() -> None:
    assert lines.dice_text((4, 6), 46) == "4,6=46"


@pytest.mark.parametrize("modifiers", [(), (ev.AppliedModifier("attempt 2", -1, "retry"),)])
def test_a_retry_shows_its_penalty_once(modifiers: tuple[ev.AppliedModifier, ...]) -> None:
    told = line(rolled("Climbing", attempt=2, retry_penalty=-1, modifiers=modifiers))
    assert told.text.count("-1") == 1
    assert told.attempt == 2


def test_extra_effort_shows_its_increase_once() -> None:
    assert line(rolled("Jumping", kind="effort", increase=10)).text == "Jumping effort +10%"
    modifiers = (ev.AppliedModifier("10% more", -2, "effort"),)
    assert line(rolled("Jumping", kind="effort", increase=10, modifiers=modifiers)).text == "Jumping effort -2 10% more"


def test_marks() -> None:
    gained = ev.TraitAcquired(name="Nyctophobia", points=-10, kind="phobia", origin="fright")
    assert line(gained).mark == "!"
    assert line(gained, bookmarked=True).mark == "*!"
    assert line(gained, voided=True, bookmarked=True).mark == "*~"


def test_peoples_text_stays_as_it_was_typed_but_for_line_breaks() -> None:
    told = line(ev.NoteAdded(text="[b]the duke[/b]\n  鬼火が三つ %s"), None)
    assert (told.who, told.text) == ("note", "[b]the duke[/b] /   鬼火が三つ %s")


def test_someone_made_up_on_the_fly() -> None:
    assert line(rolled("Perception"), "@guard").who == "guard"


def test_corrections_say_what_they_took_back() -> None:
    log = Log()
    roll = log.roll("mira", "Stealth")
    void = log.void(roll, "wrong\ntarget")
    restored = log.void(void)
    told = [describe(log.events[at - 1], NAMES, voided=False).text for at in (void, restored)]
    assert told == ["took back 1 (wrong / target)", "restored 1"]


def test_time_and_positions_for_people() -> None:
    assert line(ev.ClockAdvanced(seconds=-9000, reason="a flashback")).text == "-2 h 30 min (a flashback)"
    assert line(ev.SessionStarted(number=3), None).text == "session 3 (time gone by: unknown)"
    assert line(ev.BookmarkAdded(at=48210, label="here"), None).text == "marked 48,210 (here)"


def test_secret_lines_are_told_apart() -> None:
    assert line(rolled("Perception"), secret=True).secret
    assert "[GM]" in str(line(rolled("Perception"), secret=True))


def test_a_page_knows_what_is_void_and_what_is_marked() -> None:
    log = Log()
    log.character("mira", "Mira")
    gone, marked = log.roll("mira", "Stealth"), log.roll("mira", "Climbing")
    log.void(gone)
    log.add(ev.BookmarkAdded(at=marked))
    with projected(log) as connection:
        positions = history.line_positions(connection, CAMPAIGN)
        page = lines.page(connection, CAMPAIGN, positions, roster.names(connection, CAMPAIGN), log.get)
    assert [(each.position, each.mark) for each in page] == [(1, ""), (gone, "~"), (marked, "*"), (4, "")]


def test_the_sample_reads_like_an_evening() -> None:
    log = sample()
    with projected(log) as connection:
        positions = history.line_positions(connection, CAMPAIGN)
        page = lines.page(connection, CAMPAIGN, positions, roster.names(connection, CAMPAIGN), log.get)
    text = [str(each) for each in page]
    assert text[4] == "        5 20:05 scene    scene 1: the stair"
    assert text[5] == "        7 20:07 Mira     Lockpicking  need 12  rolled 6+6+2=14  NO by 2"
    assert text[8] == "       11 20:11 Mira     Lockpicking  need 12  rolled 6+2+1=9  ok by 3"


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (ev.ConditionAdded(name="stunned", until=104), "condition: stunned for 4 s"),
        (ev.ConditionAdded(name="faint", recover="ht", recover_from=280), "condition: faint, recovery roll after 3 min"),
        (ev.ConditionAdded(name="blinded"), "condition: blinded"),
    ],
)
def test_a_condition_says_how_long_it_lasts(condition: ev.ConditionAdded, text: str) -> None:
    assert told(condition, {}, 100) == ("", text)


def test_a_line_in_a_row_names_what_it_is_of_once() -> None:
    started = line(ev.SessionStarted(number=1, title="The Tower", elapsed=None), who=None)
    assert started.sentence.startswith("session 1: The Tower (")
    assert line(ev.SceneStarted(number=2, title="the stair"), who=None).sentence == "scene 2: the stair"
    assert line(ev.NoteAdded(text="note the door"), who=None).sentence == "note note the door"
    assert line(ev.PoolChanged(pool="HP", change=-1, reason="manual")).sentence.startswith("Mira HP -1")
